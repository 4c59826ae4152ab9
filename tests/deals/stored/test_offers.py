"""Offers between two players: secret, answered once, and recorded as the rules allow."""

from __future__ import annotations

import pytest

from moderator.core import log
from moderator.core.errors import NotAllowed, Stale
from moderator.core.look import look_at, table_version
from moderator.core.models import Entry, Game, Group, Person
from moderator.features.deals.models import PlayerOffer
from moderator.features.deals.offers import OFFERS, OfferBook
from moderator.features.deals.offers_write import (
    Done,
    offer_answer,
    offer_discard,
    offer_make,
    offer_record,
)
from moderator.rules.errors import Refused
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.play.agreed import People, seated, trade
from tests.support.play.play import deploy, record, start


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    """Egypt is on turn, all have placed what they had."""
    return start(group, moderator, "1800-bc", {"deployment": "sequential", "control": True})


@pytest.fixture
def people(game: Game) -> People:
    return seated(game)


def book(game: Game) -> OfferBook:
    game.refresh_from_db()
    return OFFERS.of(look_at(game))


def on_table(game: Game, number: int) -> PlayerOffer:
    found = book(game).of(number)
    assert found
    return found


def make(game: Game, people: People, maker: str, partner: str) -> int:
    key = f"make-{PlayerOffer.objects.count()}"
    return offer_make(game, trade(maker, partner), key, people[maker]).number


def answer(game: Game, people: People, number: int, player: str, what: str) -> Done:
    return offer_answer(game, number, what, f"{what}-{number}-{player}", people[player])


def pass_turn(game: Game, player: str, region: str, by: Person) -> None:
    hand = sum(log.fold_of(game).timeline.state.hand)
    record(game, deploy(player, region, hand), by)
    record(game, {"type": "end-turn", "player": player}, by)


def test_an_accepted_offer_waits_for_the_moderator(
    game: Game, people: People, moderator: Person
) -> None:
    number = make(game, people, "egypt", "assyria")
    answer(game, people, number, "assyria", "accepted")
    assert not game.entries.exists()
    assert [offer.number for offer in book(game).agreed] == [number]
    done = offer_record(game, number, "k", moderator, "moderator")
    again = offer_record(game, number, "k", moderator, "moderator")
    assert (done.is_repeat, again.is_repeat) == (False, True)
    entry = Entry.objects.get()
    assert (entry.move, entry.role, entry.person) == (
        trade("egypt", "assyria", give={"G": 1}, get={"T": 1}),
        "moderator",
        moderator,
    )
    with pytest.raises(Stale):
        offer_record(game, number, "other", moderator, "moderator")


def test_an_offer_to_the_one_on_turn_is_recorded_from_that_side(
    game: Game, people: People, moderator: Person
) -> None:
    number = make(game, people, "assyria", "egypt")
    answer(game, people, number, "egypt", "accepted")
    offer_record(game, number, "k", moderator, "moderator")
    assert Entry.objects.get().move == trade("egypt", "assyria", give={"G": 1}, get={"T": 1})


def test_an_automatic_trade_has_the_systems_role(game: Game, people: People) -> None:
    Game.objects.update(is_trade_automatic=True)
    number = make(game, people, "assyria", "egypt")
    done = answer(game, people, number, "egypt", "accepted")
    assert done.recorded
    assert answer(game, people, number, "egypt", "accepted").is_repeat
    entry = Entry.objects.get()
    assert (entry.role, entry.person) == ("system", people["egypt"])
    assert on_table(game, number).settled == "recorded"


def test_an_offer_waits_for_the_turn_of_one_of_the_two(game: Game, people: People) -> None:
    Game.objects.update(is_trade_automatic=True)
    number = make(game, people, "assyria", "hatti")
    assert "turn of Assyria or Hatti" in str(on_table(game, number).waits)
    with pytest.raises(Refused, match="turn of Assyria or Hatti"):
        answer(game, people, number, "hatti", "accepted")
    assert on_table(game, number).is_open
    assert not game.entries.exists()


def test_an_offer_says_why_the_rules_no_longer_allow_it(
    game: Game, people: People, moderator: Person
) -> None:
    number = make(game, people, "egypt", "assyria")
    answer(game, people, number, "assyria", "accepted")
    goods = log.fold_of(game).timeline.state.goods(2)
    rest = {"give": {}, "get": {"T": goods["T"]}}
    record(game, trade("egypt", "assyria", **rest), moderator)
    assert "Assyria has 0 T" in str(on_table(game, number).refused)
    with pytest.raises(Refused) as refused:
        offer_record(game, number, "k", moderator, "moderator")
    assert refused.value.code == "goods-missing"
    assert Entry.objects.count() == 1
    with pytest.raises(Refused):
        make(game, people, "assyria", "egypt")
    offer_discard(game, number, "d", moderator, "moderator")
    assert not book(game).agreed


def test_a_counter_offer_answers_the_first(game: Game, people: People) -> None:
    number = make(game, people, "assyria", "egypt")
    wire = trade("egypt", "assyria", give={"G": 1}, get={"T": 2})
    second = offer_make(game, wire, "c", people["egypt"], counters=number)
    assert offer_make(game, wire, "c", people["egypt"], counters=number).is_repeat
    assert on_table(game, number).answer == "countered"
    assert on_table(game, second.number).is_open
    with pytest.raises(Stale):
        answer(game, people, number, "egypt", "accepted")
    with pytest.raises(Stale):
        offer_make(game, wire, "d", people["egypt"], counters=number)


def test_only_the_two_answer_and_each_in_their_way(
    game: Game, people: People, moderator: Person
) -> None:
    number = make(game, people, "egypt", "assyria")
    for player, what in (
        ("egypt", "accepted"),
        ("egypt", "declined"),
        ("assyria", "withdrawn"),
        ("hatti", "accepted"),
        ("hatti", "withdrawn"),
    ):
        with pytest.raises(NotAllowed):
            answer(game, people, number, player, what)
    with pytest.raises(NotAllowed):
        offer_record(game, number, "k", people["egypt"], "student")
    with pytest.raises(Refused, match="takes part in"):
        offer_make(game, trade("egypt", "hatti"), "x", people["assyria"])
    with pytest.raises(NotAllowed):
        offer_make(game, trade("egypt", "hatti"), "x", moderator)
    answer(game, people, number, "egypt", "withdrawn")
    assert answer(game, people, number, "egypt", "withdrawn").is_repeat
    with pytest.raises(Stale):
        answer(game, people, number, "assyria", "accepted")


def test_one_open_offer_to_a_partner_at_a_time(game: Game, people: People) -> None:
    number = make(game, people, "egypt", "assyria")
    with pytest.raises(Refused, match="has not been answered"):
        make(game, people, "egypt", "assyria")
    make(game, people, "egypt", "hatti")
    answer(game, people, number, "assyria", "declined")
    make(game, people, "egypt", "assyria")


def test_only_a_legal_move_is_offered(game: Game, people: People) -> None:
    for wire, code in (
        (trade("egypt", "assyria", give={}, get={}), "bad-move"),
        (trade("egypt", "egypt", give={"G": 1}, get={}), "bad-target"),
        (trade("egypt", "atlantis", give={"G": 1}, get={}), "unknown-player"),
        (trade("egypt", "assyria", give={"T": 1}, get={}), "goods-missing"),
        (deploy("egypt", "syria", 1), "bad-move"),
        ({"type": "split-control", "players": ["egypt", "hatti"], "region": "syria"}, "not-split"),
        ("a trade", "bad-move"),
    ):
        with pytest.raises(Refused) as refused:
            offer_make(game, wire, "k", people["egypt"])
        assert refused.value.code == code
    assert not PlayerOffer.objects.exists()


def test_a_split_is_offered_and_recorded(game: Game, people: People, moderator: Person) -> None:
    record(game, {"type": "build", "player": "egypt", "rfs": 5}, moderator)
    pass_turn(game, "egypt", "syria", moderator)
    record(game, deploy("babylon", "syria", 8), moderator)
    wire = {"type": "split-control", "players": ["egypt", "babylon"], "region": "syria"}
    number = offer_make(game, wire, "k", people["egypt"]).number
    answer(game, people, number, "babylon", "accepted")
    offer_record(game, number, "r", moderator, "moderator")
    assert Entry.objects.last().move == wire


def test_offers_expire_with_the_game_turn_and_come_back_with_an_undo(
    game: Game, people: People, moderator: Person
) -> None:
    for player in ("egypt", "babylon", "assyria"):
        pass_turn(game, player, player, moderator)
    number = make(game, people, "hatti", "assyria")
    pass_turn(game, "hatti", "hatti", moderator)
    assert not book(game).offers
    with pytest.raises(Stale):
        answer(game, people, number, "assyria", "accepted")
    record(game, {"type": "undo"}, moderator)
    assert on_table(game, number).is_open
    answer(game, people, number, "assyria", "accepted")
    record(game, {"type": "redo"}, moderator)
    with pytest.raises(Stale):
        offer_record(game, number, "k", moderator, "moderator")


def test_an_offer_that_was_recorded_and_taken_back_says_so(
    game: Game, people: People, moderator: Person
) -> None:
    number = make(game, people, "egypt", "assyria")
    answer(game, people, number, "assyria", "accepted")
    offer_record(game, number, "k", moderator, "moderator")
    record(game, {"type": "undo"}, moderator)
    assert on_table(game, number).is_undone
    assert not book(game).agreed
    record(game, {"type": "redo"}, moderator)
    assert not on_table(game, number).is_undone


def test_a_version_counts_for_those_concerned_only(game: Game, people: People) -> None:
    viewers = (PUBLIC, MODERATOR, *(Viewer(seat=player) for player in people))

    def versions() -> list[int]:
        game.refresh_from_db()
        look = look_at(game)
        return [table_version(look, viewer) for viewer in viewers]

    number = make(game, people, "egypt", "assyria")
    assert versions() == [0, 1, 1, 0, 1, 0]
    answer(game, people, number, "assyria", "declined")
    assert versions() == [0, 2, 2, 0, 2, 0]


def test_a_number_tells_nothing_of_other_offers(game: Game, people: People) -> None:
    numbers = {make(game, people, "egypt", one) for one in ("assyria", "babylon", "hatti")}
    assert len(numbers) == 3
    assert numbers != {1, 2, 3}
