"""The page of a class's archive, its download, and the page that takes one."""

from __future__ import annotations

from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import Any

from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import reverse

from moderator.core.access import instructors, own_class, user_of
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.forms import PageForm, only_once, posted_file
from moderator.core.links import file_name
from moderator.core.models import Classroom, Game
from moderator.core.responses import CONFLICT, SeeOther, render_page
from moderator.features.archive.making import MOST_BYTES, archive_make, games_hidden
from moderator.features.archive.reading import archive_read
from moderator.features.archive.write import class_bring_back

NEW_CODES = "new-codes"
"""In the session: the codes that classes got when they were brought back, by their primary keys."""


@own_class("GET")
def archive(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    return _show(request, classroom, games_hidden(classroom))


def _show(
    request: HttpRequest,
    classroom: Classroom,
    hidden: list[Game],
    status: int = 200,
    error: str = "",
) -> HttpResponse:
    """What an archive has, what is in its way, and the new codes of a class just brought back."""
    return render_page(
        request,
        "archive/archive.html",
        status=status,
        classroom=classroom,
        hidden=hidden,
        codes=request.session.get(NEW_CODES, {}).get(str(classroom.pk)),
        error=error,
    )


@own_class("GET")
def archive_zip(request: HttpRequest, classroom: Classroom) -> HttpResponse | FileResponse:
    """The archive; 409 and the page while something in it may not be known."""
    if hidden := games_hidden(classroom):
        return _show(request, classroom, hidden, CONFLICT)
    with ExitStack() as closing:
        file = closing.enter_context(TemporaryFile())
        try:
            archive_make(classroom, file)
        except InvalidInput as error:
            return _show(request, classroom, [], CONFLICT, str(error))
        record(Kind.ARCHIVE_MADE, classroom=classroom.pk)
        closing.pop_all()  # whoever sends it closes it
    name = file_name(classroom, "archive.zip")
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@instructors("GET", "POST")
def bring_back(request: HttpRequest) -> HttpResponse:
    """Make a class again from its archive, as the instructor's own."""
    form = PageForm.of(request)
    if form.is_bound:
        with form.errors_at():
            return _brought_back(request, posted_file(request, "archive"))
    most = MOST_BYTES // 2**20
    return render_page(request, "archive/bring_back.html", status=form.status, form=form, most=most)


def _brought_back(request: HttpRequest, file: Any) -> HttpResponse:
    with TemporaryFile() as room:
        # Before the session is locked, and with it, on SQLite, the database.
        found = archive_read(file.file, file.size, room)

        def make() -> str:
            classroom, codes = class_bring_back(found, user_of(request))
            record(Kind.ARCHIVE_READ, classroom=classroom.pk)
            known = request.session.get(NEW_CODES, {})
            request.session[NEW_CODES] = {**known, str(classroom.pk): codes}
            return reverse("class-archive", args=[classroom.pk])

        return SeeOther(only_once(request, make))
