"""Age of War in Chromium: a game's end by pressing what is lit, and the layout of the board."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from moderator.rules import dice as rules_dice
from moderator.rules import record as rules_record
from moderator.rules.age_of_war import AGE_OF_WAR
from tests.rules.age_of_war.table import play, table, take, wires
from tests.support.amount import IS_LONG, amount
from tests.support.paths import PLAYED
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.daimyos import MOVE, Mirror, hurried, seat
from tests.support.web.faults import faults
from tests.support.web.rooms import Room, fits, stands_at


@contextmanager
def screen(browser: Browser, width: int, height: int, **more: Any) -> Iterator[BrowserContext]:
    """A browser of that size. Without animations, since a whole game has hundreds of rolls."""
    size: Any = {"width": width, "height": height}
    with browser.new_context(viewport=size, reduced_motion="reduce", **more) as context:
        yield context


def test_phones_play_before_a_wall_as_the_bot_would(site: Site, browser: Browser) -> None:
    """A whole game by presses; in a usual run the end of one of two players."""
    players = ("kim", "ed", "bo")[: amount(2, 3)]
    (room,), mirror = seat(site, *players), Mirror(players)
    if not IS_LONG:
        mirror.go_on(room, left=2)
    with (
        screen(browser, 320, 568) as one,
        screen(browser, 390, 844) as two,
        screen(browser, 360, 640) as three,
        screen(browser, 1920, 1080) as large,
    ):
        contexts = (one, two, three)[: len(players)]
        joined = (room.join(context, f"Ann {i}") for i, context in enumerate(contexts))
        phones = {at(page): page for page in joined}
        wall = large.new_page()
        wall.goto(f"{site.url}/c/{room.code}/?wall")
        mirror.as_the_bot(phones)
        assert mirror.active is None
        summary = AGE_OF_WAR.summary(mirror.timeline.state)
        for page in (*phones.values(), wall):
            stands_at(page, mirror.timeline.number)
            expect(page.locator(".now")).to_contain_text("The game is over")
            expect(page.locator("[form=press][name=move]")).to_have_count(0)
        for name in summary["winners"]:
            expect(wall.locator(".end-winner")).to_contain_text(name.capitalize())
            for page in phones.values():
                expect(page.locator(".now")).to_contain_text(name.capitalize())
        record = room.console(large).request.get(f"{site.url}/g/{room.code}/record.json")
        check_record(record, summary)


GAP = """() => Math.min(...[...document.querySelectorAll(".aow-line")].flatMap((line) => {
    const chance = line.querySelector(".chance")?.getBoundingClientRect();
    return [...line.querySelectorAll(".wanted svg, .wanted b")].map((symbol) => {
        const box = symbol.getBoundingClientRect();
        if (!chance?.width || !box.width) return 99;
        return Math.max(chance.top - box.bottom, chance.left - box.right);
    });
}))"""
BOARD = """() => {
    const fixed = [...document.querySelectorAll("main *")].filter((one) =>
        ["sticky", "fixed"].includes(getComputedStyle(one).position) && one.getClientRects().length
        && one.getBoundingClientRect().bottom >= innerHeight - 1);
    const bottom = Math.min(innerHeight, ...fixed.map((one) => one.getBoundingClientRect().top));
    return bottom - document.querySelector(".aow-clans").getBoundingClientRect().top;
}"""


@pytest.mark.long
def test_on_phones_symbols_and_percentages_are_apart_and_the_end_leaves_the_board_room(
    site: Site, browser: Browser
) -> None:
    moves = json.loads((PLAYED / "age_of_war" / "most-clans.json").read_text())["moves"]
    begun = [wires(table()), moves[:-1]]
    playing, over = seat(site, "kim", "ed", dice="table", begun=begun)
    with (
        screen(browser, 320, 568, is_mobile=True, has_touch=True) as small,
        screen(browser, 390, 844, is_mobile=True, has_touch=True) as large,
    ):
        for context in (small, large):
            page = playing.watch(context)
            assert page.evaluate(GAP) >= 2
            page.close()
        phones = [over.join(small, "Ann"), over.join(large, "Bo")]
        site.run(MOVE.format(code=over.code, wire=json.dumps(moves[-1])))
        for page, height in zip(phones, (568, 844), strict=True):
            expect(page.locator(".now .over")).to_be_visible()
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(BOARD) >= height * 2 / 3


def at(page: Page) -> str:
    """The player on whose seat a phone is."""
    return page.locator("#task .seat").inner_text().split()[-1].lower()


def check_record(answer: Any, summary: dict[str, Any]) -> None:
    """The downloaded record replays to the same state, and every roll is right."""
    assert answer.status == 200
    read = rules_record.read(answer.body())
    rolls, _ = rules_dice.record_rolls(read, {})
    assert len(rolls) >= len(read.moves) // 3
    assert all(roll.is_right for roll in rolls)
    game, _, timeline = rules_record.start(read, {})
    for wire in read.moves:
        timeline = timeline.play(wire)
    assert game.summary(timeline.state) == summary
    assert json.loads(answer.body())["dice_seed"]


TAKEN = take(table(), "kim", "gifu")
STATES = {
    "start": table(),
    "rolled": play(table(), "roll kim 3221aca"),
    "opponent": play(TAKEN, "roll ed daac333", "fill ed gifu 0 d", "roll ed aaccd3"),
    "closed": take(TAKEN, "ed", "kumamoto"),
}


@pytest.fixture(scope="module")
def rooms(site: Site) -> dict[str, Room]:
    begun = [wires(timeline) for timeline in STATES.values()]
    made = seat(site, "kim", "ed", dice="table", begun=begun)
    return dict(zip(STATES, made, strict=True))


@pytest.mark.parametrize(
    ("scheme", "names"),
    [("dark", ["opponent"]), pytest.param("light", list(STATES), marks=pytest.mark.long)],
)
def test_axe_finds_nothing_and_no_page_scrolls_sideways(
    browser: Browser, rooms: dict[str, Room], scheme: str, names: list[str]
) -> None:
    with screen(browser, 320, 640, color_scheme=scheme) as context:
        for name in names:
            page = rooms[name].console(context)
            assert fits(page), name
            found = violations(page)
            assert not found, name
            page.close()


@pytest.mark.long
def test_the_wall_shows_six_daimyos_without_scrolling(site: Site, browser: Browser) -> None:
    players = ("kim", "ed", "maximiliane", "yoko", "bo", "fergus")
    timeline = table(*players)
    for player, castle in zip(
        players, ("gifu", "edo", "odani", "kiyosu", "inuyama", "marugame"), strict=True
    ):
        timeline = take(timeline, player, castle)
    timeline = play(timeline, "roll kim ddac332")
    (room,) = seat(site, *players, dice="table", begun=[wires(timeline)])
    with screen(browser, 1920, 1080) as context:
        page = context.new_page()
        page.goto(f"{site.url}/c/{room.code}/?wall")
        assert fits(page)
        for width, height in ((1920, 1080), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            name = "(one) => parseFloat(getComputedStyle(one).fontSize) / innerWidth"
            assert page.locator(".aow-card h4").first.evaluate(name) > 0.0125
            assert not faults(page.evaluate, True)
        page.goto(page.url)
        shown = page.locator(".aow-card:not(.target) :is(.chance, .whole):visible")
        expect(shown).to_have_count(0)


def test_dice_that_fell_on_the_table_are_typed_by_their_faces(
    browser: Browser, rooms: dict[str, Room]
) -> None:
    with screen(browser, 320, 640) as context:
        page = rooms["start"].console(context)
        form = page.locator("form.aow-typed")
        for face in ("archery", "daimyo", *["infantry-3"] * 6):
            form.locator(f"[data-add={face}]").click()
        form.locator("[data-back]").click()
        form.locator("[data-add=cavalry]").click()
        form.locator("[type=submit]").click()
        stands_at(page, 1)
        shown = page.locator(".aow-dice [data-face]").evaluate_all(
            "all => all.map(d => d.dataset.face)"
        )
        assert shown == ["archery", "daimyo", *["infantry-3"] * 4, "cavalry"]


HOLD = "window.at = performance.now(); performance.now = () => window.at"


@pytest.mark.long
def test_a_double_press_loses_no_die_and_the_castle_of_a_turn_stays_in_view(
    site: Site, browser: Browser
) -> None:
    rolled = seat(site, "kim", "ed", dice="table", begun=[wires(STATES["rolled"])])
    with screen(browser, 320, 568, has_touch=True) as context:
        room = seat(site, "kim", "ed")[0]
        page = room.console(context)
        page.evaluate(HOLD)  # the clock stands still
        rolling = page.locator("#aow-roll").bounding_box()
        page.locator("#aow-roll").dblclick()
        stands_at(page, 1)
        losing = page.locator("#aow-lose").bounding_box()
        assert losing["x"] + losing["width"] <= rolling["x"]
        page.locator("#aow-lose").click()
        page.evaluate("window.at += 700")
        page.locator("#aow-lose").click()
        stands_at(page, 2)
        assert [entry["type"] for entry in room.entries] == ["roll", "lose"]
        page = rolled[0].console(context)
        page.locator("#fill-azuchi-3").click()
        stands_at(page, 2)
        box = page.locator(".aow-pinned").bounding_box()
        assert box["y"] > 0
        assert box["y"] + box["height"] <= 568


@pytest.mark.long
def test_the_bot_answers_a_person(site: Site, browser: Browser) -> None:
    (room,) = seat(site, "kim", "ed", partners=("ed",))
    with screen(browser, 320, 640) as context:
        page, mirror = room.join(context, "Ann"), Mirror(("kim", "ed"))
        while mirror.active == "kim":
            mirror.press(page, hurried(mirror.timeline.state, "kim"))
        expect(page.locator(".aow-dice .die[data-face]")).to_have_count(7, timeout=10_000)
        roll = room.entries[mirror.timeline.number]
        assert (roll["type"], roll["player"]) == ("roll", "ed")
