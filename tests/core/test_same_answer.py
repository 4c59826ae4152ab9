"""Wrong, used, expired and withdrawn secrets look the same, and cost the same work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from moderator.core import credentials, people
from moderator.core.class_models import WrongTries
from moderator.core.people import person_remove, person_return_link
from moderator.features.accounts.models import SignInLink
from moderator.features.accounts.write import sign_in_link_create
from moderator.features.classes.write import group_link_withdraw
from tests.support.web.world import World

Answer = tuple[int, str, list[str], int]
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each expensive call: MACs of links and PINs, hashes of passwords."""
    calls: list[str] = []
    mac, encode = credentials._derive, hashers.MD5PasswordHasher.encode

    def derive(purpose: str, *more: Any) -> bytes:
        calls.append(purpose)
        return mac(purpose, *more)

    def slow_hash(self: object, password: str, salt: str) -> str:
        calls.append("password")
        return encode(self, password, salt)  # type: ignore[arg-type]

    monkeypatch.setattr(credentials, "_derive", derive)
    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", slow_hash)
    return calls


def shape(sql: str) -> str:
    """A query without its values."""
    return re.sub(r"'[^']*'|\bNULL\b|\bs?\d+(_x\d+)?\b", "?", sql)


def ask(path: str, hashed: list[str], form: dict[str, str] | None = None) -> Answer:
    """Status, text, queries and hashes; the text without what was typed."""
    WrongTries.objects.all().delete()
    hashed.clear()
    browser = Client()
    with CaptureQueriesContext(connection) as queries:
        answer = browser.post(path, form or {})
    text = _TOKEN.sub("", answer.content.decode()).replace(path, "")
    for typed in (form or {}).values():
        text = text.replace(f'value="{typed}"', "")
    return answer.status_code, text, [shape(q["sql"]) for q in queries], len(hashed)


@contextmanager
def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> Iterator[None]:
    now = timezone.now() + timedelta(seconds=seconds)
    with monkeypatch.context() as patch:
        patch.setattr(timezone, "now", lambda: now)
        patch.setattr("django.core.signing.time.time", now.timestamp)
        yield


def test_console_links(world: World, hashed: list[str]) -> None:
    old = credentials.console_token(world.group)
    group_link_withdraw(world.group)
    changed = credentials.console_token(world.group)[:-1] + "_"
    nobodys = "BBBBBBB" + old[7:]
    answers = [
        ask(reverse("console-link", args=[token]), hashed) for token in (old, changed, nobodys)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == 404
    assert answers[0][3] == 1


def test_return_links(world: World, hashed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    eve = world.person("Eve")
    used = person_return_link(eve)
    assert Client().post(reverse("back", args=[used])).status_code == 303
    eve.refresh_from_db()
    fresh = person_return_link(eve)
    wrong = fresh[:-1] + ("A" if fresh[-1] != "A" else "B")
    answers = [ask(reverse("back", args=[token]), hashed) for token in (used, wrong, "x")]
    with later(monkeypatch, people.RETURN_LINK_S + 5):
        answers.append(ask(reverse("back", args=[fresh]), hashed))
    person_remove(eve)
    answers.append(ask(reverse("back", args=[fresh]), hashed))
    assert answers[0][0] == 404
    assert [answer for answer in answers if answer != answers[0]] == []


def test_one_time_links(world: World, hashed: list[str]) -> None:
    used, late, closed = (sign_in_link_create(world.instructor) for _ in range(3))
    assert Client().post(reverse("one-time", args=[used])).status_code == 303
    answers = [ask(reverse("one-time", args=[token]), hashed) for token in (used, "x", used + "x")]
    SignInLink.objects.update(expires=timezone.now() - timedelta(seconds=1))
    answers.append(ask(reverse("one-time", args=[late]), hashed))
    SignInLink.objects.update(expires=timezone.now() + timedelta(hours=1))
    User.objects.update(is_active=False)
    answers.append(ask(reverse("one-time", args=[closed]), hashed))
    assert answers[0][0] == 404
    assert [answer for answer in answers if answer != answers[0]] == []


def test_pins(world: World, hashed: list[str]) -> None:
    """The class's code is public; only what is behind it must look the same."""
    old, code = credentials.console_pin(world.group), world.classroom.code
    group_link_withdraw(world.group)
    far = credentials.console_pin(world.far_group)
    tries = [old, "AAAAAAAA", far, "A", credentials.console_pin(world.group)[:-1]]
    answers = [ask(reverse("pin"), hashed, {"code": code, "pin": pin}) for pin in tries]
    assert answers[0][0] == 422
    assert answers[0][3] == 2  # one a group, whichever is right
    assert [answer for answer in answers if answer != answers[0]] == []
    nowhere = ask(reverse("pin"), hashed, {"code": "BBBBBBB", "pin": far})
    assert nowhere[:2] == answers[0][:2]
    assert len(nowhere[2]) == len(answers[0][2])


def test_accounts(world: World, hashed: list[str]) -> None:
    world.instructor.set_password("seven hills of Rome")
    world.instructor.save()
    closed = User.objects.create_user("zoe", password="seven hills of Rome", is_active=False)
    assert not User.objects.get(username="quinn").has_usable_password()
    tries = [
        ("pat", "eight hills of Rome"),
        ("nobody", "seven hills of Rome"),
        ("quinn", "seven hills of Rome"),  # has no password
        (closed.get_username(), "seven hills of Rome"),
    ]
    answers = [
        ask("/sign-in/", hashed, {"username": username, "password": password})
        for username, password in tries
    ]
    assert answers[0][0] == 422
    assert answers[0][3] == 1
    assert [answer for answer in answers if answer != answers[0]] == []


def test_links_carry_enough(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """128 bits at least, compared in constant time."""
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    token = credentials.console_token(world.group)
    monkeypatch.setattr(credentials.hmac, "compare_digest", compare)
    assert credentials.console_group(token) == world.group
    assert compared == [(token.encode(), token.encode())]
    assert len(token.partition("-")[2]) * 6 >= 128
    link = sign_in_link_create(world.instructor)
    assert len(link) * 6 >= 128
    assert link not in repr(list(SignInLink.objects.values()))
