"""Age of Iron in which the players record on their own phones, in Chromium."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from moderator.core.games import shipped
from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.log import Timeline
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.boards import MAKE, sit_down
from tests.support.web.presses import by_keys, presses_for
from tests.support.web.rooms import Room, fits, stands_at

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
COUNTRIES = ("Assyria", "Egypt", "Babylon", "Urartu", "Phoenicia")


def room(site: Site, name: str = "900-bc", **options: object) -> Room:
    """A group that plays 900 B.C. one after another; its players record."""
    scenario = AGE_OF_IRON.scenario_wire(shipped()["age-of-iron"][name])
    chosen = {"deployment": "sequential", "turns": 2, **options}
    given = json.dumps(["age-of-iron", scenario, chosen, {"acting": "seats"}, []])
    return Room(site, *json.loads(site.run(MAKE.format(given=given))))


@pytest.fixture
def small(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(
        viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True
    ) as context:
        yield context


def press(page: Page, kind: str, label: str = "") -> Locator:
    """Presses a choice in the list of one kind of move, by default the first; the preview."""
    moves = page.locator(".own-act", has=page.get_by_role("heading", name=kind, exact=True))
    moves.locator("button", has_text=re.compile(rf"^\s*{label}")).first.tap()
    expect(page.locator("#confirm")).to_be_visible()
    return page.locator("#confirm")


def set_to(page: Page, number: int) -> str:
    """Types the number; what the next press will record, in words."""
    page.locator("#confirm-number").fill(str(number))
    page.locator("#confirm-number").press("Tab")
    expect(page.locator(f"#confirm-move:not([aria-disabled])[value='{number}']")).to_be_visible()
    return said(page)


def said(page: Page) -> str:
    return page.locator("#confirm-title, #confirm .outcome").evaluate_all(
        "all => all.map((one) => one.textContent.trim()).join('\\n')"
    )


class Play:
    """All countries on phones; `number` moves are recorded."""

    def __init__(self, phones: dict[str, Page], watchers: list[Page]) -> None:
        self.phones = phones
        self.watchers = watchers
        self.number = 0

    def confirm(self, page: Page) -> None:
        page.locator("#confirm-move").tap()
        self.number += 1
        for one in (page, *self.watchers):
            stands_at(one, self.number)
        expect(page.locator(f"#acts[data-version='{1_000_000 + self.number}']")).to_have_count(1)

    def turn(self, name: str, rfs: int | None = None) -> list[str]:
        """Places all RFs in Syria and attacks, or `rfs` and builds the rest; ends the turn."""
        page = self.phones[name]
        expect(page.locator("#task .own-turn")).to_be_visible()
        expect(page.locator(".own-act").first).to_be_visible()
        waiting = [one for other, one in self.phones.items() if other != name]
        for one in waiting:
            expect(one.locator("#acts")).to_be_hidden()
        words = [self.place(page, rfs)]
        if rfs:
            press(page, "Build")
            page.locator("#confirm .numbers button").last.tap()  # all
            self.confirm(page)
        elif page.locator(".own-act button[name=choice] .seat").count():
            press(page, "Attack")
            words.append(set_to(page, 2))
            self.confirm(page)
        page.locator(".last-act button").tap()
        expect(page.locator("#confirm")).to_contain_text(f"{name} ends its turn")
        self.confirm(page)
        return words

    def place(self, page: Page, rfs: int | None) -> str:
        press(page, "Place RFs", "Syria")
        if rfs:
            words = set_to(page, rfs)
        else:
            page.locator("#confirm .numbers button", has_text="all").tap()
            expect(page.locator("#confirm .numbers button[aria-current]")).to_contain_text("all")
            words = said(page)
        self.confirm(page)
        return words


def played(table: Room) -> Timeline:
    """The game according to its log."""
    scenario = AGE_OF_IRON.scenario_wire(shipped()["age-of-iron"]["900-bc"])
    options = {"deployment": "sequential", "turns": 2}
    timeline = Timeline(
        AGE_OF_IRON, AGE_OF_IRON.begin(AGE_OF_IRON.read_scenario(scenario), options)
    )
    for move in table.entries:
        timeline = timeline.play(move)
    return timeline


@pytest.mark.long
def test_five_phones_play_a_game_to_its_end(site: Site, browser: Browser) -> None:
    table = room(site)
    with ExitStack() as stack:
        contexts = [stack.enter_context(browser.new_context(**PHONE)) for _ in COUNTRIES]
        hall = stack.enter_context(browser.new_context(viewport={"width": 1920, "height": 1080}))
        phones = {
            name: sit_down(table, context, name)
            for name, context in zip(COUNTRIES, contexts, strict=True)
        }
        wall = hall.new_page()
        wall.goto(f"{site.url}/c/{table.code}/?wall")
        play = Play(phones, [wall])
        told = [play.turn(name, rfs) for rfs in (None, 6) for name in COUNTRIES]
        assert told[0][0] == "Assyria places 14 in Syria\n0 → 14"
        attack = "Egypt attacks Assyria in Syria with 2\neach removes 2 (13 → 11, 14 → 12)"
        assert told[1][1] == attack
        for page in (*phones.values(), wall):
            expect(page.locator("main")).to_contain_text("The game is over")
            expect(page.locator(".own-act")).to_have_count(0)
    timeline = played(table)
    assert timeline.state.is_over
    assert {move["type"] for move in table.entries} == {"deploy", "build", "attack", "end-turn"}


SMALL = """() => [...document.querySelectorAll(":is(#acts, #tabs) :is(button:not(.vh), a)")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
        const box = one.getBoundingClientRect();
        return Math.min(box.height, box.width) < 44;
    }).map((one) => one.outerHTML)"""


def look(page: Page) -> None:
    found = violations(page)
    assert not found
    assert fits(page)
    assert page.evaluate(SMALL) == []


@pytest.mark.long
def test_a_small_phone_with_the_list_and_a_preview(site: Site, small: BrowserContext) -> None:
    table = room(site)
    page = sit_down(table, small, "Assyria")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, contrast="more", reduced_motion="reduce")
        look(page)
        press(page, "Place RFs", "Syria")
        assert page.locator("#confirm-number").input_value() == "1"
        assert page.locator("#step-less").count() == 0
        set_to(page, 13)
        page.locator("#step-more").tap()
        expect(page.locator("#confirm-move")).to_have_text("Place 14")
        assert page.locator("#step-more").count() == 0  # no more are in hand
        page.locator("#step-less").tap()
        expect(page.locator("#confirm-title")).to_have_text("Assyria places 13 in Syria")
        page.locator("#confirm-number").fill("99")
        page.locator("#confirm-number").press("Enter")
        expect(page.locator("#confirm-error")).to_contain_text("at most 14")
        expect(page.locator("#confirm-number")).to_be_focused()
        expect(page.locator("#confirm-move")).to_have_count(0)
        look(page)
        page.keyboard.press("Escape")
        expect(page.locator("#confirm")).to_have_count(0)


def test_the_whole_chart_of_four_countries_is_on_a_small_screen(
    site: Site, small: BrowserContext
) -> None:
    page = sit_down(room(site, "1800-bc"), small, "Egypt")
    page.locator("#tabs [data-show=chart]").tap()
    assert fits(page)
    last = page.locator(".chart tfoot tr").last.bounding_box()
    tabs = page.locator("#tabs").bounding_box()
    assert last
    assert tabs
    assert last["y"] + last["height"] <= tabs["y"]
    assert page.locator(".chart-sheet").evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.long
def test_few_presses_place_all_attack_and_end_the_turn(
    site: Site, browser: Browser, small: BrowserContext
) -> None:
    """Each press counts: 14 RFs in two regions; and by keyboard alone, an attack that keeps one's
    own Presence."""
    table = room(site)
    page, presses = sit_down(table, small, "Assyria"), 0

    def tap(selector: str, text: str = "") -> None:
        nonlocal presses
        presses += 1
        control = page.locator(selector, has_text=re.compile(rf"^\s*{text}")).first
        if page.context is small:
            control.tap()
        else:
            by_keys(control)

    def place(region: str, chip: str) -> None:
        tap(".own-act button", region)
        tap("#confirm .numbers button", chip)
        expect(page.locator("#confirm .numbers button[aria-current]")).to_contain_text(chip)
        tap("#confirm-move")
        expect(page.locator("#confirm")).to_have_count(0)

    def took(what: str) -> None:
        nonlocal presses
        assert presses == presses_for(what), what
        presses = 0

    place("Syria", "10")
    place("Israel", "4")
    took("place all your RFs in two regions")
    tap(".last-act button")
    tap("#confirm-move")
    expect(page.locator("#acts")).to_be_hidden()
    took("end your turn")
    with browser.new_context(**PHONE) as context:
        page = sit_down(table, context, "Egypt")
        place("Syria", "13")
        presses = 0
        tap(".own-act button[name=choice]:has(.seat)")
        expect(page.locator("#confirm-move")).to_have_text("Attack with 8")
        tap("#confirm-move")
        expect(page.locator("#confirm")).to_have_count(0)
        took("attack, with as many as keep")
    numbers = [(move["type"], move.get("rfs")) for move in table.entries]
    assert numbers == [
        *(("deploy", 10), ("deploy", 4), ("end-turn", None), ("deploy", 13), ("attack", 8)),
    ]


@pytest.mark.long
def test_a_preview_follows_what_others_record(
    site: Site, small: BrowserContext, laptop: BrowserContext
) -> None:
    table = room(site)
    page, console = sit_down(table, small, "Assyria"), table.console(laptop)
    press(page, "Place RFs", "Syria")
    set_to(page, 13)
    console.locator("#command").fill("assyria 1")
    console.locator("#command").press("Enter")
    stands_at(page, 1)
    expect(page.locator("#confirm [name=after]")).to_have_value("1")
    assert said(page) == "Assyria places 13 in Syria\n0 → 13"
    page.locator("#confirm-move").dblclick()
    stands_at(page, 2)
    assert len(table.entries) == 2
    console.locator("#command").fill("undo")
    console.locator("#command").press("Enter")
    stands_at(page, 3)
    press(page, "Place RFs", "Syria")
    set_to(page, 13)
    console.locator("#command").fill("israel 2")
    console.locator("#command").press("Enter")
    stands_at(page, 4)
    expect(page.locator("#confirm-error")).to_contain_text("at most 11")
    console.goto(f"{site.url}/g/{table.code}/run/")
    console.get_by_label("A moderator for everybody").check()
    console.get_by_role("button", name="Save").click()
    expect(page.locator("#task")).to_contain_text("Tell your moderator")
    press(page, "Place RFs", "Syria")
    expect(page.locator("#confirm")).to_contain_text("Tell your moderator")
    expect(page.locator("#confirm-move")).to_have_count(0)
    console.goto(f"{site.url}/g/{table.code}/")
    console.locator("#command").fill("israel 5")
    console.locator("#command").press("Enter")
    stands_at(page, 6)  # the change of who records counts, too
    page.locator("#usual-6", has_text="all").tap()
    expect(page.locator("#confirm-title")).to_have_text("Assyria places 6 in Syria")


@pytest.mark.long
def test_without_a_script(site: Site, browser: Browser) -> None:
    table = room(site)
    context = {**PHONE, "java_script_enabled": False}
    with browser.new_context(**context) as plain:
        page = sit_down(table, plain, "Assyria")
        press(page, "Place RFs", "Syria")
        page.locator("#confirm-number").fill("99")
        page.get_by_role("button", name="Show what this number does").tap()
        expect(page.locator("#confirm-error")).to_contain_text("at most 14")
        assert page.locator("#confirm-number").input_value() == "99"
        page.locator("#confirm-number").fill("14")
        page.get_by_role("button", name="Show what this number does").tap()
        expect(page.locator("#confirm")).to_contain_text("Assyria places 14 in Syria")
        page.locator("#confirm-move").tap()
        expect(page.locator(".last-act")).to_contain_text("End turn")
        for tab in ("chart", "talks", "goals", "turn"):
            page.locator(f"#tabs [data-show={tab}]").tap()
            expect(page.locator("#tabs [aria-current]")).to_have_attribute("data-show", tab)
    assert [move["type"] for move in table.entries] == ["deploy"]
