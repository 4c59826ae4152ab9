"""Who is connected is reported, once for all their pages, and nothing while nobody is."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.support.live.feed_world import CALM, CONSOLE, PERSON, PUBLIC, FeedWorld
from tests.support.live.loop import run

OURS = {"cookie": "sessionid=ours"}
QUICK = replace(CALM, presence_s=0.01, presence_again_s=60, polled_s=60)


async def report(world: FeedWorld, number: int) -> frozenset[int]:
    while len(world.reported) < number:
        await asyncio.sleep(0.005)
    return world.reported[number - 1]


@pytest.mark.slow
def test_those_with_a_stream_are_reported_again_and_again() -> None:
    async def test() -> None:
        world = FeedWorld(replace(QUICK, presence_again_s=0.02))
        world.feed._presence.start()
        watching, _ = await world.get(PUBLIC).stream()
        one, _ = await world.get(CONSOLE, **OURS).stream()
        two, _ = await world.get(CONSOLE, **OURS).stream()
        assert [await report(world, number) for number in (1, 2)] == [{PERSON}] * 2
        one.leave()
        before = len(world.reported)
        assert await report(world, before + 2) == {PERSON}
        two.leave()
        while world.hub.people() or world.feed._presence._reporting:
            await asyncio.sleep(0.005)
        before = len(world.reported)
        await asyncio.sleep(0.05)  # long enough for another report
        assert len(world.reported) == before
        assert world.hub.counters.viewers == 1
        assert watching

    run(test)


def test_those_who_poll_are_reported_as_soon_as_they_come() -> None:
    async def test() -> None:
        world = FeedWorld(QUICK)
        world.feed._presence.start()
        await world.get(f"{PUBLIC}?protocol=1&after=0").whole()
        status, _, _ = await world.get(f"{CONSOLE}?protocol=1&after=0", **OURS).whole()
        assert status == 200
        assert await report(world, 1) == {PERSON}

    run(test)
