"""The debrief in Chromium: it follows releases, and the film goes from event to event."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits, room

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
PLAY = """
from moderator.core import credentials, log, queries
from moderator.core.people import instructor_person
from moderator.features.messages.write import message_send
from moderator.features.moves.write import move_play
from moderator.features.deals.records.write import promise_make
from moderator.features.clock.write import game_stop
from tests.support.play.agreed import seated
game = queries.game_now(queries.group_by_code({code!r}))
people, by = seated(game), instructor_person(game.group.classroom)
def say(sender, to, text):
    message_send(game, sender, to, text, credentials.new(), people[sender], "student")
for line in ("syria 5", "egypt 3", "nubia 5"):
    if line != "nubia 5":
        for number in range(5):
            say("egypt", ["babylon", "hatti"][: 1 + number % 2], f"Before {{line}}, no. {{number}}")
    now = queries.timeline(game)
    wire = log.rules_of(game).parse_command(now.state, line).wire
    move_play(game, wire, now.number, credentials.new(), by, "instructor")
terms = {{"kind": "no-attack", "target": "babylon", "until": 1}}
promise_make(game, "babylon", terms, None, "p", people["egypt"])
game_stop(game, by, "instructor")
"""
RELEASE = """
from moderator.core import queries
from moderator.features.debrief.releases.write import debrief_release
debrief_release(queries.game_now(queries.group_by_code({code!r})))
"""


@pytest.fixture(scope="module")
def table(site: Site) -> Room:
    made = room(site, "1800-bc", **OPTIONS)
    site.run(PLAY.format(code=made.code))
    return made


def opened(context: BrowserContext, table: Room, query: str) -> Page:
    page = context.new_page()
    page.goto(f"{table.site.url}/c/{table.code}/debrief/{query}")
    return page


def test_what_is_released_appears_at_the_move_that_is_shown(
    table: Room, laptop: BrowserContext
) -> None:
    page = opened(laptop, table, "?move=1")
    expect(page.locator("#summary")).to_contain_text("hasn’t released anything yet")
    expect(page.locator(".said-mark")).to_have_count(0)
    page.evaluate("window.isSame = true")
    table.site.run(RELEASE.format(code=table.code))
    expect(page.locator("#words .written").first).to_have_text(
        "Before egypt 3, no. 0", timeout=20_000
    )
    expect(page.locator("#place")).to_have_text("After entry 1")
    expect(page.locator(".said-mark")).to_have_count(11)
    # A filter and a mark change the page in place, too.
    page.locator("#who-hatti").click()
    expect(page.locator(".said-mark")).to_have_count(4)
    page.locator(".said-mark").first.click()
    expect(page.locator("#place")).to_have_text("At the start")
    assert page.evaluate("window.isSame")
    assert violations(page) == []
    # The film on the wall leaves out moves at which nothing was said.
    wall = opened(laptop, table, "?wall")
    assert wall.url.endswith("&move=0")  # so that it stays there when more is released
    wall.keyboard.press("n")
    expect(wall.locator("#place")).to_have_text("After entry 1")
    wall.keyboard.press("n")
    expect(wall.locator("#place")).to_have_text("After entry 3")
    assert violations(wall) == []


def test_it_fits_a_small_phone(table: Room, phone: BrowserContext) -> None:
    table.site.run(RELEASE.format(code=table.code))
    page = opened(phone, table, "?move=1")
    page.set_viewport_size({"width": 320, "height": 640})
    assert fits(page)
    expect(page.locator("#talks summary")).to_be_visible()
    assert violations(page) == []
