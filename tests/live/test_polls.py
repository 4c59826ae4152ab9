"""Polls of pages without a stream: answered from memory, and never with an old chart."""

from __future__ import annotations

import asyncio
import gzip
import threading

import pytest

from moderator.live.events import Frame
from moderator.live.hub import Hub
from tests.support.live.feed_world import AFTER, CALM, CONSOLE, GROUP, PUBLIC, FeedWorld
from tests.support.live.loop import run
from tests.support.live.shown import text_of

OURS = "sessionid=ours"


@pytest.mark.parametrize("after", ["", "x", "-1", "0", "²", "9" * 30, "1e3", "1&after=zz"])
def test_a_poll_with_another_or_a_bad_number_gets_the_chart(after: str) -> None:
    async def test() -> None:
        status, headers, body = await FeedWorld().get(f"{PUBLIC}{AFTER}{after}").whole()
        assert (status, headers["x-version"]) == (200, "1")
        assert text_of(body) == "<p>1 for public</p>"
        assert headers["content-type"] == "application/json"
        assert headers["content-length"] == str(len(body))

    run(test)


@pytest.mark.parametrize("after", ["1", "01"])
def test_a_poll_gets_204_when_nothing_is_newer(after: str) -> None:
    async def test() -> None:
        status, headers, body = await FeedWorld().get(f"{PUBLIC}{AFTER}{after}").whole()
        assert (status, headers["x-version"], body) == (204, "1", b"")
        assert "content-length" not in headers

    run(test)


def test_polls_for_a_public_chart_are_answered_from_memory() -> None:
    async def test() -> None:
        world = FeedWorld()
        for _ in range(20):
            assert (await world.get(f"{PUBLIC}{AFTER}1").whole())[0] == 204
        assert (world.asked, world.hub.counters.rendered) == ([PUBLIC], 1)
        world.move()
        seen = b""
        while b"2" not in seen:
            seen = (await world.get(f"{PUBLIC}{AFTER}1").whole())[2]
        assert world.asked == [PUBLIC]

    run(test)


@pytest.mark.parametrize(("path", "cookie"), [(PUBLIC, ""), (CONSOLE, OURS)])
def test_who_may_ask_is_known_for_seconds_only(path: str, cookie: str) -> None:
    async def test() -> None:
        world = FeedWorld()
        world.feed.cache_s = 0
        assert (await world.get(f"{path}{AFTER}1", cookie=cookie).whole())[0] == 204
        world.is_open = False
        assert (await world.get(f"{path}{AFTER}1", cookie=cookie).whole())[0] == 404

    run(test)


def test_a_private_poll_is_known_for_its_own_session_alone() -> None:
    async def test() -> None:
        world = FeedWorld()
        for _ in range(3):
            assert (await world.get(f"{CONSOLE}{AFTER}1", cookie=OURS).whole())[0] == 204
        assert world.asked == [CONSOLE]
        for cookie in ("sessionid=theirs", "sessionid=standing2", ""):
            assert (await world.get(f"{CONSOLE}{AFTER}1", cookie=cookie).whole())[0] == 404

    run(test)


@pytest.mark.parametrize("audience", [None, "moderator"])
def test_what_is_known_is_forgotten_with_the_access(audience: str | None) -> None:
    async def test() -> None:
        world = FeedWorld()
        assert (await world.get(f"{CONSOLE}{AFTER}1", cookie=OURS).whole())[0] == 204
        world.is_open = False
        world.hub.revoke(GROUP + 1)
        await asyncio.sleep(0)
        assert (await world.get(f"{CONSOLE}{AFTER}1", cookie=OURS).whole())[0] == 204
        world.hub.revoke(GROUP, audience)
        await asyncio.sleep(0)
        assert (await world.get(f"{CONSOLE}{AFTER}1", cookie=OURS).whole())[0] == 404

    run(test)


def test_a_possibly_missed_notice_clears_the_access_cache() -> None:
    async def test() -> None:
        world = FeedWorld()
        assert (await world.get(f"{CONSOLE}{AFTER}1", cookie=OURS).whole())[0] == 204
        world.is_open = False
        world.hub.refresh_all()
        await asyncio.sleep(0)
        assert (await world.get(f"{CONSOLE}{AFTER}1", cookie=OURS).whole())[0] == 404

    run(test)


def test_who_has_seen_more_than_this_process_is_not_shown_less() -> None:
    async def test() -> None:
        world = FeedWorld()
        assert (await world.get(f"{PUBLIC}{AFTER}1").whole())[0] == 204
        world.version = 5  # another process has committed it, and this one hasn't been notified yet
        status, headers, _ = await world.get(f"{PUBLIC}{AFTER}4").whole()
        assert (status, headers["x-version"]) == (200, "5")
        world.version = 6
        assert (await world.get(f"{PUBLIC}{AFTER}6").whole())[0] == 204

    run(test)


def test_a_number_that_the_database_does_not_have_is_of_a_deleted_game() -> None:
    async def test() -> None:
        world = FeedWorld()
        status, headers, _ = await world.get(f"{PUBLIC}{AFTER}2000000").whole()
        assert (status, headers["x-version"], world.hub.counters.rendered) == (200, "1", 2)

    run(test)


def test_many_who_claim_to_have_seen_more_make_one_rendering() -> None:
    async def test() -> None:
        world = FeedWorld()
        assert (await world.get(f"{PUBLIC}{AFTER}1").whole())[0] == 204
        requests = [world.get(f"{PUBLIC}{AFTER}{2 + number}") for number in range(50)]
        for request in requests:
            assert (await request.whole())[0] == 200
        assert world.hub.counters.rendered == 2

    run(test)


def test_a_poll_does_not_wait_long_for_a_chart_that_cannot_be_rendered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("moderator.live.feed.FIRST_FRAME_S", 0.01)

    async def test() -> None:
        held = threading.Event()

        def never(group_id: int, audience: str) -> Frame:
            held.wait(5)
            raise RuntimeError

        world = FeedWorld()
        world.hub = world.feed.hub = Hub(never, CALM)
        assert (await world.get(f"{PUBLIC}{AFTER}1").whole())[0] == 503
        held.set()
        world.hub.close()

    run(test)


def test_a_group_that_is_gone_is_not_asked_for_for_ever() -> None:
    async def test() -> None:
        world = FeedWorld()
        world.hub = world.feed.hub = Hub(lambda group_id, audience: None, CALM)
        assert (await world.get(f"{PUBLIC}{AFTER}1").whole())[0] == 404

    run(test)


@pytest.mark.parametrize(
    ("path", "accepts", "encoding"),
    [(PUBLIC, "gzip, br", "gzip"), (PUBLIC, "gzip;q=0, br", None), (CONSOLE, "gzip", None)],
)
def test_a_public_chart_is_compressed_if_accepted_and_a_private_one_never(
    path: str, accepts: str, encoding: str | None
) -> None:
    async def test() -> None:
        html = "<p>Ariel</p>" * 100
        frame = Frame.of(1, html)
        world = FeedWorld()
        world.hub = world.feed.hub = Hub(lambda group_id, audience: frame, CALM)
        request = world.get(f"{path}{AFTER}0", cookie=OURS, accept_encoding=accepts)
        _, headers, body = await request.whole()
        assert headers.get("content-encoding") == encoding
        assert headers["content-length"] == str(len(body))
        assert text_of(gzip.decompress(body) if encoding else body) == html

    run(test)
