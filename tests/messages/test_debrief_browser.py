"""The debrief in Chromium: it follows releases, and a wall shows one thing at a time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from moderator.features.debrief.feature import LETTER_MS
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.faults import faults
from tests.support.web.rooms import Room, fits, room

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
PLAY = """
from moderator.core import credentials, log, queries
from moderator.core.people import instructor_person
from moderator.features.messages.write import message_send
from moderator.features.moves.write import move_play
from moderator.features.deals.records import promise_make
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
from moderator.features.debrief.releases import debrief_release
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
    expect(page.locator(".said-mark")).to_have_count(3)
    # A filter and a mark change the page in place, too.
    page.locator("#who-hatti").click()
    expect(page.locator(".said-mark")).to_have_count(2)
    page.locator(".said-mark").first.click()
    expect(page.locator("#place")).to_have_text("At the start")
    assert page.evaluate("window.isSame")
    assert violations(page) == []


# The long words that a wall shows in parts, with names of forty letters.

NAME = "{} of the Two Rivers and of the Upper Sea"
SENTENCE = "Number {} of the sentences says nothing new, but it has to be read by all. "
LONG = "".join(SENTENCE.format(number) for number in range(9)).strip()
WIDE = "W" * 290
SAID = ("egypt", "babylon", LONG), ("babylon", "egypt", WIDE), ("hatti", "egypt", "Peace?")
WRITE = """
from moderator.core import credentials, log, queries
from moderator.core.people import instructor_person
from moderator.features.messages.write import message_send
from moderator.features.moves.write import move_play
from moderator.features.deals.records import promise_answer, promise_make
from moderator.features.clock.write import game_stop
from tests.support.play.agreed import seated
game = queries.game_now(queries.group_by_code({code!r}))
for player in game.scenario["players"]:
    player["name"] = {name!r}.format(player["name"])[:40]
game.save(update_fields=["scenario"])
people, by = seated(game), instructor_person(game.group.classroom)
for line in ("syria 5", "egypt 3", "nubia 5"):
    if line == "egypt 3":
        for sender, to, text in {said!r}:
            message_send(game, sender, [to], text, credentials.new(), people[sender], "student")
        terms = {{"kind": "no-placement", "region": "nubia", "until": 1}}
        promise_make(game, "hatti", terms, None, "p", people["egypt"])
        promise_answer(game, 1, "accepted", "q", people["hatti"])
    now = queries.timeline(game)
    wire = log.rules_of(game).parse_command(now.state, line).wire
    move_play(game, wire, now.number, credentials.new(), by, "instructor")
game_stop(game, by, "instructor")
"""
WAIT_MS = 2_400  # besides the time for reading
SIZES = ((1366, 768), (1920, 1080))


@pytest.fixture(scope="module")
def talk(site: Site) -> Room:
    made = room(site, "1800-bc", **OPTIONS)
    site.run(WRITE.format(code=made.code, name=NAME, said=SAID))
    return made


def shown(wall: Page) -> str:
    return wall.locator("#words .card-text").inner_text()


def go_on(wall: Page) -> None:
    """Goes to the next card, and waits until it is there."""
    address = wall.locator("#on").get_attribute("href") or ""
    wall.keyboard.press("ArrowRight")
    expect(wall).to_have_url(re.compile(re.escape(address) + "$"))


@pytest.mark.long
def test_a_wall_shows_one_thing_at_a_time_whole_and_at_once(talk: Room, browser: Browser) -> None:
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context:
        wall = opened(context, talk, "?wall")
        expect(wall.locator("#summary")).to_contain_text("hasn’t released anything yet")
        assert wall.url.endswith("&move=0")  # so that it stays there when more is released
        desk = talk.teach(context)
        desk.goto(f"{talk.site.url}/classes/{talk.classroom}/debrief/")
        desk.get_by_role("button", name="Release everything").click()
        expect(wall.locator(".said-mark")).to_have_count(2, timeout=1_000)
        for width, height in SIZES:
            wall.set_viewport_size({"width": width, "height": height})
            wall.keyboard.press("Home")
            expect(wall.locator("#words .is-move")).to_contain_text("Before the first move")
            read = []
            while wall.locator("#on[href]").count():
                go_on(wall)
                read.append(shown(wall))
                assert faults(wall.evaluate, True) == [], read
                is_broken = wall.locator("#timeline a.verdict-mark.broken")
                expect(is_broken).to_have_count(int("move=3" in wall.url))
            assert " ".join(read[:3]) == LONG
            assert read[3:5] == [WIDE, "Peace?"]
            assert "accepted" in read[5]
            assert read[6].endswith("BROKEN")
            assert len(read) == 7
        wall.keyboard.press("p")  # from what was said to what was said
        expect(wall.locator("#words")).to_contain_text("Number 0")
        own = opened(context, talk, "?wall=1&who=egypt")
        expect(own.locator("#who-egypt")).to_be_visible()
        expect(own.locator(".pair-with")).to_be_hidden()
        both = opened(context, talk, "?wall=1&who=egypt,hatti")
        expect(both.locator(".pair-with")).to_be_visible()
        desk.get_by_role("button", name="Withdraw").click()
        expect(wall.locator("#words")).not_to_contain_text("Number 0", timeout=1_000)
        assert "Number 0" not in wall.content()


@pytest.mark.long
def test_the_film_on_a_wall_waits_until_everything_is_read(talk: Room, browser: Browser) -> None:
    talk.site.run(RELEASE.format(code=talk.code))
    with browser.new_context(
        viewport={"width": 1366, "height": 768}, reduced_motion="reduce", bypass_csp=True
    ) as context:
        wall = context.new_page()
        start = datetime(2026, 3, 2, 9, tzinfo=UTC)
        wall.clock.install(time=start)
        wall.clock.pause_at(start + timedelta(seconds=1))
        wall.goto(f"{talk.site.url}/c/{talk.code}/debrief/?wall")
        wall.locator("#film-play").click()
        foot = wall.locator("#words .card-foot b")
        for number in range(1, 4):
            expect(foot).to_have_text(str(number))
            wall.clock.run_for(WAIT_MS + LETTER_MS * len(shown(wall)) - 200)
            assert foot.inner_text() == str(number)
            assert wall.evaluate("document.getAnimations().length") == 0
            wall.clock.run_for(300)
        expect(foot).to_have_text("4")
        wall.keyboard.press("Space")
        expect(wall.locator("#film-play")).to_have_text("Play")
        wall.clock.run_for(120_000)
        assert foot.inner_text() == "4"
        wall.clock.resume()
        assert violations(wall) == []


@pytest.mark.long
def test_it_fits_a_small_phone(table: Room, phone: BrowserContext) -> None:
    table.site.run(RELEASE.format(code=table.code))
    page = opened(phone, table, "?move=1")
    page.set_viewport_size({"width": 320, "height": 640})
    assert fits(page)
    expect(page.locator("#talks summary")).to_be_visible()
    assert violations(page) == []
