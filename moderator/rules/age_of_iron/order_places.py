"""The ids of the places where orders put RFs: `deploy:` with a region's id, and `build`."""

from __future__ import annotations

from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.wire import Wire

CIVILIZATION = Build.verb
"""The Civilization Chart."""


def place_in(region: str) -> str:
    """The place of a region, by the region's id."""
    return f"{Deploy.verb}:{region}"


def region_of(place: str) -> str:
    """The id of a place's region; empty for the Civilization Chart."""
    return place.partition(":")[2]


def place_of(order: Wire) -> str:
    return CIVILIZATION if order["type"] == Build.verb else place_in(order["region"])


def order_for(player: str, place: str, rfs: int) -> Wire:
    """The order that puts RFs in a place; for an unknown place one that the rules refuse."""
    verb, colon, region = place.partition(":")
    return {"type": verb, "player": player, "rfs": rfs, **({"region": region} if colon else {})}
