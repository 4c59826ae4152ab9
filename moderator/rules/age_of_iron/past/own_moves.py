"""What single countries did besides attacks and trades: RFs placed, and what was decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.state import State
from moderator.rules.log import Step


@dataclass(frozen=True, slots=True)
class Placement:
    """RFs that a country placed in a region, by index, or (None) in its civilization."""

    number: int
    turn: int
    player: int
    region: int | None
    rfs: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A correction or a split of control, and the countries that it concerned.

    `sentence` is without a full stop.
    """

    number: int
    turn: int
    players: tuple[int, ...]
    sentence: str


def placements_of(moves: Iterable[Step]) -> Iterator[Placement]:
    """The RFs placed by these moves, in their order."""
    for step in moves:
        move, turn = step.move, step.before.turn
        if isinstance(move, Deploy):
            yield Placement(step.number, turn, move.player, move.region, move.rfs)
        elif isinstance(move, Build):
            yield Placement(step.number, turn, move.player, None, move.rfs)


def decisions_of(moves: Iterable[Step]) -> Iterator[Decision]:
    """The corrections that changed something of a country, and the splits of control."""
    for step in moves:
        players: tuple[int, ...] = ()
        if isinstance(step.move, SplitControl):
            players = step.move.players
        elif isinstance(step.move, Correct):
            players = _changed(step.before, step.after)
        if players:
            sentence = str(step.move.describe(step.before))
            yield Decision(step.number, step.before.turn, players, sentence)


def _changed(before: State, after: State) -> tuple[int, ...]:
    """The countries of which a number or control differs."""
    players = range(len(before.hand))
    return tuple(player for player in players if _own(before, player) != _own(after, player))


def _own(state: State, player: int) -> tuple[object, ...]:
    column = tuple(row[player] for row in state.chart)
    control = tuple(player in owners for owners in state.controlled)
    goods = (state.for_trade[player], state.acquired[player])
    return column, state.built[player], goods, control
