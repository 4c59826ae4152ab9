"""What sheets are drawn from: a game in one of its states, and what may be seen of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.orders import Orders
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import MODERATOR, Viewer
from moderator.sheets.said_data import Said


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game's rules, a state, and its seats in the order of play.

    `stopped`: where a stopped game ended, as a sentence; the state is then the one that is ranked.
    `is_released`: whether a state in which the game is over shows its secrets, because it has not
    gone on since.
    `past`: the moves in effect up to the state, oldest first; only for sheets that need them.
    `slips`: what players have written on their order slips, by the ids of their seats; only for
    the moderator, on sheets that need them.
    `said`: what readers may know of messages and records; only for sheets that need it.
    """

    game: Rules[Any]
    state: Any
    seats: tuple[SeatLabel, ...]
    stopped: str = ""
    is_released: bool = True
    past: tuple[Step, ...] = ()
    slips: Mapping[str, Orders] = field(default_factory=dict)
    said: Said = field(default_factory=Said)

    @property
    def title(self) -> str:
        return self.game.name

    @property
    def copyright(self) -> str:
        return self.game.copyright

    @property
    def status_line(self) -> str:
        return self.game.glance(self.state)


def public(now: GameSnapshot) -> Any:
    """What everybody at the table may see; after the end everything, for the group's own sheets."""
    return now.game.view(now.state, Viewer(is_released=now.is_released))


def moderators(now: GameSnapshot) -> Any:
    """What the moderator may see."""
    return now.game.view(now.state, MODERATOR)


def snapshot(now: GameSnapshot) -> GameSnapshot:
    """The snapshot itself, for plain sheets."""
    return now
