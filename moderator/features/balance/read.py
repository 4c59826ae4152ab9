"""What a report says, also of a class's own games, ready to be shown; and the same as a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from moderator.core.log import fold_of, scenario_of
from moderator.core.models import Classroom, Game
from moderator.features.balance.models import BalanceReport
from moderator.features.balance.playing import Balanced
from moderator.features.balance.write import about
from moderator.plots import Plot
from moderator.plots.lines import ShareRow, share_plot
from moderator.rules.bots import Cell, Figures, Share, added, said, share_of
from moderator.rules.registry import GAMES
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import Paper, fonts
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.layout import (
    GAP,
    GUTTER,
    Section,
    Sheet,
    column_width,
    paragraph,
    plot_block,
    space,
)
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.table import GUTTER as COLUMN_GUTTER
from moderator.sheets.layout.table import SIZE, Column, table_head, table_row
from moderator.sheets.snapshot import Stamp

PLOT = 240.0
"""The width of a plot."""


class ShownCell(NamedTuple):
    """A cell as text; `more`: the ends of a share's interval."""

    text: str
    more: str = ""


class ShownFigures:
    """A table, and a plot of its shares if they are compared with an even one."""

    def __init__(self, figures: Figures, seats: Sequence[SeatLabel]) -> None:
        self.title, self.note, self.columns = figures.title, figures.note, figures.columns
        self.rows = tuple(tuple(map(_cell, row)) for row in figures.rows)
        self.plot = _plot(figures, seats) if figures.even is not None else None


class ShownReport:
    """A report as it is now; with a class, what its own games say, too."""

    def __init__(self, report: BalanceReport, classroom: Classroom | None = None) -> None:
        self.report, self.classroom = report, classroom
        self.about: Balanced = about(report)
        self.rules = GAMES[report.rules]
        balance = self.about.balance
        self.seats = self.rules.seats_of(self.about.start)
        played: dict[str, int] = {name: report.played.get(name, (0,))[0] for name in balance.parts}
        self.parts = [(part, played[name]) for name, part in balance.parts.items()]
        self.games = sum(played.values())
        tally: dict[str, Any] = {}
        for _games, one in report.played.values():
            tally = added(tally, one)
        figures = list(balance.figures(self.about.start, tally)) if self.games else []
        if classroom and figures:
            figures.insert(1, self._own(classroom, figures[0]))
        self.figures = tuple(ShownFigures(one, self.seats) for one in figures)
        self.suggestions = tuple(
            (number, ShownFigures(figures_of(one["figures"]), self.seats))
            for number, one in enumerate(report.suggestions)
        )[::-1]

    @property
    def now(self) -> Mapping[str, Any]:
        """The part that is being played, and how many games of how many."""
        unfinished = (one for one in self.parts if one[1] < one[0].games)
        part, games = next(unfinished, self.parts[-1])
        return {"title": part.title, "games": games, "most": part.games}

    @property
    def percent(self) -> int:
        return sum(100 * games // part.games for part, games in self.parts) // len(self.parts)

    @property
    def options(self) -> tuple[str, ...]:
        """The options of its games, as sentences."""
        return self.rules.options_in_force(self.about.start)

    def _own(self, classroom: Classroom, bots: Figures) -> Figures:
        """The shares of victories in the class's finished games of this scenario."""
        winners = list(own_winners(classroom, self.about))
        count = len(winners)
        if count:
            note = ngettext(
                "%d finished game of your class. So few games tell little: see how wide the "
                "intervals are.",
                "%d finished games of your class. So few games tell little: see how wide the "
                "intervals are.",
                count,
            )
            note %= count
        else:
            note = _("No game of your class with this scenario is finished yet.")
        rows = []
        for seat, row in zip(self.seats, bots.rows, strict=False):
            share = sum(1 / len(won) for won in winners if seat.id in won)
            of_bots = next((cell for cell in row if isinstance(cell, Share)), "")
            rows.append((seat.name, share_of(share, count) if count else "–", of_bots))
        columns = (bots.columns[0], _("your class"), _("programs"))
        return Figures(_("Your class"), columns, tuple(rows), note)


def own_winners(classroom: Classroom, balanced: Balanced) -> Iterable[Sequence[str]]:
    """Who has won each of the class's finished games of a scenario, by the seats' ids."""
    games = Game.objects.filter(group__classroom=classroom, rules=balanced.rules)
    for game in games.select_related("group").order_by("pk"):
        rules = GAMES[game.rules]
        if rules.scenario_wire(scenario_of(game)) == balanced.scenario:
            now = fold_of(game).timeline
            won = rules.summary(now.state).get("winners", ()) if now.is_over else ()
            if won:
                yield won


def _cell(cell: Cell) -> ShownCell:
    if isinstance(cell, Share) and cell.ends:
        low, high = cell.ends
        return ShownCell(said(Share(cell.share)), f"{100 * low:.1f}–{100 * high:.1f}")
    return ShownCell(said(cell))


def _plot(figures: Figures, seats: Sequence[SeatLabel]) -> Plot | None:
    """The share of each row with its interval; None unless each has one."""
    named = {seat.name: seat for seat in seats}
    rows: list[ShareRow] = []
    for name, *cells in figures.rows:
        shares = [cell for cell in cells if isinstance(cell, Share)]
        if len(shares) != 1:
            return None
        (share, ends), text = shares[0], str(name)
        rows.append((named.get(text, text), share, ends or (share, share)))
    return share_plot(rows, figures.even or 0, PLOT) if rows else None


def figures_of(wire: Sequence[Any]) -> Figures:
    """A table that was kept as JSON."""
    title, columns, rows, note, even = wire
    read = tuple(tuple(_cell_of(cell) for cell in row) for row in rows)
    return Figures(title, tuple(columns), read, note, even)


def _cell_of(cell: Any) -> Cell:
    if isinstance(cell, list):
        share, ends = cell
        return Share(share, tuple(ends) if ends else None)
    found: Cell = cell
    return found


NUMBER, FIRST = 44.0, 60.0
"""The least width of a column of numbers, and of the first column, in points."""
LEADING, PAD = 11.0, 0.7
MANY = 16  # rows; a narrow table with more has two halves


def sheet_of(
    shown: ShownReport, classroom: Classroom | None, paper: Paper = "a4"
) -> list[SheetPart]:
    """The pages of a report."""
    status = _(
        "Games of programs, not students. Instructor only: it has what players may not know."
    )
    kind = SheetKind("balance", _("Balance report"), _fill, status=status)
    return kind.lay_out(shown, _stamp(shown, classroom), paper)


def _stamp(shown: ShownReport, classroom: Classroom | None) -> Stamp:
    report = shown.report
    facts = {"seed": report.seed, "version": report.version}
    return Stamp(
        classroom.name if classroom else "",
        report.changed,
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
        sheet.add(block)
    half = column_width(sheet.width, 2)
    wide, narrow = list[Section](), list[Section]()
    for figures in shown.figures:
        rows, count = figures.rows, len(figures.rows)
        if FIRST + sum(_numbers(figures)) > half:
            wide.append(_section(figures, rows, sheet.width))
            continue
        middle = -(-count // 2) if count > MANY else count
        narrow.append(_section(figures, rows[:middle], half))
        if middle < count:
            rest = copy(figures)
            rest.title, rest.note = _("%s, continued") % figures.title, ""
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
        above.append(plot_block(plot, 4, 4))
    columns = list(_columns(figures, width))
    drawn = [table_row(columns, [*map(_text, row)], PAD) for row in rows]
    head = table_head(columns, [*above, space(2)])
    return Section(figures.title, drawn, head, is_whole=True)


def _text(cell: ShownCell) -> str:
    return f"{cell.text} ({cell.more})" if cell.more else cell.text


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
