"""Valley of War in Chromium: a referee's tablet, a watching phone, whole games by presses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from moderator.rules.reading import wire_text
from tests.support.paths import PLAYED
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.faults import faults
from tests.support.web.rooms import Room, fits, stands_at

MAKE = """
import json
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_create
from moderator.features.moves.write import move_play
pat, _ = User.objects.get_or_create(username="valley-tests")
classroom = classroom_create(pat, "Edo club")
by = instructor_person(classroom)
begun = json.loads({begun!r})
for group, moves in zip(groups_create(classroom, len(begun)), begun):
    game = game_create(group, "valley-of-war", "standard", {{}}, by)
    for after, wire in enumerate(moves):
        move_play(game, wire, after, f"k{{after}}", by, "moderator")
made = [[g.code, credentials.console_token(g), classroom.pk, ""] for g in classroom.groups.all()]
print(json.dumps(made))
"""


def played(name: str) -> list[dict[str, Any]]:
    record = json.loads((PLAYED / "valley_of_war" / f"{name}.json").read_text())
    return list(record["moves"])


@pytest.fixture(scope="module")
def valleys(site: Site) -> dict[str, Room]:
    """A group for each test, by name; two are in the middle of a game."""
    begun = {
        "win": [],
        "draw": [],
        "hand": played("loss-draw")[:3],
        "keys": [],
        "look": played("picked-out")[:25],
    }
    made = json.loads(site.run(MAKE.format(begun=json.dumps(list(begun.values())))))
    return {name: Room(site, *one) for name, one in zip(begun, made, strict=True)}


@pytest.fixture
def tablet(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 768, "height": 1024}, has_touch=True) as context:
        yield context


def choose(page: Page, colour: str, fields: dict[str, int]) -> None:
    """Presses one outcome, behind “More…” if it is there."""
    kind = "input" if colour == "red" else "button"
    outcome = page.locator(f"{kind}[name={colour}][value='{wire_text(fields)}']")
    rare = page.locator(".rare:not([open])", has=outcome)
    if rare.count():
        rare.locator("summary").tap()
    outcome.tap()


def press(page: Page, wire: dict[str, Any], first: str = "red") -> None:
    """A move as the referee makes it: two presses for a throw."""
    if wire["type"] != "throw":
        page.locator(f"button#{wire['type']}").tap()
        return
    for colour in (first, "blue" if first == "red" else "red"):
        choose(page, colour, wire[colour])


def recorded(page: Page, number: int) -> None:
    """Waits until the console has the forms for the next move: the chart may arrive earlier."""
    expect(page.locator("#say")).to_have_attribute("data-version", str(1_000_000 + number))
    stands_at(page, number)


@pytest.mark.long
def test_a_whole_game_to_a_win(
    valleys: dict[str, Room], tablet: BrowserContext, phone: BrowserContext
) -> None:
    table = valleys["win"]
    page, watcher = table.console(tablet), table.watch(phone)
    moves = played("picked-out")
    called: dict[int, list[str]] = {}
    for number, wire in enumerate(moves, start=1):
        press(page, wire, first="blue" if number % 5 == 0 else "red")
        recorded(page, number)
        stands_at(watcher, number)
        called[number] = watcher.locator(".called li").all_inner_texts()
    assert called[15] == ["Red goes on to War Phase II", "All Ninjas are picked out now"]
    assert called[25][-1] == (
        "Samurai that do not Occupy are picked out now: 8 of Red’s, 0 of Blue’s"
    )
    assert called[len(moves)] == ["Red has taken both Eyes and wins"]
    expect(watcher.locator(".now")).to_contain_text("Red Emperor")
    expect(watcher.locator(".now")).to_contain_text("wins")
    expect(page.locator(".throw")).to_have_count(0)
    assert table.entries == moves
    assert fits(watcher)


@pytest.mark.long
def test_a_mistake_is_undone_and_both_lose(
    valleys: dict[str, Room], tablet: BrowserContext, phone: BrowserContext
) -> None:
    table = valleys["draw"]
    page, watcher = table.console(tablet), table.watch(phone)
    moves = played("loss-draw")
    for number, wire in enumerate(moves, start=1):
        press(page, wire)
        recorded(page, number)
    stands_at(watcher, len(moves))
    assert {"type": "undo"} in moves
    expect(watcher.locator(".now")).to_contain_text("A loss-draw")
    assert table.entries == moves


@pytest.mark.long
def test_it_is_held_in_one_hand_and_haji_counts(
    valleys: dict[str, Room], tablet: BrowserContext
) -> None:
    page = valleys["hand"].console(tablet)
    for button in page.locator(".choices > *, .reach button, .rare > summary").all():
        if not button.is_visible():
            continue
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 56
        assert box["y"] >= 1024 / 2
        assert box["y"] + box["height"] <= 1024
    page.clock.install()
    count = page.locator("#haji-count")
    page.locator("#haji").tap()
    for word in ("3", "2", "1", "Haji!"):
        expect(count).to_have_text(word)
        page.clock.run_for(500)
    page.clock.run_for(500)
    expect(count).to_have_count(0)
    expect(page.locator(".throw.forward")).to_be_visible()
    expect(page.locator(".throw input[name=red]").first).to_be_focused()
    page.locator("#haji").tap()
    count.tap()
    expect(count).to_have_count(0)
    expect(page.locator("#haji-sound")).to_have_attribute("aria-pressed", "false")
    page.locator("#haji-sound").tap()
    expect(page.locator("#haji-sound")).to_have_attribute("aria-pressed", "true")
    page.locator("#haji").tap()  # with sound
    page.keyboard.press("Escape")
    expect(count).to_have_count(0)
    stands_at(page, 3)


def test_by_keyboard_and_a_new_start(valleys: dict[str, Room], laptop: BrowserContext) -> None:
    table = valleys["keys"]
    page = table.console(laptop)
    page.locator(".throw button[name=blue]").nth(1).press("Enter")
    red = page.locator(".throw input[name=red]")
    red.first.press("Space")
    red.first.press("ArrowRight")  # it selects, and records nothing yet
    expect(red.nth(1)).to_be_checked()
    page.locator(".throw button[name=blue]").nth(1).press("Enter")
    recorded(page, 1)
    page.locator(".anew > summary").press("Enter")
    page.get_by_label("Something else").fill("A sleeve over the edge.")
    page.get_by_label("Something else").press("Enter")
    recorded(page, 2)
    expect(page.locator(".called")).to_contain_text("A sleeve over the edge.")
    assert table.entries == [
        {"type": "throw", "red": {"knocked_out": 1}, "blue": {"knocked_out": 1}},
        {"type": "restart", "reason": "A sleeve over the edge."},
    ]


def look(page: Page, width: int, height: int, scheme: Any, contrast: Any) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, contrast=contrast, reduced_motion="reduce")
    found = violations(page)
    assert not found, f"{page.url} at {width} px, {scheme}, {contrast}"
    assert fits(page)


@pytest.mark.long
def test_for_everybody(valleys: dict[str, Room], laptop: BrowserContext) -> None:
    table = valleys["look"]
    console, watcher = table.console(laptop), table.watch(laptop)
    for summary in console.locator("summary").all():
        summary.click()
    looks = [
        (console, 320, 640, "light", "no-preference"),
        (watcher, 1280, 860, "dark", "more"),
        (console, 768, 1024, "dark", "more"),
        (watcher, 320, 640, "light", "no-preference"),
    ]
    for one in looks:
        look(*one)
    wall = laptop.new_page()
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.goto(f"{table.site.url}/c/{table.code}/?wall")
    tall = wall.evaluate("document.documentElement.scrollHeight")
    assert tall <= 1080  # with a banner of two lines
    sizes = wall.evaluate(
        """[".emperor h3", ".throws b", ".called li", ".valley-score td"].map(
        (one) => parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""
    )
    assert min(sizes) >= 32  # a 34th of the picture's height: legible from the back row
    rows = wall.locator(".valley-score :is(tbody tr, dt):visible")
    expect(rows).to_have_count(4)
    assert wall.locator(".valley").bounding_box()["height"] > 0.8 * 1080
    assert not faults(wall.evaluate, True)
