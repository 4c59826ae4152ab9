"""The moderator's console by mouse and touch in Chromium: the chart is the form."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.presses import presses_for
from tests.support.web.rooms import fits, room, stands_at


@dataclass
class Mouse:
    """Presses on a console, counted; the page must not scroll by itself."""

    page: Page
    presses: int = 0

    @property
    def scrolled(self) -> int:
        found: int = self.page.evaluate("scrollY")
        return found

    def press(self, control: str, then: str, text: str = ".") -> None:
        """Presses a control and waits until the page shows the text in a place."""
        what = self.page.locator(control)
        what.scroll_into_view_if_needed()  # as somebody would who wants to press it
        before = self.scrolled
        what.click()
        self.presses += 1
        expect(self.page.locator(then).first).to_contain_text(re.compile(text))
        assert self.scrolled == before, control

    def cell(self, cell: str, title: str) -> None:
        self.presses = 0
        self.press(cell_of(cell), "#cell-title", title)

    def number(self, number: int, words: str) -> None:
        expect(focused(self.page)).to_have_id("cell-number")
        self.page.keyboard.type(str(number))
        expect(self.page.locator("#cell-out")).to_contain_text(re.compile(words))

    def took(self, what: str) -> None:
        """Asserts that it took as many presses as docs/for-moderators.md says."""
        assert self.presses == presses_for(what, "for-moderators"), what
        self.presses = 0

    def record(self, answer: str) -> None:
        self.press("#cell-record:not([aria-disabled])", "#answer", answer)
        expect(self.page.locator("#cell")).to_be_empty()

    def order(self, cell: str, title: str) -> None:
        """Places a country's whole hand."""
        self.cell(cell, title)
        name = re.split(r"\W", title)[0]
        self.record(f"{name}’s slip.*complete and sealed|revealed")
        self.took("place all")

    def end_turns(self, countries: list[str], entry: int) -> None:
        for number, country in enumerate(countries, start=entry):
            self.presses = 0
            self.press(f"#acting-{country}", "#answer", f"no. {number}:.*ends its turn")
            self.took("end a turn")


def cell_of(cell: str) -> str:
    return f'[form=cells][value="{cell}"]'


# What of the open panel is smaller than that, without labels that are only read out.
SMALL = """least => [...document.querySelectorAll("#cell :is(a, button, input, label)")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 1)
    .filter((one) => one.tagName !== "LABEL" || least < 44)
    .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return Math.min(width, height) < least;
    }).map((one) => one.outerHTML)"""


def axe_finds_nothing(page: Page) -> None:
    page.mouse.move(0, 0)
    # An open panel lies over cells; what is in it, SMALL measures.
    found = [broken for broken, *_ in violations(page) if broken != "target-size"]
    assert not found


def focused(page: Page) -> Locator:
    return page.locator(":focus")


@pytest.mark.long
def test_two_game_turns_of_1800_bc_by_mouse_alone(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc")
    countries = ["egypt", "babylon", "assyria", "hatti"]
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context:
        mouse = Mouse(table.console(context))
        page = mouse.page
        mouse.cell("egypt.syria", "Egypt in Syria")
        mouse.number(7, "0 → 7.*4 left")
        mouse.record("Egypt’s slip: 4 left|4 left")
        mouse.order("egypt._civilization", "Egypt: civilization")
        mouse.order("babylon.babylon", "Babylon in Babylon")
        mouse.order("assyria.assyria", "Assyria in Assyria")
        mouse.order("hatti.syria", "Hatti in Syria")
        mouse.press("#reveal", "#answer", "Orders of Game-turn 1 revealed")
        expect(focused(page)).to_have_id("command")  # where it was before the first press

        page.locator("h1").click()
        mouse.cell("egypt.syria", "Egypt in Syria")
        expect(page.locator("#cell .is-shut", has_text="Place")).to_be_visible()
        mouse.press(cell_of("hatti.syria"), "#cell-out", "How many")
        expect(page.locator("td.cell-on + td + td + td.cell-at")).to_have_count(1)
        mouse.press(".cell-usual >> text=All but a Presence", "#cell-out", "7 → 5.*10 → 8")
        axe_finds_nothing(page)
        assert page.evaluate(SMALL, 24) == []
        page.locator("#cell-number").fill("")
        expect(page.locator("#cell-out")).to_contain_text("How many")
        page.locator("#cell-number").press_sequentially("2")
        page.keyboard.press("Enter")  # before the preview is there
        expect(page.locator("#answer")).to_contain_text("Egypt attacks Hatti in Syria with 2")
        expect(focused(page)).to_have_attribute("value", "egypt.syria")
        expect(focused(page)).to_have_accessible_name("Egypt in Syria, 5")

        mouse.cell("egypt._goods", "Egypt: goods")
        expect(page.locator(".cell-picks .is-shut")).to_contain_text("fought")
        mouse.press(".cell-picks a >> text=Babylon", "#cell-out", "Enter at least one")
        mouse.press("[aria-label='Gives: more Grain']", "#cell-out", "gives 1 Grain")
        mouse.press("[aria-label='Gets: more Cloth']", "#cell-out", "for 1 Cloth")
        mouse.record("Egypt trades 1 Grain")
        mouse.took("trade one good")
        entry = len(table.entries) + 1
        mouse.end_turns(countries, entry)

        for country in countries:
            name = country.capitalize()
            mouse.order(f"{country}.nubia", f"{name} in Nubia")
        mouse.press("#reveal", "#answer", "Orders of Game-turn 2 revealed")
        mouse.cell("hatti.syria", "Hatti in Syria")
        expect(page.locator(".cell-picks")).to_contain_text(re.compile(r"Attacked by.*Egypt.*5"))
        expect(page.locator("td.cell-on + td + td + td.cell-at")).to_have_count(1)
        mouse.press(".cell-usual >> text=All 5", "#cell-out", "8 → 3.*5 → 0")
        mouse.record(r"Egypt attacks Hatti in Syria with 5")
        mouse.took("attack")
        expect(focused(page)).to_have_attribute("value", "hatti.syria")
        mouse.end_turns(countries, len(table.entries) + 1)
        mouse.presses = 0
        mouse.press("#undo", "#answer", "Takes back")
        mouse.took("take back")
        assert ends_of(page.locator("#undo"))[1] < 768  # without scrolling
        expect(page.locator("#undoing").locator(":focus")).to_have_count(1)

        # The forms are still there, and leave the page and the focus where they are.
        mouse.press("#forms > summary", "#title-trade-hatti")
        mouse.press(
            "[aria-labelledby=title-trade-hatti] .chips label:has-text('Assyria')",
            "#title-trade-hatti",
        )
        gives = page.locator("#trade-hatti-give\\.S")
        gives.fill("3")
        page.locator("#title-trade-hatti").click()
        gives.click()
        page.keyboard.type("1")  # instead of what is there
        expect(gives).to_have_value("1")
        mouse.press("#trade-hatti", "#answer", "Hatti gives 1 Silver")
        expect(focused(page)).to_have_id("trade-hatti")
    assert [one["type"] for one in table.entries].count("end-turn") == 8


def ends_of(what: Locator) -> tuple[float, float]:
    """Where it begins and ends on the screen, from top to bottom."""
    top, bottom = what.evaluate(
        "e => { const r = e.getBoundingClientRect(); return [r.top, r.bottom] }"
    )
    return top, bottom


SCREENS = ((320, 568), (768, 1024))


@pytest.mark.long
def test_cells_are_pressed_on_a_tablet_and_on_a_phone(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="sequential", combat="odds-table")
    for entry, (wide, high) in enumerate(SCREENS):
        size = {"width": wide, "height": high}
        with browser.new_context(
            viewport=size, has_touch=True, is_mobile=True, color_scheme="dark"
        ) as context:
            page = table.console(context)
            cell = page.locator(cell_of("egypt.syria"))
            row_top, row_bottom = ends_of(cell)
            assert row_bottom - row_top >= 44
            cell.tap()
            panel = page.locator(".cell-panel")
            expect(panel).to_contain_text("Egypt in Syria")
            top, bottom = ends_of(panel)
            assert bottom <= row_top or top >= row_bottom
            assert fits(page)
            axe_finds_nothing(page)
            assert page.evaluate(SMALL, 44) == []
            page.locator("#cell-number").fill("3")
            expect(page.locator("#cell-out")).to_contain_text(f"{entry * 3} → {entry * 3 + 3}")
            page.locator("#cell-record").tap()
            stands_at(page, entry + 1)
            expect(page.locator("#cell")).to_be_empty()
            cell.focus()
            page.keyboard.press("Enter")
            expect(panel).to_be_focused()
            page.keyboard.press("Escape")
            expect(panel).to_have_count(0)
            expect(cell).to_be_focused()
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page, other = table.console(context), table.console(context)
        page.locator(cell_of("egypt.syria")).click()
        panel = page.locator(".cell-panel")
        after = panel.get_attribute("data-after") or ""
        other.locator("#command").fill("nubia 1")
        other.keyboard.press("Enter")
        expect(panel).not_to_have_attribute("data-after", after)  # nothing was typed in it
