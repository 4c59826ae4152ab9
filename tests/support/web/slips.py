"""Phones with order slips on the running site."""

from __future__ import annotations

import json

from playwright.sync_api import BrowserContext, Page, expect

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
READ = """
import json
from moderator.play import selectors
game = selectors.game_now(selectors.group_by_code({code!r}))
slip = game.slip_versions.filter(player={player!r}).order_by("pk").last()
print(json.dumps({{one.get("region", "civilization"): one["rfs"] for one in slip.orders}}))
"""
# The site runs in another process, which gets the notice.
REVEAL = """
from moderator.play import selectors, services
from moderator.play.log import folds
from moderator.play.table.slips import book_of
group = selectors.group_by_code({code!r})
game, by = selectors.game_now(group), services.instructor_person(group.classroom)
versions = [slip.version for slip in book_of(game, folds.fold_of(game)).slips]
book = services.slips_fill(game, versions, "fill", by, "instructor")
services.slips_reveal(game, book.public_number, "reveal", by, "instructor")
"""
NEXT_TURN = """
from moderator.play import selectors, services
from moderator.play.log import folds
from moderator.play.table.slips import book_of
group = selectors.group_by_code({code!r})
game, by = selectors.game_now(group), services.instructor_person(group.classroom)
while not book_of(game, (fold := folds.fold_of(game))).is_open:
    state = fold.timeline.state
    move = {{"type": "end-turn", "player": state.scenario.players[state.active].id}}
    services.move_play(game, move, fold.number, f"end{{fold.number}}", by, "instructor")
"""
# The button is looked up for each press, as the slip is replaced when it has been saved.
PRESS = """([button, times]) => {
    for (let i = 0; i < times; i++) document.querySelector(button).click();
}"""


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


def written(table: Room, player: str = "egypt") -> dict[str, int]:
    """The RFs on a country's slip, by region."""
    found: dict[str, int] = json.loads(table.site.run(READ.format(code=table.code, player=player)))
    return found


def write_slip(page: Page, orders: dict[str, int]) -> None:
    """Writes a slip and seals it; in each place the first two RFs by touch."""
    for place, rfs in orders.items():
        plus = f"#slip button[value='{place} 1']"
        page.tap(plus)
        page.tap(plus)
        page.evaluate(PRESS, [plus, rfs - 2])
    expect(page.locator("#slip .left > b")).to_have_text("0")
    page.locator("#slip-seal").tap()
    expect(page.locator("#slip .envelope")).to_be_visible()


def placed(
    chart: dict[str, dict[str, int]], slips: dict[str, dict[str, int]]
) -> dict[str, dict[str, int]]:
    """The chart with the RFs of these slips, by the names of the countries."""
    found = {region: dict(row) for region, row in chart.items()}
    for name, orders in slips.items():
        for place, rfs in orders.items():
            verb, _, region = place.partition(":")
            if verb == "deploy":
                found[region][name.lower()] += rfs
    return found
