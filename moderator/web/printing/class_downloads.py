"""The sheets of a whole class as downloads."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play.models import Classroom
from moderator.web.core.access import classroom_for
from moderator.web.core.responses import file_response
from moderator.web.core.sheet_links import paper_of, requested_paper
from moderator.web.core.sheet_names import slug_of
from moderator.web.printing.class_sheets import CLASS_SHEETS
from moderator.web.printing.game_sheets import SheetRequest
from moderator.web.printing.people import Site


@require_safe
@classroom_for("manage-class")
def class_sheet_pdf(request: HttpRequest, classroom: Classroom, sheet: str) -> HttpResponse:
    """A sheet, on the class's paper or that of `?paper=`; 404 if there is nothing to print on it.

    With `?more=1` it has what only the instructor may read, if it can.
    """
    kind = CLASS_SHEETS.get(sheet)
    paper = requested_paper(request) if "paper" in request.GET else paper_of(classroom)
    if kind is None:
        raise Http404
    has_more = kind.has_more and "more" in request.GET
    asked = SheetRequest(paper, get_language() or "en", is_for_moderator=has_more)
    parts = kind.parts(classroom, Site.of(request), asked)
    if not parts:
        raise Http404
    names = [slug_of(classroom.name, f"class-{classroom.pk}"), kind.id]
    if has_more:
        names.append("instructor-only")
    name = "-".join([*names, f"{paper}.pdf"])
    return file_response(sheets.pdf_of(parts), "application/pdf", name)
