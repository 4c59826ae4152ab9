"""The replay in Chromium: by keyboard, without JavaScript, with axe; and an upload."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.paths import PLAYED
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits, numbers, room

RECORD = """
from moderator.core import credentials, log, queries
from moderator.core.people import instructor_person
from moderator.features.moves.write import move_play
group = queries.group_by_code({code!r})
game = queries.game_now(group)
by = instructor_person(group.classroom)
for line in {lines!r}:
    now = queries.timeline(game)
    wire = log.rules_of(game).parse_command(now.state, line).wire
    move_play(game, wire, now.number, credentials.new(), by, "instructor")
"""
LINES = ("xen 5", "yurt 5", "a beau xen 5", "a chas yurt 2", "undo", "end", "yurt 15", "end")
# As in games from before there were order slips.
ORDERS = """
from tests.support.play.play import deploy, record_older
from moderator.core import queries
from moderator.core.people import instructor_person
group = queries.group_by_code({code!r})
wires = [deploy("egypt", "syria", 5), deploy("babylon", "elam", 4)]
record_older(queries.game_now(group), wires, instructor_person(group.classroom))
"""
MOVES = (0, 1, 2, 3, 6, 7, 8)  # the entries that are not undone, and the start


@pytest.fixture(scope="module")
def example(site: Site) -> Room:
    """The worked example, after some moves; only for viewing."""
    made = room(site)
    site.run(RECORD.format(code=made.code, lines=LINES))
    return made


@pytest.fixture(scope="module")
def film(browser: Browser) -> Iterator[Page]:
    """A page for all tests that leave nothing in the browser."""
    with browser.new_context(viewport={"width": 1280, "height": 860}) as context:
        yield context.new_page()


def at(page: Page, number: int) -> None:
    words = f"After entry {number}" if number else "At the start"
    expect(page.locator("#place")).to_have_text(words)


def open_at(page: Page, table: Room, query: str) -> Page:
    page.goto(f"{table.site.url}/c/{table.code}/replay/{query}")
    return page


def test_the_keyboard_steps_without_loading_the_page(example: Room, film: Page) -> None:
    page = open_at(film, example, "?move=0")
    page.evaluate("window.isSame = true")
    for number in MOVES[1:]:
        page.keyboard.press("ArrowRight")
        at(page, number)
    assert numbers(page)["yurt"]["beauregard"] == 15
    page.keyboard.press("ArrowRight")  # there is none
    page.keyboard.press("ArrowLeft")
    at(page, 7)
    page.keyboard.press("Shift+ArrowLeft")
    at(page, 6)
    page.keyboard.press("Shift+ArrowLeft")
    at(page, 0)
    page.keyboard.press("Shift+ArrowRight")
    at(page, 6)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("End")
    at(page, 8)
    assert page.evaluate("window.isSame")
    assert "move=8" in page.url


def test_quick_presses_are_all_counted(example: Room, film: Page) -> None:
    page = open_at(film, example, "?move=0")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    at(page, MOVES[4])


def test_the_playhead_strikes_no_label_through(example: Room, film: Page) -> None:
    open_at(film, example, "?move=0")
    strikes = """() => {
        const head = document.getElementById("playhead").getBoundingClientRect();
        const labels = [...document.querySelectorAll(".band text")];
        return labels.map((one) => one.getBoundingClientRect())
            .map((box) => box.bottom > head.top + 1 && box.top < head.bottom);
    }"""
    assert film.evaluate(strikes) == [False]


def test_back_of_the_browser_goes_where_one_was(example: Room, film: Page) -> None:
    page = open_at(film, example, "?move=1")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("End")
    at(page, 8)
    page.evaluate("history.back()")
    at(page, 2)
    page.evaluate("history.back()")
    at(page, 1)


def test_the_film_plays_to_the_end_and_its_signs_are_links(example: Room, film: Page) -> None:
    page = open_at(film, example, "?move=2")
    for speed in ("Speed 2×", "Speed 4×"):
        page.locator("#film-speed").click()
        expect(page.locator("#film-speed")).to_have_text(speed)
    page.locator("#film-play").click()
    expect(page.locator("#film-play")).to_have_text("Pause")
    at(page, 8)
    expect(page.locator("#film-play")).to_have_text("Play")
    page.locator("#mark-3").click()
    at(page, 3)
    expect(page.locator("#mark-3")).to_have_attribute("aria-current", "step")
    page.evaluate("history.back()")
    at(page, 8)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    at(page, 1)  # the film begins again
    page.keyboard.press("ArrowRight")  # and stops where somebody steps
    at(page, 2)
    expect(page.locator("#film-play")).to_have_text("Play")


def test_a_link_keeps_the_focus_and_the_title_follows(example: Room, film: Page) -> None:
    page = open_at(film, example, "?move=6")
    page.locator("#on").focus()
    for number in (7, 8):
        page.keyboard.press("Enter")
        at(page, number)
        expect(page.locator("#on")).to_be_focused()
    expect(page).to_have_title("After entry 8 · Example of play · Group 1 · Moderator")


def test_what_changed_stays_marked(example: Room, film: Page) -> None:
    page = open_at(film, example, "?move=7")
    lit = page.locator("td.fresh")
    expect(lit).to_have_count(1)
    colours = "(e) => [getComputedStyle(e).backgroundColor, getComputedStyle(e).animationName]"
    colour, animation = lit.evaluate(colours)
    assert (colour, animation) == ("rgb(251, 231, 178)", "none")


def test_a_place_that_is_gone_is_left_to_the_browser(example: Room, film: Page) -> None:
    page = open_at(film, example, "?move=1")
    gone = "**/replay/?game=1&move=2"
    page.route(gone, lambda route: route.fulfill(status=404, body="gone"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("body")).to_have_text("gone")
    page.unroute(gone)


@pytest.mark.long
def test_it_works_without_a_script(example: Room, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = open_at(context.new_page(), example, "?move=0")
        for number in MOVES[1:]:
            page.locator("#on").click()
            at(page, number)
        page.locator("#turn-back").press("Enter")  # it is seen when it has the focus
        at(page, 6)
        expect(page.locator("[data-keys-hint]")).to_be_hidden()
        page.locator("#now").click()
        page.wait_for_url(f"**/c/{example.code}/")


def test_one_press_leads_from_the_console_and_back(example: Room, laptop: BrowserContext) -> None:
    page = example.console(laptop)
    page.get_by_role("link", name="Replay, move by move").click()
    at(page, 8)
    page.get_by_role("link", name="Show undone moves").click()
    page.keyboard.press("Home")
    at(page, 0)
    for number in range(1, 6):
        page.keyboard.press("ArrowRight")
        at(page, number)
    page.locator("#now").click()
    page.wait_for_url(f"**/g/{example.code}/")


@pytest.mark.long
@pytest.mark.parametrize(("width", "colours"), [(320, "light"), (1280, "dark")])
def test_axe_finds_nothing(
    example: Room, site: Site, browser: Browser, width: int, colours: Any
) -> None:
    orders = room(site, "1800-bc", deployment="simultaneous")
    site.run(ORDERS.format(code=orders.code))
    size: Any = {"width": width, "height": 800}
    with browser.new_context(
        viewport=size, color_scheme=colours, reduced_motion="reduce", bypass_csp=True
    ) as context:
        example.teach(context)
        page = context.new_page()
        for path in (
            f"/c/{example.code}/replay/?move=3",
            f"/c/{example.code}/replay/?move=99",
            f"/c/{orders.code}/replay/",
            f"/g/{example.code}/replay/?move=4",
            f"/classes/{example.classroom}/groups/1/",
        ):
            page.goto(site.url + path)
            assert not violations(page), path
            assert fits(page), path


def test_what_can_be_touched_is_large_enough(example: Room, phone: BrowserContext) -> None:
    example.teach(phone)
    page = phone.new_page()
    page.goto(f"{example.site.url}/g/{example.code}/replay/?move=3")
    small = page.evaluate(
        """() => [...document.querySelectorAll("main a:not(.timeline a), main [role=link]")]
            .filter((e) => e.checkVisibility())
            .map((e) => [e.id, e.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.5 || box.width < 40)
            .map(([id, box]) => `${id}: ${box.width} x ${box.height}`)"""
    )
    assert small == []


def test_a_record_is_uploaded_by_its_form(site: Site, laptop: BrowserContext) -> None:
    made = room(site)
    page = made.teach(laptop)
    page.goto(f"{site.url}/classes/{made.classroom}/groups/1/")
    file = page.get_by_label("Record file (JSON)")
    file.set_input_files({"name": "a.json", "mimeType": "text/plain", "buffer": b"{}"})
    page.get_by_role("button", name="Create the game").click()
    expect(page.locator("#record-error")).to_contain_text("(bad-record)")
    expect(page.get_by_label("Record file (JSON)")).to_be_focused()
    assert fits(page)
    path = PLAYED / "age_of_iron" / "1800-bc.json"
    page.get_by_label("Record file (JSON)").set_input_files(path)
    page.get_by_role("button", name="Create the game").click()
    page.wait_for_url("**/groups/1/#games")
    assert made.entries == json.loads(path.read_text(encoding="utf-8"))["moves"]
