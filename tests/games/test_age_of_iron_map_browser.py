"""Chart or map in Chromium: the switch, a region that is pressed, and a move that arrives."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits, room, stands_at


@pytest.mark.long
def test_the_switch_is_remembered_and_a_pressed_region_stays_shown(
    site: Site, browser: Browser
) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    with (
        browser.new_context() as laptop,
        browser.new_context(viewport={"width": 320, "height": 640}) as phone,
    ):
        console = table.console(laptop)
        page = table.watch(phone)
        expect(page.locator(".map")).to_be_hidden()
        page.get_by_role("radio", name="Map").check()
        expect(page.locator(".map")).to_be_visible()
        expect(page.locator(".chart")).to_be_hidden()
        page.locator("#on-syria").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#at-syria")).to_be_visible()
        console.locator("#command").fill("syria 8")
        console.keyboard.press("Enter")
        stands_at(page, 1)
        expect(page.locator("#at-syria")).to_contain_text("Egypt 8 Presence", use_inner_text=True)
        expect(page.locator("#on-syria")).to_be_focused()
        size = page.locator("#on-syria > g > text").evaluate(
            "(one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a"
        )
        assert size >= 11
        assert fits(page)
        assert not violations(page)
        page.reload()
        expect(page.locator(".map")).to_be_visible()
    with browser.new_context(java_script_enabled=False) as context:
        page = table.watch(context)
        page.get_by_role("radio", name="Map").check()
        expect(page.locator(".map")).to_be_visible()
        page.locator("#on-syria").click()
        expect(page.locator("#at-syria")).to_contain_text("Egypt")
