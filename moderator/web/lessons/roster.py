"""The roster of a class: importing names with a preview, and removing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import services
from moderator.play.errors import InvalidInput
from moderator.play.joining_now import JoiningNow, joining_of
from moderator.play.models import Classroom
from moderator.play.roster.names_shown import RosterRow, roster_rows
from moderator.play.roster.preview import ImportPreview, preview_of
from moderator.play.roster.reading import (
    MOST_NAMES,
    ReadRoster,
    form_of_names,
    names_of_form,
    read_roster,
)
from moderator.play.roster.rows import MOST_BYTES, file_rows, text_rows
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page


@dataclass(frozen=True)
class RosterPage:
    """The names on the roster, and the form for more."""

    classroom: Classroom
    joining: JoiningNow
    rows: tuple[RosterRow, ...]
    typed: str = ""
    error: str = ""
    most: int = MOST_NAMES

    @property
    def has_numbers(self) -> bool:
        """Whether any student number is known."""
        return any(row.student_number for row in self.rows)


@dataclass(frozen=True)
class RosterPreviewPage:
    """What importing the list would do; `names` is what the form sends."""

    classroom: Classroom
    preview: ImportPreview
    names: str


@dataclass(frozen=True)
class RosterRemovePage:
    """The names that would be removed."""

    classroom: Classroom
    rows: tuple[RosterRow, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def roster(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The roster; a POST names the action by `do`."""
    if request.method != "POST":
        return render_page(request, "web/lessons/roster.html", _page(classroom))
    action = _ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        raise Http404
    try:
        return action(request, classroom)
    except InvalidInput as invalid:
        page = _page(classroom, request.POST.get("list", "")[:MOST_BYTES], str(invalid))
        return render_page(request, "web/lessons/roster.html", page, UNPROCESSABLE)


def _page(classroom: Classroom, typed: str = "", error: str = "") -> RosterPage:
    return RosterPage(classroom, joining_of(classroom), roster_rows(classroom), typed, error)


def _redirect(classroom: Classroom) -> HttpResponse:
    return SeeOther(reverse("roster", args=[classroom.pk]))


def _preview(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Show what importing would do. Nothing is stored: the form has the names."""
    read = _read(request.FILES.get("file"), request.POST.get("list", ""))
    page = RosterPreviewPage(classroom, preview_of(classroom, read), form_of_names(read.names))
    return render_page(request, "web/lessons/roster_preview.html", page)


def _read(file: UploadedFile[Any] | None, text: str) -> ReadRoster:
    """The list of the file, or the pasted one."""
    return read_roster(file_rows(file.read(MOST_BYTES + 1)) if file else text_rows(text))


def _import(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    names = names_of_form(request.POST.get("names", ""))
    services.roster_import(classroom, names, request.POST.get("how") == "replace")
    return _redirect(classroom)


def _remove(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Ask which names are meant; with `sure`, remove them."""
    pks = {whole_number(pk) for pk in request.POST.getlist("name")}
    rows = tuple(row for row in roster_rows(classroom) if row.pk in pks)
    if rows and "sure" not in request.POST:
        page = RosterRemovePage(classroom, rows)
        return render_page(request, "web/lessons/roster_remove.html", page)
    services.roster_remove(classroom, [row.pk for row in rows])
    return _redirect(classroom)


def _others(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    services.joining_change(classroom, are_others_welcome="others" in request.POST)
    return _redirect(classroom)


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom], HttpResponse]] = {
    "preview": _preview,
    "import": _import,
    "remove": _remove,
    "others": _others,
}
