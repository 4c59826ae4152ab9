"""The overview in Chromium: it follows the games, counts the time, and says who is connected."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits, room

LONG_S = 30_000  # milliseconds; who is connected is stored every five seconds


def nothing_found(page: Page) -> None:
    found = violations(page)
    assert not found


def test_the_overview_follows_a_game_and_who_is_connected(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    with (
        browser.new_context(viewport={"width": 1366, "height": 768}) as desk,
        browser.new_context() as phone,
        browser.new_context() as laptop,
    ):
        table.join(phone, "Ana")
        console = table.console(laptop)
        page = table.teach(desk)
        row = page.locator("#group-1")
        expect(row).to_contain_text("Egypt’s turn")
        time = row.locator("time")
        first = time.inner_text()
        assert re.fullmatch(r"\d+:\d\d", first)
        expect(time).not_to_have_text(first)
        console.fill("#command", "syria 13")
        console.press("#command", "Enter")
        expect(row.locator(".small-chart .has-presence.seat-1").first).to_be_visible()
        for width in (1366, 320):
            page.set_viewport_size({"width": width, "height": 768})
            assert fits(page)
        nothing_found(page)
        expect(row.locator(".phones")).to_contain_text("1 of 1", timeout=LONG_S)
        expect(row.locator(".moderator")).to_contain_text("connected", timeout=LONG_S)
        # Three of four countries are empty, and everybody who has joined has a seat.
        page.get_by_role("link", name="Seat somebody").click()
        expect(page.get_by_text("Nobody has this seat.")).to_have_count(3)
        nothing_found(page)
        assert fits(page)
