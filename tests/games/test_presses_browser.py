"""Each press counts: of two phones for what countries do together, and of the instructor until
twelve games run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web.presses import presses_for
from tests.support.web.rooms import room
from tests.support.web.slips import sit_together
from tests.support.web.students import NAMES
from tests.support.web.written import PHONE

JOIN = """
from moderator.core.models import Classroom
from moderator.core.people import person_join
classroom = Classroom.objects.get(pk={pk})
for name in {names}:
    person_join(classroom, name)
"""
GROUPS = 12


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


class Desk:
    """The instructor’s browser: its presses, and the pages on which it was, apart from queries."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0
        self.pages = [self._path]

    @property
    def _path(self) -> str:
        return self.page.url.partition("?")[0].partition("#")[0]

    def press(self, role: Literal["button", "link"], name: str) -> None:
        self.presses += 1
        with self.page.expect_navigation():
            self.page.get_by_role(role, name=name).first.click()
        if self._path not in self.pages:
            self.pages.append(self._path)


@pytest.mark.long
def test_from_the_first_page_to_twelve_games(site: Site, laptop: BrowserContext) -> None:
    page = room(site, "").teach(laptop)
    page.goto(f"{site.url}/classes/")
    desk = Desk(page)
    desk.press("link", "New class")
    desk.page.get_by_label("Name of the class").fill("POLS 101")
    desk.press("button", "Create the class")
    pk = int(desk.page.url.split("/classes/")[1].split("/")[0])
    desk.press("link", "Paste a roster")
    names = NAMES[: 5 * GROUPS]
    desk.page.get_by_label("Paste a list").fill("\n".join(names))
    desk.press("button", "Check the list")
    desk.press("button", f"Import {len(names)} names")
    desk.press("link", "Who is here")
    site.run(JOIN.format(pk=pk, names=names))
    expect(desk.page.locator("#here .here-names li")).to_have_count(len(names))
    desk.press("button", "Draw groups")
    desk.press("button", "Start all games")
    expect(desk.page.locator("#live tbody tr")).to_have_count(GROUPS)
    assert desk.presses <= 8
    assert len(desk.pages) <= 4, desk.pages
