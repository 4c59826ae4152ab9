"""Which goals a country has met: its objectives, and a complete set of goods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views import for_viewer
from moderator.rules.viewer import Viewer


def goals_met(state: State, viewer: Viewer) -> Mapping[str, Sequence[tuple[str, bool]]]:
    """The goals of each country by its id; empty if the viewer may not read all objectives."""
    view = for_viewer.view(state, viewer)
    found: dict[str, list[tuple[str, bool]]] = {}
    for country in view.countries:
        if country.objectives is None:
            return {}
        goals = [(one.short, one.is_met) for one in country.objectives]
        if view.set_points:
            goals.append(("a complete set of goods", country.trade > 0))
        found[country.seat.id] = goals
    return found
