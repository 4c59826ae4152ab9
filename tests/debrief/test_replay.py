"""The replay: what each step shows to whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.models import Entry
from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_create, game_delete
from tests.support.web.looking_back import back, is_open, moderator, number, press, public, said
from tests.support.web.reading import read
from tests.support.web.tables import Table, cells_of, chart_of, scenario, shown
from tests.support.web.worked_example import STEPS, chart

# Step by step


@pytest.mark.slow
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


@pytest.mark.slow
def test_first_and_last(table: Table) -> None:
    table.record("xen 5", "yurt 5")
    page = moderator(table, move=1)
    assert number(press(table.laptop, page, "first")) == 0
    assert number(press(table.laptop, page, "last")) == 2
    assert number(moderator(table)) == 2


@pytest.mark.slow
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
    page = moderator(table, move=1)
    (lit,) = page.all("td", class_="fresh")
    assert lit is cells_of(page)["xenophobia"]["ariel"]
    assert shown(lit) == 10
    assert not moderator(table, move=0).all("td", class_="fresh")


def test_now_leads_to_what_is_live_and_nothing_can_be_recorded(table: Table) -> None:
    table.record("xen 5")
    assert moderator(table).id("now").attributes["href"] == table.url("console")
    assert public(table).id("now").attributes["href"] == table.url("chart")
    sent_to = {form.attributes["action"] for form in moderator(table).all("form")}
    assert {action.partition("?")[0] for action in sent_to} == {table.url("comments")}
    page = public(table)
    for tag in ("form", "select"):
        assert not page.all(tag)
    # Chart or map, which is no part of any form.
    assert {one.attributes["id"] for one in page.all("input")} == {"view-chart", "view-map"}
    assert {button.attributes["type"] for button in page.all("button")} == {"button"}
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


# Undone moves


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
        assert ("undone" in said(page)) == (number(page) == 2)
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


# URLs


def test_a_number_that_is_none_is_not_there(table: Table) -> None:
    for wrong in ("", "x", "-1", "1.5", "²", "9" * 30):
        for name in ("replay", "chart-replay"):
            assert table.laptop.get(table.url(name), {"move": wrong}).status_code == 404, wrong


def test_a_number_beyond_the_end_gives_the_end_and_says_so(table: Table) -> None:
    table.record("xen 5")
    for page in (moderator(table, move=99), public(table, move=99)):
        assert number(page) == 1
        assert "Entry 99 isn’t shown here." in page.id("said").text
    assert "isn’t shown here" not in moderator(table, move=1).id("said").text


def test_an_earlier_game(table: Table) -> None:
    table.record("xen 5")
    by = instructor_person(table.classroom)
    game_create(table.group, "age-of-iron", scenario("1800-bc"), {}, by)
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
    game_delete(table.game)
    for name in ("replay", "chart-replay"):
        assert table.laptop.get(table.url(name)).status_code == 404
    assert "Replay" not in read(Client().get(table.url("chart"))).text
