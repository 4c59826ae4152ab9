"""Pages on a phone and for everybody: sizes, touch targets, axe-core."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits, room

OTHERS = [pytest.param(name, marks=pytest.mark.long) for name in ("example", "control")]


@pytest.fixture(scope="module")
def rooms(site: Site) -> dict[str, Room]:
    """Tables in different states, for looking only."""
    return {
        "example": room(site),
        "orders": room(site, "1800-bc", deployment="simultaneous"),
        "control": room(site, "1800-bc", deployment="sequential", control=True),
    }


@pytest.mark.parametrize("name", ["orders", *OTHERS])
def test_four_countries_fit_a_phone_and_no_page_scrolls_sideways(
    rooms: dict[str, Room], phone: BrowserContext, name: str
) -> None:
    for page in (rooms[name].watch(phone), rooms[name].console(phone)):
        assert fits(page)
        inside = page.evaluate(
            "(() => { const s = document.querySelector('.chart-sheet .scroll');"
            " return s.scrollWidth <= s.clientWidth })()"
        )
        assert inside, "the chart needs scrolling"


@pytest.mark.parametrize("name", ["orders", *OTHERS])
def test_what_can_be_touched_is_large_enough(
    rooms: dict[str, Room], phone: BrowserContext, name: str
) -> None:
    page = rooms[name].console(phone)
    small = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input, select, summary")]
            .filter((e) => e.checkVisibility() && e.type !== "hidden" && !e.closest(".skip"))
            .filter((e) => e.getAttribute("aria-disabled") !== "true" && e.className !== "skip")
            .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.5)
            .map(([html, box]) => `${Math.round(box.height)}: ${html}`)"""
    )
    assert small == []


@pytest.mark.long
@pytest.mark.parametrize(("width", "colours"), [(320, "light"), (1280, "dark")])
@pytest.mark.parametrize("name", ["orders", "example", "control"])
def test_axe_finds_nothing(
    rooms: dict[str, Room], browser: Browser, name: str, width: int, colours: Any
) -> None:
    table = rooms[name]
    size: Any = {"width": width, "height": 800}
    with browser.new_context(
        viewport=size, color_scheme=colours, reduced_motion="reduce", bypass_csp=True
    ) as context:
        pages = [table.watch(context), table.console(context)]  # for phones: tests/slips/
        correct = context.new_page()
        correct.goto(f"{table.site.url}/g/{table.code}/correct/")
        wall = context.new_page()
        wall.goto(f"{table.site.url}/c/{table.code}/?wall")
        pages += [correct, wall]
        for page in pages:
            found = violations(page)
            assert not found
            assert fits(page)
