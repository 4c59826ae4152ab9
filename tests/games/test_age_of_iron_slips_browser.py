"""Four phones, a laptop and a wall play 1800 B.C. with simultaneous deployment, in Chromium."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from moderator.core.games import shipped
from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.log import Timeline
from tests.support.site import Site
from tests.support.web.boards import sit_down
from tests.support.web.rooms import Room, fits, numbers, record, room, shows, type_line
from tests.support.web.slips import write_slip

OPTIONS = {"deployment": "simultaneous", "turns": 2}
COUNTRIES = ("Egypt", "Babylon", "Assyria", "Hatti")
PHONE: dict[str, Any] = {
    "viewport": {"width": 320, "height": 568},
    "has_touch": True,
    "is_mobile": True,
}
# By country: presses of + in each place. All but Hatti have 11 RFs, Hatti has 10.
FIRST = {
    "Egypt": {"deploy:syria": 6, "build": 5},
    "Babylon": {"deploy:mitanni": 6, "deploy:babylon": 5},
    "Assyria": {"deploy:mitanni": 11},
    "Hatti": {"deploy:syria": 5, "build": 5},
}
SECOND = {
    "Egypt": {"deploy:syria": 6, "build": 5},
    "Babylon": {"deploy:elam": 5, "build": 6},
    "Assyria": {"deploy:mitanni": 6, "build": 5},
}


def played(table: Room) -> Any:
    """The game's summary by its record alone."""
    scenario = AGE_OF_IRON.read_scenario(
        AGE_OF_IRON.scenario_wire(shipped()["age-of-iron"]["1800-bc"])
    )
    timeline = Timeline(AGE_OF_IRON, AGE_OF_IRON.begin(scenario, OPTIONS))
    for move in table.entries:
        timeline = timeline.play(move)
    return AGE_OF_IRON.summary(timeline.state)


@pytest.mark.long
def test_four_phones_and_a_moderator_play_to_the_end(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", **OPTIONS)
    with ExitStack() as stack:
        contexts = [stack.enter_context(browser.new_context(**PHONE)) for _ in COUNTRIES]
        phones = {
            name: sit_down(table, context, name)
            for name, context in zip(COUNTRIES, contexts, strict=True)
        }
        desk = stack.enter_context(browser.new_context(viewport={"width": 1366, "height": 768}))
        hall = stack.enter_context(browser.new_context(viewport={"width": 1920, "height": 1080}))
        laptop, wall = table.console(desk), hall.new_page()
        wall.goto(f"{site.url}/c/{table.code}/?wall")
        _first_turn(phones, laptop, wall)
        _second_turn(phones, laptop, wall)
        over = played(table)
        assert over["status"] == "over"
        _end(phones, laptop, wall, over)


def _first_turn(phones: dict[str, Page], laptop: Page, wall: Page) -> None:
    before = numbers(wall)
    for number, (name, page) in enumerate(phones.items(), start=1):
        expect(page.locator("#task")).to_contain_text("Place ")
        write_slip(page, FIRST[name])
        expect(laptop.locator(".slip-panel .sealed")).to_have_count(number)
        assert fits(page)
    shows(wall, before)
    laptop.locator("#reveal").click()
    for page in (*phones.values(), wall):
        expect(page.get_by_text("Orders revealed").first).to_be_visible()
    expect(wall.locator(".chart tfoot .done")).to_have_count(0)
    shows(wall, numbers(phones["Egypt"]))
    assert numbers(wall) != before
    # A slip of the tongue: the moderator takes all of it back, and puts it back.
    laptop.locator("#undo").click()
    expect(phones["Egypt"].locator("#slip-seal")).to_be_visible()
    shows(wall, before)
    laptop.locator("#redo").click()
    expect(phones["Egypt"].locator("#slip")).to_have_count(0)
    expect(phones["Egypt"].locator("#task .own-turn")).to_be_visible()
    record(laptop, "t a g t", "a hatti syr 3", "end", "a assyria mit 2", "end", "end", "end")


def _second_turn(phones: dict[str, Page], laptop: Page, wall: Page) -> None:
    for name, orders in SECOND.items():
        expect(phones[name].locator("#task")).to_contain_text("Place ")
        write_slip(phones[name], orders)
    type_line(laptop, "h syr5 civ5")  # Hatti's phone has run out of power
    expect(phones["Hatti"].locator("#slip .envelope")).to_be_visible()
    record(laptop, "reveal")
    expect(phones["Egypt"].locator("#task .own-turn")).to_be_visible()
    record(laptop, "a hatti syr 5", "end", "end", "end", "end")


def _end(phones: dict[str, Page], laptop: Page, wall: Page, over: dict[str, Any]) -> None:
    winners = [name for name in COUNTRIES if name.lower() in over["winners"]]
    for page in (*phones.values(), laptop, wall):
        expect(page.locator("main")).to_contain_text("The game is over")
        for name in winners:
            expect(page.locator("main")).to_contain_text(name)
        shows(page, over["chart"])
