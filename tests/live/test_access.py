"""Who may open which feed, and that worker threads leave no database connection open."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connections
from django.test import Client
from django.utils import timezone

from moderator.core.access import MODERATES, PERSONS
from moderator.core.audiences import feed_access
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import moderator_enter, person_join, person_remove
from moderator.core.sessions import sessions_over
from moderator.features.classes.write import classroom_create, group_link_withdraw, groups_create
from moderator.features.people.write import seat_take
from moderator.live.feed import closing_old_connections
from tests.support.live.watched import watched
from tests.support.play.play import start

pytestmark = pytest.mark.slow


@pytest.fixture
def classroom(db: None) -> Classroom:
    instructor = User.objects.create_user("pat", password="a long word of passage")
    return classroom_create(instructor, "Near East 101")


@pytest.fixture
def groups(classroom: Classroom) -> list[Group]:
    return groups_create(classroom, 2)


@pytest.fixture
def game(groups: list[Group]) -> Game:
    return start(groups[0], moderator_enter(groups[0], "Mo"))


def cookies(**session: object) -> dict[str, str]:
    """The cookies of a browser with this session."""
    store: SessionBase = SessionStore()
    store.update(session)
    store.create()
    store.save()
    assert store.session_key is not None
    return {settings.SESSION_COOKIE_NAME: store.session_key}


def of_person(person: Person) -> dict[str, str]:
    return cookies(**{PERSONS: {str(person.classroom_id): person.pk}})


def of_console(group: Group) -> dict[str, str]:
    person = moderator_enter(group)
    return cookies(**{MODERATES: {str(group.pk): [group.link_generation, person.pk]}})


def signed_in(user: User) -> dict[str, str]:
    browser = Client()
    browser.force_login(user)
    return {settings.SESSION_COOKIE_NAME: browser.cookies[settings.SESSION_COOKIE_NAME].value}


def test_a_chart_is_for_everybody_with_the_code(groups: list[Group]) -> None:
    assert watched(f"/c/{groups[0].code}/feed", {}) == (groups[0].pk, "public")
    assert watched(f"/c/{groups[0].code.lower()}/feed", {}) == (groups[0].pk, "public")
    assert feed_access("/c/NOSUCH/feed", {}) is None
    assert feed_access(f"/c/{groups[0].classroom.code}/feed", {}) is None


def test_a_page_is_watched_only_if_there_is_one_with_its_number(
    groups: list[Group], game: Game
) -> None:
    group, theirs = groups[0], signed_in(groups[0].classroom.instructor)
    history, wall = f"/c/{group.code}/history", f"/w/{group.classroom.code}/tournaments"
    assert watched(f"{history}/{game.number}/feed", {}) == (group.pk, "public:history:1")
    tournament = f"/classes/{group.classroom_id}/tournaments/7/feed"
    for path in (f"{history}/7/feed", f"{history}/feed", f"{wall}/7/feed", tournament):
        assert feed_access(path, theirs) is None


def test_a_console_is_for_its_moderator_and_the_instructor(
    groups: list[Group], classroom: Classroom
) -> None:
    ours, theirs = groups
    path = f"/g/{ours.code}/feed"
    stranger = User.objects.create_user("lee")
    assert watched(path, of_console(ours)) == (ours.pk, "moderator")
    assert watched(path, signed_in(classroom.instructor)) == (ours.pk, "moderator")
    assert feed_access(path, of_console(theirs)) is None
    assert feed_access(path, signed_in(stranger)) is None
    for nobody in ({}, {settings.SESSION_COOKIE_NAME: "x" * 32}, {"other": "cookie"}):
        assert feed_access(path, nobody) is None


def test_a_withdrawn_link_opens_no_feed(groups: list[Group]) -> None:
    before = of_console(groups[0])
    group_link_withdraw(groups[0])
    assert feed_access(f"/g/{groups[0].code}/feed", before) is None


def test_a_student_sees_what_the_own_seat_sees(
    game: Game, groups: list[Group], classroom: Classroom
) -> None:
    path = f"/play/{groups[0].code}/feed"
    kim = person_join(classroom, "Kim", groups[0])
    assert feed_access(path, of_person(kim)) is None
    seat = seat_take(kim, game.seats.order_by("pk")[1])
    assert watched(path, of_person(kim)) == (groups[0].pk, f"seat:{seat.player}")
    assert feed_access(f"/g/{groups[0].code}/feed", of_person(kim)) is None


def test_the_person_behind_a_private_page_is_known(groups: list[Group], game: Game) -> None:
    classroom = groups[0].classroom
    play, console = (f"/{page}/{groups[0].code}/feed" for page in ("play", "g"))
    kim = person_join(classroom, "Kim", groups[0])
    link = of_console(groups[0])
    moderator = classroom.people.order_by("-number").first()
    seat_take(kim, game.seats.order_by("pk")[1])
    assert feed_access(play, of_person(kim)).person == kim.pk
    waiting = f"/w/{groups[0].classroom.code}/seats/feed"
    assert feed_access(waiting, of_person(kim)).person == kim.pk
    assert feed_access(waiting, {}).person == 0
    assert feed_access(console, link).person == moderator.pk
    assert feed_access(console, signed_in(classroom.instructor)).person == 0
    assert feed_access(f"/c/{groups[0].code}/feed", of_person(kim)).person == 0


def test_a_student_of_another_group_or_removed_is_a_stranger(
    game: Game, groups: list[Group], classroom: Classroom
) -> None:
    path = f"/play/{groups[0].code}/feed"
    kim = person_join(classroom, "Kim", groups[0])
    assert feed_access(path, of_person(person_join(classroom, "Lou", groups[1]))) is None
    assert feed_access(path, {}) is None
    seat_take(kim, game.seats.order_by("pk")[0])
    person_remove(kim)
    assert feed_access(path, of_person(kim)) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("age_s", "is_kept"), [(0, False), (60, True)])
def test_a_worker_thread_keeps_its_connection_as_long_as_the_settings_say(
    monkeypatch: pytest.MonkeyPatch, age_s: int, is_kept: bool
) -> None:
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", age_s)

    def count() -> bool:
        User.objects.count()
        return is_open()

    def is_open() -> bool:
        return connections["default"].connection is not None

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(closing_old_connections(count)).result()
        assert pool.submit(is_open).result() is is_kept
        pool.submit(connections.close_all).result()


def test_a_private_feed_ends_with_its_session_or_the_sign_in(
    groups: list[Group], classroom: Classroom
) -> None:
    path, hour_s = f"/g/{groups[0].code}/feed", 3600

    def left_s(browser: dict[str, str], **signed_in_s: float) -> float:
        """How long the stream of a session lasts that expires in two hours."""
        store = SessionStore(browser[settings.SESSION_COOKIE_NAME])
        store.update({key: time.time() - ago_s for key, ago_s in signed_in_s.items()})
        store.save()
        Session.objects.filter(pk=store.session_key).update(
            expire_date=timezone.now() + timedelta(hours=2)
        )
        found = feed_access(path, browser)
        assert found is not None
        return found.ends_at - time.monotonic()

    console, teacher = of_console(groups[0]), signed_in(classroom.instructor)
    assert left_s(console) == pytest.approx(2 * hour_s, abs=60)
    assert left_s(teacher, seen=0) == pytest.approx(2 * hour_s, abs=60)
    assert left_s(teacher, seen=11 * hour_s) == pytest.approx(hour_s, abs=60)
    public = feed_access(f"/c/{groups[0].code}/feed", console)
    assert public is not None
    assert public.ends_at == math.inf


def test_sessions_that_are_over_are_those_without_a_valid_row(classroom: Classroom) -> None:
    there, gone, expired = (next(iter(cookies(number=number).values())) for number in range(3))
    Session.objects.get(pk=gone).delete()
    Session.objects.filter(pk=expired).update(expire_date=timezone.now())
    assert sessions_over({there, gone, expired}) == {gone, expired}
