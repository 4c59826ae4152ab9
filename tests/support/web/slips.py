"""Phones with order slips on the running site."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

from tests.support.site import Site
from tests.support.web.rooms import Room, room

SHARE = """
from moderator.play import selectors, services
group = selectors.group_by_code({code!r})
game = selectors.game_now(group)
seat = game.seats.get(player={player!r})
person = services.person_join(group.classroom, {name!r}, group)
services.seat_take(person, seat, shared=True)
print(services.person_return_link(person))
"""


def orders_room(site: Site) -> Room:
    """A group whose countries write orders: 11 RFs each, Hatti 10."""
    return room(site, "1800-bc", deployment="simultaneous")


def sit_together(table: Room, context: BrowserContext, name: str, player: str = "egypt") -> Page:
    """The phone of somebody who has this country, perhaps with others."""
    asked = SHARE.format(code=table.code, player=player, name=name)
    token = table.site.run(asked).strip().splitlines()[-1]
    page = context.new_page()
    page.goto(f"{table.site.url}/join/back/{token}/")
    page.locator("main form button").first.click()
    page.goto(f"{table.site.url}/play/{table.code}/")
    return page
