"""Double clicks, two consoles, and games that appear while somebody watches."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.site import Site
from tests.support.web.rooms import numbers, room, stands_at
from tests.support.web.worked_example import START, chart


def test_a_double_click_records_once(site: Site, laptop: BrowserContext) -> None:
    table = room(site)
    page = table.console(laptop)
    page.locator("#forms > summary").click()
    page.locator("label", has_text="Yurt").click()
    page.get_by_role("spinbutton", name="RFs").fill("4")
    page.locator("button#deploy-ariel").dblclick()
    stands_at(page, 1)
    assert [move["rfs"] for move in table.entries] == [4]


def test_two_consoles_lose_and_double_nothing(
    site: Site, browser: Browser, laptop: BrowserContext
) -> None:
    table = room(site)
    one = table.console(laptop)
    with browser.new_context() as context:
        two = table.console(context)
        one.keyboard.type("xen 5\n")
        stands_at(two, 1)  # and its forms are updated
        expect(two.locator("#say input[name=after]")).to_have_value("1")
        two.locator("#command").fill("yurt 5")
        one.keyboard.type("zen 2\n")
        stands_at(two, 2)  # the chart is updated, the typed text keeps its old number
        expect(two.locator("#command")).to_have_value("yurt 5")
        expect(two.locator("#say input[name=after]")).to_have_value("1")
        two.locator("#command").press("Enter")
        expect(two.locator("#answer")).to_contain_text("somebody else has just recorded")
        expect(two.locator("#command")).to_have_value("yurt 5")
        assert len(table.entries) == 2
        two.keyboard.press("Control+a")
        two.keyboard.type("yurt 3\n")
        stands_at(one, 3)
    assert [(move["region"], move["rfs"]) for move in table.entries] == [
        ("xenophobia", 5),
        ("zen", 2),
        ("yurt", 3),
    ]


@pytest.mark.long
def test_a_new_game_appears_by_itself(
    site: Site, phone: BrowserContext, laptop: BrowserContext, browser: Browser
) -> None:
    table = room(site, "")
    watcher = table.watch(phone)
    with browser.new_context() as context:
        console = table.console(context)
        for page in (watcher, console):
            expect(page.locator("#live")).to_contain_text("No game yet")
        page = table.teach(laptop)
        page.goto(f"{site.url}/classes/{table.classroom}/game/")
        page.get_by_role("link", name="Example of play").click()
        page.get_by_text("Settings:").click()
        page.get_by_label("When you or the moderator start it").check()
        expect(page.get_by_text("1 change: When it begins")).to_be_visible()
        page.get_by_role("button", name="Create the game").click()
        for page in (watcher, console):
            stands_at(page, 0)
        assert numbers(watcher) == chart(START)
        # A move before the start is refused, and stays typed.
        console.locator("#command").fill("xen 5")
        console.locator("#command").press("Enter")
        expect(console.locator("#answer")).to_contain_text("not started yet")
        expect(watcher.locator("#live")).to_contain_text("Not started yet")
        console.get_by_text("Start the game…").click()
        console.get_by_role("button", name="Start with 4 empty seats").click()
        stands_at(watcher, 1)  # the start counts, too
        expect(watcher.locator("#live")).not_to_contain_text("Not started yet")
        expect(console.locator("#command")).to_have_value("xen 5")
        console.locator("#command").press("Enter")
        stands_at(watcher, 2)
