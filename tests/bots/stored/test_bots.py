"""Bots in seats: put there, playing as anybody does, and taken away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Max

from moderator.core import credentials
from moderator.core.class_models import Presence
from moderator.core.errors import InvalidInput
from moderator.core.heads import log_findings
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group, Person
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.features.bots.models import BotJob, BotReason
from moderator.features.bots.playing import play_next, wanted
from moderator.features.bots.write import (
    LEASE,
    PACE,
    bot_play,
    bot_put,
    bot_take,
    bots_fill,
    bots_go_on,
    bots_of,
    decide,
)
from moderator.features.classes.write import groups_create
from moderator.features.clock.write import (
    game_continue,
    game_stop,
    pause_begin,
    pause_end,
)
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_erase
from moderator.features.people.write import absent_mark, seat_any, seat_take
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.part import slip_part
from moderator.features.slips.read import ORDER_SLIPS
from moderator.features.slips.write import SlipChange, slip_write, slips_reveal
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.seating import Viewer
from tests.support.clock import Clock
from tests.support.play.play import deploy, record_older, start

pytestmark = pytest.mark.slow

COUNTRIES = ("egypt", "babylon", "assyria", "hatti")


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    """Of two Game-turns; orders are written."""
    game = start(group, moderator, "1800-bc", {"turns": 2})
    Game.objects.filter(pk=game.pk).update(points="own")
    return Game.objects.select_related("group__classroom").get(pk=game.pk)


def put(game: Game, by: Person, *players: str, level: str = "rival") -> None:
    for player in players or COUNTRIES:
        bot_put(game, player, level, by)


def fresh(game: Game) -> Game:
    return Game.objects.select_related("group__classroom").get(pk=game.pk)


def look_of(game: Game) -> Look:
    return look_at(fresh(game))


def one(game: Game) -> bool:
    """The next thing that the game's bots do."""
    return bot_play(look_of(game), bots_of(game))


def tick() -> None:
    play_next(list(wanted()))


def everything(game: Game) -> tuple[int, int]:
    return game.entries.count(), SlipVersion.objects.filter(game=game).count()


@pytest.mark.parametrize(
    "level",
    [
        "rival",
        *(pytest.param(level, marks=pytest.mark.long) for level in ("steward", "strategist")),
    ],
)
def test_bots_play_a_whole_game(game: Game, moderator: Person, level: str) -> None:
    Game.objects.filter(pk=game.pk).update(is_reveal_automatic=True)
    put(game, moderator, level=level)
    while not look_of(game).timeline.is_over:
        assert one(game)
    assert not log_findings(game)
    roles = set(game.entries.values_list("role", "person"))
    assert roles == {("partner", moderator.pk), ("system", moderator.pk)}
    slips = SlipVersion.objects.filter(game=game)
    assert set(slips.values_list("role", "is_sealed", "person")) == {
        ("partner", True, moderator.pk)
    }
    assert slips.count() == 2 * len(COUNTRIES)
    moves = game.entries.filter(role="partner").values_list("number", flat=True)
    reasons = BotReason.objects.filter(game=game, what="entry").values_list("number", flat=True)
    assert sorted(reasons) == sorted(moves)
    orders = BotReason.objects.filter(game=game, what="slip")
    assert orders.count() == game.entries.filter(role="system").count()
    assert not any("because" in entry.move for entry in game.entries.all())
    game_erase(fresh(game))
    assert not BotReason.objects.exists()
    assert not BotJob.objects.exists()
    bot_take(game, "egypt")  # as the process does that has read the game before


def test_where_the_moderator_records_bots_wait_for_the_reveal(
    game: Game, moderator: Person
) -> None:
    put(game, moderator)
    for _ in COUNTRIES:
        assert one(game)
    assert not one(game)
    look = look_of(game)
    seen = ORDER_SLIPS.of(look).public_number
    slips_reveal(look.game, seen, credentials.new(), moderator, "moderator")
    assert one(game)
    assert game.entries.latest("number").role == "partner"


def test_an_order_typed_by_the_moderator_is_followed_by_the_bots_own(
    game: Game, moderator: Person
) -> None:
    """As in games from before there were slips, or from paper."""
    put(game, moderator, "babylon")
    record_older(game, [deploy("egypt", "nubia", 3)], moderator)
    assert one(game)
    entry = game.entries.latest("number")
    assert (entry.role, entry.move["player"]) == ("partner", "babylon")


@pytest.mark.parametrize(
    ("player", "level", "sentence"),
    [
        ("atlantis", "rival", "no such seat"),
        ("egypt", "genius", "no such seat"),
    ],
)
def test_what_there_isnt(
    game: Game, moderator: Person, player: str, level: str, sentence: str
) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        bot_put(game, player, level, moderator)
    assert not bots_of(game)


def test_not_with_dice_on_the_table_nor_in_a_game_without_bots(
    groups: list[Group], moderator: Person
) -> None:
    dice = start(groups[0], moderator, "1800-bc", {"combat": "odds-table"})
    with pytest.raises(InvalidInput, match="server rolls"):
        bot_put(dice, "egypt", "rival", moderator)
    Game.objects.filter(pk=dice.pk).update(dice="server", seed="1" * 64)
    bot_put(dice, "egypt", "rival", moderator)


class TestPeople:
    @pytest.fixture
    def ana(self, game: Game) -> Person:
        person = person_join(game.group.classroom, "Ana")
        seat_take(person, game.seats.get(player="egypt"))
        return person

    def seen(self, person: Person, at: Any) -> None:
        Presence.objects.update_or_create(person=person, defaults={"seen": at})

    def test_nobody_who_is_connected_loses_the_seat(
        self, game: Game, moderator: Person, ana: Person, clock: Clock
    ) -> None:
        self.seen(ana, clock.now)
        with pytest.raises(InvalidInput, match="connected"):
            bot_put(game, "egypt", "rival", moderator)
        clock.wait(60)
        bot_put(game, "egypt", "rival", moderator)
        assert list(game.seats.get(player="egypt").persons.all()) == [ana]

    def test_the_bot_goes_when_the_student_comes_back(
        self, game: Game, moderator: Person, ana: Person, clock: Clock
    ) -> None:
        put(game, moderator, "egypt", "hatti")
        clock.wait(10)
        self.seen(ana, clock.now)
        tick()
        assert [seat.player for seat in bots_of(game)] == ["hatti"]
        for _ in range(12):
            clock.wait(3)
            tick()
        written = SlipVersion.objects.filter(game=game).values_list("player", flat=True)
        assert list(written) == ["hatti"]

    def test_the_bot_goes_when_somebody_takes_the_seat(self, game: Game, moderator: Person) -> None:
        put(game, moderator)
        ben, cem = (person_join(game.group.classroom, name) for name in ("Ben", "Cem"))
        seat_take(ben, game.seats.get(player="hatti"))
        assert seat_any(cem, game).player != "hatti"
        assert len(bots_of(game)) == 2
        seat = game.seats.get(player="hatti")
        assert (seat.is_partner, seat.level, seat.put_by) == (False, "", None)

    def test_whose_slip_it_was_is_told_to_who_takes_the_seat(
        self, game: Game, moderator: Person
    ) -> None:
        put(game, moderator, "hatti")
        assert one(game)
        ben = person_join(game.group.classroom, "Ben")
        seat_take(ben, game.seats.get(player="hatti"))
        part = slip_part(look_at(fresh(game), Viewer(seat="hatti")))
        assert part is not None
        assert part.author is not None
        assert part.author.name == "the program"

    def test_a_free_seat_comes_before_a_bots(self, game: Game, moderator: Person) -> None:
        put(game, moderator, "egypt", "babylon", "hatti")
        ben = person_join(game.group.classroom, "Ben")
        assert seat_any(ben, game).player == "assyria"
        assert len(bots_of(game)) == 3

    def test_who_put_it_there_has_gone(self, game: Game, moderator: Person) -> None:
        put(game, moderator, "egypt")
        person_remove(moderator)
        assert one(game)
        assert SlipVersion.objects.get().person == instructor_person(game.group.classroom)


def test_all_free_seats_of_a_class(
    game: Game, groups: list[Group], moderator: Person, instructor: Any
) -> None:
    other = start(groups[1], moderator, "900-bc")
    ana = person_join(game.group.classroom, "Ana")
    seat_take(ana, game.seats.get(player="egypt"))
    by = instructor_person(game.group.classroom)
    ben = person_join(game.group.classroom, "Ben")
    seat_take(ben, other.seats.get(player="urartu"))
    absent_mark(game.group.classroom, [ben.number])
    assert bots_fill(game.group.classroom, "steward", by) == 3 + 5
    assert bots_fill(game.group.classroom, "steward", by) == 0
    assert len(bots_of(other)) == 5
    assert {seat.put_by for seat in bots_of(game)} == {by}


class TestPace:
    def test_games_take_turns(self, game: Game, moderator: Person, clock: Clock) -> None:
        (group,) = groups_create(game.group.classroom, 1)
        games = [game, start(group, moderator, "1800-bc", {"turns": 2})]
        for one_of_them in games:
            put(one_of_them, moderator)
        clock.wait(5)
        for written in ([1, 0], [1, 1], [2, 1]):
            tick()
            assert sorted((everything(one)[1] for one in games), reverse=True) == written

    def test_a_move_every_two_seconds(self, game: Game, moderator: Person, clock: Clock) -> None:
        Game.objects.filter(pk=game.pk).update(is_reveal_automatic=True)
        put(game, moderator)
        clock.wait(5)
        for _ in range(5):
            tick()
            clock.wait(0.1)
        assert everything(game)[1] == len(COUNTRIES)  # slips don't wait for each other
        revealed = game.entries.count()
        assert revealed
        clock.wait(1)
        tick()
        assert game.entries.count() == revealed
        clock.wait(1)
        tick()
        tick()
        assert game.entries.count() == revealed + 1
        clock.wait(PACE.total_seconds() - 0.1)
        tick()
        assert game.entries.count() == revealed + 1
        clock.wait(0.2)
        tick()
        assert game.entries.count() == revealed + 2

    def test_another_process_keeps_out_until_the_lease_ends(
        self, game: Game, moderator: Person, clock: Clock
    ) -> None:
        put(game, moderator)
        clock.wait(5)
        # A process has taken the game, and was killed.
        BotJob.objects.filter(game=game).update(holder="another", until=clock.now + LEASE)
        tick()
        assert everything(game) == (0, 0)
        clock.wait(LEASE.total_seconds() + 1)
        tick()
        assert everything(game) == (0, 1)

    def test_a_clock_that_was_set_back_stops_nobody(
        self, game: Game, moderator: Person, clock: Clock
    ) -> None:
        put(game, moderator)
        BotJob.objects.filter(game=game).update(
            holder="another", until=clock.now + timedelta(days=3)
        )
        tick()
        assert everything(game) == (0, 1)


class TestStops:
    """It stops at once; nothing is written then."""

    def test_taken_away(self, game: Game, moderator: Person) -> None:
        put(game, moderator, "egypt")
        look, seats = look_of(game), bots_of(game)
        bot_take(game, "egypt")
        with pytest.raises(Refused, match="not the program’s turn"):
            bot_play(look, seats)  # it had been thinking
        assert everything(game) == (0, 0)

    def test_stopped_and_continued(self, game: Game, moderator: Person, clock: Clock) -> None:
        put(game, moderator)
        seats = bots_of(game)
        game_stop(fresh(game), moderator, "moderator")
        with pytest.raises(Refused):
            bot_play(look_of(game), seats)
        assert not wanted()
        game_continue(fresh(game), moderator, "moderator")
        assert list(wanted()) == [game]

    def test_waiting_for_its_start(self, game: Game, moderator: Person) -> None:
        put(game, moderator)
        Game.objects.filter(pk=game.pk).update(is_waiting=True)
        assert not wanted()
        with pytest.raises(Refused, match="not started"):
            one(game)

    def test_paused(self, game: Game, moderator: Person, clock: Clock) -> None:
        put(game, moderator)
        clock.wait(5)
        pause_begin(game.group.classroom, game.group)
        tick()
        assert everything(game) == (0, 0)
        pause_end(game.group.classroom, game.group)
        tick()
        assert everything(game) == (0, 1)

    def test_a_site_without_bots(self, game: Game, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(1):
            assert not wanted().exists()


def test_after_an_undo_bots_wait_until_something_is_recorded_or_a_button(
    game: Game, moderator: Person, clock: Clock
) -> None:
    Game.objects.filter(pk=game.pk).update(is_reveal_automatic=True)
    put(game, moderator)
    while not game.entries.filter(role="partner").exists():
        tick()
        clock.wait(3)

    def undo() -> None:
        number = game.entries.aggregate(last=Max("number"))["last"]
        move_play(fresh(game), {"type": "undo"}, number, credentials.new(), moderator, "moderator")

    undo()
    before = everything(game)
    for _ in range(3):
        clock.wait(30)
        tick()
    assert everything(game) == before
    number = game.entries.aggregate(last=Max("number"))["last"]
    for other in (number - 1, 10**17):
        bots_go_on(game, other)
        clock.wait(3)
        tick()
        assert BotJob.objects.get().goes_on is None
    bots_go_on(game, number)
    clock.wait(3)
    tick()
    assert game.entries.count() == number + 1
    undo()
    number += 2
    wire = {"type": "end-turn", "player": look_of(game).state.player_id(0)}
    move_play(fresh(game), wire, number, credentials.new(), moderator, "moderator")
    clock.wait(3)
    tick()
    assert game.entries.count() == number + 2


def test_hidden_information_changes_no_decision(game: Game, moderator: Person) -> None:
    """Others' objectives and briefings, sealed slips, and orders that the moderator has entered."""
    put(game, moderator, "egypt")
    (seat,) = bots_of(game)

    def decided(change: Callable[[Any], Any] = lambda scenario: scenario) -> list[Any]:
        """As in `game`, with another scenario; from the same log."""
        look = look_of(game)
        start_state = look.timeline.start
        other = start_state._replace(scenario=change(start_state.scenario))
        now = Timeline(look.rules, other)
        for entry in look.fold.entries:
            now = now.replay(entry.move)
        seen = Look(look.game, replace(look.fold, timeline=now))
        return [(str(one.because), one.wire) for one in decide(seen, seat, [seat])]

    def exchanged(scenario: Any) -> Any:
        """All objectives but Egypt's go round, and briefings are others."""
        objectives = tuple(
            one if one.player == 0 else replace(one, player=one.player % 3 + 1, victory_points=9)
            for one in scenario.objectives
        )
        players = tuple(
            one if number == 0 else replace(one, briefing="Attack Egypt.")
            for number, one in enumerate(scenario.players)
        )
        return replace(scenario, objectives=objectives, players=players)

    before = decided()
    assert before
    assert decided(exchanged) == before
    for orders in (
        [{"type": "build", "player": "babylon", "rfs": 2}],
        [{"type": "deploy", "player": "babylon", "region": "syria", "rfs": 9}],
    ):
        look = look_of(game)
        slip = ORDER_SLIPS.of(look).of("babylon")
        assert slip
        change = SlipChange("babylon", slip.version, orders, is_sealed=False)
        slip_write(look.game, change, credentials.new(), moderator, "moderator")
        assert decided() == before


def test_a_bots_trade_with_one_that_was_taken_away_meanwhile_is_not_recorded(
    group: Group, moderator: Person
) -> None:
    game = start(group, moderator, "1800-bc", {"deployment": "sequential"})
    put(game, moderator)
    look, bots = look_of(game), bots_of(game)
    while (found := decide(look, bots[0], bots)[0].wire)["type"] != "trade":
        assert one(game)
        look = look_of(game)
    bot_take(game, found["partner"])
    with pytest.raises(Refused):
        bot_play(look, bots)
    assert look_of(game).fold.number == look.fold.number
