"""Promises on paper, and answers of those without a phone, entered by a moderator."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from moderator.core import credentials, frames
from moderator.core.errors import NotAllowed
from moderator.core.people import instructor_person
from moderator.core.written import Diplomacy
from moderator.features.deals.models import Promise
from moderator.features.deals.records import promise_answer, promise_make
from tests.support.sheets.reading import text as text_of
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join

QUERY = "?from=egypt&to=babylon&kind=no-attack"
TERMS = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}
SENTENCE = "Egypt won’t attack Babylon in Syria until the end of Game-turn 1."


@pytest.fixture
def table(db: None) -> Table:
    return seat_down("1800-bc", {"deployment": "sequential", "diplomatic_records": True})


def enter(table: Table, answer: str) -> Any:
    """Fills in the steps of the form on the console."""
    records = read(table.laptop.get(table.url("console-records")))
    link = records.one("a", href=table.url("console-promise")).attributes["href"]
    assert len(read(table.laptop.get(link)).all("input", name="from")) == 4
    form = read(table.laptop.get(link + QUERY)).id("terms")
    typed = values(form) | {"own.region": "syria", "do": "show"}
    shown = read(table.laptop.post(link + QUERY, typed))
    assert SENTENCE in shown.one("main").text
    (form,) = [one for one in shown.all("form") if one.all("button", value="enter")]
    answers = [label for label in form.all("label") if label.all("input", name="answer")]
    assert [label.one("span").text for label in answers] == ["Not yet", "Accepted", "Declined"]
    return table.laptop.post(link + QUERY, values(form) | {"do": "enter", "answer": answer})


def own_record(table: Table, phone: Client) -> Element:
    return read(phone.get(table.url("play"))).id("own-record")


@pytest.mark.parametrize(("answer", "after"), [("accepted", 0), ("declined", None), ("", None)])
def test_a_promise_is_entered_from_paper(table: Table, answer: str, after: int | None) -> None:
    babylon = join(table.group, "Bea", table.game, "babylon")
    hatti = join(table.group, "Hal", table.game, "hatti")
    before = frames.render(table.group.pk, "seat:hatti")
    assert enter(table, answer).headers["Location"] == table.url("console-records")
    promise = Promise.objects.get()
    assert (promise.maker, promise.partner, promise.role) == ("egypt", "babylon", "moderator")
    assert (promise.answer, promise.accepted_after) == (answer, after)
    if answer:
        own = own_record(table, babylon).text
        assert f"{answer} · entered by the moderator" in own
    else:
        asked = read(babylon.get(table.url("play"))).id("promise-1")
        assert SENTENCE in asked.text
    assert frames.render(table.group.pk, "seat:hatti") == before
    assert SENTENCE not in hatti.get(table.url("play")).content.decode()
    assert "entered by the moderator" in text_of(table.laptop.get(table.url("records-pdf")).content)


def test_a_country_promises_itself_nothing(table: Table) -> None:
    page = read(table.laptop.get(table.url("console-promise") + "?from=egypt&to=egypt"))
    assert "Choose two different players." in page.one("main").text
    assert len(page.all("input", name="from")) == 4


def test_an_answer_is_entered(table: Table) -> None:
    egypt = join(table.group, "Eve", table.game, "egypt")
    eve = table.game.seats.get(player="egypt").persons.get()
    promise_make(table.game, "babylon", TERMS, None, "k", eve)
    page = read(table.laptop.get(table.url("console-records")))
    button = page.all("button", value="accepted.1")[0]
    typed = values(page.id(button.attributes["form"])) | {"answer": "accepted.1"}
    for _ in range(2):  # pressed twice
        assert table.laptop.post(table.url("console-records"), typed).status_code == 303
    assert Promise.objects.get().accepted_after == 0
    assert "answer entered by the moderator" in own_record(table, egypt).text
    late = typed | {"answer": "declined.1"}
    assert table.laptop.post(table.url("console-records"), late).status_code == 409


def test_where_nobody_reads_along_a_moderator_answers_what_was_entered(table: Table) -> None:
    Diplomacy.objects.create(game=table.game, readers="nobody")
    join(table.group, "Eve", table.game, "egypt")
    eve = table.game.seats.get(player="egypt").persons.get()
    promise_make(table.game, "assyria", TERMS | {"target": "assyria"}, None, "k", eve)
    before = frames.render(table.group.pk, "moderator")
    page = read(table.laptop.get(table.url("console-records")))
    assert not page.all("button", name="answer")
    typed = values(page.id("answer-promise")) | {"answer": "accepted.1"}
    assert table.laptop.post(table.url("console-records"), typed).status_code == 422
    by = instructor_person(table.classroom)
    with pytest.raises(NotAllowed):
        promise_answer(table.game, 1, "accepted", "x", by, "moderator")
    assert frames.render(table.group.pk, "moderator") == before
    Promise.objects.update(answer="withdrawn")
    with pytest.raises(NotAllowed):  # nor does a refusal tell that it has been answered
        promise_answer(table.game, 1, "accepted", "y", by, "moderator")
    Promise.objects.update(answer="")
    enter(table, "")
    page = read(table.laptop.get(table.url("console-records")))
    typed = values(page.id("answer-promise")) | {"answer": "declined.1"}
    assert table.laptop.post(table.url("console-records"), typed).status_code == 303
    assert [one.answer for one in Promise.objects.order_by("number")] == ["", "declined"]


def test_a_form_that_fits_nothing(table: Table) -> None:
    url = table.url("console-promise")
    assert table.laptop.post(url, {"game": "1"}).status_code == 422
    typed = {"game": "1", "key": credentials.new(), "do": "enter", "terms": "{}"}
    for more in ({}, {"answer": "withdrawn"}, {"answer": "accepted"}):
        assert table.laptop.post(url + QUERY, typed | more).status_code == 422
    assert table.laptop.post(url + QUERY, typed | {"game": "7"}).status_code == 409
    assert not Promise.objects.exists()
