"""Countries with a person each, and what they offer each other."""

from typing import Any

from moderator.play import services
from moderator.play.models import Game, Person

People = dict[str, Person]
GOODS = {"egypt": "G", "babylon": "C", "assyria": "T", "hatti": "S"}  # of 1800-bc


def seated(game: Game) -> People:
    """A student on each seat of the game."""
    found = {}
    for seat in game.seats.all():
        found[seat.player] = services.person_join(game.group.classroom, f"Student {seat.player}")
        services.seat_take(found[seat.player], seat)
    return found


def trade(player: str, partner: str, **bundles: Any) -> dict[str, Any]:
    """A trade of one good of each, or of what is given as `give` and `get`."""
    terms = bundles or {"give": {GOODS[player]: 1}, "get": {GOODS[partner]: 1}}
    return {"type": "trade", "player": player, "partner": partner, **terms}
