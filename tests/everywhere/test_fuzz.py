"""Fuzzing: no 500, no long wait, and refused requests store nothing."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from moderator.core.forms import MOST_AGAIN
from moderator.server.bridge import most_of
from tests.support import hostile_names
from tests.support.amount import amount
from tests.support.play.play import deploy
from tests.support.web import fuzzing
from tests.support.web import world as worlds
from tests.support.web.fuzzing import (
    FORM,
    LETTERS,
    MORE_FIELDS,
    TEXTS,
    Form,
    encoded,
    fuzz,
    holds,
    sends,
)
from tests.support.web.visits import let_go, undone
from tests.support.web.world import World

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

HEADERS = (
    *("HX-Request", "Accept", "Accept-Language", "Accept-Encoding", "If-None-Match", "Range"),
    *("If-Modified-Since", "Host", "X-Forwarded-Host", "X-Forwarded-For", "Referer", "Origin"),
    *("Cookie", "Content-Encoding", "Transfer-Encoding", "X-CSRFToken"),
    *("Last-Event-ID", "User-Agent", "Authorization", "X-HTTP-Method-Override"),
)
LATIN = st.text(st.characters(max_codepoint=255, exclude_characters="\0\r\n"), max_size=40)


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Two classes with games, for all tests of this file, which roll back each request."""
    with django_db_blocker.unblock(), undone():
        world = worlds.another()
        worlds.record(world.game, deploy("egypt", "syria", 1))
        yield world


@pytest.fixture(scope="module")
def forms(played: World, django_db_blocker: Any) -> list[Form]:
    with django_db_blocker.unblock():
        return fuzzing.forms_of(played)


def test_every_form_as_it_stands_is_one_of_ours(played: World, forms: list[Form]) -> None:
    found = {sends(played.browsers[form.role], form.url, form.fields) for form in forms}
    assert len(forms) > 100
    assert 303 in found


@given(data=st.data())
@fuzz(80)
def _forms(data: st.DataObject, world: World, forms: list[Form]) -> None:
    form = data.draw(st.sampled_from(forms))
    fields = data.draw(fuzzing.edits(form.fields))
    role = data.draw(st.sampled_from((form.role, form.role, *fuzzing.ROLES)))
    sends(world.browsers[role], form.url, fields)


def test_forms(played: World, forms: list[Form]) -> None:
    _forms(world=played, forms=forms)


def test_a_refused_text_of_a_megabyte_is_not_sent_back_whole(
    played: World, forms: list[Form]
) -> None:
    found = {
        (form.url, name.partition(".")[0]): (form, name)
        for form in forms
        for name, _ in form.fields
        if name != "csrfmiddlewaretoken"
    }
    assert len(found) > 100
    for form, name in list(found.values())[:: amount(46, 1)]:
        text = "y \n" * ((most_of(form.url) - 10_000) // 3)
        fields = (*(one for one in form.fields if one[0] != name), (name, text))
        browser = played.browsers[form.role]
        with fuzzing.rolled_back(browser):
            answer = browser.generic("POST", form.url, "&".join(map("=".join, fields)), FORM)
            let_go(answer)
        again = 0 if answer.streaming else answer.content.count(b"y \n") * 3
        assert again <= MOST_AGAIN, (form.url, name)


QUERIES = ("move", "after", "paper", "part", "next", "game", "code", "text", "wall", "all")


@given(data=st.data())
@fuzz(50)
def _queries(data: st.DataObject, world: World, urls: list[str]) -> None:
    role = data.draw(st.sampled_from(fuzzing.ROLES))
    names = st.sampled_from((*QUERIES, *MORE_FIELDS))
    fields = data.draw(st.lists(st.tuples(names, TEXTS), max_size=4))
    url = data.draw(st.sampled_from(urls)) + "?" + encoded(tuple(fields)).decode()
    method = data.draw(st.sampled_from(("GET", "GET", "GET", "HEAD", "OPTIONS", "PUT", "DELETE")))
    holds(world.browsers[role], lambda b: b.generic(method, url))


def test_queries(played: World) -> None:
    _queries(world=played, urls=list(fuzzing.addresses(played).values()))


@given(data=st.data())
@fuzz(40)
def _paths(data: st.DataObject, world: World, urls: list[str]) -> None:
    parts = data.draw(st.sampled_from(urls)).split("/")
    place = data.draw(st.integers(0, len(parts) - 1))
    parts[place] = fuzzing.encoded(((data.draw(TEXTS), ""),)).decode()[:-1]
    role = data.draw(st.sampled_from(fuzzing.ROLES))
    method = data.draw(st.sampled_from(("GET", "POST")))
    holds(world.browsers[role], lambda b: b.generic(method, "/" + "/".join(parts).lstrip("/")))


def test_paths(played: World) -> None:
    _paths(world=played, urls=list(fuzzing.addresses(played).values()))


@given(data=st.data())
@fuzz(40)
def _commands(data: st.DataObject, world: World, url: str) -> None:
    words = (
        "deploy",
        "attack",
        "egypt",
        "hatti",
        "syria",
        "5",
        "a",
        "all",
        "with",
        "correct",
        "undo",
    )
    more = ("9" * 400, "٣", "²", "\u202e", "\0", "-1", "+5", '"', "(", "*", "[", "\\", "…", "É")
    word = st.sampled_from((*words, *words, *more)) | TEXTS
    text = data.draw(st.lists(word, max_size=7).map(" ".join) | TEXTS)
    laptop = world.browsers["moderator"]
    query = encoded((("text", text),)).decode()
    holds(laptop, lambda b: b.get(f"{url}hear/?{query}"))
    form = (("text", text), ("after", "1"), ("key", ""), ("game", "1"))
    sends(laptop, f"{url}move/", form)


def test_command_lines(played: World) -> None:
    _commands(world=played, url=f"/g/{played.group.code}/")


@given(data=st.data())
@fuzz(60)
def _bodies(data: st.DataObject, world: World, urls: list[str]) -> None:
    kind = data.draw(st.sampled_from(hostile_names.CONTENT_TYPES) | LATIN)
    parts = st.sampled_from((*hostile_names.PARTS, *(one.encode() for one in hostile_names.JSONS)))
    body = data.draw(st.lists(parts | st.binary(max_size=40), max_size=6).map(b"".join))
    names = data.draw(st.lists(st.sampled_from(HEADERS), max_size=3))
    numbers = st.sampled_from([one for one in hostile_names.NUMBERS if one.isascii()])
    headers = {name: data.draw(LATIN | numbers) for name in names}
    url = data.draw(st.sampled_from(urls))
    browser = world.browsers[data.draw(st.sampled_from(fuzzing.ROLES))]
    holds(browser, lambda b: b.generic("POST", url, body, kind, headers=headers))


def test_no_content_type_is_too_odd(played: World) -> None:
    """For visitors with and without access; with an existing page, and without."""
    bodies = (b"a=b&text=%FF", b"".join(hostile_names.PARTS))
    for role in ("moderator", "nobody"):
        browser = played.browsers[role]
        for url in (fuzzing.addresses(played)["move"], "/no-such-page/"):
            for kind in hostile_names.CONTENT_TYPES:
                for body in bodies:
                    holds(browser, lambda b, u=url, d=body, k=kind: b.generic("POST", u, d, k))
                holds(browser, lambda b, u=url, k=kind: b.generic("GET", u + "?x=%FF", b"", k))


def test_bodies_and_headers(played: World) -> None:
    _bodies(world=played, urls=list(fuzzing.addresses(played).values()))


@given(data=st.data())
@fuzz(15)
def _cookies(data: st.DataObject, world: World, urls: list[str]) -> None:
    browser = Client()
    for name in data.draw(st.lists(st.sampled_from(("sessionid", "csrftoken", "messages", "x")))):
        browser.cookies[name] = data.draw(LATIN.map(lambda text: text.replace("\0", "")))
    holds(browser, lambda b: b.get(data.draw(st.sampled_from(urls))))


def test_cookies(played: World) -> None:
    _cookies(world=played, urls=list(fuzzing.addresses(played).values()))


# Records

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(hostile_names.NAMES),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(LETTERS, max_size=5), inner)
    ),
    max_leaves=8,
)


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Of everything in a JSON value."""
    found = [here]
    if isinstance(value, list):
        value = dict(enumerate(value))
    for name, item in value.items() if isinstance(value, dict) else ():
        found += paths(item, (*here, name))
    return found


def put(value: Any, path: tuple[Any, ...], item: Any) -> Any:
    """A copy of the value with one part replaced."""
    if not path:
        return item
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], item)
    return copy


@st.composite
def records(draw: st.DrawFn, whole: Any) -> bytes:
    """A good record with one error, or something that is no record."""
    value = put(whole, draw(st.sampled_from(paths(whole))), draw(JSON))
    data = json.dumps(value, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    if draw(st.booleans()):
        at = draw(st.integers(0, len(data)))
        junk = st.sampled_from(
            (*(one.encode() for one in hostile_names.JSONS), b"", b"\xff", b'"', b"\0")
        )
        data = data[:at] + draw(junk) + data[at + draw(st.integers(0, 9)) :]
    return data


@given(data=st.data())
@fuzz(40)
def _records(data: st.DataObject, browser: Client, url: str, whole: Any) -> None:
    file = io.BytesIO(data.draw(records(whole)))
    file.name = "record.json"
    holds(browser, lambda b: b.post(url, {"once": "a" * 22, "record": file}))


def test_records(played: World) -> None:
    laptop = played.browsers["instructor"]
    whole = json.loads(laptop.get(f"/g/{played.group.code}/record.json").content)
    url = fuzzing.addresses(played)["record-upload"]
    _records(browser=laptop, url=url, whole=whole)
