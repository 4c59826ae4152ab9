"""The replay of older games, whose orders stand in the log: secret as long as they were."""

from __future__ import annotations

import pytest
from django.test import Client

from moderator.core import queries
from tests.support.play.play import deploy
from tests.support.web.looking_back import is_open, moderator, number, press, public, said
from tests.support.web.reading import Element
from tests.support.web.tables import Table, chart_of

pytestmark = pytest.mark.slow

FIRST = (
    deploy("egypt", "syria", 5),
    deploy("egypt", "palestine", 6),
    deploy("babylon", "elam", 11),
    deploy("assyria", "mitanni", 11),
    deploy("hatti", "cyprus", 10),
)


def reached(table: Table) -> list[Element]:
    """Every page of the replay that is public, by numbers and by links."""
    highest = queries.timeline(table.game).number + 2
    pages = [public(table, move=i) for i in range(highest)]
    pages += [public(table, move=i, undone=1) for i in range(highest)]
    page = public(table, move=0)
    while is_open(page, "on"):
        page = press(Client(), page, "on")
        pages.append(page)
    return pages


def test_orders_of_this_game_turn_are_nowhere(orders: Table) -> None:
    empty = chart_of(public(orders))
    orders.record_older(*FIRST[:3])
    orders.record("undo", "redo")
    for page in reached(orders):
        assert number(page) == 0
        assert chart_of(page) == empty
        assert "Syria (" not in page.text
        assert not page.all("td", class_="fresh")
        assert "still secret" in page.id("said").text
        assert {e.text for e in page.one("tfoot").all("td")} <= {"10", "11"}
    seen = moderator(orders, move=1)
    assert chart_of(seen)["syria"]["egypt"] == 5
    assert "still secret" not in seen.id("said").text


def test_revealed_orders_are_shown_as_they_were_seen(orders: Table) -> None:
    empty = chart_of(public(orders))
    orders.record_older(*FIRST)
    pages = [public(orders, move=i) for i in range(len(FIRST) + 1)]
    assert [number(page) for page in pages] == [0, 1, 2, 3, 4, 5]
    assert all(chart_of(page) == empty for page in pages[:-1])
    assert chart_of(pages[-1]) == orders.chart
    assert said(pages[1]).startswith("Egypt places 5 in Syria")
    assert len(pages[-1].all("td", class_="fresh")) == len(FIRST)
    for page in pages:
        assert "Everybody’s objectives" not in page.text
        assert "Presence in Syria" not in page.text
    assert "Presence in Syria" in moderator(orders, move=1).text


def test_orders_that_were_revealed_and_taken_back_are_secret_again(orders: Table) -> None:
    empty = chart_of(public(orders))
    orders.record_older(*FIRST)
    orders.record("t babylon g c", "undo", "undo")
    assert queries.timeline(orders.game).state.phase == "deployment"
    for words in ("Written orders", "still writing", "coming in"):  # nobody does, in the past
        assert words not in public(orders).text
    for page in reached(orders):
        assert (number(page), chart_of(page)) == (0, empty)
        assert "places" not in said(page)


def test_orders_undone_into_the_turn_before_are_not_shown(orders: Table) -> None:
    """Nothing is hidden now, but orders that were secret when they were undone stay secret."""
    orders.record_older(*FIRST)
    orders.record("end", "end", "end", "end")
    orders.record_older(deploy("egypt", "nubia", 3))
    orders.record("undo", "undo")
    assert queries.timeline(orders.game).state.phase == "action"
    pages = reached(orders)
    assert max(number(page) for page in pages) == 8
    assert not any("Nubia (" in page.text for page in pages)
    assert said(moderator(orders, move=10)).startswith("Egypt places 3 in Nubia")


def test_the_next_turns_orders_end_what_can_be_seen(orders: Table) -> None:
    orders.record_older(*FIRST)
    orders.record("end", "end", "end", "end")
    orders.record_older(deploy("egypt", "nubia", 3))
    pages = reached(orders)
    assert max(number(page) for page in pages) == 9
    assert not any(chart_of(page)["nubia"]["egypt"] for page in pages)
    assert "still secret" in public(orders).id("said").text
    assert "still secret" not in public(orders, move=8).id("said").text
