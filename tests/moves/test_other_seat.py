"""A student who has been moved to another seat still has the page of the one before."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from moderator.core.models import Person
from moderator.features.deals.models import Contact, Promise
from moderator.features.people.write import seat_give
from moderator.features.slips.models import SlipVersion
from tests.support.shared import shared
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join

ON = {"communication": "written", "diplomatic_records": True}
SENTENCE = (
    "You are Hatti now; this page was for Egypt. It has been loaded again, and nothing was stored."
)
# Each form of the page, and what is typed or pressed.
FORMS: dict[str, dict[str, Any]] = {
    **{name: form for each in shared("FORMS") for name, form in each.items()},
    "play-contact": {"with": ["assyria"], "text": "They want tin"},
    "play-promise-answer": {"answer": "accepted.1"},
    "play-answer": {"answer": "accepted.1"},
    "play-object": {"entry": "1"},
    "play-slip": {"change": "build 1"},
    "play-return": {},
}


@pytest.fixture
def table(db: None) -> Table:
    return seat_down("1800-bc", {"deployment": "simultaneous"} | ON)


@pytest.fixture
def phone(table: Table) -> Client:
    return join(table.group, "Eve", table.game, "egypt")


def move(table: Table, player: str = "hatti") -> None:
    (person,) = Person.objects.filter(kind=Person.Kind.STUDENT)
    seat_give(person, table.game.seats.get(player=player))


def fields_of(table: Table, page: Element, name: str) -> dict[str, str]:
    found = [values(form) for form in page.all("form", action=table.url(name))]
    return max(found, key=len)


@pytest.mark.parametrize("name", FORMS)
def test_a_form_of_the_seat_before_is_refused(table: Table, phone: Client, name: str) -> None:
    page = read(phone.get(table.url("play")))
    typed = fields_of(table, page, name) | FORMS[name]
    move(table)
    answer = phone.post(table.url(name), typed)
    assert answer.status_code == 409
    now = read(answer)
    assert SENTENCE in [one.text for one in now.all("p", class_="bad")]
    assert [one.text for one in now.all("blockquote")] == [
        text for text in [FORMS[name].get("text")] if text
    ]
    assert now.id("slip-form").one("input", name="seat").attributes["value"] == "hatti"
    written = (model for models in shared("MODELS") for model in models)
    for model in (Contact, SlipVersion, *written):
        assert not model.objects.exists()
    assert table.game.seats.get(player="hatti").persons.exists()
    # Back on the seat, it is as before.
    move(table, "egypt")
    assert "You are Hatti" not in phone.post(table.url(name), typed).content.decode()


def test_a_promise_of_the_seat_before_is_refused(table: Table, phone: Client) -> None:
    url = f"{table.url('play-promise')}?to=babylon&kind=no-attack"
    form = values(read(phone.get(url, follow=True)).id("terms"))
    move(table)
    answer = phone.post(url, form | {"do": "show"})
    assert answer.status_code == 409
    assert SENTENCE in read(answer).text
    assert not Promise.objects.exists()


def test_scripts_get_the_sentence_alone(table: Table, phone: Client) -> None:
    page = read(phone.get(table.url("play")))
    typed = fields_of(table, page, "play-slip") | {"part": "slip", "change": "build 1"}
    move(table)
    answer = phone.post(table.url("play-slip"), typed)
    assert (answer.status_code, answer.headers["X-Other-Seat"]) == (409, "yes")
    assert answer.content.decode() == SENTENCE


def test_a_page_without_the_field_is_still_accepted(table: Table, phone: Client) -> None:
    page = read(phone.get(table.url("play")))
    typed = fields_of(table, page, "play-contact") | FORMS["play-contact"]
    del typed["seat"]
    assert phone.post(table.url("play-contact"), typed).status_code == 303
