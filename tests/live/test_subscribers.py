"""Slow, dead, noisy or closed subscribers delay nobody; the others get every heartbeat."""

from __future__ import annotations

import asyncio

import pytest

from moderator.live.channel import MOST_RECEIVED, Pace
from moderator.live.hub import SLICES, Hub
from tests.live.test_hub import version_of, watch
from tests.support.live.feed_world import CALM, GROUP, OTHER, Charts
from tests.support.live.loop import run


async def move(hub: Hub, charts: Charts) -> None:
    """Publishes the next chart to all subscribers that can take it."""
    charts.version += 1
    hub.publish(GROUP)
    await asyncio.sleep(0)
    await hub.channel(GROUP, "public").newest(charts.version)


def beat_once(hub: Hub) -> None:
    """As time does."""
    for _ in range(SLICES):
        hub._heartbeat._beat()


def test_a_slow_reader_skips_to_the_newest_and_delays_nobody() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        slow, quick = watch(hub), watch(hub)
        assert await version_of(slow) == await version_of(quick) == 1
        slow.fill()
        for version in (2, 3, 4, 5):
            await move(hub, charts)
            assert await version_of(quick) == version
        assert len(slow.waiting) == 1, "what a slow reader misses waits nowhere"
        slow.drain()
        assert [await version_of(slow), await version_of(slow)] == [2, 5]
        assert hub.counters.skipped == 2

    run(test)


@pytest.mark.slow
def test_a_silent_stream_sends_heartbeats_as_events() -> None:
    async def test() -> None:
        hub = Hub(Charts(), Pace(heartbeat_s=0.05))
        line = watch(hub)
        beat = {"event": "beat", "data": "up"}
        while await line.event() == beat:  # a slow machine renders the chart later than that
            pass
        for _ in range(2):
            assert await line.event() == beat

    run(test)


def test_heartbeats_are_spread() -> None:
    async def test() -> None:
        hub = Hub(Charts(), CALM)
        lines = [watch(hub) for _ in range(1000)]
        hub._heartbeat._beat()
        assert 0 < sum(b"beat" in line.came for line in lines) < 500
        beat_once(hub)
        assert all(b"beat" in line.came for line in lines)

    run(test)


@pytest.mark.slow
def test_a_reader_that_never_reads_is_disconnected_and_the_others_are_not() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, Pace(heartbeat_s=0.05, linger_s=60))
        dead, alive = watch(hub), watch(hub)
        for line in (dead, alive):
            await line.event()
        dead.fill()
        await move(hub, charts)
        await dead.ended()
        assert dead.was_cut
        assert (hub.counters.viewers, alive.is_gone) == (1, False)

    run(test)


def test_one_that_takes_something_in_time_stays() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        line = watch(hub)
        await line.event()
        for _ in range(3):
            line.fill()
            await move(hub, charts)
            for _ in range(CALM.missed_heartbeats):
                beat_once(hub)
            assert not line.is_gone
            line.drain()
        line.fill()
        await move(hub, charts)
        for _ in range(CALM.missed_heartbeats + 1):
            beat_once(hub)
        assert line.was_cut

    run(test)


def test_one_that_talks_without_end_is_cut_off() -> None:
    async def test() -> None:
        hub = Hub(Charts(), CALM)
        line = watch(hub)
        await line.event()
        reader = line.protocol
        assert isinstance(reader, asyncio.Protocol)
        reader.data_received(b"x" * MOST_RECEIVED)
        assert not line.is_gone
        reader.data_received(b"x")
        await line.ended()
        assert hub.counters.viewers == 0

    run(test)


def test_close_ends_every_stream_and_takes_no_more() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        one, two, full = watch(hub), watch(hub, OTHER, "moderator"), watch(hub)
        for line in (one, two, full):
            await line.event()
        full.fill()
        await move(hub, charts)
        await asyncio.to_thread(hub.close)
        for line in (one, two, full):
            await line.ended()
        assert [line.was_cut for line in (one, two, full)] == [False, False, True]
        await watch(hub).ended()
        assert hub.counters.viewers == 0
        hub.publish(GROUP)

    run(test)


def test_drop_ends_the_streams_of_one_audience() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        console, public, full = watch(hub, GROUP, "moderator"), watch(hub), watch(hub)
        for line in (console, public, full):
            await line.event()
        await asyncio.to_thread(hub.revoke, GROUP, "moderator")
        assert (await console.event())["event"] == "over"
        await console.ended()
        full.fill()
        await move(hub, charts)
        assert await version_of(public) == 2
        hub.revoke(GROUP)
        assert (await public.event())["event"] == "over"
        await full.ended()
        assert full.was_cut, "who takes nothing is told nothing either"

    run(test)
