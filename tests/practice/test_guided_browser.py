"""The guided game on a small phone, by keys, with axe."""

from playwright.sync_api import Browser, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.faults import faults
from tests.support.web.presses import by_keys, presses_for
from tests.support.web.rooms import fits


class Presses:
    """Counts them, and looks at the page that each leads to."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def press(self, what: str) -> None:
        with self.page.expect_navigation():
            self.press_here(what)

    def press_here(self, what: str) -> None:
        by_keys(self.page.locator(what).first)
        self.count += 1

    def looks_right(self) -> None:
        assert violations(self.page) == []
        assert fits(self.page)
        assert faults(self.page.evaluate, is_wall=False) == []


def test_the_guided_game_by_keys(site: Site, browser: Browser) -> None:
    with browser.new_context(
        base_url=site.url, viewport={"width": 320, "height": 640}, reduced_motion="reduce"
    ) as context:
        page = context.new_page()
        page.goto("/practice/")
        at = Presses(page)
        at.press("text=Start the guided game")
        at.press("#acts button:has-text('Canaan')")
        at.press("#confirm-move")
        at.press("#acts button:has-text('Civilization')")
        at.press("#confirm-move")
        at.press("text=Make an offer")
        at.press(".offer-starts a:has-text('Babylon')")
        at.press_here("[data-side=get] [data-step='1']")
        at.press_here("[data-side=give] [data-step='1']")
        at.looks_right()
        at.press("text=Send to Babylon")
        at.press(".last-act button")
        at.press("#confirm-move")
        page.locator("summary:has-text('Hatti places 5 in Syria')").press("Enter")
        expect(page.get_by_text("A Presence in Syria is an objective worth 7.")).to_be_visible()
        at.press("#accept")
        at.press("#acts button:has-text('Syria')")
        at.press("#confirm-move")
        at.press("#acts button:has-text('Hatti')")
        at.press("#confirm-move")
        at.press(".last-act button")
        at.press("#confirm-move")
        expect(page.locator("#guide-title")).to_have_text("You have finished the guided game")
        at.looks_right()
        assert at.count == presses_for("the whole guided game")
        page.go_back()
        page.reload()
        expect(page.locator("#guide-title")).to_be_visible()
