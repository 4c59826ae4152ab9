"""Diplomatic records on two phones: noted with few taps, and promised live."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits, room
from tests.support.web.slips import sit_together


@pytest.fixture
def other(browser: Browser) -> Iterator[BrowserContext]:
    """A larger phone, dark."""
    with browser.new_context(
        viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True
    ) as context:
        yield context


@pytest.mark.long
def test_a_promise_is_made_and_accepted_live(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = room(site, "1800-bc", deployment="sequential", diplomatic_records=True)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Noor", "babylon")
    for page in (one, two):
        page.emulate_media(reduced_motion="reduce")  # axe would look at an announcement on its way
        page.click("#tabs [data-show=talks]")
    one.get_by_text("Note a contact").click()
    one.locator("#note-contact .chips label", has_text="Babylon").click()
    one.locator("#contact-text").fill("No wars this year.\nThey want copper.")
    one.get_by_role("button", name="Keep").click()
    expect(one.locator("#own-record li")).to_have_count(1)
    one.get_by_text("Promise something").click()
    one.locator(".promise-to a", has_text="Babylon").click()
    # The sentence is there at once, and follows each choice.
    shown = one.locator(".promise-sentence")
    expect(shown).to_have_text("Egypt won’t attack Babylon until the end of Game-turn 1.")
    one.get_by_role("link", name="To place nothing").click()
    expect(shown).to_contain_text("Egypt will place nothing in")
    one.get_by_role("link", name="Not to attack").click()
    expect(shown).to_contain_text("Egypt won’t attack")
    one.locator(".choices label:has([value=syria])").click()
    sentence = "Egypt won’t attack Babylon in Syria until the end of Game-turn 1."
    expect(shown).to_have_text(sentence)
    expect(shown.locator("mark")).to_have_text("in Syria")
    assert fits(one)
    assert violations(one) == []
    one.get_by_role("button", name="Offer this promise").click()
    card = two.locator("#promise-1")
    expect(card).to_contain_text(sentence)
    card.get_by_role("button", name="Accept").click()
    expect(one.locator("#announcement")).to_have_text("Babylon has accepted your promise.")
    for page in (one, two):
        record = page.locator("#own-record")
        expect(record).to_contain_text("accepted")
        if page is two:  # the offer opened it
            record.locator("summary").click()
        expect(record.get_by_text(sentence)).to_be_visible()
        assert fits(page)
    assert violations(two) == []
