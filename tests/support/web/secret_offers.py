"""What each student in the world of secrets has offered, noted and promised; it occurs once."""

from __future__ import annotations

from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.deals.offers_write import offer_make
from moderator.features.deals.records import contact_note, promise_make
from tests.support.play.play import record

OFFERED = 21_000  # units in an offer; more in that of another group
PROMISED = 23_500  # units in a promise


def offer(game: Game, place: int) -> str:
    """Offers the last country something of the one at that place; returns the secret number."""
    *_, last = game.scenario["players"]
    maker, units = game.scenario["players"][place], OFFERED + place
    rows = {maker["id"]: {"for_trade": {maker["good"]: 2 * OFFERED}, "acquired": {}}}
    instructor = instructor_person(game.group.classroom)
    record(game, {"type": "correct", "reason": "Counted.", "goods": rows}, instructor)
    wire = {"type": "trade", "player": maker["id"], "partner": last["id"]}
    wire |= {"give": {maker["good"]: units}, "get": {}}
    by = game.seats.get(player=maker["id"]).persons.get()
    offer_make(game, wire, "offer", by)
    game.player_offers.update(number=1)  # as in the forms that are sent; it is drawn otherwise
    return str(units)


def records(game: Game, place: int) -> tuple[str, str]:
    """Notes a contact with the last country, and promises it something; returns the secrets."""
    *_, last = game.scenario["players"]
    maker, units = game.scenario["players"][place], PROMISED + place
    by, said = game.seats.get(player=maker["id"]).persons.get(), f"zqsaid{place}"
    contact_note(game, [last["id"]], said, "contact", by, "student")
    terms = {"kind": "trade", "give": {maker["good"]: units}, "get": {}, "turn": 1}
    promise_make(game, last["id"], terms, None, "promise", by)
    return said, str(units)
