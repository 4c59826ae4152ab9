"""The hub from its start to its end: what is kept, what is forgotten, who is notified."""

from __future__ import annotations

import asyncio

import pytest

from moderator import live
from moderator.live.channel import Pace
from moderator.live.events import Frame
from moderator.live.hub import Hub
from tests.live.test_hub import version_of, watch
from tests.support.live.feed_world import CALM, GROUP, Charts
from tests.support.live.loop import run


def test_a_channel_is_remembered_for_a_while_and_then_forgotten() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, Pace(linger_s=0.02))
        for _ in range(2):
            assert await hub.channel(GROUP, "public").newest(0) == Frame.of(1, "1 public")
        assert len(charts.calls) == 1
        while hub._groups:
            await asyncio.sleep(0.001)
        charts.version = 2
        assert await hub.channel(GROUP, "public").newest(0) == Frame.of(2, "2 public")

    run(test)


@pytest.mark.slow
def test_a_watched_channel_is_not_forgotten() -> None:
    async def test() -> None:
        hub = Hub(Charts(), Pace(linger_s=0.01, heartbeat_s=0.05))
        line = watch(hub)
        events = [(await line.event())["event"] for _ in range(4)]
        assert "frame" in events[:2]  # on a busy machine after a first beat
        assert events.count("beat") == 3
        assert hub._groups

    run(test)


def test_who_waits_no_longer_leaves_nothing_behind() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        await hub.channel(GROUP, "public").newest(0)
        charts.error = RuntimeError()
        channel = hub.channel(GROUP, "public")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await channel.newest(2)
        assert not channel._waiting

    run(test)


def test_publishing_is_harmless_when_nobody_watches_or_no_server_runs() -> None:
    charts = Charts()
    hub = Hub(charts, CALM)
    hub.publish(GROUP)

    async def once() -> None:
        await hub.channel(GROUP, "public").newest(0)

    run(once)
    hub.publish(GROUP)  # the loop has ended
    assert len(charts.calls) == 1


def test_the_running_hub_is_notified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_hub", None)
    live.publish(GROUP)
    live.revoke(GROUP)

    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        live.run(hub)
        line = watch(hub)
        await line.event()
        charts.version = 2
        await asyncio.to_thread(live.publish, GROUP)
        assert await version_of(line) == 2
        live.revoke(GROUP, "public")
        assert (await line.event())["event"] == "over"

    run(test)
