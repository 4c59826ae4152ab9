"""The castle cards as views: their lines, what fills them, and the probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from moderator.rules.age_of_war import faces, odds
from moderator.rules.age_of_war.castles import CASTLES, CLANS
from moderator.rules.age_of_war.moves.fill import Fill
from moderator.rules.age_of_war.state import State
from moderator.rules.age_of_war.turns import castle_chance, is_in_reach
from moderator.rules.age_of_war.views.view import (
    CastleView,
    ChanceView,
    DieView,
    FillView,
    LineView,
)
from moderator.rules.seating import SeatLabel
from moderator.rules.wire import wire_text


def dice(chosen: Sequence[str]) -> tuple[DieView, ...]:
    """Faces as views."""
    return tuple(DieView(face, faces.LETTERS[face], faces.swords([face])) for face in chosen)


def castles(state: State, before: State, labels: Sequence[SeatLabel]) -> tuple[CastleView, ...]:
    """All castles in the table's order; those that changed since the state before are fresh."""
    return tuple(_castle(state, before, labels, number) for number in range(len(CASTLES)))


def _castle(state: State, before: State, labels: Sequence[SeatLabel], number: int) -> CastleView:
    card, holder = CASTLES[number], state.holders[number]
    return CastleView(
        id=card.id,
        name=card.name,
        clan=CLANS[card.clan].id,
        clan_name=CLANS[card.clan].name,
        points=card.points,
        lines=tuple(_line(state, before, number, line) for line in range(len(card.lines) + 1)),
        holder=None if holder is None else labels[holder],
        is_face_down=state.is_face_down(number),
        is_target=state.castle == number,
        is_fresh=before.holders[number] != holder,
        chance=_chance(castle_chance(state, number)) if is_in_reach(state, number) else None,
    )


def _line(state: State, before: State, castle: int, number: int) -> LineView:
    line = CASTLES[castle].line(number)
    is_needed = number in state.needed_lines(castle)
    placed = _placed(state, castle, number)
    is_open = is_needed and not placed and is_in_reach(state, castle)
    fills = _fills(state, castle, number) if is_open and state.roll else ()
    return LineView(
        number=number,
        words=line.in_words(),
        infantry=line.infantry,
        symbols=dice(line.symbols),
        is_needed=is_needed,
        dice=dice(placed),
        is_fresh=placed != _placed(before, castle, number),
        fits=fills[0].dice if fills else (),
        wire=fills[0].wire if fills else "",
        others=fills[1:],
        chance=_chance(_line_chance(state, castle, number)) if is_open else None,
    )


def _placed(state: State, castle: int, line: int) -> tuple[str, ...]:
    return dict(state.placed).get(line, ()) if state.castle == castle else ()


def _fills(state: State, castle: int, number: int) -> tuple[FillView, ...]:
    """All ways in which the roll can fill an open line, the suggested one first."""
    moves = (
        Fill(state.active or 0, castle, number, chosen)
        for chosen in CASTLES[castle].line(number).ways(state.roll)
    )
    return tuple(
        FillView(dice(move.placed), faces.short(move.placed), wire_text(move.wire(state)))
        for move in moves
    )


def _line_chance(state: State, castle: int, number: int) -> Fraction:
    line = CASTLES[castle].line(number)
    if state.roll and line.fewest_count(state.roll):
        return Fraction(1)
    return odds.fill(line, state.dice_left - 1 if state.roll else state.dice_left)


def _chance(probability: Fraction) -> ChanceView:
    return ChanceView(odds.percent(probability), round(100 * probability))
