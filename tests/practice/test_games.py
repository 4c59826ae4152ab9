"""Practice games of scenarios that an instructor has allowed, and what is around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from moderator.core.games import shipped
from moderator.core.models import Classroom, Entry, Game
from moderator.features.people.write import person_forget
from moderator.features.practice import feature, write
from moderator.features.practice.models import ClassPractice, PracticeGame
from moderator.features.practice.write import (
    Standing,
    class_practice_set,
    practice_answer,
    practice_play,
    standing_of,
)
from moderator.rules.practice import ASKED, DECLINED, MADE, hint
from tests.support.play.at_once import at_once
from tests.support.web.practice import GUIDED, Practice, guided_to_end
from tests.support.web.reading import read
from tests.support.web.world import World, join, signed_in

pytestmark = pytest.mark.slow

SCENARIOS = tuple(f"age-of-iron/{id}" for id in shipped()["age-of-iron"])
AGE_900 = "age-of-iron/900-bc"


@pytest.fixture
def allowed(classroom: Classroom) -> Classroom:
    """A class in which every scenario may be practised."""
    class_practice_set(classroom, SCENARIOS, is_finish_told=False)
    return classroom


def begun(classroom: Classroom, scenario: str = AGE_900, **fields: str) -> Practice:
    start = {"scenario": scenario, "player": "egypt", "level": "rival"} | fields
    return Practice(code=classroom.code).begin(**start)


def delete(practice: Practice) -> None:
    answer = practice.client.post(f"{practice.address}move/", {"do": "delete"})
    assert answer.url == practice.start_address


def hinted(practice: Practice) -> Iterator[Standing]:
    """Plays as the hints say, and gives the game after each decision."""
    row = practice.row
    while not row.finished:
        now = standing_of(row)
        found, key = hint(now.game), f"key-{now.number}"
        if now.game.asked:
            row = practice_answer(row, found.what == MADE, now.number, key)
        else:
            row = practice_play(row, dict(found.wire), now.number, key)
        yield standing_of(row)


@pytest.mark.parametrize(
    ("scenario", "player", "level"),
    [
        ("900-bc", "phoenicia", "steward"),
        ("1800-bc", "hatti", "rival"),
        ("900-bc", "egypt", "rival"),
        pytest.param("900-bc", "phoenicia", "rival", marks=pytest.mark.long),
        pytest.param("1800-bc", "hatti", "steward", marks=pytest.mark.long),
        pytest.param("900-bc", "egypt", "steward", marks=pytest.mark.long),
    ],
)
def test_a_game_is_played_to_its_end(
    allowed: Classroom, scenario: str, player: str, level: str
) -> None:
    practice = begun(allowed, f"age-of-iron/{scenario}", player=player, level=level)
    for _ in hinted(practice):
        pass
    now = standing_of(practice.row)
    assert now.timeline.is_over
    assert {one.by for one in now.game.happened} == {seat.id for seat in now.timeline.seats}
    assert not Game.objects.exists()
    assert not Entry.objects.exists()


def test_a_hint_says_what_a_bot_would_do_and_why(allowed: Classroom) -> None:
    practice = begun(allowed)
    now = standing_of(practice.row)
    found = hint(now.game)
    assert found.why in practice.page("?hint=1").id("hint").text


def test_a_bot_that_declines_asks_for_what_it_would_agree_to(allowed: Classroom) -> None:
    chosen = write.guided_games()[0]
    chosen = replace(chosen, is_guided=False)
    row = write.practice_begin("browser", allowed, chosen, "egypt", "rival", "begin")
    row = practice_play(row, {"type": "build", "player": "egypt", "rfs": 10}, 1, "build")
    trade = {"type": "trade", "player": "egypt", "partner": "babylon"}
    row = practice_play(row, {**trade, "give": {"G": 1}, "get": {"T": 1}}, 2, "offer")
    declined, asked = standing_of(row).last_step
    assert (declined.what, declined.by) == (DECLINED, "babylon")
    assert (asked.what, asked.wire) == (ASKED, {**trade, "give": {"G": 2}, "get": {"T": 1}})
    row = practice_answer(row, is_accepted=True, after=3, key="yes")
    (made,) = standing_of(row).last_step
    assert (made.what, made.by, made.wire) == (MADE, "babylon", asked.wire)


def test_orders_are_written_before_others_are_known(allowed: Classroom) -> None:
    """The others' orders are decided once all of one's own are, and by what they may know."""
    ends = []
    for region in ("egypt", "syria"):
        practice = begun(allowed, level="steward")
        PracticeGame.objects.filter(pk=practice.row.pk).update(seed="same")
        hand = standing_of(practice.row).state.hand[1]
        move = {"type": "deploy", "player": "egypt", "region": region}
        practice.move({**move, "rfs": hand - 1})
        assert {one.by for one in standing_of(practice.row).game.happened} == {"egypt"}
        practice.move({**move, "rfs": 1})
        happened = standing_of(practice.row).last_step
        ends.append([one for one in happened if one.wire["type"] in ("deploy", "build")][1:])
        told = practice.page().one("details", class_="told-since").all("li")
        own = [one.attributes.get("class") == "is-own" for one in told]
        assert own == [True] + [False] * (len(told) - 1) != [True]
    assert ends[0] == ends[1] != []


def test_reasons_that_tell_objectives_are_secret_until_the_end(allowed: Classroom) -> None:
    practice = begun(allowed, level="steward")
    found = 0
    for now in hinted(practice):
        secret = [one.why for one in now.last_step if one.is_secret]
        if secret:
            told = practice.page().one("details", class_="told-since").text
            assert ("objectives are secret" in told) != now.timeline.is_over
            assert all((why in told) == now.timeline.is_over for why in secret)
            found += 1
    assert found
    practice.page()
    undone = practice.do("undo").one("details", class_="told-since").text
    assert "is an objective worth" not in undone


def test_no_page_shows_anothers_objectives_or_orders(allowed: Classroom) -> None:
    practice = begun(allowed, level="steward")
    players = standing_of(practice.row).state.scenario.players
    briefed = {player.id: player.briefing.split("\n")[0] for player in players}
    for query in ("", "?hint=1", "?tab=goals", "?tab=chart"):
        text = practice.page(query).text
        assert {id for id, briefing in briefed.items() if briefing in text} == {"egypt"}


def test_another_browser_finds_nothing(allowed: Classroom) -> None:
    practice, other = begun(allowed), Client()
    begun_by_other = Practice(other).begin()
    assert begun_by_other.row.pk != practice.row.pk
    for one in (other, Client()):
        assert one.get(practice.address).status_code == 404
        assert one.get(f"{practice.address}offer/").status_code == 404
        for what in ("move/", "preview/"):
            assert one.post(f"{practice.address}{what}", {"do": "delete"}).status_code == 404
    assert practice.client.get(practice.address).status_code == 200


def test_a_double_press_counts_once_and_an_old_page_is_refused(allowed: Classroom) -> None:
    practice = begun(allowed)
    move = {"type": "deploy", "player": "egypt", "region": "egypt", "rfs": 1}
    practice.move(move, key="one", after="1")
    practice.move(move, key="one", after="1")
    assert len(practice.row.steps) == 2
    page = practice.move(move, status=409, key="two", after="1")
    assert "has gone on" in page.one("p", class_="message").text
    practice.move(move, status=422, key="", after="2")
    assert len(practice.row.steps) == 2
    for _ in range(2):
        practice.send({"do": "undo", "key": "three", "after": "2"})
    assert len(practice.row.steps) == 1
    practice.send({"do": "undo", "key": "four", "after": "1"})
    assert len(practice.row.steps) == 1  # what bots did first stays


@pytest.mark.parametrize(
    "wire",
    [
        {"type": "deploy", "player": "assyria", "region": "egypt", "rfs": 1},
        {"type": "deploy", "player": "egypt", "region": "atlantis", "rfs": 1},
        {"type": "deploy", "player": "egypt", "region": "egypt", "rfs": 1000},
        {"type": "correct", "reason": "x", "chart": {"egypt": {"egypt": 50}}},
        {"type": "extend", "turns": 20},
        {"type": "undo"},
        {"type": "trade", "player": "assyria", "partner": "egypt", "give": {"T": 5}, "get": {}},
        {"type": "trade", "player": "egypt", "partner": "assyria", "give": {}, "get": {"T": 1}},
        {"type": "split-control", "players": ["egypt", "assyria"], "region": "syria"},
        {"type": ["deploy"]},
        {"player": "egypt"},
    ],
    ids=str,
)
def test_what_is_not_the_players_is_refused(allowed: Classroom, wire: dict[str, Any]) -> None:
    practice = begun(allowed)
    practice.move(wire, status=422)
    assert len(practice.row.steps) == 1


# Limits


def test_three_games_of_a_browser_can_be_open(db: None) -> None:
    practice = Practice()
    for _ in range(write.OF_BROWSER):
        practice.begin()
    practice.begin(status=422)
    assert PracticeGame.objects.count() == write.OF_BROWSER
    delete(practice)
    row = practice.begin().row
    row.finished = timezone.now()
    row.save()
    practice.begin()


def test_a_double_press_begins_one_game(db: None) -> None:
    client, form = Client(), {"key": "once", "scenario": "age-of-iron/first-steps"}
    client.get("/practice/")
    first, second = (client.post("/practice/", form) for _ in range(2))
    assert first.url == second.url
    assert PracticeGame.objects.count() == 1


def test_twenty_games_of_the_front_page_are_played_at_once(classroom: Classroom) -> None:
    for _ in range(write.OF_SITE):
        Practice().begin()
    page = Practice().begin(status=422)
    assert not page.address
    Practice(code=classroom.code).begin()
    PracticeGame.objects.all().update(changed=timezone.now() - write.PLAYED)
    Practice().begin()


def test_who_begins_too_many_has_to_wait(db: None) -> None:
    practice = Practice()
    for _ in range(21):
        practice.begin()
        delete(practice)
    practice.begin(status=429)


def test_a_game_is_deleted_a_week_after_the_last_step(db: None) -> None:
    old, young = Practice().begin(), Practice().begin()
    games = PracticeGame.objects
    games.filter(pk=old.row.pk).update(changed=timezone.now() - write.KEPT - timedelta(hours=1))
    games.filter(pk=young.row.pk).update(changed=timezone.now() - write.KEPT + timedelta(hours=1))
    call_command("purge_classes", stdout=StringIO())
    assert [one.pk for one in games.all()] == [young.row.pk]


# A class


def test_a_class_has_the_guided_game_and_what_is_allowed(classroom: Classroom) -> None:
    start = reverse("class-practice", args=[classroom.code])
    assert "900 B.C." not in Client().get(start).content.decode()
    fields = {"scenario": AGE_900, "player": "egypt", "level": "steward"}
    Practice(code=classroom.code).begin(status=422, **fields)
    class_practice_set(classroom, [AGE_900, "age-of-iron/nothing"], is_finish_told=False)
    assert ClassPractice.objects.get().scenarios == [AGE_900]
    assert "900 B.C." in Client().get(start).content.decode()
    begun(classroom)
    for wrong in ({"player": "rome"}, {"level": "hard"}, {"scenario": "chess/1"}):
        fields = {"scenario": AGE_900, "player": "egypt", "level": "steward"} | wrong
        Practice(code=classroom.code).begin(status=422, **fields)
    assert Client().get(reverse("class-practice", args=["WRONG22"])).status_code == 404


def test_the_instructor_allows_scenarios_and_is_warned(world: World) -> None:
    client = signed_in(world.classroom.instructor)
    address = reverse("class-practice-settings", args=[world.classroom.pk])
    labels = [one.text for one in read(client.get(address)).all("label") if "secret" in one.text]
    warned = {one.split("Your class plays")[0].strip() for one in labels}
    played = {one.title for one in Game.objects.filter(group__classroom=world.classroom)}
    assert warned
    assert warned == {f"{title}{version}" for title in played for version in ("", " (balanced)")}
    answer = client.post(address, {"scenario": [AGE_900], "is_finish_told": "on"}, follow=True)
    assert "Saved." in answer.content.decode()
    assert (row := ClassPractice.objects.get()).scenarios == [AGE_900]
    assert row.is_finish_told
    assert Client().get(address).status_code in (302, 404)


@pytest.mark.parametrize("is_told", [True, False])
def test_the_instructor_sees_who_has_finished_if_the_class_chose_so(
    world: World, is_told: bool
) -> None:
    classroom = world.classroom
    class_practice_set(classroom, [], is_finish_told=is_told)
    client = join(classroom, "Zoë")
    guided_to_end(Practice(client, classroom.code).begin())
    people = signed_in(classroom.instructor).get(reverse("people", args=[classroom.pk]))
    assert people.content.decode().count("guided game finished") == is_told
    class_practice_set(classroom, [], is_finish_told=False)
    assert not ClassPractice.objects.get().finished.exists()


def test_erasing_a_person_forgets_who_has_finished(world: World) -> None:
    classroom = world.classroom
    class_practice_set(classroom, [], is_finish_told=True)
    guided_to_end(Practice(join(classroom, "Zoë"), classroom.code).begin())
    finished = ClassPractice.objects.get().finished
    (zoe,) = finished.all()
    person_forget(zoe)
    assert not finished.exists()


def test_it_goes_with_the_class(allowed: Classroom) -> None:
    begun(allowed)
    allowed.delete()
    assert not PracticeGame.objects.exists()
    assert not ClassPractice.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_browser_has_three_games_however_often_it_presses_at_once() -> None:
    practice = Practice().begin()
    url, cookies = practice.start_address, practice.client.cookies

    def ask(number: int) -> int:
        client = Client()
        client.cookies = cookies
        key = f"key-{min(number, 5)}"  # the last buttons are pressed twice
        return client.post(url, {"key": key, "scenario": GUIDED}).status_code

    assert set(at_once(ask)) == {303, 422}
    assert PracticeGame.objects.count() == write.OF_BROWSER


def test_a_move_in_a_game_that_was_deleted_meanwhile(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice = Practice().begin()

    def key_of(post: Any) -> str:
        practice.row.delete()
        return "a-key"

    monkeypatch.setattr(feature, "key_of", key_of)
    answer = practice.client.post(f"{practice.address}move/", {"do": "undo", "after": "1"})
    assert answer.status_code == 404
