"""The server's time, for pages that count down."""

from __future__ import annotations

import time

from moderator.live import responses
from tests.support.live.feed_world import FeedWorld
from tests.support.live.loop import run


def test_everybody_gets_it_in_milliseconds_and_nobody_keeps_it() -> None:
    async def test() -> None:
        world = FeedWorld()
        before = time.time_ns() // 1_000_000
        status, headers, body = await world.get(responses.PATH).whole()
        assert status == 200
        assert before <= int(body) <= time.time_ns() // 1_000_000
        assert headers["cache-control"] == "no-store"
        assert (world.asked, world.seen_by_django) == ([], [])
        assert (await world.get(responses.PATH, method="POST").whole())[0] == 405

    run(test)
