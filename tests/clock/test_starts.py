"""A game that waits for its start: what it keeps back until then, and starting it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator.core import frames
from moderator.core.errors import InvalidInput
from moderator.core.models import Game, Group
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.clock.write import game_start, game_stop
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from tests.support.play import tables
from tests.support.web.reading import read
from tests.support.web.tables import Table, scenario
from tests.support.web.world import join, moderate, signed_in

pytestmark = pytest.mark.slow

NOT_STARTED = "The game has not started yet"
SLIP = 'id="slip"'
PAGES = ("play", "chart", "log", "chart-replay", "rules", "chart-games")


@dataclass
class Waiting(Table):
    """A game that waits, the phone of Eve, who plays Egypt, and another group like it."""

    phone: Client
    beside: Game


def begin(group: Group, deployment: str = "simultaneous") -> Game:
    """Prepares a game whose moves are recorded on phones."""
    settings = GameSettings(acting="seats", is_waiting=True)
    by = instructor_person(group.classroom)
    options = {"deployment": deployment}
    return game_create(group, "age-of-iron", scenario("1800-bc"), options, by, settings)


@pytest.fixture
def waiting(db: None) -> Waiting:
    classroom = classroom_create(User.objects.create_user("pat"), "HIST 210", "UTC")
    group, other = groups_create(classroom, 2)
    game, beside = begin(group), begin(other)
    phone = join(group, "Eve", game, "egypt")
    return Waiting(classroom, group, game, moderate(group, "Mo"), phone, beside)


def seen(table: Waiting) -> str:
    """Everything that Eve's phone can load of her game."""
    pages = [table.phone.get(reverse(name, args=[table.group.code])) for name in PAGES]
    frame = frames.render(table.group.pk, "seat:egypt")
    assert frame is not None
    return " ".join([*(page.content.decode() for page in pages), frame.html])


def press(table: Waiting) -> int:
    """Presses the console's button, whose value confirms the empty seats."""
    url = table.url("start")
    (button,) = [b for b in table.console().all("button") if b.attributes.get("formaction") == url]
    sent = {"game": str(table.game.number), "without": button.attributes.get("value", "")}
    return int(table.laptop.post(url, sent).status_code)


def test_secrets_appear_with_the_start(waiting: Waiting) -> None:
    game = waiting.game
    secrets = [player["briefing"][:40] for player in game.scenario["players"]]
    text = seen(waiting)
    assert NOT_STARTED in text
    assert not [one for one in (*secrets, "Show my goals", SLIP) if one in text]
    before = [frames.render(waiting.group.pk, one) for one in ("public", "moderator", "seat:egypt")]
    assert press(waiting) == 303
    after = [frames.render(waiting.group.pk, one) for one in ("public", "moderator", "seat:egypt")]
    assert all(a and b and a.version > b.version for a, b in zip(after, before, strict=True))
    text = seen(waiting)
    assert NOT_STARTED not in text
    assert [one in text for one in (*secrets, "Show my goals", SLIP)] == [
        True, False, False, False, True, True,
    ]  # fmt: skip


def test_cards_in_hand_appear_with_the_start(waiting: Waiting) -> None:
    group, moderator = waiting.group, instructor_person(waiting.classroom)
    game = tables.war(group, moderator, GameSettings(acting="seats", is_waiting=True))
    before = frames.render(group.pk, "seat:ann")
    game_start(game, moderator, "instructor")
    after = frames.render(group.pk, "seat:ann")
    assert before
    assert after
    assert ["war-hand" in one.html for one in (before, after)] == [False, True]


def test_what_is_recorded_before_the_start_is_refused_and_kept(waiting: Waiting) -> None:
    answer = waiting.say("egypt: syria 3")
    assert answer.status_code == 422
    page = read(answer)
    assert "not started yet" in page.id("answer").text
    assert page.id("command").attributes["value"] == "egypt: syria 3"
    slip = {"game": "1", "key": "k" * 22, "turn": "0", "version": "0", "change": "deploy:syria 1"}
    waiting.phone.post(reverse("play-slip", args=[waiting.group.code]), slip)
    assert not waiting.game.slip_versions.exists()
    with pytest.raises(InvalidInput):
        game_stop(waiting.game, instructor_person(waiting.classroom), "instructor")


def test_empty_seats_are_named_before_the_start(waiting: Waiting) -> None:
    page = waiting.console()
    named = page.id("start-without").text
    assert "Babylon" in named
    assert "Egypt" not in named
    url = waiting.url("start")
    answer = waiting.laptop.post(url, {"game": "1", "without": "babylon assyria"})
    assert answer.status_code == 409
    assert "empty seats" in read(answer).id("answer").text
    waiting.game.refresh_from_db()
    assert waiting.game.is_waiting


def test_all_games_of_a_class_start_together(waiting: Waiting) -> None:
    teacher = signed_in(waiting.classroom.instructor)
    url = reverse("games-start", args=[waiting.classroom.pk])
    back = reverse("classroom", args=[waiting.classroom.pk])
    assert "Start all 2 games" in read(teacher.get(back)).text
    asked = teacher.post(url, {"group": "all"})
    assert asked.status_code == 409
    form = read(asked).one("main").one("form")
    assert "Group 2 all seats are empty" in form.text
    confirmed = [one.attributes["value"] for one in form.all("input", name="without")]
    sent = {"group": "all", "without": confirmed}
    # Somebody has left a seat meanwhile: nobody has confirmed that one.
    waiting.game.seats.get(player="egypt").persons.clear()
    assert teacher.post(url, sent).status_code == 409
    page = read(teacher.get(url))
    sent["without"] = [one.attributes["value"] for one in page.all("input", name="without")]
    assert teacher.post(url, sent).status_code == 303
    assert not Game.objects.filter(is_waiting=True).exists()
    assert "Start all" not in read(teacher.get(back)).text
    again = teacher.post(url, sent)  # a second press
    assert "have been started" in read(again).one("main").text
