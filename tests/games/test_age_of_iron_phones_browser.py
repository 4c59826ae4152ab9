"""Age of Iron in which the players record on their own phones, in Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from moderator.core.games import shipped
from moderator.rules.age_of_iron.rules import AGE_OF_IRON
from moderator.rules.log import Timeline
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.boards import MAKE, sit_down
from tests.support.web.rooms import Room, fits, stands_at

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
COUNTRIES = ("Assyria", "Egypt", "Babylon", "Urartu", "Phoenicia")


def room(site: Site, **options: object) -> Room:
    """A group that plays 900 B.C. one after another; its players record."""
    scenario = AGE_OF_IRON.scenario_wire(shipped()["age-of-iron"]["900-bc"])
    chosen = {"deployment": "sequential", "turns": 2, **options}
    given = json.dumps(["age-of-iron", scenario, chosen, {"acting": "seats"}, []])
    return Room(site, *json.loads(site.run(MAKE.format(given=given))))


@pytest.fixture
def small(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(
        viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True
    ) as context:
        yield context


def open_form(page: Page, name: str) -> None:
    """Opens a button of the bar: a form, or why there is none."""
    page.locator(".phone-bar summary", has_text=name).tap()
    expect(page.locator(".phone-act[open]")).to_have_count(1)


def enter(page: Page, where: str, number: int | None = None) -> None:
    """Fills in the open form; by default with the number that is there."""
    form = page.locator(".phone-act[open] form")
    form.locator("select").select_option(label=where)
    if number is not None:
        form.locator("input[type=number]").fill(str(number))


def preview(page: Page) -> str:
    """Makes the first press; what the second will record, in words."""
    page.locator(".phone-act[open] form .main").tap()
    expect(page.locator("#confirm")).to_be_visible()
    return page.locator("#confirm").inner_text()


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
        expect(page.locator(".phone-bar")).to_be_visible()
        waiting = [one for other, one in self.phones.items() if other != name]
        for one in waiting:
            expect(one.locator(".phone-bar")).to_be_hidden()
        open_form(page, "Place RFs")
        enter(page, "Syria", rfs)
        said = [preview(page)]
        self.confirm(page)
        open_form(page, "Build" if rfs else "Attack")
        if rfs:
            said.append(preview(page))
            self.confirm(page)
        elif page.locator(".phone-act[open] form").count():
            said.append(self.attack(page))
        page.locator(".phone-bar button", has_text="End turn").tap()
        expect(page.locator("#confirm")).to_contain_text(f"{name} ends its turn")
        self.confirm(page)
        return said

    def attack(self, page: Page) -> str:
        """Attacks the first opponent with 2."""
        form = page.locator(".phone-act[open] form")
        if form.locator(".chips").count():
            form.locator(".chips label").first.tap()
        form.get_by_role("button", name="One more").tap()
        said = preview(page)
        self.confirm(page)
        return said


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
        said = [play.turn(name, rfs) for rfs in (None, 6) for name in COUNTRIES]
        assert said[0][0].startswith("Assyria places 14 in Syria\n\n0 → 14")
        attack = "Egypt attacks Assyria in Syria with 2\n\neach removes 2 (13 → 11, 14 → 12)"
        assert said[1][1].startswith(attack)
        for page in (*phones.values(), wall):
            expect(page.locator("main")).to_contain_text("The game is over")
            expect(page.locator(".phone-bar")).to_have_count(0)
    timeline = played(table)
    assert timeline.state.is_over
    assert {move["type"] for move in table.entries} == {"deploy", "build", "attack", "end-turn"}


def look(page: Page) -> None:
    found = violations(page)
    assert not found
    assert fits(page)
    for target in page.locator(".phone-bar :is(button, summary, .chips label)").all():
        box = target.bounding_box()
        assert box is None or min(box["height"], box["width"]) >= 44, target.inner_text()


def test_a_small_phone_with_open_forms(site: Site, small: BrowserContext) -> None:
    table = room(site)
    page = sit_down(table, small, "Assyria")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, contrast="more", reduced_motion="reduce")
        look(page)
        open_form(page, "Build")
        look(page)
        open_form(page, "Place RFs")
        expect(page.locator(".phone-act[open]")).to_have_count(1)
        look(page)
        enter(page, "Syria", 13)
        page.get_by_role("button", name="One more").tap()
        page.get_by_role("button", name="One more").tap()
        number = page.locator(".phone-act[open] input[type=number]")
        expect(number).to_have_value("14")  # no more are in hand
        page.get_by_role("button", name="One less").dblclick()
        assert preview(page).startswith("Assyria places 12 in Syria\n\n0 → 12")
        expect(page.locator("#confirm-title")).to_be_focused()
        look(page)
        page.locator("#change-move").tap()
        expect(page.locator(".phone-act[open] input[type=number]")).to_have_value("12")
        expect(page.locator(".phone-act[open] select option:checked")).to_have_text(["Syria"])
        page.keyboard.press("Escape")
        expect(page.locator(".phone-act[open]")).to_have_count(0)


def test_what_is_entered_survives_what_others_record(
    site: Site, small: BrowserContext, laptop: BrowserContext
) -> None:
    table = room(site)
    page, console = sit_down(table, small, "Assyria"), table.console(laptop)
    open_form(page, "Place RFs")
    enter(page, "Syria", 12)
    console.locator("#command").fill("assyria 1")
    console.locator("#command").press("Enter")
    stands_at(page, 1)
    form = page.locator(".phone-act[open] form")
    expect(form.locator("[name=after]")).to_have_value("1")
    expect(form.locator("input[type=number]")).to_have_value("12")
    expect(page.locator(".phone-act[open] select option:checked")).to_have_text(["Syria"])
    said = preview(page)
    page.locator("#confirm-move").dblclick()
    stands_at(page, 2)
    assert said.startswith("Assyria places 12 in Syria\n\n0 → 12")
    assert len(table.entries) == 2
    open_form(page, "Build")
    console.goto(f"{site.url}/g/{table.code}/run/")
    console.get_by_label("A moderator for everybody").check()
    console.get_by_role("button", name="Save").click()
    expect(page.locator(".phone-bar")).to_have_count(0)


def test_without_a_script(site: Site, browser: Browser) -> None:
    table = room(site)
    context = {**PHONE, "java_script_enabled": False}
    with browser.new_context(**context) as plain:
        page = sit_down(table, plain, "Assyria")
        page.locator(".phone-bar summary", has_text="Place RFs").tap()
        form = page.locator(".phone-act[open] form")
        form.locator("select").select_option(label="Syria")
        form.locator("input[type=number]").fill("99")
        form.locator(".main").tap()
        expect(page.locator(".phone-act[open] .error")).to_contain_text("at most 14")
        assert page.locator(".phone-act[open] input[type=number]").input_value() == "99"
        page.locator(".phone-act[open] input[type=number]").fill("14")
        page.locator(".phone-act[open] form .main").tap()
        expect(page.locator("#confirm")).to_contain_text("Assyria places 14 in Syria")
        page.locator("#confirm-move").tap()
        expect(page.locator(".phone-bar")).to_contain_text("End turn")
    assert [move["type"] for move in table.entries] == ["deploy"]
