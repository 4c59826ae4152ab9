"""Every page that changes access notifies the streams concerned, after the commit."""

from __future__ import annotations

from itertools import chain
from typing import cast

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator import live
from moderator.core import credentials
from moderator.core.access import MODERATES, PERSONS
from moderator.core.games import shipped
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import moderator_enter, person_join
from moderator.core.publishing import class_id
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.people.write import seat_take
from moderator.live.hub import Hub
from moderator.rules.registry import GAMES
from tests.support.play.play import start
from tests.support.shared import shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class RecordingHub:
    """A hub that records its calls."""

    def __init__(self) -> None:
        self.revoked: list[tuple[int, str | None]] = []
        self.published: list[int] = []

    def revoke(self, group_id: int, audience: str | None = None) -> None:
        self.revoked.append((group_id, audience))

    def publish(self, group_id: int, audience: object = None, known: object = None) -> None:
        self.published.append(group_id)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> RecordingHub:
    recorder = RecordingHub()
    monkeypatch.setattr(live, "_hub", cast(Hub, recorder))
    return recorder


@pytest.fixture
def classroom(recorder: RecordingHub) -> Classroom:
    return classroom_create(User.objects.create_user("pat"), "Near East 101")


@pytest.fixture
def groups(classroom: Classroom) -> list[Group]:
    return groups_create(classroom, 2)


@pytest.fixture
def game(groups: list[Group]) -> Game:
    return start(groups[0], moderator_enter(groups[0], "Mo"))


@pytest.fixture
def kim(game: Game, classroom: Classroom) -> Person:
    """A person on the game's first seat."""
    person = person_join(classroom, "Kim", game.group)
    seat_take(person, game.seats.order_by("pk")[0])
    return person


@pytest.fixture
def instructor(classroom: Classroom) -> Client:
    browser = Client()
    browser.force_login(classroom.instructor)
    return browser


def post(browser: Client, page: str, *args: object, **fields: str) -> None:
    answer = browser.post(reverse(page, args=args), fields)
    assert answer.status_code in (302, 303), answer.content.decode()


def test_a_new_game_for_all_groups(
    instructor: Client, classroom: Classroom, groups: list[Group], recorder: RecordingHub
) -> None:
    scenario = "age-of-iron/example-of-play"
    rules = GAMES["age-of-iron"]
    force = rules.effective_options(shipped()["age-of-iron"]["example-of-play"], {})
    texts = {
        name: ("on" if value else "off") if isinstance(value, bool) else str(value)
        for name, value in force.items()
    }
    post(
        instructor,
        "game-new",
        classroom.pk,
        **{
            "group": "all",
            "scenario": scenario,
            "once": credentials.new(),
            "run_acting": "moderator",
            "run_dice": "table",
            **texts,
        },
    )
    assert sorted(recorder.revoked) == [(group.pk, None) for group in groups]


def test_a_deleted_game_and_a_deleted_group(
    instructor: Client, classroom: Classroom, game: Game, recorder: RecordingHub
) -> None:
    group = game.group
    post(instructor, "game-delete", classroom.pk, group.number, game.number)
    assert recorder.revoked == [(group.pk, None)]
    gone = group.pk
    post(instructor, "group-delete", classroom.pk, group.number)
    assert recorder.revoked[1:] == [(gone, None)]


def test_a_deleted_class(
    instructor: Client, classroom: Classroom, groups: list[Group], recorder: RecordingHub
) -> None:
    gone = {(group.pk, None) for group in groups} | {(-classroom.pk, None)}
    post(instructor, "class-delete", classroom.pk, name=classroom.name)
    assert set(recorder.revoked) == gone


def test_a_withdrawn_link_ends_consoles_alone(
    instructor: Client, classroom: Classroom, groups: list[Group], recorder: RecordingHub
) -> None:
    post(instructor, "group-withdraw", classroom.pk, groups[0].number)
    assert recorder.revoked == [(groups[0].pk, "moderator")]


def test_a_seat_given_to_somebody_ends_what_the_old_seat_showed(
    instructor: Client, classroom: Classroom, game: Game, kim: Person, recorder: RecordingHub
) -> None:
    first, second = game.seats.order_by("pk")[:2]
    post(instructor, "person", classroom.pk, kim.number, do="seat", seat=str(first.pk))
    assert recorder.revoked == []
    post(instructor, "person", classroom.pk, kim.number, do="seat", seat=str(second.pk))
    assert recorder.revoked == [(game.group_id, f"seat:{first.player}")]


def test_somebody_removed_and_somebody_renamed(
    instructor: Client,
    classroom: Classroom,
    groups: list[Group],
    game: Game,
    kim: Person,
    recorder: RecordingHub,
) -> None:
    seat = game.seats.order_by("pk")[0]
    post(instructor, "person", classroom.pk, kim.number, do="rename", name="Kimberly")
    pages = [class_id(classroom.pk), game.group_id]
    assert (recorder.published, recorder.revoked) == (pages, [])
    post(instructor, "person", classroom.pk, kim.number, do="remove")
    consoles = {(group.pk, "moderator") for group in groups}
    assert set(recorder.revoked) == consoles | {(game.group_id, f"seat:{seat.player}")}


def test_a_seat_given_by_the_moderator(
    instructor: Client, game: Game, kim: Person, recorder: RecordingHub
) -> None:
    first, second = game.seats.order_by("pk")[:2]
    fields = {"person": str(kim.number), "do": "seat", "seat": str(second.pk)}
    post(instructor, "helping", game.group.code, **fields)
    assert recorder.revoked == [(game.group_id, f"seat:{first.player}")]


def test_somebody_without_a_seat_removed(
    instructor: Client, classroom: Classroom, game: Game, recorder: RecordingHub
) -> None:
    """The page on which they choose a seat is told."""
    lou = person_join(classroom, "Lou", game.group)
    recorder.published.clear()
    post(instructor, "person", classroom.pk, lou.number, do="remove")
    assert class_id(classroom.pk) in recorder.published


PAGES = ("overview", "tournaments", "here", "invite", *chain(*shared("CLASS_PAGES")))


def test_an_instructor_signs_out_or_changes_the_password(
    instructor: Client, classroom: Classroom, groups: list[Group], recorder: RecordingHub
) -> None:
    consoles = {(group.pk, "moderator") for group in groups}
    word = "a long word of passage"
    post(instructor, "password", new_password1=word, new_password2=word)
    pages = {(-classroom.pk, name) for name in PAGES}
    assert set(recorder.revoked) == consoles | pages
    recorder.revoked.clear()
    post(instructor, "sign-out")
    assert set(recorder.revoked) == consoles | pages


def test_who_leaves_or_signs_out_ends_what_the_browser_shows(
    game: Game, kim: Person, recorder: RecordingHub
) -> None:
    seat = (game.group_id, f"seat:{game.seats.order_by('pk')[0].player}")
    for page, args in (("play-leave", [game.group.code]), ("sign-out", [])):
        browser = Client()
        session = browser.session
        session[PERSONS] = {str(kim.classroom_id): kim.pk}
        mo = kim.classroom.people.get(name="Mo")
        session[MODERATES] = {str(game.group_id): [game.group.link_generation, mo.pk]}
        session.save()
        recorder.revoked.clear()
        post(browser, page, *args)
        console = {(game.group_id, "moderator")} if page == "sign-out" else set()
        assert set(recorder.revoked) == {seat} | console
