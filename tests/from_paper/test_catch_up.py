"""Catching up from paper: lines are checked, and then recorded all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from moderator import live
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.clock.write import game_stop
from moderator.features.from_paper.models import LateEntry
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table
from tests.support.web.worked_example import STEPS, chart

WORKED_EXAMPLE = "\r\n".join(line for line, _, _ in STEPS)


def typed(table: Table, text: str, **fields: str) -> dict[str, str]:
    """The form as the page shows it first, filled in."""
    return _fields(read(table.laptop.get(table.url("catch-up")))) | {"text": text} | fields


def _fields(page: Element) -> dict[str, str]:
    (form,) = [form for form in page.all("form") if form.attributes.get("id") == "paper"]
    return {name: value for name, value in values(form).items() if name not in ("do", "replace")}


def text_in(page: Element) -> str:
    """What stands in the textarea; a browser leaves out the first line break."""
    text = "".join(str(child) for child in page.one("textarea").children)
    return text.removeprefix("\n")


def check(table: Table, text: str, **fields: str) -> tuple[Any, dict[str, str]]:
    """The page after a check, and what its form would send."""
    sent = typed(table, text, **fields) | {"do": "check"}
    answer = table.laptop.post(table.url("catch-up"), sent)
    return answer, _fields(read(answer)) | {"text": text}


def record(table: Table, fields: dict[str, str]) -> Any:
    return table.laptop.post(table.url("catch-up"), fields | {"do": "record"})


def test_the_worked_example_is_checked_and_recorded(table: Table) -> None:
    more = {"played": "2026-03-02T10:15", "reason": "No network."}
    answer, fields = check(table, WORKED_EXAMPLE, **more)
    page = read(answer)
    assert answer.status_code == 200
    assert not table.entries
    rows = page.one("table", class_="read-lines").one("tbody").all("tr")
    assert len(rows) == len(STEPS)
    assert "Ariel places 5 in Xenophobia (5 → 10)" in rows[0].text
    assert "Game-turn 1 of 1: Ariel has 5 to place" in rows[0].text
    done = record(table, fields)
    assert done.status_code == 303
    assert len(table.entries) == len(STEPS)
    assert table.chart == chart(STEPS[-1][2])
    shown = read(table.laptop.get(done.headers["Location"]))
    assert "Entries 1 to 16 are recorded." in shown.text
    # In the log and the replay it is said who entered it, and when it was played.
    log = read(Client().get(table.url("log"))).text
    late = "nos. 1 to 16 · played on Mon 2 Mar 2026, 10:15"
    assert f"Entered later from paper · {late} · No network." in log
    assert log.count("Entered later") == 1
    replay = read(table.laptop.get(table.url("replay"), {"move": "7"})).text
    assert f"Entered later from paper by Mo · {late}" in replay
    assert "Entered later" not in read(table.laptop.get(table.url("replay"), {"move": "0"})).text


def test_pressing_twice_records_once(table: Table) -> None:
    _, fields = check(table, "xen 5\nyurt 5")
    answers = [record(table, fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert len(table.entries) == 2
    assert LateEntry.objects.count() == 1


def test_a_problem_is_shown_where_it_is(table: Table) -> None:
    answer, fields = check(table, "# turn 1\n\nxen 10\na chas xen 12\nend")
    page = read(answer)
    assert fields["checked"] == ""
    row = page.id("line-4")
    assert "is-bad" in row.attributes["class"]
    assert "Chas has 8 RFs in Xenophobia" in row.text
    assert not [button for button in page.all("button") if "Record" in button.text]
    assert record(table, fields).status_code == 422
    assert not table.entries
    # One press puts corrections in the line's place.
    answer = table.laptop.post(table.url("catch-up"), fields | {"replace": "4"})
    page = read(answer)
    assert text_in(page).split("\n")[3:5] == [
        "c xenophobia ariel 3 played so on paper",
        "c xenophobia chas 0 played so on paper",
    ]
    assert record(table, _fields(page) | {"text": text_in(page)}).status_code == 303
    assert [entry.move["type"] for entry in table.entries] == [
        "deploy",
        "correct",
        "correct",
        "end-turn",
    ]


def test_what_was_not_checked_is_not_recorded(table: Table) -> None:
    _, fields = check(table, "xen 5")
    answer = record(table, fields | {"text": "xen 6"})
    assert answer.status_code == 422
    assert "changed since they were checked" in read(answer).text
    assert text_in(read(answer)) == "xen 6"
    assert not table.entries


def test_somebody_else_has_recorded_something(table: Table) -> None:
    _, fields = check(table, "xen 5")
    table.record("zen 1")
    answer = record(table, fields)
    page = read(answer)
    assert answer.status_code == 409
    assert "Somebody else has recorded something" in page.text
    assert text_in(page) == "xen 5"
    assert len(table.entries) == 1
    assert record(table, _fields(page) | {"text": "xen 5"}).status_code == 303


@pytest.mark.parametrize(
    "played", ["yesterday", "2999-01-01T10:00", "0001-01-01T00:00", "2026-13-40"]
)
def test_a_time_that_cannot_be(table: Table, played: str) -> None:
    _, fields = check(table, "xen 5", played=played)
    answer = record(table, fields)
    assert answer.status_code == 422
    assert read(answer).one("input", name="played").attributes["aria-invalid"] == "true"
    assert not table.entries


@pytest.mark.parametrize(
    "text", ["", "  \r\n", "# only this", "x" * 20_001, "\n" * 200, "c xen ariel 7 \0"]
)
def test_texts_without_moves_and_too_long_ones(table: Table, text: str) -> None:
    answer, fields = check(table, text)
    assert answer.status_code == 200
    assert record(table, fields).status_code == 422
    assert not table.entries


def test_in_a_pause_nothing_is_recorded(table: Table) -> None:
    _, fields = check(table, "xen 5")
    game_stop(table.game, instructor_person(table.classroom), "instructor")
    answer = record(table, fields)
    assert answer.status_code == 422
    assert "The game is stopped" in read(answer).text
    assert not table.entries


def test_a_whole_game_turn_of_written_orders(orders: Table) -> None:
    text = "h hat4 syr6\nb bab5 sum3 civ3\ne nub4 pal3 civ4\nas ass5 mit6\nreveal\nend\nend"
    answer, fields = check(orders, text)
    assert "Orders of Game-turn 1 revealed" in read(answer).text
    assert record(orders, fields).status_code == 303
    assert len(orders.entries) == 12


def test_it_is_linked_where_it_is_needed(table: Table) -> None:
    address = table.url("catch-up")
    for name in ("console", "replay", "log"):
        links = [a.attributes.get("href") for a in read(table.laptop.get(table.url(name))).all("a")]
        assert address in links, name
    everybody = read(Client().get(table.url("log")))
    assert address not in [a.attributes.get("href") for a in everybody.all("a")]


def test_not_where_the_server_rolls(table: Table) -> None:
    Game.objects.filter(pk=table.game.pk).update(dice="server", seed="0" * 64)
    assert table.laptop.get(table.url("catch-up")).status_code == 404
    assert table.url("catch-up") not in [a.attributes.get("href") for a in table.console().all("a")]


def test_it_is_published_once_and_costs_little(
    table: Table, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    table.record("xen 10")
    lines = ["c yurt ariel 7 seen", "c yurt ariel 8 seen"] * 30
    _, fields = check(table, "\n".join(lines))
    with (
        patch.object(live, "publish", wraps=live.publish) as publish,
        CaptureQueriesContext(connection) as queries,
        django_capture_on_commit_callbacks(execute=True),
    ):
        assert record(table, fields).status_code == 303
    assert publish.call_count == 1
    assert len(table.entries) == 61
    assert len(queries) < 25
