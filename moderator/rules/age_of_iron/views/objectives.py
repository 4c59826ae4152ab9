"""A player's objectives: their sentences, and what decides whether they are met."""

from __future__ import annotations

from moderator.rules.age_of_iron import scoring
from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.setup.scenario import PRESENCE, Objective
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views.view import ObjectiveView


def objectives(state: State, player: int, score: scoring.Score) -> tuple[ObjectiveView, ...]:
    """The player's objectives in the scenario's order."""
    own = zip(scoring.objectives_of(state, player), score.objectives, strict=True)
    return tuple(
        ObjectiveView(
            _sentence(state, one),
            one.victory_points,
            is_met,
            _reason(state, one),
            _short(state, one),
        )
        for one, is_met in own
    )


def _reason(state: State, objective: Objective) -> str:
    """The RFs that decide whether the objective is met: one's own, or the most of the others'."""
    row = state.chart[objective.region]
    if objective.kind == PRESENCE:
        return rfs_text(row[objective.player])
    most = max(objective.by, key=lambda player: row[player], default=None)
    if most is None or not row[most]:
        return "nobody"
    return f"{state.player_name(most)} has {row[most]}"


def _sentence(state: State, objective: Objective) -> str:
    place = state.region_name(objective.region)
    if objective.kind == PRESENCE:
        return f"Presence in {place}"
    who = "anybody else" if _is_of_all(state, objective) else _names(state, objective)
    at_home = state.scenario.home_owner[objective.region] == objective.player
    where = f"at home in {place}" if at_home else f"in {place}"
    return f"No Presence of {who} {where}"


def _short(state: State, objective: Objective) -> str:
    place = state.region_name(objective.region)
    if objective.kind == PRESENCE:
        return place
    if _is_of_all(state, objective):
        return f"all out of {place}"
    return f"{_names(state, objective)} out of {place}"


def _is_of_all(state: State, objective: Objective) -> bool:
    """Whether nobody else may have a Presence."""
    return len(objective.by) == len(state.hand) - 1


def _names(state: State, objective: Objective) -> str:
    return " and ".join(state.player_name(player) for player in objective.by)
