"""Points, and who leads (docs/rules/age-of-war.md, "The end")."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.age_of_war.castles import CASTLES, CLANS
from moderator.rules.age_of_war.state import State


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """A player's score, ordered by points, then castles held, then clans."""

    points: int
    castles: int
    clans: int


def castles_of(state: State, player: int) -> tuple[int, ...]:
    """The numbers of the player's castles that lie face up."""
    return tuple(
        castle
        for castle, holder in enumerate(state.holders)
        if holder == player and not state.is_face_down(castle)
    )


def clans_of(state: State, player: int) -> tuple[int, ...]:
    """The numbers of the clans that the player has conquered."""
    return tuple(clan for clan in range(len(CLANS)) if state.conqueror(clan) == player)


def score(state: State, player: int) -> Score:
    """The player's current score."""
    clans = clans_of(state, player)
    points = sum(CASTLES[castle].points for castle in castles_of(state, player))
    points += sum(CLANS[clan].points for clan in clans)
    return Score(points, state.holders.count(player), len(clans))


def leaders(state: State) -> tuple[int, ...]:
    """The players who lead now, after all tie-breaks, in the order of play."""
    scores = [score(state, player) for player in range(len(state.players))]
    return tuple(player for player, one in enumerate(scores) if one == max(scores))
