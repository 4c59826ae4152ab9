"""The map of the regions: what it shows, and that it shows nothing that the chart hides."""

from pathlib import Path

import pytest
from django.test import Client

from moderator.core import frames
from moderator.core.look import look_at
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.paths import ROOT
from tests.support.play.play import deploy
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table, seat_down

Stacks = dict[str, dict[str, tuple[str, set[str]]]]


def frame(table: Table, viewer: Viewer = PUBLIC) -> Element:
    html = frames.frame_of(table.group, look_at(table.game), viewer).html
    return read(type("Answer", (), {"content": str(html).encode()})())


def stacks(page: Element) -> Stacks:
    """What stands in each region: by the seat's class the number and the other classes."""
    found: Stacks = {}
    for plate in page.one("svg", class_="map").all("a"):
        here = found[plate.attributes["href"].removeprefix("#at-")] = {}
        for stack in plate.all("g"):
            seat, *marks = stack.attributes["class"].split()
            if seat.startswith("seat-"):
                here[seat] = (stack.one("text").text, set(marks))
    return found


@pytest.fixture
def in_turn(db: None) -> Table:
    """Countries place one after the other: Egypt has had its turn, and Babylon has placed."""
    table = seat_down("1800-bc", {"deployment": "sequential"})
    table.record("syria 8", "egypt 5", "end", "syria 6", "babylon 6")
    return table


@pytest.mark.slow
def test_the_map_shows_numbers_presences_and_the_last_attack(in_turn: Table) -> None:
    page = frame(in_turn)
    here = stacks(page)
    assert here["syria"] == {"seat-1": ("8", {"present"}), "seat-2": ("6", {"present"})}
    assert here["babylon"] == {"seat-2": ("6", {"present", "fresh"})}
    assert here["nubia"] == {}
    assert not page.all("path", class_="strike")
    in_turn.record("a egypt syria 4")
    page = frame(in_turn)
    marked = stacks(page)["syria"]
    assert marked == {"seat-1": ("4", {"lost", "fresh"}), "seat-2": ("2", {"lost", "fresh"})}
    assert len(page.all("path", class_="strike")) == 1
    lost = [one.one("text").text for one in page.all("g", class_="loss")]
    assert lost == ["−4", "−4"]
    told = page.id("at-syria").text
    assert "Egypt 8 4 Presence lost" in told
    assert "Babylon 6 2 Presence lost" in told
    in_turn.record("end")
    assert not frame(in_turn).all("path", class_="strike")


@pytest.mark.slow
def test_areas_have_the_colours_of_those_who_are_present(in_turn: Table) -> None:
    page = frame(in_turn)
    stripes = page.id("of-syria").all("rect")
    assert [one.attributes["class"] for one in stripes] == ["tint seat-1", "tint seat-2"]
    areas = {one.attributes["href"]: one.attributes for one in page.all("use", class_="area")}
    assert areas["#area-syria"]["fill"] == "url(#of-syria)"
    assert areas["#area-egypt"]["class"].split() == ["area", "tint", "seat-1"]
    assert areas["#area-nubia"]["class"].split() == ["area"]


@pytest.mark.slow
def test_what_the_frame_refers_to_is_on_the_page_once(in_turn: Table) -> None:
    for query in ("", "?wall"):
        page = read(Client().get(in_turn.url("chart") + query))
        ids = [one.attributes["id"] for one in page.walk() if "id" in one.attributes]
        assert len(set(ids)) == len(ids)
        shown = page.one("svg", class_="map")
        wanted = {one.attributes["href"] for one in shown.all("use")}
        assert wanted <= {f"#{id}" for id in ids}
        images = [one.attributes["href"] for one in page.all("image")]
        assert len(images) == 2
        for image in images:
            assert "Natural Earth" in (ROOT / Path(image.lstrip("/"))).read_text(encoding="utf-8")


@pytest.mark.slow
def test_while_orders_are_written_the_map_is_that_of_the_start(db: None) -> None:
    table = seat_down("1800-bc")
    before = stacks(frame(table))
    table.record_older(deploy("egypt", "syria", 5))
    assert stacks(frame(table)) == before
    assert "seat-1" in stacks(frame(table, Viewer(seat="egypt")))["syria"]
    assert stacks(frame(table, Viewer(seat="hatti"))) == before
    assert not frame(table, MODERATOR).all("svg", class_="map")


def test_without_positions_there_is_a_card_for_each_region(table: Table) -> None:
    table.record("xen 5")
    page = frame(table)
    assert not page.all("svg", class_="map")
    cards = page.one("ul", class_="cards").all("li")
    assert [card.one("a").text for card in cards] == ["Xenophobia", "Yurt", "Zen"]
    assert cards[0].all("span")[1].text == "A 10"
