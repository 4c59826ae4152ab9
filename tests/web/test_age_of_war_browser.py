"""Age of War in Chromium: a whole game by pressing what is lit, and how the table looks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from moderator.rules import fairness
from moderator.rules import record as records
from moderator.rules.age_of_war import AGE_OF_WAR
from tests.site import Site
from tests.web.daimyos import Mirror, hurried, seat
from tests.web.rooms import stands_at


@contextmanager
def screen(browser: Browser, width: int, height: int, **more: Any) -> Iterator[BrowserContext]:
    """A browser of that size. Nothing moves: a whole game has hundreds of rolls."""
    size: Any = {"width": width, "height": height}
    with browser.new_context(viewport=size, reduced_motion="reduce", **more) as context:
        yield context


def test_two_phones_play_to_the_end_before_a_wall(site: Site, browser: Browser) -> None:
    room, mirror = seat(site, "kim", "ed"), Mirror(("kim", "ed"))
    with (
        screen(browser, 320, 640) as one,
        screen(browser, 390, 844) as other,
        screen(browser, 1920, 1080) as large,
    ):
        phones = {at(page): page for page in (room.join(one, "Ann"), room.join(other, "Ben"))}
        wall = large.new_page()
        wall.goto(f"{site.url}/c/{room.code}/?wall")
        while mirror.active is not None:
            mirror.press(phones[mirror.active], hurried(mirror.timeline.state, mirror.active))
        summary = AGE_OF_WAR.summary(mirror.timeline.state)
        for page in (*phones.values(), wall):
            stands_at(page, mirror.timeline.number)
            expect(page.locator(".now")).to_contain_text("The game is over")
            for name in summary["winners"]:
                expect(page.locator(".aow-won")).to_contain_text(name.capitalize())
            expect(page.locator("[form=press][name=move]")).to_have_count(0)
        record = room.console(large).request.get(f"{site.url}/g/{room.code}/record.json")
        check_record(record, summary)


def at(page: Page) -> str:
    """The player on whose seat a phone is."""
    return page.locator("h1 .seat").inner_text().split()[-1].lower()


def check_record(answer: Any, summary: dict[str, Any]) -> None:
    """What is downloaded replays to the same, and every roll is as it had to be."""
    assert answer.status == 200
    read = records.read(answer.body())
    rolls = fairness.record_rolls(read, {})
    assert len(rolls) >= len(read.moves) // 3
    assert all(roll.is_right for roll in rolls)
    game, _, timeline = records.start(read, {})
    for wire in read.moves:
        timeline = timeline.play(wire)
    assert game.summary(timeline.state) == summary
    assert json.loads(answer.body())["dice_seed"]
