"""A game of War! on the running site, and how its players press what is lit."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Locator, Page, expect

from moderator.rules.war import WAR
from tests.support.site import Site
from tests.support.web.boards import MAKE
from tests.support.web.presses import by_keys
from tests.support.web.rooms import Room, stands_at

UNIT = ".war:has(.war-hand [aria-pressed=true]) .tile[data-can=on]"

GO_ON = """
from moderator.core import queries
from moderator.core.people import instructor_person
from tests.support.play.tables import go_on
game = queries.game_now(queries.group_by_code({code!r}))
by = instructor_person(game.group.classroom)
now = queries.timeline(game)
while {until}:
    now = go_on(game, by).fold.timeline
print(now.number)
"""


def room(site: Site, *players: str, seed: int = 3, **running: str) -> Room:
    """A class with one group that starts a game on a map drawn with the seed."""
    options = {"players": list(players), "gifts": False}
    scenario = WAR.draw_scenario(options, random.Random(seed).randrange)
    given = json.dumps(["war", scenario, options, {"acting": "seats", **running}, []])
    return Room(site, *json.loads(site.run(MAKE.format(given=given))))


def sit(table: Room, context: BrowserContext, name: str) -> Page:
    """Joins, and takes the seat with that name."""
    return table.join(context, name, seat=name)


@dataclass
class Play:
    """The players on phones; `number` moves are recorded. A move is the first that is lit."""

    table: Room
    phones: dict[str, Page]
    number: int = 0
    keyboard: str = ""  # whose phone is used by keyboard alone

    def press(self, page: Page, *selectors: str) -> None:
        """Makes one move by these presses, one after another."""
        for selector in selectors:
            self._hit(page, page.locator(selector).first)
        self.number += 1
        self._wait()

    def _hit(self, page: Page, what: Locator) -> None:
        if page is self.phones.get(self.keyboard):
            by_keys(what)
        else:
            what.click()

    def go_on(self, until: str) -> None:
        """The players move elsewhere, each time the first legal move, while that is true of
        `now`."""
        code = GO_ON.format(code=self.table.code, until=until)
        self.number = int(self.table.site.run(code))
        self._wait()

    def _wait(self) -> None:
        """Until every phone shows the last move, and takes another."""
        for phone in self.phones.values():
            stands_at(phone, self.number)

    def whose(self) -> Page:
        """The phone of the player whose turn it is."""
        turns = [page for page in self.phones.values() if page.locator("#task .own-turn").count()]
        assert len(turns) == 1
        return turns[0]

    def set_out(self) -> None:
        """Plays the first and the last of six rounds of placing and reinforcing."""
        players = len(self.phones)
        for part in ("place", "reinforce"):
            for _ in range(players):
                self.press(self.whose(), ".tile.can")
            if part == "place":
                self.go_on(f"now.number < {5 * players}")

    def turn(self) -> bool:
        """Plays a turn: card, move, fights, two cards. Returns whether the game continues."""
        page = self.whose()
        if self._own_units(page):  # without units only the end of the turn can be pressed
            expect(page.locator("#live .tile[data-can=on]").first).to_be_visible()
        self._card(page)
        self._move(page)
        while page.locator("#war-fight-go").count():  # each response has the next one
            self.press(page, "#war-fight-go")
        if page.locator("#war-end").count():
            self.press(page, "#war-ending > summary", "#war-end")
        else:
            lit = ".war-market .war-card[data-can=on]"
            expect(page.locator(lit).first).to_be_visible()
            cards = page.locator(".war-market .war-card:not(.back)").count()
            self.press(page, *[lit] * min(2, cards), ".war-ask .main")
        return not page.locator(".now .over").count()

    def _own_units(self, page: Page) -> int:
        """The number of tiles on which the phone's player has units."""
        name = next(id for id, phone in self.phones.items() if phone is page).capitalize()
        return page.get_by_role("button", name=f": {name}, ").count()

    def _card(self, page: Page) -> None:
        """Plays the first card that can bring units, on the first lit tile for each of them."""
        for card in page.locator(".war-hand .war-card[data-can=on]").all():
            self._hit(page, card)
            if self._unit(page):
                break
            page.keyboard.press("Escape")
        else:
            return
        while self._unit(page):
            pass
        self.press(page)

    def _unit(self, page: Page) -> bool:
        """Puts a unit of the pressed card on the first lit tile, if there is one."""
        tile = page.locator(UNIT).first
        if is_lit := tile.count() > 0:
            self._hit(page, tile)
        return is_lit

    def _move(self, page: Page) -> None:
        """Moves from the tile with the most units to the first lit one; all but one move."""
        tiles = page.locator(".tile[data-can=on]")
        units = [int(text) for text in tiles.locator(".war-units b").all_inner_texts()]
        if not units or max(units) < 2:
            return
        self._hit(page, tiles.nth(units.index(max(units))))
        self._hit(page, page.locator(".tile[data-can=on]").last)
        self.press(page, ".war-ask button:nth-last-child(2)")
