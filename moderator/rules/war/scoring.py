"""Points: tiles, different symbols, whole sets (docs/rules/war.md, "The end")."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from moderator.rules.war.map.board import GREEN_TILES
from moderator.rules.war.state import State

SET_POINTS = 5


@dataclass(frozen=True, slots=True)
class Score:
    """One player's points."""

    tiles: int
    symbols: int
    sets: int

    @property
    def total(self) -> int:
        """All points together."""
        return self.tiles + self.symbols + self.sets


def score(state: State, player: int) -> Score:
    """The player's current points: 1 per tile, 1 + 2 + ... + k for k symbols, 5 per set."""
    mine = state.tiles_of(player)
    found = Counter(symbol for tile in mine if (symbol := state.scenario.symbols[tile]))
    kinds = len(found)
    whole = sum(number == GREEN_TILES for number in found.values())
    return Score(len(mine), kinds * (kinds + 1) // 2, SET_POINTS * whole)


def leaders(state: State) -> tuple[int, ...]:
    """The players with the highest total, in the order of play."""
    totals = [score(state, player).total for player in range(len(state.players))]
    return tuple(player for player, total in enumerate(totals) if total == max(totals))
