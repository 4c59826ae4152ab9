"""How many presses somebody needs for what, as docs/for-students.md and others say; presses by
keyboard alone, and how menus are closed."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.support.paths import ROOT

ROW = re.compile(r"^\| (?P<what>[^|]+?) \| (?P<presses>\d+) \|$", re.M)


def presses_for(what: str, guide: str = "for-students") -> int:
    """The presses in the row of the guide's table that begins with these words."""
    text = (ROOT / f"docs/{guide}.md").read_text(encoding="utf-8")
    (found,) = [int(row["presses"]) for row in ROW.finditer(text) if row["what"].startswith(what)]
    return found


MOST_TABS = 250
IS_FOCUSED = "one => one === document.activeElement"


def by_keys(what: Locator, times: int = 1) -> None:
    """Goes to the control with the Tab key alone, and presses Enter there."""
    expect(what).to_be_visible()
    for _ in range(MOST_TABS):
        if what.evaluate(IS_FOCUSED):
            break
        what.page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab doesn't lead to {what}")
    for _ in range(times):
        what.page.keyboard.press("Enter")


def menu_closes(page: Page, menu: str) -> None:
    """Asserts that a menu closes at Escape, with the focus on what opened it, when the focus leaves
    it, and at a press elsewhere."""
    summary = page.locator(f"{menu} > summary")
    is_open = page.locator(f"{menu}[open]")
    summary.focus()
    for close in ("Escape", "Shift+Tab", ""):
        page.keyboard.press("Enter")
        expect(is_open).to_have_count(1)
        page.keyboard.press("Tab")
        expect(page.locator(f"{menu} :focus")).to_have_count(1)
        if close == "Shift+Tab":
            page.keyboard.press(close)
        if close:
            page.keyboard.press(close)
        else:
            page.mouse.click(1, 1)
        expect(is_open).to_have_count(0)
        if close == "Escape":
            expect(summary).to_be_focused()
        summary.focus()
