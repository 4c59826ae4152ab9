"""Every form of the site as its visitors see it, and requests with something wrong in them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_from_bytes

from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from moderator.core import credentials
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.features.accounts.write import sign_in_link_create
from tests.support import hostile_names
from tests.support.addresses import arguments
from tests.support.addresses import url as url_of
from tests.support.amount import amount
from tests.support.web.access_table import expected
from tests.support.web.reading import Element, read, values
from tests.support.web.visits import let_go
from tests.support.web.world import World

LIMIT_S = 2.0
FORM = "application/x-www-form-urlencoded"
ROLES = ("nobody", "student", "moderator", "instructor")
Sent = tuple[tuple[str, str], ...]


def fuzz(examples: int) -> Callable[[Any], Any]:
    """Settings for so many examples in a long run and an eighth of them in others, which are the
    same in every run; FUZZ=5000 runs 5000 others.
    """
    own = int(os.environ.get("FUZZ", "0"))
    return settings(
        max_examples=own or amount(examples // 8, examples),
        derandomize=not own,
        deadline=None,  # the time is checked for each request
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@dataclass(frozen=True)
class Form:
    """A form as it would be sent: by whom, to which URL, with which fields."""

    role: str
    url: str
    fields: Sent


def addresses(world: World, person: str = "Eve") -> dict[str, str]:
    """Every URL with existing objects, except the one that answers 503 without a feed."""
    tokens = {
        "console-link": credentials.console_token(world.group),
        "one-time": sign_in_link_create(world.instructor),
    }
    found = {}
    for name, words in arguments().items():
        known = {
            "code": world.group.code,
            "pk": world.classroom.pk,
            "number": world.person(person).number if name == "person" else 1,
            "game": 1,
            "token": tokens.get(name, "any-token"),
            "player": "egypt",
        }
        if name != "readyz":
            found[name] = url_of(name, **{word: known[word] for word in words})
    return found


def forms_of(world: World) -> list[Form]:
    """Every form that one of the roles sees, once for each of its buttons."""
    found: dict[tuple[str, Sent, tuple[str, ...]], Form] = {}
    for role in ROLES:
        for name, url in addresses(world).items():
            if expected(name, "GET", role) != 200:
                continue
            answer = world.browsers[role].get(url)
            let_go(answer)
            if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
                for form in _forms_in(read(answer), role, url):
                    names = tuple(name for name, _ in form.fields)
                    same = tuple(one for one in form.fields if one[0] != "csrfmiddlewaretoken")
                    found.setdefault((form.url, same[-1:], names), form)
    return list(found.values())


def _forms_in(page: Element, role: str, url: str) -> Iterator[Form]:
    for form in page.all("form"):
        if form.attributes.get("method") == "post":
            action = form.attributes.get("action") or url
            fields = tuple(values(form).items())
            named = [b for b in form.all("button") if b.attributes.get("name")]
            for button in named or [Element("button", {})]:
                pressed = (button.attributes.get("name"), button.attributes.get("value", ""))
                yield Form(role, action, (*fields, pressed) if pressed[0] else fields)  # type: ignore[arg-type]


# What is sent

# All but surrogates. With a codec, each character would be tried.
LETTERS = st.characters(exclude_categories=("Cs",))
TEXTS = st.one_of(
    st.sampled_from((*hostile_names.NAMES, *hostile_names.NUMBERS, *hostile_names.JSONS)),
    st.text(LETTERS, max_size=30),
    st.text(st.characters(codec=None), max_size=8),
    st.integers(-(10**20), 10**20).map(str),
)
MORE_FIELDS = (
    *("type", "text", "form", "key", "after", "game", "choice", "numbers", "counts", "lists"),
    *("player", "region", "rfs", "chart.yurt.ariel", "a.b.c.d.e", ".", "..", "give.G", "reason"),
    *("objects", "move"),
    *("name", "code", "pin", "once", "do", "seat", "group", "scenario", "count", "time_zone"),
    *("username", "password", "next", "csrfmiddlewaretoken", "turns", "record", "__proto__", "\0"),
)


@st.composite
def edits(draw: st.DrawFn, fields: Sent) -> Sent:
    """The fields, with up to four errors."""
    sent = list(fields)
    for _ in range(draw(st.integers(0, 4))):
        names = [name for name, _ in sent]
        name = draw(st.sampled_from((*names, *MORE_FIELDS)) | st.text(LETTERS, max_size=9))
        how = draw(st.sampled_from(("set", "set", "drop", "repeat", "many")))
        if how in ("set", "drop"):
            sent = [(n, v) for n, v in sent if n != name]
        if how != "drop":
            sent += [(name, draw(TEXTS))] * (50 if how == "many" else 1)
    return tuple(sent)


def encoded(fields: Sent) -> bytes:
    """Encodes a form, with lone surrogates too."""
    return "&".join("=".join(map(_quoted, field)) for field in fields).encode()


def _quoted(text: str) -> str:
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"))


# What comes back


def stored() -> tuple[int, ...]:
    """Counts everything that a refused request must not add to."""
    return tuple(model.objects.count() for model in (Entry, Game, Group, Person, Classroom))


@contextmanager
def rolled_back(browser: Client) -> Iterator[None]:
    """Rolls back whatever happens inside."""
    cookies = deepcopy(browser.cookies)
    before = transaction.savepoint()  # not a block: moves need to be in the outermost one
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
        browser.cookies = cookies


def holds(browser: Client, ask: Callable[[Client], Any]) -> int:
    """Returns the status, after checking that it is no 500, in time, and stored nothing if refused.

    It measures CPU time, since other processes may be running.
    """
    browser.raise_request_exception = False
    with rolled_back(browser):
        before = stored()
        began = time.thread_time()
        answer = ask(browser)
        took_s = time.thread_time() - began
        let_go(answer)
        if answer.status_code >= 500:
            raise answer.exc_info[1] if answer.exc_info else AssertionError(answer.status_code)
        assert took_s < LIMIT_S, f"{took_s:.1f} s"
        if answer.status_code >= 400:
            assert stored() == before
    return int(answer.status_code)


def sends(browser: Client, url: str, fields: Sent) -> int:
    """The same for a posted form."""
    return holds(browser, lambda b: b.generic("POST", url, encoded(fields), FORM))
