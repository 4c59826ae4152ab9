"""A reveal in Chromium: its line of the console's log, and its step of the replay."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits, room

START = """
from moderator.core import queries
from moderator.core.people import moderator_enter, person_join
from tests.support.play.play import record
from tests.support.play.slips import ORDERS, reveal, write
group = queries.group_by_code({code!r})
game = queries.game_now(group)
mo = moderator_enter(group, "Mo")
"""
REVEAL = """
people = [person_join(group.classroom, name) for name in ("Omar", "Lea")]
game.seats.get(player="egypt").persons.add(*people)
write(game, people[0], "egypt", is_sealed=False, role="student")
write(game, people[1], "egypt", role="student")
reveal(game, mo)
"""
RECORD = "record(game, {move!r}, mo)"
LABEL = "Orders of Game-turn 1 revealed"


@pytest.fixture
def revealed(site: Site) -> Room:
    """After a reveal."""
    made = room(site, "1800-bc", deployment="simultaneous")
    site.run(START.format(code=made.code) + REVEAL)
    return made


def record(table: Room, **move: str) -> None:
    table.site.run(START.format(code=table.code) + RECORD.format(move=move))


def test_an_expanded_reveal_stays_open_when_something_is_recorded(
    revealed: Room, laptop: BrowserContext
) -> None:
    page = revealed.console(laptop)
    line = page.locator("ol.log > li[data-entry='5']")
    expect(line.locator(".moves")).to_be_hidden()
    line.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(line).to_contain_text("Egypt: written by Omar, sealed by Lea")
    record(revealed, type="end-turn", player="egypt")
    expect(page.locator("ol.log > li[data-entry='6']")).to_be_visible()
    expect(line.locator(".moves")).to_contain_text("Hatti places 10 in Cyprus")
    for _ in range(2):
        record(revealed, type="undo")
    expect(page.locator("ol.log > li[data-entry='12']")).to_contain_text("Takes back nos. 1–5")
    expect(line.locator(".moves")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 1366])
def test_the_step_of_a_reveal_fits_and_can_be_expanded(
    revealed: Room, browser: Browser, width: int
) -> None:
    size: Any = {"width": width, "height": 800}
    with browser.new_context(viewport=size, bypass_csp=True, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{revealed.site.url}/c/{revealed.code}/replay/?move=0")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#place")).to_have_text("After entries 1–5")
        expect(page.locator("#said")).to_contain_text(LABEL)
        page.locator("#moves summary").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#moves li")).to_have_count(5)
        expect(page.locator("#moves li").first).to_be_visible()
        expect(page.locator("td.fresh")).to_have_count(4)
        assert fits(page)
        found = violations(page)
        assert not found


def test_the_console_with_an_expanded_reveal_on_a_phone(
    revealed: Room, phone: BrowserContext
) -> None:
    record(revealed, type="undo")
    page = revealed.console(phone)
    page.locator("#entry-5 summary").click()
    expect(page.locator("#entry-5 .moves")).to_be_visible()
    assert fits(page)


@pytest.mark.long
def test_it_opens_without_a_script(revealed: Room, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{revealed.site.url}/c/{revealed.code}/replay/")
        page.locator("#moves summary").click()
        expect(page.locator("#moves")).to_contain_text("Egypt places 7 in Syria")
