"""Walls in Chromium: that of Age of Iron fits and says the last move; every end is announced."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.amount import amount
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.faults import faults
from tests.support.web.played import played
from tests.support.web.rooms import Room, record, room

SIZES = ((1366, 768), (1920, 1080))
# The names of parts that leave their bars.
OUT_OF_BARS = """() => [...document.querySelectorAll(".parts")].flatMap((bar) => {
    const parts = [...bar.querySelectorAll("rect")].map((one) => one.getBoundingClientRect());
    return [...bar.querySelectorAll("text:has(> .word):not(.behind)")].filter((text) => {
        const own = text.getBoundingClientRect();
        return !parts.some((part) => part.left + 2 < own.left && own.right < part.right - 2);
    }).map((text) => text.textContent.trim());
})"""
FITS = """() => document.documentElement.scrollHeight <= innerHeight
    && document.documentElement.scrollWidth <= innerWidth"""
# The part of the screen's height that the rows of the chart have.
ROWS = (
    """() => document.querySelector(".chart tbody").getBoundingClientRect().height / innerHeight"""
)


def wall(site: Site, browser: Browser, table: Room) -> Page:
    page = browser.new_context(viewport={"width": 1366, "height": 768}, bypass_csp=True).new_page()
    page.goto(f"{site.url}/c/{table.code}/?wall")
    return page


def nothing_found(page: Page) -> bool:
    found = violations(page)
    assert not found
    return True


@pytest.mark.parametrize("scenario", ["900-bc", pytest.param("1800-bc", marks=pytest.mark.long)])
def test_the_wall_fits_while_orders_are_written(
    site: Site, browser: Browser, scenario: str
) -> None:
    page = wall(site, browser, room(site, scenario, deployment="simultaneous"))
    expect(page.get_by_text("Written orders for Game-turn 1 are coming in.")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS), f"{scenario} scrolls at {width} px"
        assert page.evaluate(ROWS) > 0.4
    assert nothing_found(page)
    page.context.close()


@pytest.mark.long
def test_the_last_move_is_large_and_then_calm(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    page = wall(site, browser, table)
    page.clock.install()
    large = page.locator("#announcement")
    expect(page.locator(".join.is-open")).to_be_visible()
    with browser.new_context() as desk:
        console = table.console(desk)
        console.fill("#command", "syria 13")
        console.press("#command", "Enter")
        expect(large).to_contain_text("Egypt places 13 in Syria")
        assert page.evaluate(FITS)
        assert large.evaluate("box => box.getBoundingClientRect().width > innerWidth * .9")
        expect(page.locator(".last-move")).to_contain_text("Egypt gained a Presence in Syria.")
        expect(page.locator(".turn-pips > i:visible")).to_have_count(6)
        expect(page.locator(".turn-pips > .current")).to_have_count(1)
        expect(page.locator(".map-key")).to_be_visible()
        page.clock.fast_forward(6_000)
        expect(large).to_be_empty()
        assert not faults(page.evaluate, True)
    assert page.locator(".join svg").evaluate("svg => svg.getBoundingClientRect().height") < 110
    page.context.close()


# What a bar without a colour of its own is drawn with.
PATTERNS = "all => all.map(one => getComputedStyle(one).backgroundImage)"
SIZE = "(one) => parseFloat(getComputedStyle(one).fontSize)"


@pytest.mark.parametrize(
    ("name", "totals", "margin"),
    [
        ("age_of_iron/1800-bc", ["58", "49", "46", "40"], "9 more"),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in (
                ("war/attacks", ["7", "5"], "2 more"),
                ("age_of_war/six-daimyos", ["10", "8", "7", "5", "3", "1"], "2 more"),
            )
        ),
    ],
)
def test_the_end_is_announced_from_the_last_place_to_the_first(
    site: Site, browser: Browser, name: str, totals: list[str], margin: str
) -> None:
    table = played(site, name)
    page = wall(site, browser, table)
    button, winner = page.get_by_role("button", name="Show the next place"), page.locator("h2")
    expect(button).to_be_visible()
    assert "wins" not in page.locator("main").inner_text()
    expect(page.locator(".ranking .seat:visible")).to_have_count(0)
    for step, total in enumerate(reversed(totals[1:]), start=1):
        page.keyboard.press(("Space", "Enter", "ArrowRight")[step % 3])
        expect(page.locator(".ranking .total").nth(len(totals) - step)).to_contain_text(total)
        expect(page.locator(".ranking .total:visible")).to_have_count(step)
    page.reload()
    expect(page.locator(".ranking .total").nth(1)).to_be_visible()
    expect(page.locator(".ranking .total").first).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ranking .total").nth(1)).to_be_hidden()
    for _ in range(3):
        button.click()
    expect(winner.filter(has_text="wins")).to_be_visible()
    expect(button).to_be_hidden()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS)
        assert page.locator("#end-title").evaluate(SIZE) > 0.055 * width
        assert not faults(page.evaluate, True)
        assert page.evaluate(OUT_OF_BARS) == []
    expect(page.locator(".map .plate > g > text:visible, .map-key:visible")).to_have_count(0)
    for scheme in ("dark", "light")[: amount(1, 2)]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert nothing_found(page)
    page.emulate_media(forced_colors="active")
    patterns = page.locator(".ranking .parts").evaluate_all(PATTERNS)
    assert len(set(patterns)) == len(totals)
    page.context.close()
    with browser.new_context(java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(f"{site.url}/c/{table.code}/?wall")
        expect(page.get_by_role("heading", name="wins")).to_be_visible()
        expect(page.get_by_text(margin)).to_be_visible()


# The changes of points that take more than a line, or leave their country's place.
LOOSE = """() => [...document.querySelectorAll(".points li > em")].filter((em) => {
    const text = document.createRange();
    text.selectNodeContents(em);
    const boxes = [...text.getClientRects()];
    const end = em.parentElement.getBoundingClientRect().right;
    return boxes.some((box) => box.top !== boxes[0].top || box.right > end);
}).map((em) => em.textContent.trim())"""


@pytest.mark.long
def test_a_move_of_two_lines_and_what_a_tied_country_has_gained_are_whole(
    site: Site, browser: Browser
) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    page = wall(site, browser, table)
    page.clock.install()  # the move stays large
    large = page.locator("#announcement .sentence")
    with browser.new_context() as desk:
        record(table.console(desk), "civ 13", "end", "civ 12")
        tied = page.locator(".points li:has(> em):has(b > em)")
        expect(tied).to_contain_text("+4")
        expect(large).to_contain_text("Babylon completed Level I.")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(LOOSE) == []
            assert large.evaluate("text => text.scrollHeight <= text.clientHeight"), width
    page.context.close()
