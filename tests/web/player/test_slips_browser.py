"""Order slips on phones: shared live, saved press by press, sealed and opened again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits
from tests.support.web.slips import REVEAL, orders_room, sit_together, written

SAVED = re.compile("^saved$")


@pytest.fixture
def other(browser: Browser) -> Iterator[BrowserContext]:
    """A larger phone, dark."""
    with browser.new_context(
        viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True
    ) as context:
        yield context


def button(page: Page, place: str, more: int = 1) -> Locator:
    return page.locator(f"#slip button[value='{place} {more}']")


def press(page: Page, place: str, times: int = 1, more: int = 1) -> None:
    """Presses a button so quickly that all of it is saved at once, even on a busy machine."""
    selector = f"#slip button[value='{place} {more}']"
    page.evaluate(
        "([selector, times]) => { while (times--) document.querySelector(selector).click(); }",
        [selector, times],
    )


def shows(page: Page, place: str, placed: int) -> None:
    row = page.locator(f"#slip [data-place='{place}']")
    expect(row.locator(".placed")).to_have_text(str(placed))


def saved(page: Page, version: int) -> None:
    expect(page.locator("#slip")).to_have_attribute("data-version", str(version))
    expect(page.locator("#slip .kept")).to_have_text(SAVED)


def hold(page: Page) -> list[Route]:
    """Holds what is saved from now on, until `let_go`."""
    held: list[Route] = []
    page.route("**/slip/", lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route]) -> None:
    page.route("**/slip/", lambda route: route.continue_())  # the last handler comes first
    for route in held:
        route.continue_()


def clean(page: Page) -> None:
    found = violations(page)
    assert not found
    assert fits(page)


def reveal(table: Room) -> None:
    table.site.run(REVEAL.format(code=table.code))


def test_two_phones_of_one_country_share_its_slip(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = orders_room(site)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Leila")
    said: list[str] = []
    for page in (one, two):
        page.on("console", lambda message: said.append(message.text))
    press(one, "deploy:syria", 4)
    saved(one, 1)
    shows(two, "deploy:syria", 4)
    expect(two.locator("#slip .by")).to_have_text(re.compile(r"^Omar, \d\d:\d\d$"))
    expect(one.locator("#slip .by")).to_be_hidden()
    press(two, "build", 7)
    saved(two, 2)
    shows(one, "build", 7)
    expect(one.locator("#slip .left > b")).to_have_text("0")
    expect(button(one, "deploy:egypt")).to_have_attribute("aria-disabled", "true")
    for page in (one, two):
        clean(page)
    one.locator("#slip-seal").click()
    for page in (one, two):
        expect(page.locator("#slip .envelope")).to_be_visible()
        expect(page.locator("#task")).to_be_in_viewport()
        expect(page.locator("#slip > header")).to_contain_text("Omar sealed your slip")
        expect(page.locator("#slip-orders ul")).to_be_hidden()
        clean(page)
    two.locator("#slip-orders summary").click()
    expect(two.locator("#slip-orders ul")).to_be_visible()
    two.locator("#slip-open").click()
    for page in (one, two):
        expect(page.locator("#slip-seal")).to_be_visible()
        shows(page, "deploy:syria", 4)
    assert not said, said


def test_presses_at_the_same_time_are_all_kept(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = orders_room(site)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Leila")
    held = hold(one)
    with one.expect_request("**/slip/"):
        press(one, "deploy:syria", 3)
    press(two, "deploy:syria", 2)
    saved(two, 1)
    shows(one, "deploy:syria", 3)  # its own presses, until the response
    press(one, "deploy:elam")
    let_go(one, held)
    for page in (one, two):
        saved(page, 2)
        shows(page, "deploy:syria", 5)
        shows(page, "deploy:elam", 1)
    assert written(table) == {"syria": 5, "elam": 1}
    expect(one.locator("#slip-message")).to_be_empty()


def test_a_press_is_not_lost_while_another_one_is_being_saved(
    site: Site, phone: BrowserContext
) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    held = hold(page)
    with page.expect_request("**/slip/"):
        press(page, "deploy:syria")
    button(page, "deploy:elam").focus()
    button(page, "deploy:syria").hover()
    page.mouse.down()
    with page.expect_response("**/slip/"):
        let_go(page, held)
    # Until the next frame the page has dealt with the answer.
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))")
    page.mouse.up()
    shows(page, "deploy:syria", 2)
    saved(page, 2)
    assert written(table) == {"syria": 2}


def test_what_somebody_else_has_used_up_is_explained(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = orders_room(site)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Leila")
    held = hold(one)
    with one.expect_request("**/slip/"):
        press(one, "deploy:syria", 2)
    press(two, "deploy:elam", 10)
    saved(two, 1)
    let_go(one, held)
    expect(one.locator("#slip-message")).to_contain_text("was quicker")
    saved(one, 2)
    assert written(table) == {"syria": 1, "elam": 10}


def test_a_lost_connection_loses_no_press(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append(re.findall(r'name="key"\s+(\w+)', route.request.post_data or "")[-1])
        if len(keys) == 1:
            route.fetch()  # it arrives, but its response doesn't
        if len(keys) < 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/slip/", lose)
    press(page, "deploy:syria", 2)
    expect(page.locator("#slip-message")).to_contain_text("Not saved yet, reconnecting")
    saved(page, 1)
    expect(page.locator("#slip-message")).to_be_empty()
    assert len(set(keys)) == 1
    assert written(table) == {"syria": 2}


def test_a_slip_is_written_by_keyboard(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    button(page, "deploy:syria").focus()
    for _ in range(12):  # once more than there are RFs
        page.keyboard.press("Enter")
    shows(page, "deploy:syria", 11)
    expect(page.locator("#slip .kept")).to_have_text(SAVED)
    expect(button(page, "deploy:syria")).to_be_focused()
    button(page, "deploy:syria", -1).focus()
    for _ in range(11):
        page.keyboard.press("Enter")
    expect(button(page, "deploy:syria")).to_be_focused()  # − is gone
    for _ in range(11):
        page.keyboard.press("Enter")
    expect(page.locator("#slip .kept")).to_have_text(SAVED)
    page.locator("#slip-seal").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#slip-title")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#slip-orders ul")).to_have_text("Syria 11")


def test_a_slip_is_written_without_a_script(site: Site, browser: Browser) -> None:
    table = orders_room(site)
    with browser.new_context(
        java_script_enabled=False, viewport={"width": 320, "height": 568}
    ) as context:
        page = sit_together(table, context, "Omar")
        for _ in range(2):
            button(page, "deploy:elam").click()
        assert page.url.endswith("#slip-11")
        button(page, "deploy:elam", -1).click()
        shows(page, "deploy:elam", 1)
        page.locator("#slip-seal").click(force=True)  # Playwright waits for aria-disabled, too
        expect(page.locator("#slip-message")).to_have_text("Place 10 more first.")
    assert written(table) == {"elam": 1}


def test_a_reveal_is_announced_once(
    site: Site, phone: BrowserContext, laptop: BrowserContext
) -> None:
    table = orders_room(site)
    page, wall = sit_together(table, phone, "Omar"), table.watch(laptop)
    wall.goto(f"{wall.url}?wall")
    pages = (page, wall)
    for one in pages:
        one.evaluate(
            """() => {
                const box = document.getElementById("announcement");
                const said = document.body.dataset;
                said.said = "";
                new MutationObserver(() => (said.said += `${box.textContent.trim()}|`)).observe(
                    box, { childList: true }
                );
            }"""
        )
    reveal(table)
    for one in pages:
        once = re.compile(r"^Orders revealed[^|]*\|\|$")  # shown, and cleared
        expect(one.locator("body")).to_have_attribute("data-said", once, timeout=15_000)
    expect(page.locator("#slip")).to_have_count(0)
    page.reload()
    expect(page.locator("#announcement")).to_be_empty()
