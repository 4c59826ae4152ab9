"""Catching up from paper in a browser: on the smallest phone, and seen by a student at once."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.site import Site
from tests.support.web.rooms import numbers, room, stands_at
from tests.support.web.worked_example import STEPS

LINES = "\n".join(line for line, _, _ in STEPS[:6])


def test_a_student_sees_the_moves_live(site: Site, browser: Browser, phone: BrowserContext) -> None:
    table = room(site)
    student = table.join(phone, "Omar")
    with browser.new_context(
        viewport={"width": 320, "height": 640}, java_script_enabled=False
    ) as context:
        page = table.console(context)
        page.get_by_role("link", name="Catch up from paper").click()
        page.get_by_label("What was played").fill(LINES)
        page.get_by_role("button", name="Check the lines").click()
        is_narrow = "document.documentElement.scrollWidth <= innerWidth"
        page.get_by_text("The chart after these lines").click()
        assert page.evaluate(is_narrow)
        page.get_by_role("button", name="Record these 6 moves").click()
        expect(page.get_by_text("Entries 1 to 6 are recorded.")).to_be_visible()
    stands_at(student, 6)
    assert numbers(student)["yurt"]["ariel"] == 9
