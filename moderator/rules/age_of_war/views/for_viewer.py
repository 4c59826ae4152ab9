"""The table as a view: seats, clans and daimyos. `cards` makes its castles."""

from __future__ import annotations

from dataclasses import replace

from moderator.rules.age_of_war import scoring, turns
from moderator.rules.age_of_war.castles import CLAN_CASTLES, CLANS, STANDARD
from moderator.rules.age_of_war.moves.lose import Lose
from moderator.rules.age_of_war.moves.roll import Roll
from moderator.rules.age_of_war.state import State
from moderator.rules.age_of_war.views import cards, summary
from moderator.rules.age_of_war.views.view import BoardView, CastleView, ClanView, DaimyoView
from moderator.rules.seating import SeatLabel, seats_by_id
from moderator.rules.wire import wire_text

COPYRIGHT = "Age of War was designed by Reiner Knizia and published by Fantasy Flight Games."


def view(state: State, before: State | None = None) -> BoardView:
    """The whole table.

    Args:
        before: the state before the last entry; castles that have changed hands since are fresh.
    """
    labels = seats_by_id(state.players)
    castles = cards.castles(state, before or state, labels)
    clans = tuple(_clan(state, labels, castles, i) for i in range(len(CLANS)))
    return BoardView(
        title=STANDARD.title,
        status_line=summary.status_line(state),
        is_over=state.is_over,
        active=None if state.active is None else labels[state.active],
        next=summary.next_move(state),
        dice_left=state.dice_left,
        dice_lost=state.lost,
        roll=cards.dice(state.roll),
        is_fresh=before is not None and bool(state.roll) and before == replace(state, roll=()),
        roll_wire=_wire(state, Roll, summary.ROLL),
        lose_wire=_wire(state, Lose, summary.FILL),
        can_fill=any(line.wire for castle in castles for line in castle.lines),
        is_decided=turns.is_decided(state),
        castle=None if state.castle is None else castles[state.castle],
        clans=clans,
        center=tuple(castles[i] for i in summary.center(state)),
        daimyos=_daimyos(state, labels, castles, clans),
        winners=tuple(labels[player] for player in scoring.leaders(state)),
        copyright=COPYRIGHT,
    )


def _wire(state: State, verb: type[Roll | Lose], when: str) -> str:
    """A move of the active player as a button's value; empty unless it is legal now."""
    if state.active is None or summary.next_move(state) != when:
        return ""
    return wire_text(verb(state.active).wire(state))


def _clan(
    state: State, labels: tuple[SeatLabel, ...], castles: tuple[CastleView, ...], number: int
) -> ClanView:
    clan, conqueror = CLANS[number], state.conqueror(number)
    return ClanView(
        id=clan.id,
        name=clan.name,
        points=clan.points,
        castles=tuple(castles[castle] for castle in CLAN_CASTLES[number]),
        conquered_by=None if conqueror is None else labels[conqueror],
    )


def _daimyos(
    state: State,
    labels: tuple[SeatLabel, ...],
    castles: tuple[CastleView, ...],
    clans: tuple[ClanView, ...],
) -> tuple[DaimyoView, ...]:
    scores = [scoring.score(state, player) for player in range(len(labels))]
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
        for i, seat in enumerate(labels)
    )
