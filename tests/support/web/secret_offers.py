"""The offer of each student in the world of secrets, with a number that occurs nowhere else."""

from __future__ import annotations

from moderator.play import services
from moderator.play.models import Game
from tests.support.play.play import record

OFFERED = 21_000  # units in an offer; more in that of another group


def offer(game: Game, place: int) -> str:
    """Offers the last country something of the one at that place; returns the secret number."""
    *_, last = game.scenario["players"]
    maker, units = game.scenario["players"][place], OFFERED + place
    rows = {maker["id"]: {"for_trade": {maker["good"]: 2 * OFFERED}, "acquired": {}}}
    instructor = services.instructor_person(game.group.classroom)
    record(game, {"type": "correct", "reason": "Counted.", "goods": rows}, instructor)
    wire = {"type": "trade", "player": maker["id"], "partner": last["id"]}
    wire |= {"give": {maker["good"]: units}, "get": {}}
    by = game.seats.get(player=maker["id"]).persons.get()
    services.offer_make(game, wire, "offer", by)
    game.player_offers.update(number=1)  # as in the forms that are sent; it is drawn otherwise
    return str(units)
