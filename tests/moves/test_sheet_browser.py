"""The player's sheet on a phone: what only a browser shows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.presses import menu_closes
from tests.support.web.rooms import fits, head_fits, room, stands_at

# Counts what the page asks of the device.
DEVICE = """
window.asked = [];
navigator.vibrate = (ms) => window.asked.push("vibrate");
const request = async () => {
  window.asked.push("awake");
  return { released: false, release() { this.released = true; window.asked.push("asleep"); } };
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""


def asked(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.asked")
    return found


def clean(page: Page) -> None:
    assert fits(page)
    assert violations(page) == []


@pytest.mark.long
def test_the_sheet_before_and_after_the_first_move(
    site: Site, browser: Browser, phone: BrowserContext, laptop: BrowserContext
) -> None:
    table = room(site, "1800-bc", deployment="sequential", diplomatic_records=True)
    console = table.console(laptop)
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        one, other = table.join(phone, "Eve"), table.join(context, "Bob")
        pages = sorted((one, other), key=lambda page: "Egypt" not in page.title())
        for page in pages:
            assert fits(page)
            size = page.viewport_size
            assert head_fits(page)
            page.set_viewport_size(size)
            page.locator("#tabs [data-show=goals]").click()
            page.locator("#cover > summary").click()
            expect(page.get_by_text("A set of 4 goods")).to_be_visible()
            clean(page)
        console.locator("#command").fill("nubia 13")
        console.keyboard.press("Enter")
        for page in pages:
            stands_at(page, 1)
            assert fits(page)
            expect(page.locator("#cover")).to_have_attribute("open", "")
            expect(page.locator("#give-back")).to_have_css("display", "none")
            page.emulate_media(color_scheme="dark")
            page.reload()
            assert page.locator(".phone").get_attribute("data-tab") == "goals"
            expect(page.get_by_text("A set of 4 goods")).not_to_be_visible()
            menu_closes(page, "#menu")
            for link in ("Rules", "Log"):
                page.locator("#menu > summary").click()
                page.locator("#menu").get_by_role("link", name=link, exact=True).click()
                page.wait_for_load_state()
                clean(page)
                page.go_back()


@pytest.mark.long
def test_when_the_own_turn_comes_the_phone_says_so(
    site: Site, browser: Browser, phone: BrowserContext, laptop: BrowserContext
) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    console = table.console(laptop)
    phone.add_init_script(DEVICE)
    page = table.join(phone, "Eve")
    country = page.locator("#task .seat").inner_text().split()[-1]
    page.locator("#tabs [data-show=goals]").click()  # the browser vibrates only after a press
    order = ["Egypt", "Babylon", "Assyria", "Hatti"]
    for number, before in enumerate(order[: order.index(country)]):
        console.locator("#command").fill(f"{before[:3]} {(13, 12, 11)[number]}")
        console.keyboard.press("Enter")
        stands_at(console, 2 * number + 1)
        console.locator("#command").fill("end")
        console.keyboard.press("Enter")
        stands_at(console, 2 * number + 2)
    expect(page.locator("h1.own-turn")).to_contain_text("Your turn: place")
    assert page.title().startswith("Your turn: place")
    expected = ["awake"] if country == "Egypt" else ["vibrate", "awake"]
    page.wait_for_function("window.asked.includes('awake')")
    assert asked(page) == expected
    income = page.locator("h1").inner_text().split()[-2]
    console.locator("#command").fill(f"nubia {income}")
    console.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your turn: attack, trade or end your turn")
    console.locator("#command").fill("end")
    console.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Waiting for" if country != "Hatti" else "Waiting")
    assert asked(page) == [*expected, "asleep"]


@pytest.mark.long
def test_secrets_are_uncovered_without_a_script(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    with browser.new_context(java_script_enabled=False) as context:
        page = table.join(context, "Eve")
        page.locator("#tabs [data-show=goals]").click()
        expect(page.locator("#secrets")).not_to_be_visible()
        page.locator("#cover > summary").click()
        expect(page.locator("#secrets")).to_be_visible()
        page.locator("#cover > summary").click()
        expect(page.locator("#secrets")).not_to_be_visible()
