"""A student's phone and the moderator's console, where the program plays the other countries."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits, room
from tests.support.web.slips import sit_together

pytestmark = pytest.mark.long


@pytest.fixture
def small(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True) as context:
        yield context


def test_offers_are_answered_and_made_and_the_moderator_reads_why(
    site: Site, small: BrowserContext, laptop: BrowserContext
) -> None:
    table = room(site, "1800-bc", deployment="sequential", diplomatic_records=True)
    phone = sit_together(table, small, "Omar")
    office = table.teach(laptop)
    office.goto(f"{site.url}/classes/{table.classroom}/bots/")
    office.locator("button[name=fill]").click()
    expect(office.locator("button[name=take]")).to_have_count(3)
    phone.click("#tabs [data-show=talks]")
    offers = phone.locator("#offers")
    hatti = offers.get_by_role("heading", name="Hatti offers a trade")
    expect(hatti).to_be_visible(timeout=20_000)
    offers.get_by_role("link", name="Counter-offer").last.click()
    phone.locator("main button.main").click()
    expect(phone.locator("#offers")).to_contain_text("Agreed", timeout=20_000)
    assert fits(phone)
    assert violations(phone) == []
    console = table.console(laptop)
    console.get_by_text("Why the program did that").click()
    reasons = console.locator("#bot-reasons")
    expect(reasons).to_contain_text("is missing for a set")
    expect(reasons).to_contain_text("It brings a set of goods closer.")
    assert violations(console) == []
    console.fill("#command", "t babylon g c")
    expect(console.locator(".answer")).to_contain_text("Babylon’s program agrees")
