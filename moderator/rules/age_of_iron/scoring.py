"""Victory Points, at the end and at any time before.

Source: docs/rules/age-of-iron.md, "Victory Points".
"""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.age_of_iron.setup.scenario import PRESENCE, Objective, Scenario
from moderator.rules.age_of_iron.state import State


@dataclass(frozen=True, slots=True)
class Score:
    """A player's Victory Points; `objectives` says which are met, in the scenario's order."""

    objectives: tuple[bool, ...]
    presence: int
    prevent: int
    civilization: int
    trade: int

    @property
    def total(self) -> int:
        """All Victory Points together."""
        return self.presence + self.prevent + self.civilization + self.trade


def is_met(state: State, objective: Objective) -> bool:
    """Whether the objective is met now."""
    if objective.kind == PRESENCE:
        return state.has_presence(objective.player, objective.region)
    return not any(state.has_presence(player, objective.region) for player in objective.by)


def objectives_of(state: State, player: int) -> tuple[Objective, ...]:
    """The player's objectives, in the scenario's order."""
    return tuple(one for one in state.scenario.objectives if one.player == player)


def score(state: State, player: int) -> Score:
    """The player's Victory Points if the game ended now."""
    own = objectives_of(state, player)
    met = tuple(is_met(state, objective) for objective in own)
    points = {PRESENCE: 0, "prevent": 0}
    for objective, is_met_now in zip(own, met, strict=True):
        points[objective.kind] += objective.victory_points if is_met_now else 0
    scenario = state.scenario
    boxes = scenario.box_points[: state.built[player] // scenario.box]
    has_set = bool(scenario.goods) and all(
        state.has_goods(player, letter) for letter in range(len(scenario.goods))
    )
    return Score(
        objectives=met,
        presence=points[PRESENCE],
        prevent=points["prevent"],
        civilization=sum(boxes),
        trade=scenario.trade_points if has_set else 0,
    )


def can_score(scenario: Scenario) -> bool:
    """Whether anything in the scenario earns Victory Points."""
    return bool(scenario.objectives or any(scenario.box_points) or scenario.trade_points)


def leaders(state: State) -> tuple[int, ...]:
    """The players with the highest total now, in the order of play."""
    totals = [score(state, player).total for player in range(len(state.hand))]
    return tuple(player for player, total in enumerate(totals) if total == max(totals))
