"""Phones and a laptop in one game: what only a browser shows of pressing moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.support.site import Site
from tests.support.web import generals
from tests.support.web.boards import board_room, sit_down
from tests.support.web.rooms import fits, stands_at


def title(page: Page) -> str:
    return page.title().split(" · ")[0]


def hold(page: Page, url: str) -> list[Route]:
    """Holds requests to these URLs from now on; `answer_all` lets them continue."""
    held: list[Route] = []
    page.route(url, lambda route: held.append(route))
    return held


def answer_all(page: Page, held: list[Route]) -> None:
    for route in held:
        with page.expect_response(route.request.url):
            route.continue_()


def test_two_phones_play_and_the_console_follows(
    site: Site, browser: Browser, phone: BrowserContext, laptop: BrowserContext
) -> None:
    room = board_room(site, "age-of-war", ["ann", "bob"], acting="seats", dice="server")
    console = room.console(laptop)
    one = sit_down(room, phone, "Ann")
    with browser.new_context(viewport={"width": 412, "height": 800}) as context:
        other = sit_down(room, context, "Bob")
        assert (title(one), title(other)) == ("Your turn", "Waiting for Ann")
        asked: list[str] = []
        other.on("request", lambda request: asked.append(request.url))
        one.locator("#live button[name=move]", has_text="Roll").click()
        for page in (one, other, console):
            stands_at(page, 1)
        expect(console.locator("#acts #undo")).to_be_visible()  # its forms are updated
        assert not [url for url in asked if "part=parts" in url]  # it isn't Bob's turn
        site.run(generals.GO_ON.format(code=room.code, until="now.state.active == 0"))
        expect(other.locator("#task .own-turn")).to_be_visible()
        expect(other).to_have_title("Your turn · Bob · Age of War · Moderator")
        roll = other.locator("#live button[name=move]", has_text="Roll")
        roll.focus()
        other.wait_for_timeout(750)  # a button that has just appeared ignores presses
        version = other.locator("#live").get_attribute("data-version") or ""
        other.keyboard.press("Enter")
        expect(other.locator("#live")).not_to_have_attribute("data-version", version)
        focused = other.locator("#live button[form=press]:focus")
        expect(focused).to_have_count(1)  # the keyboard stays on the board
        assert fits(one)
    assert {move["player"] for move in room.entries} == {"ann", "bob"}


@pytest.mark.long
def test_a_press_on_an_old_board_is_told_so_and_a_double_press_counts_once(
    site: Site, phone: BrowserContext, laptop: BrowserContext
) -> None:
    room = board_room(site, "age-of-war", ["ann", "bob"], acting="seats", dice="server")
    one, console = sit_down(room, phone, "Ann"), room.console(laptop)
    one.evaluate("document.querySelector('[data-feed]').removeAttribute('data-feed')")  # no news
    console.locator("#live button[name=move]", has_text="Roll").dblclick()
    stands_at(console, 1)
    one.locator("#live button[name=move]", has_text="Roll").click()
    expect(one.locator("#answer")).to_contain_text("somebody else has just recorded")
    expect(one.locator("#answer")).to_be_in_viewport()
    stands_at(one, 1)
    assert len(room.entries) == 1


@pytest.mark.long
def test_a_phone_plays_without_a_script(site: Site, browser: Browser) -> None:
    room = board_room(site, "age-of-war", ["ann", "bob"], acting="seats", dice="server")
    with browser.new_context(java_script_enabled=False) as context:
        page = sit_down(room, context, "Ann")
        page.locator("#live button[name=move]", has_text="Roll").click()
        stands_at(page, 1)
        expect(page.locator("#live button[name=move]", has_text="Lose a die")).to_be_visible()
    assert [move["type"] for move in room.entries] == ["roll"]


@pytest.mark.long
def test_one_press_at_a_time_and_its_answer_is_not_overtaken(
    site: Site, phone: BrowserContext, laptop: BrowserContext
) -> None:
    room = board_room(site, "age-of-war", ["ann", "bob"], acting="seats", dice="server")
    one, console = sit_down(room, phone, "Ann"), room.console(laptop)
    said: list[str] = []
    one.on("console", lambda message: said.append(message.text))
    forms, presses = hold(one, "**/play/*/?part=parts"), hold(one, "**/play/*/move/")
    with one.expect_request("**/play/*/?part=parts"):
        console.locator("#live button[name=move]", has_text="Roll").click()
    stands_at(one, 1)
    lose = one.locator("#live button[name=move]", has_text="Lose a die")
    with one.expect_request("**/play/*/move/"):
        lose.dispatch_event("click")
    busy = one.locator(".board[aria-busy=true]")
    expect(busy).to_have_count(1)
    key = one.locator("#press [name=key]").input_value()
    lose.dispatch_event("click")  # no second one
    answer_all(one, forms)
    expect(busy).to_have_count(1)
    assert one.locator("#press [name=key]").input_value() == key
    answer_all(one, presses)
    expect(busy).to_have_count(0)
    stands_at(one, 2)
    expect(one.locator("#acts[data-version='1000002']")).to_have_count(1)
    assert len(room.entries) == 2
    assert not said


@pytest.mark.long
def test_an_open_phone_follows_who_records_and_which_game(
    site: Site, phone: BrowserContext, laptop: BrowserContext
) -> None:
    table = generals.room(site, "ann", "bob", dice="server")
    one, console = generals.sit(table, phone, "Ann"), table.console(laptop)
    console.goto(f"{site.url}/g/{table.code}/run/")
    for who, has_form in (("moderator", 0), ("seats", 1)):
        console.locator(f"input[name=run_acting][value={who}]").check()
        console.locator("main form:has([name=run_acting]) button").click()
        console.wait_for_url("**?kept")
        expect(one.locator("#press")).to_have_count(has_form)
    console.get_by_role("button", name="Draw another map").click()
    console.wait_for_url(f"**/g/{table.code}/")
    game = console.locator("#press [name=game]").input_value()
    assert game != "1"
    expect(one.locator("#press [name=game]")).to_have_value(game)
    expect(one.locator(f".board[data-game='{game}'] .own-turn")).to_have_text("Your turn")
