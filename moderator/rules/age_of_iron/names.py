"""The names that can be typed in a command: players and regions."""

from __future__ import annotations

from moderator.rules.age_of_iron.state import State
from moderator.rules.reading.words import Names


def players(state: State) -> Names:
    """The players' ids and names."""
    known = state.scenario.players
    return Names(tuple(p.id for p in known), tuple(p.name for p in known))


def regions(state: State) -> Names:
    """The regions' ids and names."""
    known = state.scenario.regions
    return Names(tuple(r.id for r in known), tuple(r.name for r in known))
