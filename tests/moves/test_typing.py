"""The command line in Chromium: completions, and typed text is never lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.support.site import Site
from tests.support.web.rooms import room, stands_at


def test_tab_takes_the_first_completion_but_no_number_and_arrows_choose(
    site: Site, laptop: BrowserContext
) -> None:
    table = room(site, combat="odds-table")
    page = table.console(laptop)
    page.keyboard.type("xen 5\nyurt 5\n")
    stands_at(page, 2)
    line, options = page.locator("#command"), page.locator("#completions [role=option]")
    shown = page.locator("#completions:not([hidden]) [role=option]")
    with page.expect_request_finished(lambda request: request.url.endswith("text=a+")):
        page.keyboard.type("a ")
    expect(shown.first).to_have_text("attack beauregard xenophobia")
    expect(line).to_have_attribute("aria-expanded", "true")
    first, second = options.all_text_contents()[:2]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(line).to_have_attribute("aria-activedescendant", "completion-2")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")  # inserts it into the line, and records nothing yet
    expect(line).to_have_value(second)
    expect(line).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Control+a")
    page.keyboard.type("a ")
    expect(shown.first).to_have_text(first)  # not those of the line before
    page.keyboard.press("Tab")
    expect(line).to_have_value(first)
    expect(line).to_be_focused()
    assert first == "attack beauregard xenophobia"  # without a die, which nobody has rolled
    page.keyboard.press("Control+a")
    page.keyboard.type("chas")
    expect(options.first).to_have_text("attack chas xenophobia")
    expect(page.locator("#answer .error")).to_have_count(0)
    expect(page.locator("#answer")).to_contain_text("What does Ariel do with Chas?")
    page.keyboard.press("Control+a")
    page.keyboard.type("ext")
    expect(shown.first).to_have_text("extend ")
    page.keyboard.press("Tab")
    expect(line).to_have_value("extend ")
    expect(page.locator("#answer")).to_contain_text("To how many Game-turns")
    assert len(table.entries) == 2


@pytest.mark.long
def test_escape_closes_the_list_and_tab_then_goes_on(site: Site, laptop: BrowserContext) -> None:
    page = room(site).console(laptop)
    page.keyboard.type("x")
    expect(page.locator("#completions")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#completions")).to_be_hidden()
    page.keyboard.press("Tab")
    expect(page.locator("#command")).not_to_be_focused()
    expect(page.locator("#command")).to_have_value("x")


@pytest.mark.long
def test_a_slash_jumps_to_the_command_line(site: Site, laptop: BrowserContext) -> None:
    page = room(site).console(laptop)
    page.get_by_text("What can I type?").focus()
    page.keyboard.press("/")
    expect(page.locator("#command")).to_be_focused()
    expect(page.locator("#command")).to_have_value("")


def test_commands_typed_faster_than_the_answers_are_all_recorded(
    site: Site, laptop: BrowserContext
) -> None:
    table = room(site)
    page = table.console(laptop)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/move/", hold)
    page.keyboard.type("xen 5\nyurt 5\na chas yurt 2\na chas")
    expect(page.locator("#command")).to_have_value("a chas")
    assert len(held) == 1  # the others wait for its answer
    held[0].continue_()
    stands_at(page, 3)
    expect(page.locator("#command")).to_have_value("a chas")
    assert [move["type"] for move in table.entries] == ["deploy", "deploy", "attack"]


@pytest.mark.long
def test_a_refused_command_is_selected_to_be_typed_over(site: Site, laptop: BrowserContext) -> None:
    table = room(site)
    page = table.console(laptop)
    page.keyboard.type("xen 99\n")
    expect(page.locator("#answer .error")).to_contain_text("10 RFs in hand")
    expect(page.locator("#command")).to_have_value("xen 99")
    page.keyboard.type("xen 9\n")
    stands_at(page, 1)
    assert table.entries[0]["rfs"] == 9


def test_without_the_server_nothing_typed_is_lost(site: Site, laptop: BrowserContext) -> None:
    table = room(site)
    page = table.console(laptop)
    page.route("**/move/", lambda route: route.abort())
    page.keyboard.type("xen 5\n")
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#command")).to_have_value("xen 5")
    page.unroute("**/move/")
    page.keyboard.press("Enter")
    stands_at(page, 1)
    expect(page.locator("#trouble")).to_be_hidden()
    assert len(table.entries) == 1
