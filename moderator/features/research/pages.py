"""The page on which the classes of a research export are chosen, and its file."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from moderator.core.access import own_class
from moderator.core.events import Kind, record
from moderator.core.forms import whole_number
from moderator.core.links import file_name
from moderator.core.models import Classroom
from moderator.core.responses import UNPROCESSABLE, file_response, render_page
from moderator.features.research.export import research_files


@own_class("GET")
def research(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """All classes of the class's instructor in which something was played."""
    return _page(request, classroom, {classroom.pk})


def _page(
    request: HttpRequest, classroom: Classroom, chosen: set[int], status: int = 200
) -> HttpResponse:
    return render_page(
        request,
        "research/research.html",
        status=status,
        classroom=classroom,
        classes=[(one, one.pk in chosen) for one in _played(classroom)],
        is_refused=status != 200,
    )


@own_class("GET")
def research_zip(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The file for the chosen classes: `?class=` for each, `?names` for names; 404 for others'."""
    chosen = {whole_number(pk) for pk in request.GET.getlist("class")}
    if not chosen:
        return _page(request, classroom, set(), UNPROCESSABLE)
    classes = [one for one in _played(classroom).order_by("created", "pk") if one.pk in chosen]
    if len(classes) < len(chosen):
        raise Http404
    has_names = "names" in request.GET
    words = ("with-names",) if has_names else ()
    name = file_name(classroom, "research", *words) + ".zip"
    content = research_files(classes, has_names=has_names)
    for one in classes:
        record(Kind.RESEARCH_EXPORTED, classroom=one.pk)
    return file_response(content, "application/zip", name, is_saved=True)


def _played(classroom: Classroom) -> QuerySet[Classroom]:
    """The instructor's classes with games that have been started, each with their number."""
    started = Count("groups__games", filter=Q(groups__games__is_waiting=False))
    classes = Classroom.objects.filter(instructor=classroom.instructor_id)
    return classes.annotate(games=started).filter(games__gt=0)
