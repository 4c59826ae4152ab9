"""The moderator's console by mouse in Chromium: the page doesn't move, and focus stays in place."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.support.site import Site
from tests.support.web.rooms import room, stands_at


def scrolled(page: Page) -> int:
    found: int = page.evaluate("scrollY")
    return found


def test_a_form_keeps_the_page_and_the_focus_where_they_are(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = table.console(context)
        expect(page.locator("#command")).to_be_focused()
        form = page.locator('form[aria-labelledby="title-deploy-egypt"]')
        field = form.get_by_label("RFs")
        form.locator("label", has_text="Nubia").click()
        field.click()
        page.keyboard.type("4")  # replaces the number that was there
        expect(field).to_have_value("4")
        before = scrolled(page)
        assert before
        page.locator("#deploy-egypt").click()
        stands_at(page, 1)
        expect(page.locator("#deploy-egypt")).to_be_focused()
        assert scrolled(page) == before
        page.locator("#undo").click()
        stands_at(page, 2)
        expect(page.locator("#acts :focus")).to_have_count(1)
        assert scrolled(page) == before
