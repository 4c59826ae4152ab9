"""Reminders: whom the moderator has asked for orders. Only that player's people see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from moderator.play.models import Game
from moderator.play.table.slips import SlipBook


@dataclass(frozen=True, slots=True)
class Reminders:
    """Whose orders are asked for now, and how often each player was asked in the whole game."""

    players: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)

    def number_for(self, player: str) -> int:
        """How often the player has been asked, if the orders are still missing; otherwise 0."""
        return self.numbers[player] if player in self.players else 0


def reminders_of(game: Game, slips: SlipBook) -> Reminders:
    """The game's reminders; a slip that is sealed ends them."""
    if not game.changes:
        return Reminders()
    numbers: dict[str, int] = {}
    now = set()
    for player, opened_by in game.reminders.values_list("player", "opened_by"):
        numbers[player] = numbers.get(player, 0) + 1
        if opened_by == slips.opened_by:
            now.add(player)
    return Reminders(frozenset(now & {slip.player for slip in slips.missing}), numbers)
