"""What everybody does on a phone, in the engines of Safari and Firefox."""

from __future__ import annotations

import re

import pytest

from tests.rules.age_of_war.table import play, table, wires
from tests.support.engines.fixtures import Engine
from tests.support.engines.holding import Holding, holding
from tests.support.engines.screen import Screen
from tests.support.site import Site
from tests.support.web.daimyos import seat
from tests.support.web.faults import faults
from tests.support.web.played import played
from tests.support.web.rooms import NUMBERS, Room
from tests.support.web.slips import REVEAL, orders_room

IS_INSIDE = """(selector) => {
    const text = document.createRange(), button = document.querySelector(selector);
    text.selectNodeContents(button);
    return text.getBoundingClientRect().height <= button.getBoundingClientRect().height;
}"""
MARK = """(name) => {
    const buttons = [...document.querySelectorAll("main form button")];
    buttons.find((one) => one.innerText.includes(name)).id = "mine";
}"""
TYPEFACES = """() => [...document.fonts].filter((one) => one.status === "loaded")
    .map((one) => one.family.replaceAll('"', ""))"""
# How far the chart ends above the end of its panel, the widths of the bars of points in each list,
# and whether a button lies on the map.
DRAWN = """() => {
    const box = (of) => document.querySelector(of).getBoundingClientRect();
    const width = (bar) => Math.round(bar.getBoundingClientRect().width);
    const lists = [...document.querySelectorAll(":is(.points, .totals):has(.bar)")];
    const widths = lists.map((list) => [...list.querySelectorAll(".bar")].map(width));
    const goods = document.querySelector(".views .on-map")?.getBoundingClientRect();
    const end = box(".chart-sheet > .scroll").bottom - box(".chart").bottom;
    return [Math.round(end), widths, goods?.top < box(".map").bottom];
}"""
pytestmark = [
    pytest.mark.long,
    pytest.mark.parametrize("engine", ["firefox", "webkit"], indirect=True),
]
SYRIA, CIVILIZATION = "button[value='deploy:syria 1']", "button[value='build 1']"


def join(screen: Screen, site: Site, room: Room, seat_name: str) -> None:
    """Takes a seat in a class that the browser has not joined yet."""
    screen.goto(f"{site.url}/join/{room.code}/")
    screen.write("input[name=name]", "Ann")
    screen.press("main form button")
    screen.shows("main form button", seat_name)
    screen.run(MARK, seat_name)
    screen.press("#mine")
    screen.shows("#task")
    screen.loads(f"/play/{room.code}/")


def version(screen: Screen) -> str:
    return str(screen.run("() => document.getElementById('live')?.dataset.version"))


def write_slip(screen: Screen) -> None:
    """Places all that Egypt has, and seals."""
    screen.press(f"#slip {SYRIA}")
    screen.shows("#slip [data-place='deploy:syria'] .placed", "1")
    for left in range(9, -1, -1):  # each is seen before the next: a save replaces the button
        screen.press(f"#slip {CIVILIZATION}")
        screen.shows("#slip .left > b", str(left))
    screen.shows("#slip .kept", "saved")
    screen.press("#slip-seal")
    screen.shows("#slip .envelope")


def the_move_arrives(phone: Screen, slow: Screen, network: Holding, room: Room) -> None:
    """Live on the phone; where streams are held back, by polling."""
    before = slow.run(NUMBERS)
    room.site.run(REVEAL.format(code=room.code))
    for screen in (phone, slow):
        screen.until(lambda on=screen: on.run(NUMBERS) != before, "the revealed orders")
    assert phone.run(NUMBERS) == slow.run(NUMBERS)
    assert network.held > 0
    assert slow.run("() => document.getElementById('lost').hidden")


def fill(screen: Screen, site: Site) -> None:
    """Age of War: a line for known dice."""
    (known,) = seat(
        site, "kim", "ed", dice="table", begun=[wires(play(table(), "roll kim 3221aca"))]
    )
    join(screen, site, known, "Kim")
    screen.press("[id^=fill-]")
    screen.until(lambda: len(known.entries) == 2, "the line")
    screen.until(lambda: version(screen) == "1000002", "the board")


def undo_keeps_its_text(screen: Screen, site: Site) -> None:
    """On the referee's sheet of the demo class, whose buttons share a row."""
    link = re.search(r"Olympia: console\s+(\S+)", site.printed)
    assert link is not None
    screen.goto(link[1])
    screen.press("main form button")
    screen.shows("#undo", "Undo")
    assert screen.run(IS_INSIDE, "#undo")


def charts_fill_their_panels(screen: Screen, site: Site) -> None:
    """On the wall, in the film, and beside the chart, where two countries share a place."""
    room = played(site, "age_of_iron/1800-bc", 64)
    for path in ("?wall", "replay/?move=64", ""):
        screen.goto(f"{site.url}/c/{room.code}/{path}")
        end, bars, has_button_on_map = screen.run(DRAWN)
        assert bars, path
        assert all(len(widths) == 4 and widths == widths[:1] * 4 for widths in bars), (path, bars)
        assert not path or abs(end) <= 1, path
        assert not has_button_on_map, path
        assert not faults(screen.run, path == "?wall"), path


def test_the_journey(engine: Engine, site: Site) -> None:
    charts_fill_their_panels(engine.open((1366, 768)), site)
    room = orders_room(site)
    with holding(site.port) as network:
        slow = engine.open()
        slow.goto(f"{network.url}/c/{room.code}/")
        phone = engine.open()
        join(phone, site, room, "Egypt")
        phone.until(lambda: phone.run(TYPEFACES) == ["Moderator Serif"], "the typeface of titles")
        assert not faults(phone.run, False)
        write_slip(phone)
        the_move_arrives(phone, slow, network, room)
    fill(phone, site)
    undo_keeps_its_text(engine.open((768, 1000)), site)
