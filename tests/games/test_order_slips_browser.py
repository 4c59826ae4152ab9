"""Order slips of 1800 B.C. on the console in Chromium, typed for students without phones."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.live.pages import until
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.presses import by_keys
from tests.support.web.rooms import fits, numbers, room
from tests.support.web.slips import sit_together

LINES = ("b bab6 civ5", "a ass11", "h hat3 syr4 civ3")
ORDERS = 8  # with two on a phone


def axe_finds_nothing(page: Page) -> None:
    # Buttons that were just pressed are still fading.
    page.mouse.move(0, 0)
    found = violations(page)
    assert not found


def type_slip(page: Page, line: str, country: str) -> None:
    page.keyboard.type(line)
    expect(page.locator("#answer .understood")).to_contain_text("complete and sealed")
    page.keyboard.press("Enter")
    expect(page.locator("#answer .written")).to_contain_text(f"{country}’s slip")
    expect(page.locator("#command")).to_have_value("")
    expect(page.locator("#command")).to_be_focused()


def write_slip(page: Page) -> None:
    """Writes Egypt's slip on a phone with a keyboard: 6 RFs in Syria, 5 in civilization."""
    for place, rfs in (("deploy:syria", 6), ("build", 5)):
        for number in range(rfs):
            by_keys(page.locator(f"#slip button[value='{place} 1']"))
            placed = page.locator(f"#slip [data-place='{place}'] .placed")
            expect(placed).to_have_text(str(number + 1))
    by_keys(page.locator("#slip-seal"))
    expect(page.locator("#slip .envelope")).to_be_visible()


def attack(page: Page) -> None:
    """Egypt attacks Hatti at Hatti's cell, and all countries end their turns."""
    by_keys(page.locator("[form=cells][value='hatti.syria']"))
    expect(page.locator("#cell-title")).to_contain_text("Hatti in Syria")
    by_keys(page.locator(".cell-usual").last)
    by_keys(page.locator("#cell-record:not([aria-disabled])"))
    expect(page.locator("#answer")).to_contain_text("Egypt attacks Hatti in Syria")
    for country in ("egypt", "babylon", "assyria", "hatti"):
        by_keys(page.locator(f"#acting-{country}"))
        expect(page.locator("#answer")).to_contain_text(f"{country.capitalize()} ends its turn")


@pytest.mark.long
def test_a_whole_game_by_keyboard_alone_with_typed_and_pressed_slips(
    site: Site, laptop: BrowserContext, phone: BrowserContext
) -> None:
    table = room(site, "1800-bc", deployment="simultaneous", turns=1)
    page, watcher = table.console(laptop), table.watch(phone)
    before = numbers(watcher)
    expect(page.locator(".slip-panel .sealed")).to_have_count(0)
    axe_finds_nothing(page)
    write_slip(sit_together(table, phone, "Omar"))
    for number, (line, country) in enumerate(
        zip(LINES, ("Babylon", "Assyria", "Hatti"), strict=True), start=2
    ):
        type_slip(page, line, country)
        expect(page.locator(".slip-panel .sealed")).to_have_count(number)
        expect(watcher.locator(".chart tfoot .done")).to_have_count(number)
    assert numbers(watcher) == before
    assert table.entries == []

    peek = page.locator("#peek-babylon")
    by_keys(peek)
    expect(page.locator("[data-slip=babylon]")).to_contain_text(re.compile(r"Babylon\s*6\s*0 → 6"))
    expect(peek).to_have_text(re.compile("Cover"))
    axe_finds_nothing(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-slip=babylon]")).to_be_hidden()

    by_keys(page.locator("#reveal"))
    expect(page.locator("#answer")).to_contain_text("Orders of Game-turn 1 revealed")
    expect(page.locator(".slip-panel")).to_have_count(0)
    expect(page.locator("#undo")).to_have_text("Undo “Orders of Game-turn 1 revealed”")
    until(watcher, lambda: numbers(watcher) == numbers(page))
    assert numbers(watcher) != before
    assert len(table.entries) == ORDERS
    axe_finds_nothing(page)
    attack(page)
    for one in (page, watcher):
        expect(one.locator("main")).to_contain_text("The game is over")


@pytest.mark.long
def test_a_reminder_and_what_is_uncovered_survive_a_new_frame(
    site: Site, laptop: BrowserContext, phone: BrowserContext, browser: Browser
) -> None:
    table = room(site, "1800-bc", deployment="simultaneous")
    page = table.console(laptop)
    student = phone.new_page()
    student.goto(f"{site.url}/join/{table.code}/")
    student.locator("input[name=name]").fill("Omar")
    student.locator("main form button").click()
    student.get_by_role("button", name="Egypt").click()
    type_slip(page, LINES[0], "Babylon")
    page.locator("#peek-babylon").click()
    expect(page.locator("[data-slip=babylon]")).to_contain_text("Civilization")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".slip-panel .sealed")).to_have_count(0)
    page.get_by_role("button", name="Seal", exact=True).click()
    expect(page.locator(".slip-panel .sealed")).to_have_count(1)
    page.locator("#remind-egypt").click()
    expect(student.locator("#reminder")).to_be_visible()
    expect(student.locator("#aloud")).to_contain_text("asks for your orders")
    expect(page.locator("[data-slip=babylon]")).to_contain_text("Civilization")
    with browser.new_context() as other:
        second = table.console(other)
        second.locator("#command").fill("clear b")
        second.keyboard.press("Enter")
    expect(page.locator("[data-slip=babylon]")).to_contain_text("Nothing is written")


@pytest.mark.long
def test_without_a_script_slips_are_filled_in_and_revealed(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="simultaneous")
    with browser.new_context(
        java_script_enabled=False, viewport={"width": 320, "height": 640}
    ) as context:
        page = table.console(context)
        page.locator("#command").fill("e nub4 pal3 civ4")
        page.locator("#say button").click()
        expect(page.locator("#answer")).to_contain_text("Egypt’s slip · complete and sealed")
        page.locator("#peek-egypt").click()
        expect(page.locator("main")).to_contain_text("Nubia")
        assert fits(page)
        page.get_by_role("link", name="Cover").click()
        page.get_by_role("link", name="Fill in what is missing…").click()
        expect(page.locator("main")).to_contain_text("Assyria")
        assert fits(page)
        page.get_by_role("button", name="Write and seal these 3 slips").click()
        page.locator("#reveal").click()
        expect(page.locator("#answer")).to_contain_text("Orders of Game-turn 1 revealed")
        assert fits(page)
    assert len(table.entries) == 6
