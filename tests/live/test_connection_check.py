"""The stream and the polls of the connection check."""

from __future__ import annotations

import pytest

from moderator.live import feed
from tests.support.live.feed_world import FeedWorld
from tests.support.live.loop import run

PATH = feed.CONNECTION_CHECK_PATH


def test_a_stream_for_everybody_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "INTERVAL_S", 0)

    async def test() -> None:
        world = FeedWorld()
        request = world.get(PATH)
        line, headers = await request.stream()
        assert headers["content-type"].startswith("text/event-stream")
        assert headers["x-accel-buffering"] == "no"
        for number in range(1, feed.EVENTS + 1):
            assert await line.event() == {"event": "step", "data": str(number)}
        await line.ended()
        assert request.scope["extensions"] == {}, "the scope would keep the connection"
        assert (world.asked, world.hub.counters.viewers) == ([], 0)

    run(test)


def test_streams_are_limited_and_who_leaves_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "MOST", 2)

    async def test() -> None:
        world = FeedWorld()
        first, _ = await world.get(PATH).stream()
        await world.get(PATH).stream()
        status, headers, _ = await world.get(PATH).whole()
        assert (status, headers["retry-after"]) == (503, "2")
        first.leave()
        await first.ended()
        await world.get(PATH).stream()

    run(test)


def test_polls_are_answered_as_those_of_a_chart() -> None:
    async def test() -> None:
        world = FeedWorld()
        status, headers, body = await world.get(f"{PATH}?after=0").whole()
        assert (status, headers["x-version"], body) == (200, "1", b"1")
        status, _, body = await world.get(f"{PATH}?after=1").whole()
        assert (status, body) == (204, b"")
        status, _, _ = await world.get(PATH, method="POST").whole()
        assert status == 405

    run(test)
