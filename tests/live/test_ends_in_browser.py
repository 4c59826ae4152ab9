"""What Chromium shows when access, a game or the server ends."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.live.pages import QUICK, cut_streams, set_hidden, until, viewers
from tests.support.live.world import GROUP, World


def test_withdrawn_access_ends_the_stream_and_the_page_reloads(page: Page) -> None:
    with World() as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        world.is_open = False
        world.hub.revoke(GROUP)
        expect(page.locator("#now")).to_have_text("nothing here")


def test_access_that_still_stands_goes_on_even_with_a_smaller_number(page: Page) -> None:
    with World() as world:
        world.version = 1_000_005
        page.goto(world.url)
        until(page, viewers(world, 1))
        world.version = 3  # the newest game was deleted: the one before is the current one
        world.hub.revoke(GROUP)
        expect(page.locator("#now")).to_have_text("chart 3")
        assert world.pages == 2  # another game: its own page, once


def test_a_page_that_slept_through_a_games_end_shows_the_one_before(page: Page) -> None:
    with World() as world:
        world.version = 1_000_005
        page.goto(world.url)
        until(page, viewers(world, 1))
        set_hidden(page, True)
        until(page, viewers(world, 0))
        world.version = 3
        world.hub.revoke(GROUP)
        set_hidden(page, False)
        expect(page.locator("#now")).to_have_text("chart 3")


def test_a_polling_page_shows_the_previous_game_when_the_newest_is_deleted(page: Page) -> None:
    cut_streams(page)
    with World(QUICK) as world:
        world.version = 1_000_005
        page.goto(world.url)
        until(page, lambda: world.hub.counters.rendered >= 1)
        world.version = 3
        world.hub.revoke(GROUP)
        expect(page.locator("#now")).to_have_text("chart 3")


def test_the_server_ends_at_once_with_streams_open(page: Page) -> None:
    with World() as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        world.server.should_exit = True
        world.thread.join(3)
        assert not world.thread.is_alive()
