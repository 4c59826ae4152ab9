"""Many answers to one offer at once: it is answered, and recorded, once."""

from __future__ import annotations

import pytest

from moderator.core import credentials
from moderator.core.heads import log_findings
from moderator.core.models import Entry, Game, Group, Person
from moderator.features.deals.models import PlayerOffer
from moderator.features.deals.offers_write import (
    offer_answer,
    offer_discard,
    offer_make,
    offer_record,
)
from tests.support.play.agreed import People, seated, trade
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import start

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 16
WIRE = trade("egypt", "assyria")


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", {"deployment": "sequential"})


@pytest.fixture
def people(game: Game) -> People:
    return seated(game)


@pytest.mark.parametrize("is_automatic", [False, True])
def test_accepted_withdrawn_and_countered_at_once(
    game: Game, people: People, is_automatic: bool
) -> None:
    Game.objects.update(is_trade_automatic=is_automatic)
    offer = offer_make(game, WIRE, "k", people["egypt"])
    back = trade("assyria", "egypt", give={"T": 1}, get={"G": 2})

    def ask(number: int) -> object:
        mine, key = Game.objects.get(), credentials.new()
        if number % 3 == 0:
            return offer_make(mine, back, key, people["assyria"], offer.number)
        by, what = ((people["egypt"], "withdrawn"), (people["assyria"], "accepted"))[number % 2]
        return offer_answer(mine, offer.number, what, key, by)

    answers = at_once(ask, THREADS)
    assert kinds(answers) == {"Done": 1, "Stale": THREADS - 1}
    stored = PlayerOffer.objects.get(number=offer.number)
    assert PlayerOffer.objects.count() == 1 + (stored.answer == "countered")
    assert Entry.objects.count() == (is_automatic and stored.answer == "accepted")
    assert log_findings(game) == []


def test_recorded_and_discarded_at_once(game: Game, people: People, moderator: Person) -> None:
    offer = offer_make(game, WIRE, "k", people["egypt"])
    offer_answer(game, offer.number, "accepted", "a", people["assyria"])

    def ask(number: int) -> object:
        settle = (offer_record, offer_discard)[number % 2]
        mine = Game.objects.get()
        return settle(mine, offer.number, credentials.new(), moderator, "moderator")

    answers = at_once(ask, THREADS)
    is_recorded = PlayerOffer.objects.get().settled == "recorded"
    assert Entry.objects.count() == is_recorded
    # A discarded offer can be discarded again, as that changes nothing.
    assert kinds(answers)["Stale"] == (THREADS - 1 if is_recorded else THREADS // 2)
    assert log_findings(game) == []


def test_two_counter_offers_at_once(game: Game, people: People) -> None:
    offer = offer_make(game, WIRE, "k", people["egypt"])
    wire = trade("assyria", "egypt", give={"T": 1}, get={"G": 2})

    def ask(_: int) -> object:
        mine = Game.objects.get()
        return offer_make(mine, wire, credentials.new(), people["assyria"], offer.number)

    answers = at_once(ask, THREADS)
    assert kinds(answers) == {"Done": 1, "Stale": THREADS - 1}
    assert PlayerOffer.objects.count() == 2
