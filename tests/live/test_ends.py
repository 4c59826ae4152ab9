"""Streams of the real site end within seconds when access is revoked."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from http.client import HTTPConnection
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.support.site import Site

LIMIT_S = 5
SESSIONS_S = 60
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')

SET_UP = """
import json
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.core.people import moderator_enter, person_join
from moderator.features.people.write import seat_take
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.write import game_create
scenario = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["example-of-play"])

def session(**what):
    store = SessionStore()
    store.update(what)
    store.create()
    return store.session_key

def sits(name, seat):
    classroom = seat.game.group.classroom
    person = person_join(classroom, name, seat.game.group)
    seat_take(person, seat)
    return person.number, session(persons={str(classroom.pk): person.pk})

def signed_in(user):
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value

def made(name):
    user = User.objects.create_user(name, password="a long word of passage")
    classroom = classroom_create(user, "Near East 101")
    group = groups_create(classroom, 1)[0]
    mo = moderator_enter(group, "Mo")
    game = game_create(group, "age-of-iron", scenario, {}, mo)
    seats = list(game.seats.order_by("pk"))
    console = session(
        persons={str(classroom.pk): mo.pk},
        moderates={str(group.pk): [group.link_generation, mo.pk]},
    )
    return {
        "class": classroom.pk, "group": group.code, "number": group.number, "mo": mo.number,
        "kim": sits("Kim", seats[0]), "lou": sits("Lou", seats[1]), "console": console,
        "pat": signed_in(user), "pat at home": signed_in(user),
    }

print(json.dumps([made(f"pat{number}") for number in range(COUNT)]))
"""


@pytest.fixture(scope="module")
def site(site_start: Callable[..., Site]) -> Site:
    return site_start("--no-demo")


@pytest.fixture(scope="module")
def classes(site: Site) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(site.run(SET_UP.replace("COUNT", "6")))
    return found


@pytest.fixture
def made(classes: list[dict[str, Any]]) -> dict[str, Any]:
    """A new class for each test."""
    return classes.pop()


class Stream:
    """An open stream, read up to the first chart."""

    def __init__(self, site: Site, path: str, session: str) -> None:
        self.line = socket.create_connection(("127.0.0.1", site.port), timeout=LIMIT_S)
        head = f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nCookie: sessionid={session}"
        self.line.sendall(f"{head}\r\n\r\n".encode())
        self.came = b""
        while b"event: frame" not in self.came:
            assert self._more(), self.came

    def _more(self) -> bool:
        piece = self.line.recv(100_000)
        self.came += piece
        return bool(piece)

    def ends(self, within_s: float = LIMIT_S) -> None:
        """Asserts that its last event arrives in time."""
        self.line.settimeout(within_s)
        until = monotonic() + within_s
        while self._more():
            assert monotonic() < until, "it goes on"
        assert self.came.endswith(b"event: over\ndata: over\n\n")
        self.line.close()


def status_of(site: Site, path: str, session: str) -> int:
    line = HTTPConnection("127.0.0.1", site.port, timeout=LIMIT_S)
    line.request("GET", f"{path}?protocol=1&after=0", headers={"Cookie": f"sessionid={session}"})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def press(site: Site, page: str, to: str, session: str, **fields: str) -> None:
    """Presses a button of the page."""
    line = HTTPConnection("127.0.0.1", site.port, timeout=20)
    line.request("GET", page, headers={"Cookie": f"sessionid={session}"})
    answer = line.getresponse()
    html = answer.read().decode()
    token = TOKEN.search(html)
    assert token, html
    csrf = answer.headers["Set-Cookie"].partition(";")[0]
    line.request(
        "POST",
        to,
        urlencode({"csrfmiddlewaretoken": token[1], **fields}),
        {
            "Cookie": f"sessionid={session}; {csrf}",
            "Content-Type": "application/x-www-form-urlencoded",
        },
    )
    answer = line.getresponse()
    answer.read()
    assert answer.status in (302, 303)
    line.close()


def test_a_person_is_removed_and_nobody_else_is_signed_out(
    site: Site, made: dict[str, Any]
) -> None:
    (number, kim), (_, lou) = made["kim"], made["lou"]
    path = f"/play/{made['group']}/feed"
    streams = [Stream(site, path, kim), Stream(site, path, lou)]
    assert status_of(site, path, kim) == 200  # and known now
    page = f"/classes/{made['class']}/people/{number}/"
    press(site, page, page, made["pat"], do="remove")
    streams[0].ends()
    streams[1].line.close()
    assert status_of(site, path, kim) == 404
    assert status_of(site, path, lou) == 200


def test_a_moderator_is_removed(site: Site, made: dict[str, Any]) -> None:
    path = f"/g/{made['group']}/feed"
    stream = Stream(site, path, made["console"])
    page = f"/classes/{made['class']}/people/{made['mo']}/"
    press(site, page, page, made["pat"], do="remove")
    stream.ends()
    assert status_of(site, path, made["console"]) == 404
    assert status_of(site, path, made["pat"]) == 200


def test_a_consoles_link_is_withdrawn(site: Site, made: dict[str, Any]) -> None:
    path = f"/g/{made['group']}/feed"
    stream = Stream(site, path, made["console"])
    page = f"/classes/{made['class']}/groups/{made['number']}/withdraw/"
    press(site, page, page, made["pat"])
    stream.ends()
    assert status_of(site, path, made["console"]) == 404


def test_somebody_signs_out(site: Site, made: dict[str, Any]) -> None:
    path = f"/g/{made['group']}/feed"
    stream = Stream(site, path, made["pat"])
    press(site, "/classes/", "/sign-out/", made["pat"])
    stream.ends()
    assert status_of(site, path, made["pat"]) == 404
    assert status_of(site, path, made["pat at home"]) == 200


def test_a_student_leaves(site: Site, made: dict[str, Any]) -> None:
    _, kim = made["kim"]
    path = f"/play/{made['group']}/feed"
    stream = Stream(site, path, kim)
    press(site, f"/play/{made['group']}/", f"/play/{made['group']}/leave/", kim)
    stream.ends()
    assert status_of(site, path, kim) == 404


@pytest.mark.long
def test_a_session_whose_row_is_gone(site: Site, made: dict[str, Any]) -> None:
    """Whoever deletes it, and however: nothing else is told of it."""
    keys = {f"/play/{made['group']}/feed": made["kim"][1], f"/g/{made['group']}/feed": made["pat"]}
    streams = [Stream(site, path, key) for path, key in keys.items()]
    stays = Stream(site, f"/play/{made['group']}/feed", made["lou"][1])
    site.run(
        "from django.contrib.sessions.models import Session\n"
        f"Session.objects.filter(pk__in={list(keys.values())}).delete()"
    )
    for stream in streams:
        stream.ends(SESSIONS_S)
    assert b"event: over" not in stays.came
    stays.line.close()
    assert [status_of(site, path, key) for path, key in keys.items()] == [404, 404]
