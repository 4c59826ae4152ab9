"""Eight windows of one browser, which allows six connections to a host."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect

from tests.support.engines import firefox
from tests.support.programs import is_missing
from tests.support.site import Site
from tests.support.web.rooms import Room, room, type_line

MOST = 3  # streams
SOON_S = 5
PLACES = "Object.keys(localStorage).filter((key) => key.startsWith('stream-')).length"
ADD_GROUP = """
from moderator.core.games import shipped
from moderator.core import queries
from moderator.core.people import instructor_person
from moderator.features.classes.write import groups_create
from moderator.features.new_game.write import game_create
from moderator.rules.registry import GAMES
classroom = queries.group_by_code({code!r}).classroom
(group,) = groups_create(classroom, 1)
wire = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["example-of-play"])
game_create(group, "age-of-iron", wire, {{}}, instructor_person(classroom))
print(group.code)
"""


@pytest.fixture(params=["chromium", pytest.param("firefox", marks=pytest.mark.long)])
def context(
    request: pytest.FixtureRequest, browser: Browser, playwright: Playwright
) -> Iterator[BrowserContext]:
    if request.param == "chromium":
        with browser.new_context() as context:
            yield context
        return
    if missing := firefox.missing():
        is_missing(f"firefox is missing: run `apt install {missing}`")
    with (
        firefox.running(playwright) as started,
        started._browser.new_context(**firefox.AS_IT_IS) as context,
    ):
        yield context


def quickly(act: Callable[[], Any]) -> None:
    began = time.monotonic()
    act()
    assert time.monotonic() - began < SOON_S


@pytest.mark.long
def test_eight_windows_do_not_block_each_other(context: BrowserContext, site: Site) -> None:
    made: Room = room(site)
    other = site.run(ADD_GROUP.format(code=made.code)).strip()
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    made.teach(context).close()
    context.set_default_timeout(SOON_S * 1000)
    paths = [f"/c/{made.code}/", f"/c/{other}/", f"/g/{made.code}/", f"/g/{other}/"]
    paths += [f"/classes/{made.classroom}/?step=playing", f"/c/{made.code}/?wall"]
    windows = []
    for path in [*paths, *paths[:2]]:
        windows.append(context.new_page())
        quickly(lambda path=path: windows[-1].goto(f"{site.url}{path}"))
    assert [page.evaluate("document.hidden") for page in windows] == [False] * len(windows)
    assert windows[0].evaluate(PLACES) == MOST
    # A move of each group is posted at once, and arrives in all its windows.
    for console, group in ((windows[2], made.code), (windows[3], other)):
        with console.expect_response(lambda answer: answer.request.method == "POST"):
            type_line(console, "xen 5")
        for page in windows:
            if f"/{group}/" in page.url:
                live = page.locator("#live")
                expect(live).to_have_attribute("data-version", "1000001", timeout=SOON_S * 1000)
    more = context.new_page()
    quickly(lambda: more.goto(f"{site.url}/classes/{made.classroom}/people/"))
    # Places of closed windows are taken by others.
    for page in windows[:4]:
        page.close()
    assert more.evaluate(PLACES) <= MOST
    assert errors == []
