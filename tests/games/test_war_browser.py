"""War! on two phones with a wall, one by keyboard alone: a game's beginning, in a long run all of
it, to its end, by pressing what is lit."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from moderator.rules import record
from moderator.rules.log import Timeline
from moderator.rules.war import WAR
from tests.support.amount import IS_LONG
from tests.support.site import Site
from tests.support.web.generals import Play, room, sit
from tests.support.web.rooms import Room, fits, stands_at

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}

SEEN = """() => {
    const top = document.querySelector(".war-map").getBoundingClientRect().top + scrollY;
    return document.querySelector(".war-hand").getBoundingClientRect().top - top;
}"""


def check_secrets(play: Play, wall: Page, table: Room) -> None:
    """Each phone shows only the own hand, the wall none; the deck's order is nowhere."""
    state = record_of(table)
    held = WAR.summary(state.state)["hands"]
    for id, page in play.phones.items():
        shown = page.locator(".war-hand .war-card .vh").all_inner_texts()
        assert shown == [f"{symbol} {value}" for symbol, value in held[id]]
        assert page.locator(".war-players .war-cards").count() == 0
        assert "deck&quot;" not in page.content()
    assert wall.locator(".war-hand, .war-players .war-cards").count() == 0


def record_of(table: Room) -> Timeline:
    """The game according to its log."""
    code = f"""
import json
from moderator.core import queries
game = queries.game_now(queries.group_by_code({table.code!r}))
moves = list(game.entries.order_by("number").values_list("move", flat=True))
print(json.dumps([game.scenario, game.options, moves]))
"""
    scenario, options, moves = json.loads(table.site.run(code))
    timeline = Timeline(WAR, WAR.begin(WAR.read_scenario(scenario), options))
    for move in moves:
        timeline = timeline.play(move)
    return timeline


@pytest.mark.slow
def test_a_game_on_two_phones(site: Site, browser: Browser) -> None:
    table = room(site, "ann", "bob", dice="server")
    with (
        browser.new_context(**PHONE) as one,
        browser.new_context(**PHONE) as other,
        browser.new_context(viewport={"width": 1920, "height": 1080}) as hall,
        browser.new_context() as desk,
    ):
        phones = {"ann": sit(table, one, "Ann"), "bob": sit(table, other, "Bob")}
        play = Play(table, phones, keyboard="bob")
        wall, console = hall.new_page(), table.console(desk)
        wall.goto(f"{site.url}/c/{table.code}/?wall")
        address = console.get_by_role("link", name="The record as a file").get_attribute("href")
        play.set_out()
        for _ in range(2):
            assert play.turn()
        check_secrets(play, wall, table)
        play.whose().evaluate("scrollTo(0, 0)")
        assert play.whose().evaluate(SEEN) > 200
        assert console.locator(".war-hand .war-card").count() == 0
        console.locator(".war-hand [data-peek]").click()
        expect(console.locator(".war-hand .war-card[data-can=on]").first).to_be_visible()
        assert desk.request.get(f"{site.url}{address}").status == 409
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert all(fits(page) for page in play.phones.values())
        if not IS_LONG:
            return
        while play.turn():
            pass
        check_secrets(play, wall, table)
        timeline = record_of(table)
        assert timeline.state.is_over
        summary = WAR.summary(timeline.state)
        stands_at(wall, play.number)
        for page in (*play.phones.values(), wall, console):
            expect(page.locator(".now .over")).to_be_visible()
            for id, score in summary["scores"].items():
                points = page.locator(f"[data-points={id}]")
                expect(points).to_contain_text(str(score["total"]))
        answer = desk.request.get(f"{site.url}{address}")
        assert answer.status == 200
        assert WAR.summary(record.replay(record.read(answer.body()), {}).state) == summary
