"""Groups without a moderator: who records, what is set back, and what the instructor takes back."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from moderator.core import frames, queries
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person, person_join
from moderator.core.publishing import presence_store
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.clock.write import pause_begin
from moderator.features.moves.write import move_play
from moderator.features.new_game.settings import GameSettings, game_settings_change
from moderator.features.new_game.write import game_create
from moderator.features.overview.write import game_with_moderator, game_without_moderator
from moderator.features.people.write import moderator_appoint, seat_give
from moderator.features.slips.write import slips_reveal
from tests.support.clock import Clock as Time
from tests.support.play.play import record_older
from tests.support.play.slips import ORDERS, book, write
from tests.support.web.reading import Element, read
from tests.support.web.tables import scenario
from tests.support.web.world import moderate, signed_in

pytestmark = pytest.mark.slow

CHOSEN = ("moderator", False, True)
ALONE = ("seats", True, True)
TOLD = "Your group has no moderator"


@dataclass
class Lesson:
    """A class of two groups. The first has a player for each country, and no moderator."""

    classroom: Classroom
    group: Group
    game: Game
    players: dict[str, Person]
    teacher: Client

    def row(self) -> Element:
        page = read(self.teacher.get(reverse("classroom", args=[self.classroom.pk])))
        return page.id(f"group-{self.group.number}")

    def values(self) -> dict[str, str]:
        """What each button of the row posts, by the first word on it."""
        buttons = self.row().all("button")
        return {one.text.split()[0]: one.attributes["value"] for one in buttons}

    def press(self, value: str) -> int:
        address = reverse("overview", args=[self.classroom.pk])
        return self.teacher.post(address, {"do": value}).status_code

    def seal(self, *players: str) -> None:
        for player in players:
            write(self.game, self.players[player], player, role="student")

    @property
    def settings(self) -> tuple[str, bool, bool]:
        game = Game.objects.get(pk=self.game.pk)
        return game.acting, game.is_reveal_automatic, game.is_trade_automatic

    def phone(self) -> str:
        frame = frames.render(self.group.pk, "seat:egypt")
        assert frame
        return frame.html


def lesson_of(is_waiting: bool, groups: int = 2) -> Lesson:
    classroom = classroom_create(User.objects.create_user("pat"), "HIST 210", "UTC")
    group, *_ = groups_create(classroom, groups)
    settings = GameSettings(is_waiting=is_waiting, is_trade_automatic=True)
    options = {"deployment": "simultaneous"}
    by = instructor_person(classroom)
    game = game_create(group, "age-of-iron", scenario("1800-bc"), options, by, settings)
    players = {}
    for seat in game.seats.order_by("pk"):
        players[seat.player] = person_join(classroom, seat.player.title(), group)
        seat_give(players[seat.player], seat)
    presence_store([person.pk for person in players.values()])
    return Lesson(classroom, group, game, players, signed_in(classroom.instructor))


@pytest.fixture
def waiting(clock: Time, db: None) -> Lesson:
    return lesson_of(is_waiting=True)


@pytest.fixture
def lesson(clock: Time, db: None) -> Lesson:
    """The game was started for a moderator."""
    return lesson_of(is_waiting=False)


def start(lesson: Lesson, **changes: object) -> int:
    """Starts all games as the page offers it."""
    url = reverse("games-start", args=[lesson.classroom.pk])
    inputs = read(lesson.teacher.get(url)).one("main").all("input")
    sent: dict[str, list[str]] = {}
    for one in inputs:
        if one.attributes["type"] == "hidden" or "checked" in one.attributes:
            sent.setdefault(one.attributes["name"], []).append(one.attributes["value"])
    return lesson.teacher.post(url, {**sent, **changes}).status_code


def test_a_group_without_a_moderator_starts_with_players_who_record(waiting: Lesson) -> None:
    url = reverse("games-start", args=[waiting.classroom.pk])
    asked = waiting.teacher.post(url, {"group": "all"})
    assert asked.status_code == 409  # it isn't changed silently
    assert "1 group has no moderator" in read(asked).text
    assert TOLD not in waiting.phone()
    assert start(waiting) == 303
    assert waiting.settings == ALONE
    assert TOLD in waiting.phone()
    waiting.seal(*ORDERS)
    assert waiting.game.entries.count() == 5


def test_a_group_that_the_instructor_moderates_starts_as_chosen(waiting: Lesson) -> None:
    assert start(waiting, alone=[]) == 303
    assert waiting.settings == CHOSEN


def test_the_only_group_of_a_class_is_the_instructors(clock: Time, db: None) -> None:
    alone = lesson_of(is_waiting=True, groups=1)
    assert start(alone) == 303
    assert alone.settings == CHOSEN


@pytest.mark.parametrize("way", ["phone", "link"])
def test_a_moderator_who_comes_while_the_page_is_open_keeps_the_settings(
    waiting: Lesson, way: str
) -> None:
    url = reverse("games-start", args=[waiting.classroom.pk])
    sent = {
        "without": read(waiting.teacher.get(url)).one("input", name="without").attributes["value"],
        "alone": str(waiting.game.pk),
    }
    if way == "link":
        moderate(waiting.group, "Mo")
    else:
        moderator_appoint(person_join(waiting.classroom, "Mo"), waiting.group)
    assert waiting.teacher.post(url, sent).status_code == 303
    assert waiting.settings == CHOSEN
    assert TOLD not in waiting.phone()


def test_phones_that_wait_for_nobody_go_on_with_one_press(lesson: Lesson) -> None:
    lesson.seal(*ORDERS)
    assert not lesson.game.entries.exists()
    value = lesson.values()["Players"]
    assert [lesson.press(value) for _ in range(2)] == [303, 303]
    assert lesson.settings == ALONE
    assert lesson.game.entries.count() == 5
    assert TOLD in lesson.phone()


def test_nothing_is_revealed_in_a_pause(lesson: Lesson) -> None:
    lesson.seal(*ORDERS)
    pause_begin(lesson.classroom)
    assert lesson.press(lesson.values()["Players"]) == 303
    assert lesson.settings == ALONE
    assert not lesson.game.entries.exists()


def test_what_players_recorded_is_undone_and_corrected_from_the_overview(lesson: Lesson) -> None:
    lesson.press(lesson.values()["Players"])
    assert "Undo" not in lesson.values()
    lesson.seal(*ORDERS)
    value = lesson.values()["Undo"]
    links = [one.attributes["href"] for one in lesson.row().all("a")]
    assert reverse("correct", args=[lesson.group.code]) in links
    assert [lesson.press(value) for _ in range(2)] == [303, 303]
    assert lesson.game.entries.count() == 10  # the reveal is taken back as a whole, once
    stale = value.replace(":5", ":4")
    answer = lesson.teacher.post(reverse("overview", args=[lesson.classroom.pk]), {"do": stale})
    assert answer.status_code == 409
    assert "nothing was changed" in read(answer).text


def test_no_player_can_use_up_the_keys_of_the_overview(lesson: Lesson) -> None:
    lesson.press(lesson.values()["Players"])
    lesson.seal(*ORDERS)
    state = queries.timeline(lesson.game).state
    player = state.player_id(state.active)
    wire = {"type": "end-turn", "player": player}
    person = lesson.players[player]
    move_play(lesson.game, wire, 5, "overview-undo-6", person, "student")
    assert lesson.press(lesson.values()["Undo"]) == 303
    assert lesson.game.entries.count() == 7


def test_what_is_hidden_is_not_named(lesson: Lesson) -> None:
    lesson.press(lesson.values()["Players"])
    record_older(lesson.game, ORDERS["hatti"], instructor_person(lesson.classroom))
    assert "the last move" in lesson.row().text
    assert "Cyprus" not in lesson.row().text


def test_a_moderator_who_comes_gets_back_what_was_chosen(lesson: Lesson) -> None:
    lesson.press(lesson.values()["Players"])
    assert "Mo" not in lesson.values()
    moderator = person_join(lesson.classroom, "Mo")
    moderator_appoint(moderator, lesson.group)
    assert "Mo" not in lesson.values()  # not here yet
    presence_store([moderator.pk])
    value = lesson.values()["Mo"]
    assert [lesson.press(value) for _ in range(2)] == [303, 303]
    assert lesson.settings == CHOSEN
    assert TOLD not in lesson.phone()
    assert "Undo" not in lesson.values()


def test_a_moderator_who_is_away_for_five_minutes_is_replaced(lesson: Lesson, clock: Time) -> None:
    moderator = person_join(lesson.classroom, "Mo")
    moderator_appoint(moderator, lesson.group)
    everybody = [person.pk for person in lesson.players.values()]
    presence_store([moderator.pk])
    assert "Players" not in lesson.values()
    clock.wait(4 * 60)
    presence_store(everybody)
    assert "Players" not in lesson.values()
    clock.wait(60)
    presence_store(everybody)
    value = lesson.values()["Players"]
    give_console = reverse("give-console", args=[lesson.classroom.pk, lesson.group.number])
    assert give_console in [one.attributes["href"] for one in lesson.row().all("a")]
    assert lesson.press(value) == 303
    assert lesson.settings == ALONE


def test_an_instructor_who_records_is_not_replaced_unless_the_group_is_stuck(
    lesson: Lesson, clock: Time
) -> None:
    by = instructor_person(lesson.classroom)
    for player in ORDERS:
        write(lesson.game, by, player, role="instructor")
    slips_reveal(lesson.game, book(lesson.game).public_number, "k", by, "instructor")
    assert lesson.game.entries.count() == 5
    assert "Players" not in lesson.values()
    clock.wait(5 * 60)
    presence_store([person.pk for person in lesson.players.values()])
    assert "Players" in lesson.values()


def test_who_changes_the_settings_by_hand_has_chosen(lesson: Lesson) -> None:
    lesson.press(lesson.values()["Players"])
    game_settings_change(lesson.game, has_help=False)
    assert Game.objects.get(pk=lesson.game.pk).is_unmoderated
    game_settings_change(lesson.game, is_trade_automatic=False)
    assert not Game.objects.get(pk=lesson.game.pk).is_unmoderated
    assert TOLD not in lesson.phone()


def test_queries_do_not_grow_with_groups_that_play_alone(waiting: Lesson) -> None:
    def queries() -> int:
        waiting.row()  # from now on, logs are cached
        with CaptureQueriesContext(connection) as captured:
            waiting.row()
        return len(captured)

    start(waiting)
    one = queries()
    by = instructor_person(waiting.classroom)
    game = Game.objects.get(pk=waiting.game.pk)
    settings = GameSettings("seats", kept_settings=game.kept_settings)
    for group in groups_create(waiting.classroom, 4):
        game_create(group, game.rules, game.scenario, game.options, by, settings)
    assert queries() == one


def test_what_was_chosen_while_a_press_was_on_its_way_stays(lesson: Lesson) -> None:
    by = instructor_person(lesson.classroom)
    game_without_moderator(lesson.game, by)
    seen = Game.objects.select_related("group__classroom").get(pk=lesson.game.pk)
    game_settings_change(lesson.game, is_trade_automatic=False)
    game_with_moderator(seen, by)
    assert lesson.settings == ("seats", True, False)
    game_without_moderator(seen, by)
    assert Game.objects.get(pk=seen.pk).kept_settings == {
        "acting": "seats",
        "is_reveal_automatic": True,
        "is_trade_automatic": False,
    }
