"""A small tournament in Chromium, from its form to its end, with a wall."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits, room

SOON_MS = 10_000

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RANKS = ["Ann", "Bob", "Cy", "Dee"]


@pytest.fixture(scope="module")
def club(site: Site) -> Room:
    """A class with a group and no game."""
    return room(site, "")


@pytest.fixture
def wall(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1920, "height": 1080}) as context:
        yield context


def make(page: Page, *, title: str, names: str) -> None:
    page.locator(".class-menu > summary").click()
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Title").fill(title)
    page.get_by_label("Number of tables").fill("1")
    page.get_by_label("Names, one per line").fill(names)
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def play_round(page: Page, games: int = 2) -> None:
    """The player earlier in the alphabet wins each game."""
    for _ in range(games):
        game = page.locator(".meetings > li", has=page.locator(".results")).filter(
            has_not=page.locator(".told")
        )
        names = game.first.locator(".who b").all_text_contents()
        won = "Red wins" if names[0] == min(names) else "Blue wins"
        game.first.get_by_role("button", name=won).click()


def test_four_play_while_the_wall_watches(
    club: Room, laptop: BrowserContext, wall: BrowserContext
) -> None:
    page = club.teach(laptop)
    make(page, title="Club evening", names="\n".join(RANKS))
    watching = wall.new_page()
    problems: list[str] = []
    watching.on("pageerror", lambda error: problems.append(str(error)))
    watching.goto(page.get_by_role("link", name="On the wall").get_attribute("href") or "")
    expect(watching.locator("#tournament .now")).to_have_text("Starting soon")
    desk = club.teach(laptop)  # the instructor's page on another screen
    desk.goto(page.url)
    for one in (watching, desk):
        one.evaluate("window.isSame = true")
    page.get_by_role("button", name="Make round 1").click()
    playing = watching.locator(".pairings .playing")
    expect(playing).to_contain_text("now", timeout=SOON_MS)
    expect(playing).to_have_count(1)  # one table; the other game is next
    expect(watching.locator(".pairings .next")).to_have_count(1)
    expect(desk.locator("#round")).to_have_text("Round 1 of 2", timeout=SOON_MS)
    desk.locator(".results button").first.focus()
    page.locator(".results button").first.click()
    expect(desk.locator(".told")).to_have_count(1, timeout=SOON_MS)
    desk.locator("summary").first.click()
    play_round(page, 1)
    expect(desk.locator(".told")).to_have_count(2, timeout=SOON_MS)
    expect(desk.locator("details[open]")).to_have_count(1)
    expect(desk.locator("summary").first).to_be_focused()
    expect(watching.locator(".pairings .over")).to_have_count(2, timeout=SOON_MS)
    page.get_by_role("button", name="Make round 2").click()
    play_round(page)
    expect(page.locator(".badge")).to_have_text("ended")
    expect(watching.locator("#champion")).to_have_text("Ann", timeout=SOON_MS)
    expect(watching.locator(".ranks .who")).to_have_text(RANKS)
    assert page.locator(".standings th[scope=row]").all_text_contents() == RANKS
    expect(desk.locator(".standings th[scope=row]")).to_have_text(RANKS, timeout=SOON_MS)
    assert not violations(watching)
    assert watching.evaluate("window.isSame")  # it was never reloaded
    assert desk.evaluate("window.isSame")
    assert problems == []


SIXTY_FOUR = """
import json
from moderator.core.models import Classroom
from moderator.core.people import instructor_person
from moderator.features.tournaments.write import rounds_make, tournament_create
from moderator.features.tournaments.read import now_of
from moderator.features.tournaments.models import Result
classroom = Classroom.objects.get(pk={pk})
by = instructor_person(classroom)
names = [f"Maximiliane Player-Number-{{n:02}}" for n in range(64)]
walls = []
for rounds in (6, 2):
    title = f"Sixty-four in {{rounds}}"
    plan = ("valley-of-war", title, "swiss", 8)
    made = tournament_create(classroom, *plan, names=names, rounds=rounds)
    for number in range(2):
        rounds_make(made, number)
        played = 5 if number and rounds == 6 else 32
        for one in now_of(made).rounds[-1].meetings[:played]:
            Result.objects.create(pairing=one.pairing, number=1, outcome="red", by=by)
    walls.append(f"/t/{{classroom.code}}/{{made.number}}/")
print(json.dumps(walls))
"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(
    ".leaf:not([hidden]) .who b, .leaf:not([hidden]) #champion"
)].map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


def test_sixty_four_players_fit_the_wall(club: Room, browser: Browser) -> None:
    walls = json.loads(club.site.run(SIXTY_FOUR.format(pk=club.classroom)))
    with browser.new_context() as context:
        page = context.new_page()
        page.clock.install()
        for wall in walls:
            page.goto(f"{club.site.url}{wall}")
            seen = set()
            for _ in range(3):
                shown = page.locator(".leaf:visible")
                expect(shown).to_have_count(1)
                seen.add(shown.inner_text())
                for width, height in ((1366, 768), (1920, 1080)):
                    page.set_viewport_size({"width": width, "height": height})
                    tall = page.evaluate("document.documentElement.scrollHeight")
                    assert tall <= height, f"{wall} at {width} px"
                    assert fits(page)
                    assert page.evaluate(SMALLEST) >= height / 36
                page.clock.run_for(12_000)
            assert len(seen) == 3  # all parts have had their turn


def test_every_page_can_be_read_by_everybody(club: Room, browser: Browser) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as phone:
        page = club.teach(phone)
        make(page, title="A small evening", names="\n".join(["Ann", "Bob", "C" * 40]))
        page.get_by_role("button", name="Make round 1").click()
        page.locator(".results button").first.click()
        here, shown = page.url, page.get_by_role("link", name="On the wall").get_attribute("href")
        list_url = f"{club.site.url}/classes/{club.classroom}/tournaments/"
        table = f"{club.site.url}/g/{club.code}/tournament/"
        for url in (here, shown or "", list_url, f"{list_url}new/", table, f"{here}delete/"):
            page.goto(url)
            assert fits(page), url
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                found = violations(page)
                assert not found, f"{url}, {scheme}"


def test_without_a_script(club: Room, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as plain:
        page = club.teach(plain)
        make(page, title="Plain evening", names="\n".join(RANKS))
        page.get_by_role("button", name="Make round 1").click()
        page.get_by_role("button", name="Loss-draw").first.click()
        expect(page.locator(".told")).to_have_text("Loss-draw")
        page.get_by_role("link", name="On the wall").click()
        expect(page.locator(".pairings .over")).to_contain_text("Loss-draw")
        assert page.locator("noscript meta[http-equiv=refresh]").count() == 1
