"""The line at the foot of a student's pages: what isn't stored yet, and what the server refused."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

WAITING = "Not stored yet: waiting for the network. Keep this page open."
LATE = "Not saved: your last presses came too late."
STORED_LATELY = ("", "Everything is stored.")


def line(page: Page) -> Locator:
    return page.locator("#unsaved > [role=status]")


def waits(page: Page) -> None:
    expect(line(page)).to_have_text(WAITING, timeout=10_000)


def nothing_waits(page: Page) -> None:
    """Until everything is stored, or refused."""
    expect(line(page)).not_to_have_text(WAITING, timeout=15_000)
    assert line(page).inner_text() in STORED_LATELY


def is_refused(page: Page, sentence: str) -> None:
    """Says so, once, until it is understood."""
    refused = page.locator("#unsaved [role=alert]")
    expect(refused).to_contain_text(sentence, timeout=15_000)
    refused.get_by_role("button", name="Understood").click()
    expect(refused).to_have_count(0)
