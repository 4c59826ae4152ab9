"""The wall of Age of Iron in Chromium: it fits, says the last move, and announces the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.paths import PLAYED
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, room

SIZES = ((1366, 768), (1920, 1080))
PLAY = """
from pathlib import Path
from moderator.core import queries
from moderator.features.new_game.write import game_from_record, record_read
from moderator.core.people import instructor_person
group = queries.group_by_code({code!r})
read = record_read(Path({path!r}).read_bytes())
game_from_record(group, read, instructor_person(group.classroom))
"""
FITS = """() => document.documentElement.scrollHeight <= innerHeight
    && document.documentElement.scrollWidth <= innerWidth"""
# The part of the screen's height that the rows of the chart have.
ROWS = (
    """() => document.querySelector(".chart tbody").getBoundingClientRect().height / innerHeight"""
)


def wall(site: Site, browser: Browser, table: Room) -> Page:
    page = browser.new_context(viewport={"width": 1366, "height": 768}, bypass_csp=True).new_page()
    page.goto(f"{site.url}/c/{table.code}/?wall")
    return page


def nothing_found(page: Page) -> bool:
    found = violations(page)
    assert not found
    return True


@pytest.mark.parametrize("scenario", ["1800-bc", "900-bc"])
def test_the_wall_fits_while_orders_are_written(
    site: Site, browser: Browser, scenario: str
) -> None:
    page = wall(site, browser, room(site, scenario, deployment="simultaneous"))
    expect(page.get_by_text("Written orders for Game-turn 1 are coming in.")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS), f"{scenario} scrolls at {width} px"
        assert page.evaluate(ROWS) > 0.4
    assert nothing_found(page)
    page.context.close()


def test_the_last_move_is_large_and_then_calm(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    page = wall(site, browser, table)
    page.clock.install()
    large = page.locator("#announcement")
    expect(page.locator(".join.is-open")).to_be_visible()
    with browser.new_context() as desk:
        console = table.console(desk)
        console.fill("#command", "syria 13")
        console.press("#command", "Enter")
        expect(large).to_contain_text("Egypt places 13 in Syria")
        assert page.evaluate(FITS)
        assert large.evaluate("box => box.getBoundingClientRect().width > innerWidth * .9")
        expect(page.locator(".last-move")).to_contain_text("Egypt gained a Presence in Syria.")
        page.clock.fast_forward(6_000)
        expect(large).to_be_empty()
    assert page.locator(".join svg").evaluate("svg => svg.getBoundingClientRect().height") < 110
    page.context.close()


def test_the_end_is_announced_from_the_last_place_to_the_first(
    site: Site, browser: Browser
) -> None:
    table = room(site, "")
    path = str(PLAYED / "age_of_iron" / "1800-bc.json")
    site.run(PLAY.format(code=table.code, path=path))
    page = wall(site, browser, table)
    button, winner = page.get_by_role("button", name="Show the next place"), page.locator("h2")
    expect(button).to_be_visible()
    totals = ["40", "46", "49", "58"]
    shown = page.locator("main").inner_text()
    assert not any(total in shown for total in (*totals, "wins"))
    expect(page.locator(".ranking .seat:visible")).to_have_count(0)
    for step, key in enumerate(("Space", "Enter", "ArrowRight")):
        page.keyboard.press(key)
        expect(page.locator(".ranking .total").nth(3 - step)).to_be_visible()
    assert "58" not in page.locator("main").inner_text()
    page.reload()
    expect(page.locator(".ranking .total").nth(1)).to_be_visible()
    expect(page.locator(".ranking .total").first).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ranking .total").nth(1)).to_be_hidden()
    for _ in range(3):
        button.click()
    expect(winner.filter(has_text="Assyria wins")).to_be_visible()
    expect(button).to_be_hidden()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert nothing_found(page)
    page.context.close()
    with browser.new_context(java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(f"{site.url}/c/{table.code}/?wall")
        expect(page.get_by_role("heading", name="Assyria wins")).to_be_visible()
        expect(page.get_by_text("9 more")).to_be_visible()
