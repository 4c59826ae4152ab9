"""Each press counts: of the instructor until twelve games run."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web.rooms import room
from tests.support.web.students import NAMES

JOIN = """
from moderator.core.models import Classroom
from moderator.core.people import person_join
classroom = Classroom.objects.get(pk={pk})
for name in {names}:
    person_join(classroom, name)
"""
GROUPS = 12


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
