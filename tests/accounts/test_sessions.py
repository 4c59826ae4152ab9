"""Sessions: a new key at each sign-in, and how they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client, override_settings
from django.urls import reverse

from moderator.core import credentials, sessions
from moderator.core.audiences import feed_access
from moderator.core.people import person_remove, person_return_link
from moderator.features.accounts.write import sign_in_link_create
from tests.support.web import world as worlds
from tests.support.web.world import World

PASSWORD = "seven hills of Rome"
HOUR_S = 3600
NAMES = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "KNOWN_COOKIE_NAME")


def by_joining(world: World, browser: Client) -> Any:
    return browser.post(reverse("join", args=[world.classroom.code]), {"name": "Zoe"})


def by_link(world: World, browser: Client) -> Any:
    return browser.post(reverse("console-link", args=[credentials.console_token(world.group)]))


def by_pin(world: World, browser: Client) -> Any:
    form = {"code": world.classroom.code, "pin": credentials.console_pin(world.group)}
    return browser.post(reverse("pin"), form)


def by_return_link(world: World, browser: Client) -> Any:
    token = person_return_link(world.person("Eve"))
    return browser.post(reverse("back", args=[token]))


def by_password(world: World, browser: Client) -> Any:
    User.objects.create_user("robin", password=PASSWORD)
    return browser.post("/sign-in/", {"username": "robin", "password": PASSWORD})


def by_one_time_link(world: World, browser: Client) -> Any:
    token = sign_in_link_create(world.instructor)
    return browser.post(reverse("one-time", args=[token]))


WAYS = (by_joining, by_link, by_pin, by_return_link, by_password, by_one_time_link)


@pytest.mark.parametrize("come_in", WAYS)
def test_a_planted_session_is_worthless(
    world: World, come_in: Callable[[World, Client], Any]
) -> None:
    browser, planter = Client(), Client()
    session = planter.session
    session["planted"] = True
    session.save()
    for one in (browser, planter):
        one.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    assert come_in(world, browser).status_code == 303
    assert browser.cookies["sessionid"].value != session.session_key
    assert not Session.objects.filter(session_key=session.session_key).exists()
    assert "planted" not in planter.session


@pytest.mark.parametrize("come_in", WAYS)
def test_no_script_and_no_other_site_gets_a_cookie(
    world: World, come_in: Callable[[World, Client], Any]
) -> None:
    browser = Client()
    browser.get(reverse("pin"))  # a form brings the other cookie
    come_in(world, browser)
    assert {"sessionid", "csrftoken"} <= browser.cookies.keys()
    for cookie in browser.cookies.values():
        assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
        assert not cookie["domain"]


SECURE = {f"{name}": f"__Host-{getattr(settings, name)}" for name in NAMES} | {
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
}


@override_settings(**SECURE)
def test_over_https_cookies_are_of_this_host_alone(world: World) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.get(reverse("pin"), secure=True)
    assert browser.cookies["__Host-csrftoken"]["secure"]
    link = reverse("one-time", args=[sign_in_link_create(world.instructor)])
    form = {"csrfmiddlewaretoken": browser.cookies["__Host-csrftoken"].value}
    done = browser.post(link, form, secure=True, headers={"referer": "https://testserver/"})
    assert done.status_code == 303
    assert set(browser.cookies) == {"__Host-csrftoken", "__Host-sessionid", "__Host-known"}
    for cookie in browser.cookies.values():
        assert cookie["secure"]
        assert (cookie["path"], cookie["domain"]) == ("/", "")
    key = browser.cookies["__Host-sessionid"].value
    assert feed_access(f"/g/{world.group.code}/feed", {"__Host-sessionid": key})
    assert feed_access(f"/g/{world.group.code}/feed", {"sessionid": key}) is None


@pytest.mark.slow
@pytest.mark.parametrize(("https", "prefix"), [("1", "__Host-"), ("", "")])
def test_one_setting_decides(https: str, prefix: str) -> None:
    names = [*NAMES, "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "CSRF_COOKIE_HTTPONLY"]
    ask = "import json; from django.conf import settings as s; "
    done = subprocess.run(
        [sys.executable, "-c", ask + f"print(json.dumps([getattr(s, n) for n in {names}]))"],
        env=os.environ | {"HTTPS": https, "DJANGO_SETTINGS_MODULE": "moderator.settings"},
        capture_output=True,
        check=True,
        text=True,
    )
    cookies = [f"{prefix}{name}" for name in ("sessionid", "csrftoken", "known")]
    assert json.loads(done.stdout) == [*cookies, bool(https), bool(https), True]


def test_signing_out_and_being_removed_end_it_at_once(world: World) -> None:
    laptop, phone = worlds.signed_in(world.instructor), world.browsers["student"]
    old = {one: one.cookies["sessionid"].value for one in (laptop, phone)}
    console, play = (f"/{page}/{world.group.code}/" for page in ("g", "play"))
    assert laptop.get(console).status_code == phone.get(play).status_code == 200
    laptop.post(reverse("sign-out"))
    person_remove(world.person("Eve"))
    thief = Client()
    for url, browser in ((console, laptop), (play, phone)):
        thief.cookies["sessionid"] = old[browser]
        assert thief.get(url).status_code in (302, 404)
        assert feed_access(f"{url}feed", {"sessionid": old[browser]}) is None
    assert not Session.objects.filter(session_key=old[laptop]).exists()


def test_a_new_password_ends_every_other_session(world: World) -> None:
    here, there = worlds.signed_in(world.instructor), worlds.signed_in(world.instructor)
    new = {"new_password1": "a wholly new password", "new_password2": "a wholly new password"}
    assert here.post(reverse("password"), new).status_code == 303
    assert here.get("/classes/").status_code == 200
    assert there.get("/classes/").status_code == 302
    key = there.cookies["sessionid"].value
    assert feed_access(f"/g/{world.group.code}/feed", {"sessionid": key}) is None


def signed_in_for(user: User, began_s: float, seen_s: float) -> Client:
    """A laptop whose instructor signed in and was last seen that many seconds ago."""
    laptop = worlds.signed_in(user)
    session, now_s = laptop.session, int(time.time())
    session[sessions.BEGAN], session[sessions.SEEN] = now_s - began_s, now_s - seen_s
    session.save()
    return laptop


@pytest.mark.slow
@pytest.mark.parametrize(
    ("began_s", "seen_s", "is_in"),
    [
        (13 * 24 * HOUR_S, 11 * HOUR_S, True),
        (13 * 24 * HOUR_S, 13 * HOUR_S, False),
        (15 * 24 * HOUR_S, 60, False),
        (-365 * 24 * HOUR_S, -365 * 24 * HOUR_S, False),  # by a clock that was wrong
    ],
)
def test_an_instructor_is_signed_out_in_the_end(
    world: World, began_s: int, seen_s: int, is_in: bool
) -> None:
    laptop = signed_in_for(world.instructor, began_s, seen_s)
    key = laptop.cookies["sessionid"].value
    assert (feed_access(f"/g/{world.group.code}/feed", {"sessionid": key}) is not None) == is_in
    page = reverse("classroom", args=[world.classroom.pk]) + "?wall"
    answer = laptop.get(page)
    if is_in:
        assert answer.status_code == 200
        assert time.time() - laptop.session[sessions.SEEN] < 60
    else:
        assert answer.headers["Location"] == f"/sign-in/?next={page.replace('?', '%3F')}"
        assert not Session.objects.filter(session_key=key).exists()


def test_the_end_of_a_session_moves_nobody_from_an_open_page(world: World) -> None:
    laptop = signed_in_for(world.instructor, 0, 13 * HOUR_S)
    assert laptop.get(reverse("chart", args=[world.group.code])).status_code == 200
    late = signed_in_for(world.instructor, 0, 13 * HOUR_S)
    posted = late.post(reverse("move", args=[world.group.code]), {"text": "undo"})
    assert posted.status_code == 404


def test_a_session_that_begins_by_hand_ends_within_two_weeks(world: World) -> None:
    laptop = Client()
    by_one_time_link(world, laptop)
    assert laptop.cookies["sessionid"]["max-age"] == sessions.LONGEST_S == 14 * 24 * HOUR_S
    assert laptop.session.get_expiry_age() <= sessions.LONGEST_S


def test_looking_writes_at_most_once_an_hour(world: World) -> None:
    laptop = signed_in_for(world.instructor, 2 * HOUR_S, HOUR_S - 60)
    before = Session.objects.get(session_key=laptop.cookies["sessionid"].value).session_data
    laptop.get("/classes/")
    after = Session.objects.get(session_key=laptop.cookies["sessionid"].value).session_data
    assert before == after
