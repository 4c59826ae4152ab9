"""A table of War! on the running site, and how its players press what is lit."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, Page, expect

from moderator.rules.war import WAR
from tests.support.site import Site
from tests.support.web.boards import MAKE
from tests.support.web.rooms import Room, stands_at

UNIT = """() => {
    const tile = document.querySelector(
        ".war:has(.war-hand [aria-pressed=true]) .tile[data-can=on]");
    tile?.click();
    return Boolean(tile);
}"""


def room(site: Site, *players: str, seed: int = 3, **running: str) -> Room:
    """A class with one group that begins a game on a map drawn from the seed."""
    options = {"players": list(players), "gifts": False}
    scenario = WAR.draw_scenario(options, random.Random(seed).randrange)
    given = json.dumps(["war", scenario, options, {"acting": "seats", **running}, []])
    return Room(site, *json.loads(site.run(MAKE.format(given=given))))


def sit(table: Room, context: BrowserContext, name: str) -> Page:
    """Joins, and takes the seat of that name."""
    page = context.new_page()
    page.goto(f"{table.site.url}/join/{table.code}/")
    page.locator("input[name=name]").fill(name)
    page.locator("main form button").click()
    page.locator("main form button", has_text=name).first.click()
    page.wait_for_url(f"**/play/{table.code}/")
    return page


@dataclass
class Play:
    """Who plays by phone; `number` moves are recorded. A move is what is lit first."""

    phones: dict[str, Page]
    number: int = 0
    verbs: list[str] = field(default_factory=list)

    def press(self, page: Page, *selectors: str) -> None:
        """One move: these are pressed one after another, and it is recorded."""
        for selector in selectors:
            page.locator(selector).first.click()
        self.number += 1
        for phone in self.phones.values():
            stands_at(phone, self.number)

    def whose(self) -> Page:
        """The phone of whoever is in turn."""
        turns = [page for page in self.phones.values() if page.locator("#turn").count()]
        assert len(turns) == 1
        return turns[0]

    def set_out(self) -> None:
        """Six rounds of placing and reinforcing: a press each."""
        for _ in range(6 * len(self.phones)):
            self.press(self.whose(), ".tile.can")

    def turn(self) -> bool:
        """A whole turn: a card, a move, its fights, two cards. Whether the game goes on."""
        page = self.whose()
        expect(page.locator("#live .tile[data-can=on]").first).to_be_visible()
        self._card(page)
        self._move(page)
        while page.locator("#war-fight-go").count():  # each answer brings the next one
            self.press(page, "#war-fight-go")
        if page.locator("#war-end").count():
            self.press(page, "#war-end")
        else:
            lit = ".war-market .war-card[data-can=on]"
            expect(page.locator(lit).first).to_be_visible()
            cards = page.locator(".war-market .war-card:not(.back)").count()
            self.press(page, *[lit] * min(2, cards))
        return not page.locator(".now .over").count()

    def _card(self, page: Page) -> None:
        """The first card that can bring units, a press on the first lit tile for each of them."""
        for card in page.locator(".war-hand .war-card[data-can=on]").all():
            card.click()
            if page.evaluate(UNIT):
                break
            page.keyboard.press("Escape")
        else:
            return
        while page.evaluate(UNIT):
            pass
        self.press(page)

    def _move(self, page: Page) -> None:
        """From the tile with the most units to the first that is lit; all but one go."""
        tiles = page.locator(".tile[data-can=on]")
        units = [int(tile.locator(".war-units b").inner_text()) for tile in tiles.all()]
        if not units or max(units) < 2:
            return
        tiles.nth(units.index(max(units))).click()
        page.locator(".tile[data-can=on]").last.click()
        self.press(page, ".war-ask button:nth-last-child(2)")
