"""What a report says, ready to be shown; and what a class's own games say of the same scenario."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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

PLOT = 240.0
"""The width of a plot."""


@dataclass(frozen=True, slots=True)
class ShownCell:
    """`more`: the ends of a share's interval or range."""

    text: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class ShownFigures:
    """A table, and a plot of its shares if they are compared with an even one."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[ShownCell, ...], ...]
    plot: Plot | None


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part of a report: what is played, how many games of how many."""

    title: str
    games: int
    most: int


class ShownReport:
    """A report as it is now; with a class, what its own games say, too."""

    def __init__(self, report: BalanceReport, classroom: Classroom | None = None) -> None:
        self.report, self.classroom = report, classroom
        self.about: Balanced = about(report)
        self.rules = GAMES[report.rules]
        balance = self.about.balance
        self.seats = self.rules.seats_of(self.about.start)
        self.parts = tuple(
            ShownPart(part.title, report.played.get(name, (0,))[0], part.games)
            for name, part in balance.parts.items()
        )
        self.games = sum(part.games for part in self.parts)
        tally: dict[str, Any] = {}
        for _games, one in report.played.values():
            tally = added(tally, one)
        figures = list(balance.figures(self.about.start, tally)) if self.games else []
        if classroom and figures:
            figures.insert(1, self._own(classroom, figures[0]))
        self.figures = tuple(self._shown(one) for one in figures)
        self.suggestions = tuple(
            (number, self._shown(figures_of(one["figures"])))
            for number, one in enumerate(report.suggestions)
        )[::-1]

    @property
    def now(self) -> ShownPart:
        """The part that is being played."""
        return next((one for one in self.parts if one.games < one.most), self.parts[-1])

    @property
    def percent(self) -> int:
        return sum(100 * one.games // one.most for one in self.parts) // len(self.parts)

    @property
    def options(self) -> tuple[str, ...]:
        """The options of its games, as sentences."""
        return self.rules.options_in_force(self.about.start)

    def _shown(self, figures: Figures) -> ShownFigures:
        rows = tuple(tuple(map(_cell, row)) for row in figures.rows)
        plot = _plot(figures, self.seats) if figures.even is not None else None
        return ShownFigures(figures.title, figures.note, figures.columns, rows, plot)

    def _own(self, classroom: Classroom, bots: Figures) -> Figures:
        """The shares of victories in the class's finished games of this scenario."""
        winners = list(own_winners(classroom, self.about))
        count = len(winners)
        note = _("The programs’ share is from the table above.")
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
