"""Bots answer people’s offers and promises, and offer trades, each with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.features.bots.models import BotJob, BotReason
from moderator.features.bots.playing import next_answer, play_next, wanted
from moderator.features.bots.write import PACE, bot_put, bot_take, bots_of
from moderator.features.deals.models import PlayerOffer, Promise
from moderator.features.deals.offers_write import offer_answer, offer_make, offer_record
from moderator.features.deals.records import promise_make
from moderator.features.moves.answers import reply_to_command
from moderator.rules.errors import Refused
from tests.support.play.agreed import GOODS, People, seated, trade
from tests.support.play.play import deploy, record, start

OPTIONS = {"deployment": "sequential", "diplomatic_records": True}


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    """Egypt is on turn."""
    return start(group, moderator, "1800-bc", OPTIONS)


@pytest.fixture
def people(game: Game, moderator: Person) -> People:
    """The program plays Hatti and Assyria."""
    found = seated(game)
    for player in ("hatti", "assyria"):
        game.seats.get(player=player).persons.clear()
        bot_put(game, player, "steward", moderator)
    game.refresh_from_db()
    return found


def write(game: Game) -> bool:
    """Whether a bot has answered or offered something."""
    game.refresh_from_db()
    found = next_answer(look_at(game), bots_of(game))
    if found:
        found()
        game.refresh_from_db()
    return found is not None


def offer(game: Game, people: People, maker: str, partner: str, **bundles: Any) -> PlayerOffer:
    key = f"make-{PlayerOffer.objects.count()}"
    number = offer_make(game, trade(maker, partner, **bundles), key, people[maker]).number
    return PlayerOffer.objects.get(number=number)


def reason(game: Game, what: str, number: int) -> str:
    found = BotReason.objects.get(game=game, what=what, number=number)
    return found.text.format(**found.facts)


def refreshed(found: PlayerOffer) -> PlayerOffer:
    found.refresh_from_db()
    return found


def test_a_fair_trade_is_accepted_and_waits_for_the_moderator(
    game: Game, people: People, moderator: Person
) -> None:
    made = offer(game, people, "egypt", "hatti")
    assert write(game)
    assert refreshed(made).answer == "accepted"
    assert made.answered_by == moderator
    assert reason(game, "offer", made.number) == "It brings a set of goods closer."
    assert not game.entries.exists()
    offer_record(game, made.number, "k", moderator, "moderator")
    assert game.entries.get().move["type"] == "trade"


def test_where_trades_are_recorded_at_once_so_are_those_with_bots(
    game: Game, people: People
) -> None:
    Game.objects.filter(pk=game.pk).update(is_trade_automatic=True)
    made = offer(game, people, "egypt", "hatti")
    assert write(game)
    assert refreshed(made).settled == "recorded"
    assert game.entries.get().role == "system"


def test_what_it_would_accept_waits_until_the_rules_allow_it(
    game: Game, people: People, moderator: Person
) -> None:
    game.player_offers.all().delete()
    made = offer(game, people, "babylon", "hatti")  # Egypt is on turn
    no_offers_of_its_own(game)
    assert not write(game)
    assert refreshed(made).answer == ""
    record(game, deploy("egypt", "nubia", 13), moderator)
    record(game, {"type": "end-turn", "player": "egypt"}, moderator)
    assert write(game)
    assert refreshed(made).answer == "accepted"


def no_offers_of_its_own(game: Game) -> None:
    """Bots have proposed what they can, and nobody answers."""
    for _ in range(9):
        if not write(game):
            return
    raise AssertionError("They go on offering.")


def test_a_useless_trade_is_countered_by_what_the_bot_then_accepts(
    game: Game, people: People
) -> None:
    made = offer(game, people, "egypt", "hatti", give={}, get={GOODS["hatti"]: 1})
    assert write(game)
    assert refreshed(made).answer == "countered"
    counter = PlayerOffer.objects.get(maker="hatti", partner="egypt")
    assert "no set" in reason(game, "offer", made.number)
    assert offer_answer(game, counter.number, "accepted", "k", people["egypt"])
    again = offer(game, people, "egypt", "hatti", give={}, get={GOODS["hatti"]: 1})
    assert write(game)
    assert refreshed(again).answer == "declined"


def test_it_offers_trades_once_to_each_person_in_a_game_turn(
    game: Game, people: People, moderator: Person
) -> None:
    no_offers_of_its_own(game)
    made = PlayerOffer.objects.order_by("pk")
    pairs = [(one.maker, one.partner) for one in made]
    assert len(set(pairs)) == len(pairs)
    assert {partner for _, partner in pairs} == {"egypt", "babylon"}
    for one in made:
        assert one.person == moderator
        assert "is missing for a set" in reason(game, "offer", one.number)
        offer_answer(game, one.number, "declined", f"no-{one.pk}", people[one.partner])
    assert not write(game)


def test_nobody_is_asked_whose_seat_is_nobodys_or_whose_own_offer_waits(
    game: Game, people: People
) -> None:
    game.seats.get(player="egypt").persons.clear()
    offer(game, people, "babylon", "hatti")
    offer(game, people, "babylon", "assyria")
    no_offers_of_its_own(game)
    assert PlayerOffer.objects.exclude(maker="babylon").count() == 0


@pytest.mark.parametrize(
    ("exchange", "answer"),
    [
        (None, "accepted"),
        ({"kind": "no-attack", "target": "egypt", "until": 6}, "accepted"),
        ({"kind": "attack", "target": "babylon", "region": "syria", "turn": 6}, "declined"),
    ],
)
def test_promises_are_answered(
    game: Game, people: People, exchange: dict[str, Any] | None, answer: str
) -> None:
    terms = {"kind": "no-attack", "target": "hatti", "until": 6}
    promise_make(game, "hatti", terms, exchange, "k", people["egypt"])
    assert write(game)
    promise = Promise.objects.get()
    assert (promise.answer, promise.answer_role) == (answer, "partner")
    assert reason(game, "promise", promise.number)


def test_a_bot_that_was_taken_away_answers_nothing(game: Game, people: People) -> None:
    made = offer(game, people, "egypt", "hatti")
    found = next_answer(look_at(game), bots_of(game))
    bot_take(game, "hatti")
    assert found
    with pytest.raises(Refused):
        found()
    assert refreshed(made).answer == ""


def test_the_process_answers_before_it_moves(game: Game, people: People) -> None:
    """Egypt, a student's, is on turn: no bot is to move."""
    made = offer(game, people, "egypt", "hatti")
    play_next(list(wanted()))
    assert refreshed(made).answer == "accepted"
    play_next(list(wanted()))  # too early
    assert PlayerOffer.objects.count() == 1
    BotJob.objects.update(until=timezone.now() - PACE)
    play_next(list(wanted()))
    assert PlayerOffer.objects.count() == 2


def test_who_records_a_spoken_trade_reads_what_the_program_says(
    game: Game, people: People, moderator: Person
) -> None:
    record(game, deploy("egypt", "nubia", 13), moderator)
    look = look_at(game)
    fair = reply_to_command(look, "t hatti g s")
    assert fair.kind == "understood"
    assert fair.detail == "Hatti’s program agrees: It brings a set of goods closer."
    gift = reply_to_command(look, "t hatti - s").detail
    assert gift.startswith("Hatti’s program does not agree: It brings no set of goods closer.")
    assert "It would: Hatti trades" in gift
    assert reply_to_command(look, "t babylon g c").detail == ""
    assert reply_to_command(look, "a hatti nubia 1").detail != fair.detail
    assert not PlayerOffer.objects.exists()


@pytest.mark.parametrize("level", ["steward", "rival", "strategist"])
def test_what_others_promise_each_other_changes_no_answer(
    game: Game, people: People, moderator: Person, level: str
) -> None:
    """The same answers and reasons, whatever Egypt and Babylon have told each other."""
    bot_put(game, "hatti", level, moderator)
    bot_take(game, "assyria")
    terms = {"kind": "no-attack", "target": "hatti", "until": 6}
    promise_make(game, "hatti", terms, terms | {"target": "egypt"}, "p", people["egypt"])
    offer(game, people, "egypt", "hatti")
    before = decided(game)
    other = {"kind": "attack", "target": "hatti", "region": "syria", "turn": 6}
    promise_make(game, "babylon", other, None, "q", people["egypt"])
    offer(game, people, "egypt", "babylon", give={GOODS["egypt"]: 3}, get={})
    assert decided(game) == before


def decided(game: Game) -> list[tuple[str, ...]]:
    """What Hatti's bot writes, with its reasons; all is undone."""
    from moderator.features.bots import playing
    from moderator.features.bots.write import known_of

    game.refresh_from_db()
    look, (seat,) = look_at(game), bots_of(game)
    assert look.rules.bots
    known = known_of(look, "hatti", ["hatti"])
    dealer = playing.Dealer(look, seat, look.rules.bots, known)
    return [tuple(map(str, one.args)) for one in (*dealer.answers(), *dealer.proposals())]  # type: ignore[attr-defined]
