"""What questions about a game are derived from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.rules.age_of_iron.past.contacts import AttackFact, TradeFact
from moderator.rules.age_of_iron.past.points import CoursePoint
from moderator.rules.age_of_iron.past.steps import GameStep
from moderator.rules.age_of_iron.state import State
from moderator.rules.task import listed


@dataclass(frozen=True, slots=True)
class DebriefQuestion:
    """A question in one to three sentences, and the entries that it is about, in order."""

    text: str
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the questions are derived from; `are_open`: whether objectives may be named."""

    steps: Sequence[GameStep]
    course: Sequence[CoursePoint]
    attacks: Sequence[AttackFact]
    trades: Sequence[TradeFact]
    are_open: bool

    @property
    def now(self) -> State:
        return self.steps[-1].after

    def name(self, player: int) -> str:
        return self.now.player_name(player)

    def place(self, region: int) -> str:
        return self.now.region_name(region)

    def names(self, players: Sequence[int]) -> str:
        return listed([self.name(player) for player in players], "and")

    def since(self, number: int) -> str:
        return f"since move {number}" if number else "from the start"

    def through(self, number: int) -> str:
        """The step with that number, as a cause."""
        step = next(step for step in self.steps if step.number == number)
        return f"the orders of Game-turn {step.turn}" if step.is_reveal else f"move {number}"
