"""A clock that jumps erases nothing; one that is right again, or goes on, does."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from moderator.core import site_time
from moderator.core.models import Classroom
from moderator.core.sessions import AccountSession, SessionStore
from moderator.features.accounts.write import sign_in_link_create
from moderator.features.classes.write import (
    classroom_create,
    classroom_delete,
    classrooms_purge,
    deletion_plan,
)
from tests.support.clock import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DAY = 24 * 3600
YEAR = 365 * DAY


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """The process has noted the time, and its monotonic clock goes with the other."""
    began = clock.now
    monkeypatch.setattr(site_time.time, "monotonic", lambda: (clock.now - began).total_seconds())
    site_time.note()


@pytest.fixture
def deleted(fresh: None) -> Classroom:
    """A class that was deleted just now, beside one that is to be deleted in a month."""
    user = User.objects.create_user("pat", password="a long word of passage")
    kept = classroom_create(user, "Near East 102")
    deletion_plan(kept, kept.today.replace(day=28))
    return classroom_delete(classroom_create(user, "Near East 101"))


def classes() -> list[bool]:
    """Which of the two are there; whether it is deleted."""
    classrooms_purge()
    return [one.deleted_at is not None for one in Classroom.every.order_by("pk")]


def session() -> str:
    store = SessionStore()
    store["seat"] = 1
    store.save()
    assert store.session_key
    return store.session_key


def lives(key: str) -> bool:
    site_time.note()
    call_command("clearsessions")
    return SessionStore(key).get("seat") == 1


def test_a_start_a_year_ahead_ends_no_session_and_erases_nothing(
    clock: Clock, deleted: Classroom, caplog: pytest.LogCaptureFixture
) -> None:
    key = session()
    for _ in range(3):  # starts
        for by in (YEAR, -YEAR):
            clock.wait(by)
            assert (lives(key), classes()) == (True, [False, True])
    assert "2027-03-02, and the site was last seen on 2026-03-02" in caplog.text
    for _ in range(6):
        clock.wait(DAY)
        assert classes() == [False, True]
    clock.wait(DAY)
    assert classes() == [False]


def test_a_clock_that_jumps_while_the_site_runs_is_noticed_at_once(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, before = session(), clock.now
    monkeypatch.setattr(site_time.time, "monotonic", lambda: 0.0)
    clock.wait(YEAR)
    assert site_time.bounds()[0] == before
    assert SessionStore(key).get("seat") == 1


def test_after_the_summer_it_goes_on_by_itself_in_a_week(clock: Clock, deleted: Classroom) -> None:
    key = session()
    clock.wait(150 * DAY)
    for _ in range(7):
        assert (lives(key), classes()) == (True, [False, True])
        clock.wait(DAY)
    assert classes() == [True]  # the first is erased, the other deleted on its day
    assert not lives(key)
    for _ in range(7):
        clock.wait(DAY)
        erased = classes() == []
    assert erased


def test_a_laptop_that_is_used_each_week_erases_a_week_later(
    clock: Clock, deleted: Classroom
) -> None:
    found = []
    for _ in range(3):
        clock.wait(7 * DAY)
        found.append(classes())
    assert found == [[False, True], [False], [False]]


def test_it_is_said_and_can_be_confirmed(clock: Clock, deleted: Classroom) -> None:
    clock.wait(40 * DAY)
    browser, told, out = Client(), StringIO(), StringIO()
    browser.force_login(User.objects.get())
    page = browser.get(reverse("classes")).content.decode()
    assert "clock says 11 April 2026" in page
    assert "last seen on 2 March 2026" in page
    call_command("purge_classes", stdout=out, stderr=told)
    assert "Classes erased: 0." in out.getvalue()
    assert "last seen on 2026-03-02" in told.getvalue()
    call_command("purge_classes", "--clock-is-right", stdout=out, stderr=StringIO())
    assert "Classes erased: 1." in out.getvalue()
    assert "clock says" not in browser.get(reverse("classes")).content.decode()


def test_what_is_deleted_by_a_clock_set_back_is_kept_for_a_week(clock: Clock) -> None:
    user = User.objects.create_user("pat", password="a long word of passage")
    clock.wait(-YEAR)
    assert classroom_delete(classroom_create(user, "A")).deleted_at == site_time.stands_at()
    clock.wait(YEAR + DAY)
    assert classes() == [True]
    clock.wait(-YEAR)
    for _ in range(8):  # it stays there: then it is believed, too
        assert classes() == [True]
        clock.wait(DAY)
    assert site_time.stands_at() is None


PASSWORD = "a long word of passage"
JUMPS = [-YEAR, -20 * DAY, -5 * DAY, 5 * DAY, 20 * DAY, 150 * DAY]


def signed_in() -> Client:
    browser = Client()
    browser.post("/sign-in/", {"username": "pat", "password": PASSWORD})
    assert browser.get("/classes/").status_code == 200
    return browser


@pytest.mark.parametrize("jump", JUMPS)
def test_whatever_the_clock_says_everybody_gets_in(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    user = User.objects.create_user("pat", password=PASSWORD)
    classroom = classroom_create(user, "Near East 101")
    clock.wait(jump)
    site_time.note()
    phone, door = Client(), reverse("join", args=[classroom.code])
    assert phone.post(door, {"name": "Ada"}).status_code == 303
    call_command("clearsessions")
    assert "Ada" in phone.get(door, follow=True).content.decode()
    laptop = signed_in()
    assert "this one" in laptop.get(reverse("security")).content.decode()
    assert laptop.post(reverse("security"), {"everywhere": ""}).headers["Location"] == "/"
    assert not AccountSession.objects.exists()
    forgetful = Client()
    forgetful.post(reverse("one-time", args=[sign_in_link_create(user)]))
    assert "old_password" not in forgetful.get(reverse("password")).content.decode()


def test_no_seat_is_lost_when_the_clock_is_set_right(clock: Clock) -> None:
    for jump in (-YEAR, YEAR):
        clock.wait(jump)
        site_time.note()
        key = session()
        clock.wait(-jump)
        assert SessionStore(key).get("seat") == 1
        assert lives(key)


def test_a_first_start_a_year_ahead_is_no_harm_later(clock: Clock) -> None:
    clock.wait(YEAR)
    site_time.believe(clock.now)
    site_time.note()
    clock.wait(-YEAR)
    key = session()
    User.objects.create_user("pat", password=PASSWORD)
    signed_in()
    kept = classroom_create(User.objects.get(), "Near East 102")
    deletion_plan(kept, kept.today.replace(day=28))
    assert (lives(key), classes()) == (True, [False])


@pytest.mark.parametrize("days", [1, 4, 13])
def test_a_sign_in_ends_while_the_site_is_off(clock: Clock, days: int) -> None:
    User.objects.create_user("pat", password=PASSWORD)
    laptop = signed_in()
    clock.wait(days * DAY)
    site_time.note()
    assert laptop.get("/classes/").status_code == 302


def test_a_clock_that_is_set_back_makes_no_sign_in_one_of_just_now(clock: Clock) -> None:
    User.objects.create_user("pat", password=PASSWORD)
    laptop = signed_in()
    clock.wait(-3600)
    assert laptop.get("/classes/").status_code == 200
    again = laptop.post("/sign-in/security/", {"everywhere": ""})
    assert again.headers["Location"].startswith("/sign-in/?again")
