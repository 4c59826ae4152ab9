"""The hub: one rendering for all, the newest for each, and nobody waits for anybody."""

from __future__ import annotations

import asyncio
import threading

import pytest

from moderator import live
from moderator.live.hub import Frame, Hub, Pace, Signal, Watcher
from tests.live.loop import run

GROUP, OTHER = 1, 2
CALM = Pace(beat_s=60, linger_s=60, retry_s=60)


class Charts:
    """Renders a group's number; can be held, and can fail."""

    def __init__(self) -> None:
        self.version = 1
        self.calls: list[tuple[int, str]] = []
        self.threads: set[str] = set()
        self.error: Exception | None = None
        self.is_gone = False
        self.entered = threading.Semaphore(0)
        self.gate = threading.Event()
        self.gate.set()

    def __call__(self, group_id: int, audience: str) -> Frame | None:
        version, error = self.version, self.error
        self.calls.append((group_id, audience))
        self.threads.add(threading.current_thread().name)
        self.entered.release()
        assert self.gate.wait(5)
        if error is not None:
            raise error
        return None if self.is_gone else Frame(version, b"%d %s" % (version, audience.encode()))


async def version_of(watcher: Watcher) -> int:
    news = await watcher.next()
    assert isinstance(news, Frame), news
    return news.version


async def settle(hub: Hub, charts: Charts, calls: int) -> None:
    """Until so many renderings have been shown or refused."""
    await asyncio.to_thread(lambda: [charts.entered.acquire(timeout=5) for _ in range(calls)])
    while any(c._renewal for group in hub._groups.values() for c in group.values()):
        await asyncio.sleep(0)


def test_the_present_chart_comes_first_and_every_new_one_after_it() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "public") as watcher:
            assert await version_of(watcher) == 1
            charts.version = 2
            hub.tell(GROUP)
            assert await version_of(watcher) == 2

    run(test)


def test_a_frame_is_rendered_once_for_all_who_watch_and_never_on_the_loop() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "public") as one, hub.watch(GROUP, "public") as two:
            assert hub.counters.viewers == 2
            first, second = await one.next(), await two.next()
            assert first is second
        assert charts.calls == [(GROUP, "public")]
        assert threading.current_thread().name not in charts.threads
        assert (hub.counters.rendered, hub.counters.sent, hub.counters.viewers) == (1, 2, 0)

    run(test)


def test_each_audience_gets_its_own_frame_and_other_groups_none() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with (
            hub.watch(GROUP, "seat:ariel") as ariel,
            hub.watch(GROUP, "public") as public,
            hub.watch(OTHER, "public") as other,
        ):
            assert await ariel.next() == Frame(1, b"1 seat:ariel")
            assert await public.next() == Frame(1, b"1 public")
            await other.next()
            charts.calls.clear()
            charts.version = 2
            hub.tell(GROUP)
            assert await ariel.next() == Frame(2, b"2 seat:ariel")
            assert await public.next() == Frame(2, b"2 public")
            assert (OTHER, "public") not in charts.calls

    run(test)


def test_many_tells_during_a_rendering_make_one_more_rendering() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "public") as watcher:
            await watcher.next()
            charts.gate.clear()
            charts.version = 2
            hub.tell(GROUP)
            await asyncio.to_thread(charts.entered.acquire)  # of the first frame
            await asyncio.to_thread(charts.entered.acquire)  # held in the second
            charts.version = 3
            for _ in range(50):
                hub.tell(GROUP)
            enters = await asyncio.to_thread(charts.entered.acquire, timeout=0.1)
            assert not enters, "two renderings of one channel at a time"
            charts.gate.set()
            seen = await version_of(watcher)
            while seen < 3:
                seen = await version_of(watcher)
            assert len(charts.calls) == 3

    run(test)


def test_a_slow_watcher_skips_to_the_newest() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "public") as slow, hub.watch(GROUP, "public") as quick:
            assert await version_of(slow) == await version_of(quick) == 1
            for version in (2, 3, 4, 5):
                charts.version = version
                hub.tell(GROUP)
                assert await version_of(quick) == version
            assert await version_of(slow) == 5
            assert hub.counters.skipped == 3

    run(test)


def test_a_version_never_goes_back_and_the_same_frame_wakes_nobody() -> None:
    async def test() -> None:
        charts = Charts()
        charts.version = 7
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "public") as watcher:
            await watcher.next()
            for version in (6, 7, 8):
                charts.version = version
                calls = len(charts.calls)
                hub.tell(GROUP)
                await settle(hub, charts, 2 if calls == 1 else 1)
            assert len(charts.calls) == 4
            assert await version_of(watcher) == 8
            assert hub.counters.skipped == 0

    run(test)


def test_a_failed_rendering_keeps_the_old_frame_and_the_watchers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "public") as watcher:
            await watcher.next()
            charts.error = RuntimeError("no such chart")
            hub.tell(GROUP)
            await settle(hub, charts, 2)
            assert not watcher.has_ended
            with hub.watch(GROUP, "public") as late:
                assert await version_of(late) == 1
            charts.error, charts.version = None, 2
            hub.tell(GROUP)
            assert await version_of(watcher) == 2
        assert "no such chart" in caplog.text

    run(test)


def test_a_failed_rendering_is_tried_again_without_a_tell() -> None:
    async def test() -> None:
        charts = Charts()
        charts.error = RuntimeError("once")
        hub = Hub(charts, Pace(beat_s=60, linger_s=60, retry_s=0.01))
        with hub.watch(GROUP, "public") as watcher:
            await asyncio.to_thread(charts.entered.acquire)
            charts.error = None
            assert await version_of(watcher) == 1

    run(test)


def test_close_ends_every_stream_and_takes_no_more() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "public") as one, hub.watch(OTHER, "moderator") as two:
            await one.next()
            await two.next()
            await asyncio.to_thread(hub.close)
            assert await one.next() is await two.next() is Signal.END
        with hub.watch(GROUP, "public") as late:
            assert await late.next() is Signal.END
        assert await hub.latest(GROUP, "public") is None
        hub.tell(GROUP)

    run(test)


def test_drop_ends_the_streams_of_one_audience() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "moderator") as console, hub.watch(GROUP, "public") as public:
            await console.next()
            await public.next()
            await asyncio.to_thread(hub.drop, GROUP, "moderator")
            assert await console.next() is Signal.OVER
            charts.version = 2
            hub.tell(GROUP)
            assert await version_of(public) == 2
            hub.drop(GROUP)
            assert await public.next() is Signal.OVER

    run(test)


def test_nothing_left_to_watch_ends_the_streams_and_is_asked_anew() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        with hub.watch(GROUP, "public") as watcher:
            await watcher.next()
            charts.is_gone = True
            hub.tell(GROUP)
            assert await watcher.next() is Signal.OVER
        charts.is_gone, charts.version = False, 9
        with hub.watch(GROUP, "public") as watcher:
            assert await version_of(watcher) == 9

    run(test)


def test_a_quiet_stream_beats() -> None:
    async def test() -> None:
        hub = Hub(Charts(), Pace(beat_s=0.01))
        with hub.watch(GROUP, "public") as watcher:
            await watcher.next()
            assert await watcher.next() is Signal.BEAT
            assert await watcher.next() is Signal.BEAT

    run(test)


def test_a_stream_stuck_in_sending_is_ended() -> None:
    async def test() -> None:
        hub = Hub(Charts(), Pace(beat_s=0.01))
        with hub.watch(GROUP, "public") as watcher:
            await watcher.next()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.Event().wait()  # as `send` does to a reader that takes nothing
            assert await watcher.next() is Signal.END

    run(test)


def test_a_channel_is_remembered_for_a_while_and_then_forgotten() -> None:
    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, Pace(linger_s=0.02))
        assert await hub.latest(GROUP, "public") == Frame(1, b"1 public")
        assert await hub.latest(GROUP, "public") == Frame(1, b"1 public")
        assert len(charts.calls) == 1
        while hub._groups:
            await asyncio.sleep(0.001)
        charts.version = 2
        assert await hub.latest(GROUP, "public") == Frame(2, b"2 public")

    run(test)


def test_a_watched_channel_is_not_forgotten() -> None:
    async def test() -> None:
        hub = Hub(Charts(), Pace(linger_s=0.01, beat_s=0.05))
        with hub.watch(GROUP, "public") as watcher:
            await watcher.next()
            assert await watcher.next() is Signal.BEAT
            assert await watcher.next() is Signal.BEAT
            assert hub._groups

    run(test)


def test_telling_is_harmless_when_nobody_watches_or_no_server_runs() -> None:
    charts = Charts()
    hub = Hub(charts, CALM)
    hub.tell(GROUP)

    async def once() -> None:
        await hub.latest(GROUP, "public")

    run(once)
    hub.tell(GROUP)  # the loop has ended
    assert len(charts.calls) == 1


def test_the_house_tells_the_hub_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_hub", None)
    live.tell(GROUP)
    live.drop(GROUP)

    async def test() -> None:
        charts = Charts()
        hub = Hub(charts, CALM)
        live.run(hub)
        with hub.watch(GROUP, "public") as watcher:
            await watcher.next()
            charts.version = 2
            await asyncio.to_thread(live.tell, GROUP)
            assert await version_of(watcher) == 2
            live.drop(GROUP, "public")
            assert await watcher.next() is Signal.OVER

    run(test)


def test_a_frame_as_an_event_keeps_every_line() -> None:
    frame = Frame(1_000_003, b"<p>\r\nevent: no\n\n<b>\rx</b>")
    assert frame.event == (
        b"event: chart\nid: 1000003\ndata: <p>\ndata: event: no\ndata: \ndata: <b>\ndata: x</b>\n\n"
    )
