"""Continuing on paper: the chart as it stands, what has happened, and lines for what follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.by_hand import ByHandView, by_hand_view
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.sheets.age_of_iron.by_hand.blank_chart import fill_chart, is_landscape
from moderator.sheets.age_of_iron.by_hand.standing import add_standing
from moderator.sheets.age_of_iron.by_hand.turn_lines import add_turn
from moderator.sheets.age_of_iron.header import game_turn
from moderator.sheets.layout.header import header
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import Header, Sheet
from moderator.sheets.snapshot import GameSnapshot, moderators, public
from moderator.sheets.stamp import Stamp

MORE_TURNS = 2
"""How many Game-turns there are lines for, besides the rest of one that has begun."""


@dataclass(frozen=True, slots=True)
class ContinuedView:
    """A game as it stands, and how to go on with it by hand.

    `moves` are those of this Game-turn that the viewer may know, with their numbers in the log;
    `slips` are the order slips that aren't revealed, as they are typed, for the moderator only.
    """

    game: ByHandView
    chart: ChartView
    moves: tuple[tuple[int, str], ...]
    slips: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def copyright(self) -> str:
        return self.game.copyright


def _view(now: GameSnapshot) -> ContinuedView:
    """What everybody may see: no orders before the reveal."""
    return ContinuedView(by_hand_view(now.state), public(now), tuple(_moves(now)))


def _secret_view(now: GameSnapshot) -> ContinuedView:
    """What the moderator sees."""
    game = by_hand_view(now.state)
    slips = tuple(game.typed_slip(seat, now.slips[seat]) for seat in now.slips)
    return ContinuedView(game, moderators(now), tuple(_moves(now)), slips)


def _moves(now: GameSnapshot) -> Iterator[tuple[int, str]]:
    """The moves of this Game-turn."""
    turn = now.game.round_of(now.state)
    for step in now.past:
        if now.game.round_of(step.before) == turn:
            yield step.number, str(now.game.describe(step.before, step.move))


def _header(view: ContinuedView, name: str, stamp: Stamp) -> Header:
    status = _("Cross out the old number and write the new one after it.")
    if view.chart.is_frozen:
        status = _("As it stood when the Game-turn began: orders are being written.")
    where = game_turn(view.chart)
    return partial(header, title=view.title, name=name, stamp=stamp, where=where, status=status)


def _fill(sheet: Sheet, view: ContinuedView) -> None:
    fill_chart(sheet, view.game, view.chart, is_begun=True)
    sheet.new_page()
    add_standing(sheet, view.game, view.chart, view.moves, view.slips)
    if view.chart.is_over:
        return
    first = view.chart.turn
    last = first + MORE_TURNS - (0 if view.moves else 1)
    for turn in range(first, min(last, view.chart.turns) + 1):
        sheet.new_page()
        add_turn(sheet, view.game, view.chart, turn, is_begun=turn == first and bool(view.moves))


continued_sheet = SheetKind(
    "continue-on-paper",
    gettext_lazy("Continue on paper"),
    _fill,
    _view,
    about=gettext_lazy("The game as it stands, and lines for more: to go on without a computer."),
    secret_view=_secret_view,
    is_landscape=lambda view, paper: is_landscape(view.chart, paper),
    needs_past=True,
    needs_slips=True,
    header=_header,
)
"""For a moderator without a computer: what was public when it was printed, and lines that can be
typed afterwards. While orders are written it shows the state at the start of the Game-turn, and
what the log has of them only on the moderator's own sheet.

Source: docs/rules/age-of-iron.md, "How a Game-turn runs".
"""
