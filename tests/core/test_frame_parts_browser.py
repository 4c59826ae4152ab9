"""A page that has followed a game is the same as one that is loaded afresh, in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.site import Site
from tests.support.web.rooms import is_idle, note_problems, record, room, stands_at

LIVE = "document.getElementById('live').innerHTML"


def same_as_afresh(page: Page, other: Page) -> None:
    """Compares a page with another one in the same browser, after the scripts of both have run."""
    other.goto(page.url)
    expect(other.locator("#live")).to_have_attribute(
        "data-version", page.locator("#live").get_attribute("data-version") or ""
    )
    is_idle(other)
    assert page.evaluate(LIVE) == other.evaluate(LIVE)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("example-of-play", ("xen 5", "yurt 5", "a beau xen 5", "a chas yurt 2", "end", "zen 9")),
        ("1800-bc", ("nubia 2", "undo", "nubia 1", "undo", "redo")),
    ],
)
def test_phone_wall_and_console_follow_a_game(
    browser: Browser, site: Site, name: str, lines: tuple[str, ...]
) -> None:
    own = room(site, name, deployment="sequential")
    problems: list[str] = []
    with browser.new_context() as laptop, browser.new_context() as phone:
        console, watched, wall = own.console(laptop), own.watch(phone), phone.new_page()
        wall.goto(f"{watched.url}?wall")
        player = own.join(phone, "Ada")
        pages = (console, watched, wall, player)
        for page in pages:
            note_problems(page, problems)
            page.evaluate("document.querySelector('#live h2').isFirst = true")
        for number, line in enumerate(lines, start=1):
            record(console, line)
            for page in pages:
                stands_at(page, number)
        afresh = {context: context.new_page() for context in (laptop, phone)}
        for page in pages:
            same_as_afresh(page, afresh[page.context])
        assert watched.evaluate("document.querySelector('#live h2').isFirst")
        assert wall.evaluate("document.querySelector('#live h2').isFirst")
    assert problems == []
