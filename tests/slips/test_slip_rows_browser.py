"""The rows of an order slip on a phone: holding, the picker, and what places are worth, covered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.presses import presses_for
from tests.support.web.rooms import fits
from tests.support.web.slips import orders_room, sit_together, written

HELD_MS = 450
IN_VIEW = """() => {
    const foot = document.querySelector(".slip-foot").getBoundingClientRect().top;
    const head = document.querySelector(".task-top").getBoundingClientRect().bottom;
    const boxes = [...document.querySelectorAll("#slip [data-place]")].map((row) =>
        row.getBoundingClientRect());
    return boxes.filter((box) => box.top >= head && box.bottom <= foot + 1).length;
}"""


@pytest.fixture
def usual(browser: Browser) -> Iterator[BrowserContext]:
    """A phone of the usual size."""
    with browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as context:
        yield context


def row(page: Page, place: str) -> Locator:
    return page.locator(f"#slip [data-place='{place}']")


def hold(page: Page, place: str, button: str = "more") -> None:
    row(page, place).locator(f".{button}").hover()
    page.mouse.down()
    page.clock.run_for(HELD_MS)
    expect(page.locator(".held-sign")).to_be_visible()
    page.mouse.up()
    page.clock.run_for(HELD_MS)


def shows(page: Page, place: str, placed: int, left: int) -> None:
    expect(row(page, place).locator(".placed")).to_have_text(str(placed))
    expect(page.locator("#slip .left > b")).to_have_text(str(left))


def lock(page: Page) -> None:
    """What a script notices of a phone that is locked."""
    page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )


def test_eleven_rfs_in_two_regions_are_few_presses(site: Site, usual: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, usual, "Omar")
    page.clock.install()
    page.evaluate(
        """() => {
            // The browser's driver stops a press on a button that was just replaced before the
            // document gets it, and presses again.
            window.presses = 0;
            document.addEventListener("pointerdown", () => { window.presses += 1; }, true);
        }"""
    )
    hold(page, "deploy:syria")
    shows(page, "deploy:syria", 5, left=6)
    row(page, "deploy:syria").locator(".more").click()
    shows(page, "deploy:syria", 6, left=5)
    hold(page, "deploy:egypt")
    shows(page, "deploy:egypt", 5, left=0)
    page.clock.run_for(1_000)
    page.locator("#slip-seal").click()
    page.clock.run_for(1_000)
    expect(page.locator("#slip .envelope")).to_be_visible()
    assert page.evaluate("window.presses") == presses_for("place 11 RFs in two regions on the slip")
    assert written(table) == {"egypt": 5, "syria": 6}


@pytest.mark.long
def test_a_held_button_gives_what_is_left_and_does_not_run_on(
    site: Site, usual: BrowserContext
) -> None:
    page = sit_together(orders_room(site), usual, "Omar")
    page.clock.install()
    for placed in (5, 10):
        hold(page, "deploy:syria")
        shows(page, "deploy:syria", placed, left=11 - placed)
    row(page, "build").locator(".more").hover()
    page.mouse.down()
    page.clock.run_for(3_000)
    expect(page.locator(".held-sign")).to_have_text("+1")
    page.mouse.up()
    shows(page, "build", 1, left=0)
    page.clock.run_for(1_000)
    expect(page.locator(".held-sign")).to_have_count(0)
    hold(page, "deploy:syria", "fewer")
    shows(page, "deploy:syria", 5, left=5)


@pytest.mark.long
def test_the_picker_is_for_keyboards(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    row(page, "deploy:syria").locator(".placed").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#picker h2")).to_have_text("Syria")
    assert violations(page) == []
    assert fits(page)
    page.keyboard.press("Enter")  # 5 comes first
    shows(page, "deploy:syria", 5, left=6)
    expect(row(page, "deploy:syria").locator(".placed")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#picker input").fill("12")
    page.keyboard.press("Enter")
    expect(page.locator("#picker")).to_be_visible()  # more than there are
    page.locator("#picker input").fill("7")
    page.keyboard.press("Enter")
    shows(page, "deploy:syria", 7, left=4)
    row(page, "build").locator(".placed").click()
    expect(page.locator("#picker [data-number='5']")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    shows(page, "build", 0, left=4)
    row(page, "build").locator(".placed").click()
    page.locator("#picker [data-number='']").click()
    shows(page, "build", 4, left=0)
    expect(page.locator("#slip")).to_have_attribute("data-left", "0")
    assert written(table) == {"syria": 7, "civilization": 4}


@pytest.mark.parametrize(
    ("width", "height", "rows"),
    [(320, 568, 5), pytest.param(390, 844, 12, marks=pytest.mark.long)],
)
def test_rows_are_in_view_with_head_foot_and_tabs(
    site: Site, browser: Browser, width: int, height: int, rows: int
) -> None:
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = sit_together(orders_room(site), context, "Omar")
        assert page.evaluate(IN_VIEW) >= rows
        page.locator("#worth > summary").click()
        assert page.evaluate(IN_VIEW) >= rows
        assert fits(page)


@pytest.mark.long
def test_worth_and_goals_are_covered_together(site: Site, usual: BrowserContext) -> None:
    page = sit_together(orders_room(site), usual, "Omar")
    worth, goals = row(page, "deploy:syria").locator(".points-here"), page.locator("#secrets")
    expect(worth).to_be_hidden()
    size = row(page, "deploy:syria").bounding_box()
    page.locator("#worth > summary").click()
    expect(worth).to_be_visible()
    assert row(page, "deploy:syria").bounding_box() == size
    expect(worth.locator(".no")).to_have_count(1)
    for _ in range(5):
        row(page, "deploy:syria").locator(".more").click()
    expect(row(page, "deploy:syria")).to_have_class("on reached")
    expect(page.locator("#slip")).to_have_attribute("data-left", "6")
    expect(worth).to_be_visible()  # on the slip as it was saved
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.emulate_media(color_scheme="light")
    page.locator("#tabs [data-show=goals]").click()
    expect(goals).to_be_visible()
    assert violations(page) == []
    page.locator("#tabs [data-show=turn]").click()
    expect(worth).to_be_hidden()
    page.locator("#tabs [data-show=goals]").click()
    expect(goals).to_be_hidden()
    page.locator("#cover > summary").click()
    expect(goals).to_be_visible()
    lock(page)
    expect(goals).to_be_hidden()


@pytest.mark.long
def test_worth_is_uncovered_without_a_script(site: Site, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = sit_together(orders_room(site), context, "Omar")
        worth = row(page, "deploy:syria").locator(".points-here")
        expect(worth).to_be_hidden()
        page.locator("#worth > summary").click()
        expect(worth).to_be_visible()
        expect(row(page, "deploy:syria").locator(".placed")).to_be_disabled()
