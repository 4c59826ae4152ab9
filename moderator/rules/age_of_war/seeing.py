"""The table as a view: seats, castles, clans and daimyos."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.age_of_war import faces, scoring, summary
from moderator.rules.age_of_war.castles import CASTLES, CLAN_CASTLES, CLANS
from moderator.rules.age_of_war.moves.fill import Fill
from moderator.rules.age_of_war.state import State, name_of
from moderator.rules.age_of_war.view import (
    BoardView,
    CastleView,
    ClanView,
    DaimyoView,
    DieView,
    LineView,
)
from moderator.rules.game import Seat
from moderator.rules.rulebook import why_not

COPYRIGHT = "Age of War was designed by Reiner Knizia and published by Fantasy Flight Games."


def seats(players: Sequence[str]) -> tuple[Seat, ...]:
    """The players in the order of play, each with a letter or two of its own."""
    taken: set[str] = set()
    out = []
    for number, id in enumerate(players, start=1):
        rest = [c for c in id if c != "-"]
        tries = [rest[0].upper(), *(rest[0].upper() + c for c in rest[1:])]
        letter = next((one for one in tries if one not in taken), str(number))
        taken.add(letter)
        out.append(Seat(id, name_of(id), letter, number))
    return tuple(out)


def view(state: State, before: State | None = None) -> BoardView:
    """All that there is to see.

    Args:
        before: the state before the last entry; castles that have moved since are fresh.
    """
    chairs = seats(state.players)
    castles = tuple(_castle(state, before or state, chairs, i) for i in range(len(CASTLES)))
    clans = tuple(_clan(state, chairs, castles, i) for i in range(len(CLANS)))
    return BoardView(
        title=state.scenario.title,
        status_line=summary.status_line(state),
        is_over=state.is_over,
        active=None if state.active is None else chairs[state.active],
        next=summary.next_move(state),
        dice_left=state.dice_left,
        dice_lost=state.lost,
        roll=_dice(state.roll),
        castle=None if state.castle is None else castles[state.castle],
        clans=clans,
        center=tuple(castles[i] for i in summary.center(state)),
        daimyos=_daimyos(state, chairs, castles, clans),
        winners=tuple(chairs[player] for player in scoring.leaders(state)),
        copyright=COPYRIGHT,
    )


def _dice(some: Sequence[str]) -> tuple[DieView, ...]:
    return tuple(DieView(face, faces.LETTERS[face], faces.swords([face])) for face in some)


def _castle(state: State, before: State, chairs: tuple[Seat, ...], number: int) -> CastleView:
    card, holder = CASTLES[number], state.holders[number]
    return CastleView(
        id=card.id,
        name=card.name,
        clan=CLANS[card.clan].id,
        clan_name=CLANS[card.clan].name,
        points=card.points,
        lines=tuple(_line(state, number, line) for line in range(len(card.lines) + 1)),
        holder=None if holder is None else chairs[holder],
        is_face_down=state.is_face_down(number),
        is_target=state.castle == number,
        is_fresh=before.holders[number] != holder,
    )


def _line(state: State, castle: int, number: int) -> LineView:
    line = CASTLES[castle].line(number)
    dice = dict(state.placed).get(number, ()) if state.castle == castle else ()
    fits = line.fewest(state.roll) or ()
    if fits and state.active is not None:
        move = Fill(state.players[state.active], CASTLES[castle].id, number, fits)
        fits = fits if why_not(state, move) is None else ()
    return LineView(
        number=number,
        words=line.in_words(),
        infantry=line.infantry,
        symbols=_dice(line.symbols),
        is_needed=number in state.needed_lines(castle),
        dice=_dice(dice),
        fits=_dice(fits),
    )


def _clan(
    state: State, chairs: tuple[Seat, ...], castles: tuple[CastleView, ...], number: int
) -> ClanView:
    clan, conqueror = CLANS[number], state.conqueror(number)
    return ClanView(
        id=clan.id,
        name=clan.name,
        points=clan.points,
        castles=tuple(castles[castle] for castle in CLAN_CASTLES[number]),
        conquered_by=None if conqueror is None else chairs[conqueror],
    )


def _daimyos(
    state: State,
    chairs: tuple[Seat, ...],
    castles: tuple[CastleView, ...],
    clans: tuple[ClanView, ...],
) -> tuple[DaimyoView, ...]:
    scores = [scoring.score(state, player) for player in range(len(chairs))]
    most = max(score.points for score in scores)
    return tuple(
        DaimyoView(
            seat=seat,
            castles=tuple(castles[castle] for castle in scoring.castles_of(state, i)),
            clans=tuple(clans[clan] for clan in scoring.clans_of(state, i)),
            points=scores[i].points,
            castle_count=scores[i].castles,
            clan_count=scores[i].clans,
            place=1 + sum(score > scores[i] for score in scores),
            share=100 * scores[i].points // most if most else 0,
            is_active=state.active == i,
        )
        for i, seat in enumerate(chairs)
    )
