"""The hub: one rendering for all, the newest frame for each, nothing kept for too long."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace

import pytest

from moderator.live.channel import Pace
from moderator.live.events import Frame
from moderator.live.hub import Hub
from tests.support.live.feed_world import CALM, GROUP, OTHER, Charts
from tests.support.live.line import Line
from tests.support.live.loop import run


def watch(hub: Hub, group_id: int = GROUP, audience: str = "public") -> Line:
    """A stream in the simplest form, without a head."""
    line = Line()
    hub.open(hub.channel(group_id, audience), line, 0, b"")
    return line


async def version_of(line: Line) -> int:
    return int((await line.event())["id"])


async def settle(hub: Hub, charts: Charts, calls: int) -> None:
    """Waits until that many renderings have been published or have failed."""
    await asyncio.to_thread(lambda: [charts.entered.acquire(timeout=5) for _ in range(calls)])
    while any(channel._rendering for channel in hub._all()):
        await asyncio.sleep(0)


def test_a_frame_is_rendered_once_for_all_who_watch_and_never_on_the_loop() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        one, two = watch(hub), watch(hub)
        assert hub.counters.viewers == 2
        assert await version_of(one) == await version_of(two) == 1
        assert charts.calls == [(GROUP, "public")]
        assert threading.current_thread().name not in charts.threads
        assert (hub.counters.rendered, hub.counters.sent) == (1, 2)

    run(test)


def test_each_audience_gets_its_own_frame_and_other_groups_none() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        ariel, public, other = watch(hub, GROUP, "seat:ariel"), watch(hub), watch(hub, OTHER)
        assert (await ariel.event())["data"] == "1 seat:ariel"
        assert (await public.event())["data"] == "1 public"
        await other.event()
        charts.calls.clear()
        charts.version = 2
        hub.publish(GROUP)
        assert (await ariel.event())["data"] == "2 seat:ariel"
        assert (await public.event())["data"] == "2 public"
        assert (OTHER, "public") not in charts.calls

    run(test)


def test_a_published_chart_goes_only_to_the_public_and_is_not_rendered_again() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        ariel, public = watch(hub, GROUP, "seat:ariel"), watch(hub)
        await ariel.event()
        await public.event()
        charts.calls.clear()
        charts.version = 2
        hub.publish(GROUP, known=Frame.of(2, "drawn"))
        assert (await public.event())["data"] == "drawn"
        assert (await ariel.event())["data"] == "2 seat:ariel"
        assert charts.calls == [(GROUP, "seat:ariel")]
        hub.publish(GROUP, known=Frame.of(9, "of a game that has been deleted since"))
        assert (await public.event())["data"] == "2 public"
        hub.publish(GROUP, known=Frame.of(3, "next"))
        assert (await public.event())["data"] == "next"

    run(test)


def test_a_published_chart_waits_for_a_rendering_that_has_begun() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        line = watch(hub)
        await line.event()
        await asyncio.to_thread(charts.entered.acquire)
        charts.gate.clear()
        charts.version = 2
        hub.publish(GROUP)
        await asyncio.to_thread(charts.entered.acquire)
        charts.version = 3
        hub.publish(GROUP, known=Frame.of(3, "drawn"))
        charts.gate.set()
        assert await version_of(line) == 2
        assert await version_of(line) == 3
        assert len(charts.calls) == 3

    run(test)


def test_many_publishes_during_a_rendering_make_one_more_rendering() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        line = watch(hub)
        await line.event()
        charts.gate.clear()
        charts.version = 2
        hub.publish(GROUP)
        await asyncio.to_thread(charts.entered.acquire)  # of the first frame
        await asyncio.to_thread(charts.entered.acquire)  # held in the second
        charts.version = 3
        for _ in range(50):
            hub.publish(GROUP)
        enters = await asyncio.to_thread(charts.entered.acquire, timeout=0.1)
        assert not enters, "two renderings of one channel at a time"
        charts.gate.set()
        seen = await version_of(line)
        while seen < 3:
            seen = await version_of(line)
        assert len(charts.calls) == 3

    run(test)


def test_a_version_never_goes_back_and_the_same_frame_is_not_sent_again() -> None:
    async def test() -> None:
        charts = Charts()
        charts.version = 7
        hub = Hub(charts, CALM)
        line = watch(hub)
        await line.event()
        for version in (6, 7, 8):
            charts.version = version
            calls = len(charts.calls)
            hub.publish(GROUP)
            await settle(hub, charts, 2 if calls == 1 else 1)
        assert len(charts.calls) == 4
        assert await version_of(line) == 8
        assert (line.came, hub.counters.sent) == (b"", 2)

    run(test)


def test_other_html_of_the_same_version_is_sent() -> None:
    async def test() -> None:
        frames = [Frame.of(1, "Kim"), Frame.of(1, "Kimberly")]
        hub = Hub(lambda group_id, audience: frames.pop(0), CALM)
        line = watch(hub)
        assert (await line.event())["data"] == "Kim"
        hub.publish(GROUP)
        assert (await line.event())["data"] == "Kimberly"

    run(test)


def test_a_failed_rendering_keeps_the_old_frame_and_the_readers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        line = watch(hub)
        await line.event()
        charts.error = RuntimeError()
        hub.publish(GROUP)
        await settle(hub, charts, 2)
        assert await version_of(watch(hub)) == 1
        charts.error, charts.version = None, 2
        hub.publish(GROUP)
        assert await version_of(line) == 2
        assert "RuntimeError" in caplog.text

    run(test)


def test_a_failed_rendering_is_tried_again_by_itself() -> None:
    async def test() -> None:
        charts = Charts()
        charts.error = RuntimeError("once")
        hub = Hub(charts, Pace(heartbeat_s=60, linger_s=60, retry_s=0.01))
        line = watch(hub)
        await asyncio.to_thread(charts.entered.acquire)
        charts.error = None
        assert await version_of(line) == 1

    run(test)


def test_a_deleted_group_ends_the_streams_and_is_looked_up_again() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        line = watch(hub)
        await line.event()
        charts.is_gone = True
        hub.publish(GROUP)
        assert (await line.event())["event"] == "over"
        charts.is_gone, charts.version = False, 9
        assert await version_of(watch(hub)) == 9

    run(test)


def test_an_audience_that_is_revoked_loses_all_its_pages_and_others_none() -> None:
    async def test() -> None:
        hub = Hub(Charts(), CALM)
        lines = {name: watch(hub, GROUP, name) for name in ("rounds", "rounds:1", "rounds-2")}
        for line in lines.values():
            await line.event()
        hub.revoke(GROUP, "rounds")
        assert (await lines["rounds"].event())["event"] == "over"
        assert (await lines["rounds:1"].event())["event"] == "over"
        assert [one.audience for one in hub._all()] == ["rounds-2"]

    run(test)


def test_after_a_possibly_missed_notice_everything_is_rendered_again() -> None:
    async def test() -> None:
        charts = Charts()
        charts.version = 2_000_004
        hub = Hub(charts, CALM)
        public, other = watch(hub), watch(hub, OTHER)
        console, seat = watch(hub, GROUP, "moderator"), watch(hub, OTHER, "seat:ariel")
        for line in (public, other, console, seat):
            await line.event()
        charts.version = 1_000_009  # missed: that the newest game was deleted
        await asyncio.to_thread(hub.refresh_all)
        assert await version_of(public) == await version_of(other) == 1_000_009
        assert (await console.event())["event"] == (await seat.event())["event"] == "over"
        assert await version_of(watch(hub, GROUP, "moderator")) == 1_000_009

    run(test)


@pytest.mark.slow
def test_a_class_page_follows_its_groups_but_not_too_often() -> None:
    async def test() -> None:
        charts = Charts()
        charts.groups = frozenset({GROUP})
        hub = Hub(charts, replace(CALM, class_s=0.05))
        page = watch(hub, -7, "overview")
        await page.event()
        charts.calls.clear()
        for version in range(2, 50):
            charts.version = version
            hub.publish(GROUP)
        while (await page.event())["data"] != "49 overview":
            pass
        assert charts.calls.count((-7, "overview")) < 10
        charts.calls.clear()
        hub.publish(OTHER)
        hub.publish(GROUP, audience="seat:ariel")  # which only that seat sees
        await asyncio.sleep(0.1)
        assert not charts.calls

    run(test)


def test_two_moves_at_once_after_a_quiet_time_reach_a_class_page() -> None:
    async def test() -> None:
        charts = Charts()
        charts.groups = frozenset({GROUP})
        hub = Hub(charts, replace(CALM, class_s=0.01))
        page = watch(hub, -7, "overview")
        await page.event()
        await asyncio.sleep(0.05)
        charts.version = 2
        for _ in range(2):
            hub.channel(-7, "overview").refresh_later()
        assert (await page.event())["data"] == "2 overview"

    run(test)


class Rows:
    """Frames of two parts, one of which has the number."""

    def __init__(self) -> None:
        self.version = self.number = 1

    def __call__(self, group_id: int, audience: str) -> Frame:
        html = f"<!--[now-->{self.number}<!--]--><!--[rest-->rest<!--]-->"
        return Frame.of(self.version, html)


async def publish(hub: Hub) -> None:
    rendered = hub.counters.rendered
    hub.publish(GROUP)
    while hub.counters.rendered == rendered:
        await asyncio.sleep(0.001)


def sent(line: Line) -> set[str]:
    """The parts in the last frame that was sent."""
    return set(json.loads(line.sent)["html"])


def test_a_frame_with_the_same_parts_is_not_sent_but_its_number_counts() -> None:
    async def test() -> None:
        rows = Rows()
        hub = Hub(rows, CALM)
        line = watch(hub)
        assert await version_of(line) == 1
        rows.version = 2
        await publish(hub)
        assert line.came == b""
        assert await version_of(watch(hub)) == 2
        rows.version, rows.number = 3, 3
        await publish(hub)
        event = await line.event()
        assert (event["id"], event["data"], sent(line)) == ("3", "3rest", {"now.1"})

    run(test)


def test_who_has_skipped_a_frame_gets_all_parts() -> None:
    async def test() -> None:
        rows = Rows()
        hub = Hub(rows, CALM)
        slow, quick = watch(hub), watch(hub)
        await slow.event()
        await quick.event()
        slow.fill()
        for number in (2, 3, 4):
            rows.version = rows.number = number
            await publish(hub)
            assert (await quick.event())["data"] == f"{number}rest"
            assert sent(quick) == {"now.1"}
        slow.drain()
        assert (await slow.event())["data"] == "2rest"  # had been written before
        assert (await slow.event())["data"] == "4rest"
        assert sent(slow) == {"frame.1", "now.1", "rest.1"}

    run(test)


def test_who_connects_gets_what_is_lacking() -> None:
    async def test() -> None:
        rows = Rows()
        hub = Hub(rows, CALM)
        await watch(hub).event()
        rows.version = rows.number = 2
        await publish(hub)
        lines = []
        for have in (2, 1, 0, -1):
            lines.append(Line())
            hub.open(hub.channel(GROUP, "public"), lines[-1], 0, b"", have)
            await lines[-1].event()
        everything = {"frame.1", "now.1", "rest.1"}
        assert [sent(line) for line in lines] == [set(), {"now.1"}, everything, everything]

    run(test)
