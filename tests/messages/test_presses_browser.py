"""Each press counts: of two phones for what countries do together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.site import Site
from tests.support.web.presses import presses_for
from tests.support.web.rooms import room
from tests.support.web.slips import sit_together
from tests.support.web.written import PHONE


class Phone:
    """A page whose presses are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def tap(self, selector: str, text: str | None = None) -> None:
        self.presses += 1
        self.page.locator(selector, has_text=text).first.tap()

    def took(self, what: str) -> None:
        """Asserts how many presses it took, and begins again from the first tab."""
        assert self.presses == presses_for(what), what
        self.presses = 0
        self.page.locator("#tabs a").first.tap()


@pytest.fixture
def phones(site: Site, browser: Browser) -> Iterator[tuple[Phone, Phone]]:
    choices = {"communication": "written", "diplomatic_records": True}
    table = room(site, "1800-bc", deployment="simultaneous", **choices)
    with ExitStack() as stack:
        contexts = [stack.enter_context(browser.new_context(**PHONE)) for _ in range(2)]
        egypt = sit_together(table, contexts[0], "Omar")
        babylon = sit_together(table, contexts[1], "Nin", "babylon")
        yield Phone(egypt), Phone(babylon)


@pytest.mark.long
def test_what_two_countries_do_together(phones: tuple[Phone, Phone]) -> None:
    egypt, babylon = phones
    egypt.tap("#tabs [data-show=goals]")
    egypt.tap("#cover summary")
    expect(egypt.page.locator("#secrets")).to_be_visible()
    egypt.took("read your goals")

    egypt.tap("#tabs [data-show=talks]")
    egypt.tap("a[data-to=babylon]")
    egypt.page.locator("#message-text").fill("Cloth for Grain, one each?")
    egypt.tap("#compose-send")
    expect(egypt.page.locator("#compose-state")).to_have_text("Sent.")
    egypt.took("write to a country")

    expect(babylon.page.locator("#news")).to_contain_text("1")
    babylon.tap("#tabs [data-show=talks]")
    babylon.tap("a[data-to=egypt]")
    expect(babylon.page.locator("#talk-egypt")).to_contain_text("Cloth for Grain")
    expect(babylon.page.locator("#news")).to_be_hidden()
    babylon.took("read what is new")

    egypt.tap("#tabs [data-show=talks]")
    egypt.tap("a[data-to=babylon]")
    egypt.tap("#plus summary")
    egypt.tap("#plus a", "Promise something")
    expect(egypt.page.locator(".promise-sentence")).to_be_visible()
    egypt.tap("#offer-it")
    expect(egypt.page.locator("#talk-babylon")).to_contain_text("waits for an answer")
    egypt.took("promise not to attack")

    expect(babylon.page.locator("#news")).to_contain_text("1")
    babylon.tap("#tabs [data-show=talks]")
    babylon.tap("#promises button.main")
    expect(babylon.page.locator("#news")).to_be_hidden()
    babylon.took("accept an offer or a promise")

    egypt.tap("#tabs [data-show=talks]")
    egypt.tap("a[data-to=babylon]")
    egypt.tap("#plus summary")
    egypt.tap("#plus a", "Make an offer")
    egypt.tap("button[aria-label='More Cloth'], button:has-text('More Cloth')")
    egypt.tap("button[aria-label='More Grain'], button:has-text('More Grain')")
    egypt.tap("button", "Send to Babylon")
    expect(egypt.page.locator(".offer h3").first).to_have_text("Your offer to Babylon")
    egypt.took("offer one good for another")
