"""A report on a scenario as a sheet: its tables with their plots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from moderator.core.access import class_managed, instructors, user_of
from moderator.core.forms import whole_number
from moderator.core.links import requested_paper, slug_of
from moderator.core.models import Classroom
from moderator.core.responses import file_response
from moderator.features.balance.models import BalanceReport
from moderator.features.balance.read import ShownFigures, ShownReport
from moderator.sheets.drawing import draw_plot, fonts
from moderator.sheets.layout import Block, Section, Sheet, paragraph, space
from moderator.sheets.layout.kind import SheetKind, pdf_of
from moderator.sheets.layout.table import GUTTER, SIZE, Column, table_head, table_row
from moderator.sheets.snapshot import Stamp

NUMBER = 62.0
"""The least width of a column of numbers, in points."""


@instructors("GET")
def report_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheet of what a report says now; `?class=`: compared with that class's games."""
    found = get_object_or_404(BalanceReport, owner=user_of(request), pk=pk)
    classroom = None
    if "class" in request.GET:
        classroom = class_managed(request, whole_number(request.GET["class"]) or 0)
    shown = ShownReport(found, classroom)
    paper = requested_paper(request, classroom) if classroom else "a4"
    kind = SheetKind("balance", _("Balance report"), _fill, status=_status)
    pdf = pdf_of(kind.lay_out(shown, _stamp(shown, classroom), paper))
    name = f"{slug_of(found.title, 'scenario')}-balance-instructor-only-{paper}.pdf"
    return file_response(pdf, "application/pdf", name)


def _status(_shown: ShownReport) -> str:
    return _("Games of programs, not students. Instructor only: it has what players may not know.")


def _stamp(shown: ShownReport, classroom: Classroom | None) -> Stamp:
    report = shown.report
    facts = {"seed": report.seed, "version": report.version}
    return Stamp(
        group_name=classroom.name if classroom else _("Balance report"),
        class_name="",
        game_number=1,
        entries=0,
        hash=report.key,
        at=report.changed,
        time_zone=classroom.time_zone if classroom else "UTC",
        language=get_language() or "en",
        origin=_("Seed %(seed)d, version %(version)d of the programs") % facts,
        title=report.title,
        copyright=shown.rules.copyright,
    )


def _fill(sheet: Sheet, shown: ShownReport) -> None:
    """Adds the options and the tables, each with its plot."""
    facts = {"seed": shown.report.seed, "version": shown.report.version}
    texts = (*shown.options, _("Seed %(seed)d, version %(version)d of the programs.") % facts)
    for block in paragraph(" ".join(texts), sheet.width, 8.5, 11):
        block.draw(sheet.page, sheet.left, sheet.y)
        sheet.y += block.height
    for figures in shown.figures:
        _table(sheet, figures)


def _table(sheet: Sheet, figures: ShownFigures) -> None:
    above = paragraph(figures.note, sheet.width, 8.5, 11) if figures.note else []
    if figures.plot:
        plot = replace(figures.plot, label=figures.title)
        above.append(Block(plot.height + 6, partial(draw_plot, plot=plot)))
    columns = list(_columns(figures, sheet.width))
    rows = [
        table_row(columns, [" ".join(filter(None, (one.text, one.more))) for one in row], 1.5)
        for row in figures.rows
    ]
    sheet.flow(Section(figures.title, rows, table_head(columns, [*above, space(2)]), is_whole=True))


def _columns(figures: ShownFigures, width: float) -> Iterator[Column]:
    """The first column has what the others leave; of these, numbers are at the right."""
    texts = [[f"{one.text} {one.more}" for one in row] for row in figures.rows]
    wide = [
        max(NUMBER, *(fonts.width(fonts.clean(text), SIZE) + GUTTER + 2 for text in column))
        for column in [*zip(*texts, strict=True)][1:]
    ]
    room = width - sum(wide)
    for number, name in enumerate(figures.columns):
        is_first = number == 0
        yield Column(name, room if is_first else wide[number - 1], "left" if is_first else "right")
