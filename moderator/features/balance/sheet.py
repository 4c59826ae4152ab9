"""A report on a scenario as a sheet: its tables with their plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from moderator.core.models import Classroom
from moderator.features.balance.read import ShownCell, ShownFigures, ShownReport
from moderator.plots import Plot
from moderator.sheets.drawing import Page, Paper, draw_plot, fonts
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.layout import (
    GAP,
    GUTTER,
    Block,
    Section,
    Sheet,
    column_width,
    paragraph,
    space,
)
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.table import GUTTER as COLUMN_GUTTER
from moderator.sheets.layout.table import SIZE, Column, table_head, table_row
from moderator.sheets.snapshot import Stamp

NUMBER, FIRST = 44.0, 60.0
"""The least width of a column of numbers, and of the first column, in points."""
LEADING, PAD = 11.0, 0.7
MANY = 16  # rows; a narrow table with more has two halves


def sheet_of(
    shown: ShownReport, classroom: Classroom | None, paper: Paper = "a4"
) -> list[SheetPart]:
    """The pages of a report."""
    kind = SheetKind("balance", _("Balance report"), _fill, status=_status)
    return kind.lay_out(shown, _stamp(shown, classroom), paper)


def _status(_shown: ShownReport) -> str:
    return _("Games of programs, not students. Instructor only: it has what players may not know.")


def _stamp(shown: ShownReport, classroom: Classroom | None) -> Stamp:
    report = shown.report
    facts = {"seed": report.seed, "version": report.version}
    return Stamp(
        group_name=classroom.name if classroom else "",
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
    """Adds the options, and the tables with their plots: in two columns, then those too wide."""
    facts = {"seed": shown.report.seed, "version": shown.report.version}
    texts = (*shown.options, _("Seed %(seed)d, version %(version)d of the programs.") % facts)
    for block in paragraph(" ".join(texts), sheet.width, SIZE, LEADING):
        block.draw(sheet.page, sheet.left, sheet.y)
        sheet.y += block.height
    half = column_width(sheet.width, 2)
    wide, narrow = list[Section](), list[Section]()
    for figures in shown.figures:
        rows, count = figures.rows, len(figures.rows)
        if _least(figures) > half:
            wide.append(_section(figures, rows, sheet.width))
            continue
        middle = -(-count // 2) if count > MANY else count
        narrow.append(_section(figures, rows[:middle], half))
        if middle < count:
            rest = replace(figures, title=_("%s, continued") % figures.title, note="")
            narrow.append(_section(rest, rows[middle:], half))
    _columns_of(sheet, narrow, wide)


def _columns_of(sheet: Sheet, narrow: Sequence[Section], wide: list[Section]) -> None:
    """Adds narrow sections, each to the shorter of two columns, and wide ones below, where there is
    room for them."""
    ys = [sheet.y, sheet.y]
    for section in narrow:
        if min(ys) + GAP + section.height > sheet.bottom:
            sheet.y = max(ys)
            for one in list(wide):
                if sheet.y + GAP + one.height <= sheet.bottom:
                    sheet.flow(one)
                    wide.remove(one)
            sheet.new_page()
            ys = [sheet.y - GAP] * 2
        column = ys.index(min(ys))
        x = sheet.left + column * (column_width(sheet.width, 2) + GUTTER)
        ys[column] = sheet.place(section, x, ys[column] + GAP)
    sheet.y = max(ys)
    for section in wide:
        sheet.flow(section)


Rows = Sequence[tuple[ShownCell, ...]]


def _section(figures: ShownFigures, rows: Rows, width: float) -> Section:
    above = paragraph(figures.note, width, SIZE, LEADING) if figures.note else []
    if figures.plot:
        plot = replace(figures.plot, label=figures.title)
        above.append(Block(plot.height + 8, partial(_draw, plot=plot)))
    columns = list(_columns(figures, width))
    drawn = [table_row(columns, [*map(_text, row)], PAD) for row in rows]
    head = table_head(columns, [*above, space(2)])
    return Section(figures.title, drawn, head, is_whole=True)


def _draw(page: Page, x: float, y: float, *, plot: Plot) -> None:
    draw_plot(page, x, y + 4, plot)


def _text(cell: ShownCell) -> str:
    return f"{cell.text} ({cell.more})" if cell.more else cell.text


def _least(figures: ShownFigures) -> float:
    """The width that the columns need at least, in points."""
    return FIRST + sum(_numbers(figures))


def _numbers(figures: ShownFigures) -> list[float]:
    """The widths of all columns but the first."""
    wide = []
    for name, *cells in [*zip(figures.columns, *figures.rows, strict=True)][1:]:
        words = [fonts.width(fonts.clean(one), SIZE, "bold") for one in name.split()]
        words.append(sum(words) * 0.6)  # a head has two lines
        texts = [fonts.width(fonts.clean(_text(one)), SIZE) for one in cells]
        wide.append(max(NUMBER, *(one + COLUMN_GUTTER + 1 for one in (*words, *texts))))
    return wide


def _columns(figures: ShownFigures, width: float) -> Iterator[Column]:
    """The first column has what the others leave, which have numbers, but for a second name."""
    wide = _numbers(figures)
    yield Column(figures.columns[0], width - sum(wide))
    for number, name in enumerate(figures.columns[1:]):
        is_name = not any(one[number + 1].text.lstrip("+−")[:1].isdigit() for one in figures.rows)
        yield Column(name, wide[number], "left" if is_name else "right")
