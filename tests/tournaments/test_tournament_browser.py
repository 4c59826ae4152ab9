"""A tournament in Chromium, from its form to its end, with a wall: of four, in a long run of 24."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.amount import amount
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits, room

SOON_MS = 10_000

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COUNT = amount(4, 24)
ROUNDS = (COUNT - 1).bit_length()
PLAYERS = [f"Player {n:02}" for n in range(1, COUNT + 1)]
Game = tuple[str, str]  # who won, who lost


@pytest.fixture(scope="module")
def club(site: Site) -> Room:
    """A class with a group and no game."""
    return room(site, "")


@pytest.fixture
def wall(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1920, "height": 1080}) as context:
        yield context


def make(page: Page, *, title: str, names: list[str], tables: int | None = None) -> None:
    page.locator(".class-menu > summary").click()
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Title").fill(title)
    if tables:
        page.get_by_text("Number of rounds or tables").click()
        page.get_by_label("Number of tables").fill(str(tables))
    page.get_by_label("Names, one per line").fill("\n".join(names))
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def press_next(page: Page) -> Game:
    """One press for the first game without a result: who is earlier in the alphabet wins.

    The page stays where the press was.
    """
    game = page.locator(".meetings > li:not(:has(.told))").first
    red, blue = game.locator(".who b").all_text_contents()
    id = game.get_attribute("id")
    game.get_by_role("button", name="Red wins" if red < blue else "Blue wins").click()
    told = page.locator(f"#{id}:has(.told)")
    expect(told).to_be_in_viewport()
    return min(red, blue), max(red, blue)


def ranked(games: list[Game]) -> list[str]:
    """Places and names by hand: by games won less those lost, then by Buchholz."""
    value = {name: 0 for game in games for name in game}
    for won, lost in games:
        value[won] += 1
        value[lost] -= 1
    buchholz = dict.fromkeys(value, 0)
    for won, lost in games:
        buchholz[won] += value[lost]
        buchholz[lost] += value[won]
    best = sorted((-value[name], -buchholz[name], name) for name in value)
    equal = [one[:2] for one in best]
    return [
        f"{'=' * (equal.count(one[:2]) > 1)}{1 + equal.index(one[:2])} {one[2]}" for one in best
    ]


def test_a_tournament_while_the_wall_watches(
    club: Room, laptop: BrowserContext, wall: BrowserContext
) -> None:
    """At fewer tables than games, by one press for each result and one for each round."""
    tables, games = amount(1, 5), COUNT // 2
    page = club.teach(laptop)
    make(page, title="Club evening", names=PLAYERS, tables=tables)
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
    playing, later = (watching.locator(f".pairings .{state}") for state in ("playing", "later"))
    expect(playing).to_have_count(tables, timeout=SOON_MS)
    expect(later).to_have_count(games - tables)
    expect(later.first.locator(".how")).to_have_text("second at table 1")
    expect(desk.locator("#round")).to_have_text(f"Round 1 of {ROUNDS}", timeout=SOON_MS)
    desk.locator(".results button").first.focus()
    pressed = [press_next(page)]
    expect(desk.locator(".told")).to_have_count(1, timeout=SOON_MS)
    expect(later).to_have_count(games - tables - 1, timeout=SOON_MS)
    desk.locator("summary").first.click()
    pressed.append(press_next(page))
    expect(desk.locator(".told")).to_have_count(2, timeout=SOON_MS)
    expect(desk.locator("details[open]")).to_have_count(1)
    expect(desk.locator("summary").first).to_be_focused()
    for number in range(1, ROUNDS + 1):
        while len(pressed) < games * number:
            pressed.append(press_next(page))
        if number < ROUNDS:
            expect(watching.locator(".pairings .over")).to_have_count(games, timeout=SOON_MS)
            page.get_by_role("button", name=f"Make round {number + 1}").click()
            expect(watching.locator(".pairings .over")).to_have_count(0, timeout=SOON_MS)
    expect(page.locator(".badge")).to_have_text("ended")
    expect(watching.locator("#champion")).to_have_text(PLAYERS[0], timeout=SOON_MS)
    assert len({frozenset(game) for game in pressed}) == games * ROUNDS  # nobody meets again
    ranks = ranked(pressed)
    assert rows_of(page, ".standings td:first-child", ".standings th[scope=row]") == ranks
    assert rows_of(watching, ".ranks .place", ".ranks .who b") == ranks
    expect(desk.locator("#part-state")).to_have_text("ended", timeout=SOON_MS)
    assert rows_of(desk, ".standings td:first-child", ".standings th[scope=row]") == ranks
    assert "Buchholz is the sum" in watching.locator(".champion").inner_text()
    assert not violations(watching)
    assert watching.evaluate("window.isSame")  # it was never reloaded
    assert desk.evaluate("window.isSame")
    assert problems == []


def rows_of(page: Page, places: str, names: str) -> list[str]:
    columns = (page.locator(one).all_text_contents() for one in (places, names))
    return [f"{place.strip()} {name.strip()}" for place, name in zip(*columns, strict=True)]


SIXTY_FOUR = """
import json
from moderator.core.models import Classroom
from moderator.core.people import instructor_person
from moderator.features.tournaments.write import rounds_make, tournament_create
from moderator.features.tournaments.read import now_of
from moderator.features.tournaments.models import Result
classroom = Classroom.objects.get(pk={pk})
by = instructor_person(classroom)
names = [f"Maximiliane Konstantinopolitanska-Ott {{n:02}}" for n in range(64)]  # 40 letters
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

CUT = """() => [...document.querySelectorAll(".leaf:not([hidden]) b")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


@pytest.mark.long
def test_sixty_four_players_fit_the_wall(club: Room, browser: Browser) -> None:
    walls = json.loads(club.site.run(SIXTY_FOUR.format(pk=club.classroom)))
    with browser.new_context() as context:
        page = context.new_page()
        page.clock.install()
        for wall in walls:
            page.goto(f"{club.site.url}{wall}")
            # The jumps of its clock look like a lost connection.
            page.locator("#lost").evaluate("(lost) => { lost.style.display = 'none'; }")
            seen = set()
            parts = page.locator(".leaf").count()
            for _ in range(parts):
                shown = page.locator(".leaf:visible")
                expect(shown).to_have_count(1)
                seen.add(shown.inner_text())
                for width, height in ((1366, 768), (1920, 1080)):
                    page.set_viewport_size({"width": width, "height": height})
                    tall = page.evaluate("document.documentElement.scrollHeight")
                    assert tall <= height, f"{wall} at {width} px"
                    assert fits(page)
                    assert page.evaluate(SMALLEST) >= height / 36
                    assert not page.evaluate(CUT)
                page.clock.run_for(12_000)
            assert len(seen) == parts > 4  # all have had their turn


@pytest.mark.long
def test_every_page_can_be_read_by_everybody(club: Room, browser: Browser) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as phone:
        page = club.teach(phone)
        make(page, title="A small evening", names=["Ann", "Bob", "C" * 40])
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


@pytest.mark.long
def test_without_a_script(club: Room, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as plain:
        page = club.teach(plain)
        make(page, title="Plain evening", names=PLAYERS[:4])
        page.get_by_role("button", name="Make round 1").click()
        page.get_by_role("button", name="Loss-draw").first.click()
        expect(page.locator(".told")).to_have_text("Loss-draw")
        page.get_by_role("link", name="On the wall").click()
        expect(page.locator(".pairings .over")).to_contain_text("Loss-draw")
        assert page.locator("noscript meta[http-equiv=refresh]").count() == 1
