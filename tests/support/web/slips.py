"""Phones with order slips on the running site."""

from __future__ import annotations

import json

from playwright.sync_api import BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web.rooms import Room, room, send_form

SHARE = """
from moderator.core import queries
from moderator.core.people import person_join, person_return_link
from moderator.features.people.write import seat_take
group = queries.group_by_code({code!r})
game = queries.game_now(group)
seat = game.seats.get(player={player!r})
person = person_join(group.classroom, {name!r}, group)
seat_take(person, seat, shared=True)
print(person_return_link(person))
"""
READ = """
import json
from moderator.core import queries
game = queries.game_now(queries.group_by_code({code!r}))
slip = game.slip_versions.filter(player={player!r}).order_by("pk").last()
print(json.dumps({{one.get("region", "civilization"): one["rfs"] for one in slip.orders}}))
"""
# The site runs in another process, which gets the notice.
REVEAL = """
from moderator.core import queries
from moderator.core.look import look_at
from moderator.core.people import instructor_person
from moderator.features.slips.read import book_of
from moderator.features.slips.write import slips_fill, slips_reveal
group = queries.group_by_code({code!r})
game, by = queries.game_now(group), instructor_person(group.classroom)
versions = [slip.version for slip in book_of(look_at(game)).slips]
slips_fill(game, versions, "fill", by, "instructor")
slips_reveal(game, book_of(look_at(game)).public_number, "reveal", by, "instructor")
"""
NEXT_TURN = """
from moderator.core import queries
from moderator.core.look import look_at
from moderator.core.people import instructor_person
from moderator.features.slips.read import book_of
from moderator.features.moves.write import move_play
group = queries.group_by_code({code!r})
game, by = queries.game_now(group), instructor_person(group.classroom)
while not book_of(look := look_at(game)).is_open:
    state = look.state
    move = {{"type": "end-turn", "player": state.scenario.players[state.active].id}}
    move_play(game, move, look.fold.number, f"end{{look.fold.number}}", by, "instructor")
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
    send_form(context, context.request.get(f"{table.site.url}/join/back/{token}/"))
    page = context.new_page()
    page.goto(f"{table.site.url}/play/{table.code}/")
    return page


def written(table: Room, player: str = "egypt") -> dict[str, int]:
    """The RFs on a country's slip, by region."""
    found: dict[str, int] = json.loads(table.site.run(READ.format(code=table.code, player=player)))
    return found


def write_slip(page: Page, orders: dict[str, int]) -> None:
    """Writes a slip and seals it; in each place the first two RFs by touch."""
    page.locator("#tabs a").first.tap()
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
