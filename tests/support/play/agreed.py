"""Countries with a person each, and what they offer each other."""

from typing import Any

from moderator.core.models import Game, Person
from moderator.core.people import person_join
from moderator.features.people.write import seat_take

People = dict[str, Person]
GOODS = {"egypt": "G", "babylon": "C", "assyria": "T", "hatti": "S"}  # of 1800-bc


def seated(game: Game) -> People:
    """A student on each seat of the game."""
    found = {}
    for seat in game.seats.all():
        found[seat.player] = person_join(game.group.classroom, f"Student {seat.player}")
        seat_take(found[seat.player], seat)
    return found


def trade(player: str, partner: str, **bundles: Any) -> dict[str, Any]:
    """A trade of one good of each, or of what is given as `give` and `get`."""
    terms = bundles or {"give": {GOODS[player]: 1}, "get": {GOODS[partner]: 1}}
    return {"type": "trade", "player": player, "partner": partner, **terms}
