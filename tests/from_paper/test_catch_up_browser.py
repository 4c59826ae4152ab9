"""Catching up from paper in a browser: at 320 px and dark, and seen by a student at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits, numbers, room, stands_at
from tests.support.web.worked_example import STEPS

LINES = "\n".join(line for line, _, _ in STEPS[:6])
SMALL = """() => [...document.querySelectorAll("main :is(a, button, input, textarea, summary)")]
    .filter((one) => one.checkVisibility() && one.type !== "hidden")
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => one.outerHTML.slice(0, 80))"""


def is_fine(page: Page) -> None:
    assert fits(page)
    assert page.evaluate(SMALL) == []
    assert violations(page) == []


def check(page: Page, lines: str) -> None:
    page.get_by_label("What was played").fill(lines)
    page.get_by_role("button", name="Check the lines").click()
    expect(page.get_by_role("heading", name="What the lines mean")).to_be_in_viewport()


@pytest.mark.long
def test_a_student_sees_the_moves_live(site: Site, browser: Browser, phone: BrowserContext) -> None:
    table = room(site)
    student = table.join(phone, "Omar")
    with browser.new_context(
        viewport={"width": 320, "height": 640}, color_scheme="dark", bypass_csp=True
    ) as context:
        page = table.console(context)
        page.get_by_role("link", name="Catch up from paper").click()
        check(page, LINES.replace("yurt 2", "yurt 12"))
        is_fine(page)
        check(page, LINES)
        page.get_by_text("The chart after these lines").click()
        is_fine(page)
        page.get_by_role("button", name="Record these 6 moves").click()
        expect(page.get_by_text("Entries 1 to 6 are recorded.")).to_be_visible()
    stands_at(student, 6)
    assert numbers(student)["yurt"]["ariel"] == 9
