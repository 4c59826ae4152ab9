"""Looking back: what each step shows, to whom, and what stays secret."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from moderator.play import selectors, services
from moderator.play.models import Entry
from tests.web.reading import Element, read
from tests.web.tables import Table, chart_of, scenario, seat_down
from tests.web.worked_example import STEPS, chart


@pytest.fixture
def table(transactional_db: None) -> Table:
    return seat_down()


@pytest.fixture
def orders(transactional_db: None) -> Table:
    """Written orders."""
    return seat_down("1800-bc", {"deployment": "simultaneous"})


def public(table: Table, **asked: object) -> Element:
    return back(Client(), table, "chart-replay", asked)


def moderator(table: Table, **asked: object) -> Element:
    return back(table.laptop, table, "replay", asked)


def back(client: Client, table: Table, name: str, asked: dict[str, object]) -> Element:
    answer = client.get(table.url(name), asked)
    assert answer.status_code == 200
    return read(answer)


def press(client: Client, page: Element, id: str) -> Element:
    address = page.id(id).attributes["href"]
    answer = client.get(address)
    assert answer.status_code == 200, address
    return read(answer)


def number(page: Element) -> int:
    """After which entry the page stands."""
    words = page.id("place").text
    return 0 if words == "At the start" else int(words.removeprefix("After entry "))


def said(page: Element) -> str:
    return page.id("said").one("p", class_="sentence").text


def is_open(page: Element, id: str) -> bool:
    link = page.id(id).attributes
    assert ("href" in link) != (link.get("aria-disabled") == "true")
    return "href" in link


# Step by step


@pytest.mark.parametrize("name", ["replay", "chart-replay"])
def test_every_step_of_the_worked_example_is_found_again(table: Table, name: str) -> None:
    charts = [table.chart]
    for text, _form, _chart in STEPS:
        table.record(text)
        charts.append(table.chart)
    client = table.laptop if name == "replay" else Client()
    page = back(client, table, name, {"move": 0})
    assert not is_open(page, "back")
    assert not is_open(page, "first")
    for index, expected in enumerate(charts):
        assert number(page) == index
        assert chart_of(page) == expected
        if index and STEPS[index - 1][2]:
            assert chart_of(page) == chart(STEPS[index - 1][2])
        if index < len(STEPS):
            page = press(client, page, "on")
    assert not is_open(page, "on")
    assert not is_open(page, "last")
    for index in reversed(range(len(charts) - 1)):
        page = press(client, page, "back")
        assert (number(page), chart_of(page)) == (index, charts[index])


def test_first_and_last(table: Table) -> None:
    table.record("xen 5", "yurt 5")
    page = moderator(table, move=1)
    assert number(press(table.laptop, page, "first")) == 0
    assert number(press(table.laptop, page, "last")) == 2
    assert number(moderator(table)) == 2


def test_by_turn(table: Table) -> None:
    table.record(*(text for text, _form, _chart in STEPS))
    ends = [i for i, (text, _form, _chart) in enumerate(STEPS, start=1) if text == "end"]
    page = moderator(table, move=0)
    found = []
    while is_open(page, "turn-on"):
        page = press(table.laptop, page, "turn-on")
        found.append(number(page))
    assert found == ends
    assert number(press(table.laptop, moderator(table, move=9), "turn-back")) == ends[0]
    assert number(press(table.laptop, moderator(table, move=ends[0]), "turn-back")) == 0


def test_the_sentence_who_and_when_in_the_classs_zone(table: Table) -> None:
    table.record("xen 5", "yurt 5")
    page = moderator(table, move=1)
    assert said(page) == "Ariel places 5 in Xenophobia (5 → 10)"
    assert "Mo, " in page.id("said").text
    at: Any = Entry.objects.get(number=1).at
    moment = page.id("said").one("time").attributes["datetime"]
    assert moment.endswith("+09:00")
    assert f"{at:%M}" in page.id("said").one("time").text
    assert "Before the first move" in said(moderator(table, move=0))


def test_who_recorded_it_is_the_moderators_alone(table: Table) -> None:
    table.record("xen 5")
    page = public(table, move=1)
    assert said(page) == "Ariel places 5 in Xenophobia (5 → 10)"
    assert "Mo" not in page.id("said").text.split()


def test_what_changed_is_marked(table: Table) -> None:
    table.record("xen 5", "yurt 5", "a beau xen 3")
    lit = [
        (cell.attributes["data-seat"], cell.attributes["data-rfs"])
        for cell in moderator(table, move=1).all("td", class_="fresh")
    ]
    assert lit == [("ariel", "10")]
    assert not moderator(table, move=0).all("td", class_="fresh")


def test_now_leads_to_what_is_live_and_nothing_can_be_recorded(table: Table) -> None:
    table.record("xen 5")
    assert moderator(table).id("now").attributes["href"] == table.url("console")
    assert public(table).id("now").attributes["href"] == table.url("chart")
    for page in (moderator(table), public(table)):
        for tag in ("form", "input", "button", "select"):
            assert not page.all(tag)
    for name in ("replay", "chart-replay"):
        assert table.laptop.post(table.url(name), {"text": "end"}).status_code == 405


def test_it_is_linked_from_console_chart_and_group(table: Table) -> None:
    table.record("xen 5")
    links = {a.attributes.get("href") for a in table.console().all("a")}
    assert table.url("replay") in links
    links = {a.attributes.get("href") for a in read(Client().get(table.url("chart"))).all("a")}
    assert table.url("chart-replay") in links
    teacher = Client()
    teacher.force_login(table.classroom.instructor)
    page = read(teacher.get(reverse("group", args=[table.classroom.pk, table.group.number])))
    links = {a.attributes.get("href") for a in page.all("a")}
    assert table.url("replay") in links
    assert f"{table.url('replay')}?game=1&move=0" in links


# What was taken back


def test_undone_moves_are_left_out_until_asked_for(table: Table) -> None:
    table.record("xen 5", "yurt 4", "undo", "yurt 5")
    page = moderator(table, move=1)
    page = press(table.laptop, page, "on")
    assert (number(page), said(page)) == (4, "Ariel places 5 in Yurt (6 → 11)")
    page = press(table.laptop, press(table.laptop, page, "undone"), "first")
    shown = []
    while is_open(page, "on"):
        page = press(table.laptop, page, "on")
        shown.append((number(page), chart_of(page)["yurt"]["ariel"]))
        assert ("taken back" in said(page)) == (number(page) == 2)
    assert shown == [(1, 6), (2, 10), (3, 6), (4, 11)]
    assert number(press(table.laptop, page, "undone")) == 4


def test_a_link_to_an_undone_move_shows_it_to_the_moderator(table: Table) -> None:
    table.record("xen 5", "yurt 4", "undo", "redo", "undo")
    for move, rfs in ((2, 10), (3, 6), (4, 10), (5, 6)):
        page = moderator(table, move=move)
        assert (number(page), chart_of(page)["yurt"]["ariel"]) == (move, rfs)
    assert said(moderator(table, move=4)).startswith("Puts back no. 2: Ariel places 4 in Yurt")


def test_the_public_sees_only_what_stands(table: Table) -> None:
    table.record("xen 5", "yurt 4", "undo")
    for asked in ({}, {"undone": 1}, {"move": 2}, {"move": 3, "undone": 1}):
        page = public(table, **asked)
        assert number(page) == 1
        assert chart_of(page)["yurt"]["ariel"] == 6
    assert not is_open(page, "on")


def test_a_move_that_was_put_back_is_where_it_was(table: Table) -> None:
    table.record("xen 5", "yurt 4", "undo", "redo", "zen 1")
    page = public(table, move=2)
    assert (number(page), chart_of(page)["yurt"]["ariel"]) == (2, 10)
    assert number(press(Client(), page, "on")) == 5


# Addresses


def test_a_number_that_is_none_is_not_there(table: Table) -> None:
    for wrong in ("", "x", "-1", "1.5", "²", "9" * 30):
        for name in ("replay", "chart-replay"):
            assert table.laptop.get(table.url(name), {"move": wrong}).status_code == 404, wrong


def test_a_number_beyond_the_end_gives_the_end_and_says_so(table: Table) -> None:
    table.record("xen 5")
    for page in (moderator(table, move=99), public(table, move=99)):
        assert number(page) == 1
        assert "There is no entry 99" in page.id("said").text
    assert "There is no entry" not in moderator(table, move=1).id("said").text


def test_an_earlier_game(table: Table) -> None:
    table.record("xen 5")
    by = services.instructor_person(table.classroom)
    services.game_create(table.group, "age-of-iron", scenario("1800-bc"), {}, by)
    page = moderator(table, game=1, move=0)
    page = press(table.laptop, page, "on")
    assert chart_of(page)["xenophobia"]["ariel"] == 10
    links = page.one("nav", aria_label="Games of this group").all("a")
    assert [a.text for a in links] == ["1. Example of play", "2. 1800 B.C."]
    assert [a.attributes.get("aria-current") for a in links] == ["true", None]
    assert "egypt" in chart_of(public(table))["syria"]
    for wrong in ("3", "x", "-1"):
        assert Client().get(table.url("chart-replay"), {"game": wrong}).status_code == 404


def test_a_group_without_a_game_has_nothing_to_look_back_at(table: Table) -> None:
    services.game_delete(table.game)
    for name in ("replay", "chart-replay"):
        assert table.laptop.get(table.url(name)).status_code == 404
    assert "Look back" not in read(Client().get(table.url("chart"))).text


# Written orders

FIRST = ("egypt: syr 5", "egypt: pal 6", "babylon: elam 11", "assyria: mit 11", "hatti: cyp 10")


def reached(table: Table) -> list[Element]:
    """Every page that the public can get to, by numbers and by links."""
    highest = selectors.timeline(table.game).number + 2
    pages = [public(table, move=i) for i in range(highest)]
    pages += [public(table, move=i, undone=1) for i in range(highest)]
    page = public(table, move=0)
    while is_open(page, "on"):
        page = press(Client(), page, "on")
        pages.append(page)
    return pages


def test_orders_of_this_game_turn_are_nowhere(orders: Table) -> None:
    empty = chart_of(public(orders))
    orders.record(*FIRST[:3], "undo", "redo")
    for page in reached(orders):
        assert number(page) == 0
        assert chart_of(page) == empty
        assert "Syria (" not in page.text
        assert not page.all("td", class_="fresh")
        assert "still secret" in page.id("said").text
        assert {e.attributes["data-hand"] for e in page.one("tfoot").all("td")} <= {"10", "11"}
    seen = moderator(orders, move=1)
    assert chart_of(seen)["syria"]["egypt"] == 5
    assert "still secret" not in seen.id("said").text


def test_orders_that_are_revealed_are_told_as_they_were_seen(orders: Table) -> None:
    empty = chart_of(public(orders))
    orders.record(*FIRST)
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
    orders.record(*FIRST, "t babylon g c", "undo", "undo")
    assert "Written orders" in public(orders).text
    for page in reached(orders):
        assert (number(page), chart_of(page)) == (0, empty)
        assert "places" not in said(page)


def test_orders_taken_back_into_the_turn_before_are_not_told(orders: Table) -> None:
    """Nothing is hidden now, but what was secret when it was taken back stays so."""
    orders.record(*FIRST, "end", "end", "end", "end", "egypt: nubia 3", "undo", "undo")
    assert selectors.timeline(orders.game).state.phase == "action"
    pages = reached(orders)
    assert max(number(page) for page in pages) == 8
    assert not any("Nubia (" in page.text for page in pages)
    assert said(moderator(orders, move=10)).startswith("Egypt places 3 in Nubia")


def test_the_next_turns_orders_end_what_can_be_seen(orders: Table) -> None:
    orders.record(*FIRST, "end", "end", "end", "end", "egypt: nubia 3")
    pages = reached(orders)
    assert max(number(page) for page in pages) == 9
    assert not any(chart_of(page)["nubia"]["egypt"] for page in pages)
    assert "still secret" in public(orders).id("said").text
    assert "still secret" not in public(orders, move=8).id("said").text
