"""Streams from the first chart to the last event, as a reader sees them."""

from __future__ import annotations

import asyncio
import time
import zlib
from dataclasses import replace

import pytest

from tests.live.test_subscribers import beat_once
from tests.support.live.feed_world import AFTER, CALM, CONSOLE, GROUP, PUBLIC, SEAT, FeedWorld
from tests.support.live.loop import run

OURS = "sessionid=ours"


def test_a_stream_gives_the_present_chart_and_then_every_new_one() -> None:
    async def test() -> None:
        world = FeedWorld()
        line, _ = await world.get(PUBLIC).stream()
        assert await line.event() == {"event": "frame", "id": "1", "data": "<p>1 for public</p>"}
        world.move()
        assert await line.event() == {"event": "frame", "id": "2", "data": "<p>2 for public</p>"}

    run(test)


def test_the_server_forgets_a_connection_that_became_a_stream() -> None:
    async def test() -> None:
        request = FeedWorld().get(PUBLIC)
        line, _ = await request.stream()
        (word,) = line.before.lost
        assert word is not None, "without an error, the server would close the connection"
        assert line.before.flow.is_reading
        assert request.scope["extensions"] == {}, "the scope would keep the connection"

    run(test)


def test_a_reader_that_leaves_frees_everything() -> None:
    async def test() -> None:
        world = FeedWorld()
        line, _ = await world.get(PUBLIC).stream()
        assert world.hub.counters.viewers == 1
        tasks = len(asyncio.all_tasks())
        line.leave()
        await line.ended()
        assert (world.hub.counters.viewers, tasks) == (0, 1)
        world.move()
        await world.hub.channel(GROUP, "public").newest(2)

    run(test)


def test_a_reader_that_left_before_access_was_decided_is_not_subscribed() -> None:
    async def test() -> None:
        world = FeedWorld()
        request = world.get(PUBLIC)
        request.line.leave()
        await request.task
        assert (world.hub.counters.viewers, request.line.came, request.sent) == (0, b"", [])

    run(test)


def test_a_server_that_is_not_ours_opens_no_stream(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        request = FeedWorld().get(PUBLIC)
        request.scope["extensions"] = {}
        assert (await request.whole())[0] == 503
        assert "KeyError" in caplog.text

    run(test)


@pytest.mark.parametrize(
    ("http", "accepts", "encoding", "transfer"),
    [
        ("1.0", "", None, None),
        ("1.1", "", None, "chunked"),
        ("1.0", "gzip", "gzip", None),
        ("1.1", "deflate, gzip;q=0.5", "gzip", "chunked"),
        ("1.1", "gzip;q=0", None, "chunked"),
    ],
)
def test_each_reader_gets_the_form_that_it_takes(
    http: str, accepts: str, encoding: str | None, transfer: str | None
) -> None:
    async def test() -> None:
        world = FeedWorld()
        request = world.get(PUBLIC, http=http, accept_encoding=accepts)
        await request.task
        line = request.line
        status, headers = await line.head()
        assert status == 200
        assert headers["connection"] == "close"
        assert headers.get("content-encoding") == encoding
        assert headers.get("transfer-encoding") == transfer
        world.move()
        await world.hub.channel(GROUP, "public").newest(2)
        beat_once(world.hub)
        world.hub.revoke(GROUP)
        await line.ended()
        body = dechunked(line.came) if transfer else line.came
        text = zlib.decompressobj(31).decompress(body) if encoding else body
        events = [event.split(b"\n")[0] for event in text.split(b"\n\n")]
        assert events[0].startswith(b"retry: ")
        said = [b"event: frame", b"event: frame", b"event: beat", b"event: over", b""]
        assert events[1:] == said

    run(test)


def dechunked(data: bytes) -> bytes:
    body = b""
    while True:
        size, _, data = data.partition(b"\r\n")
        length = int(size, 16)
        piece, data = data[:length], data[length:]
        assert data.startswith(b"\r\n"), data[:10]
        data = data[2:]
        body += piece
        if not length:
            assert data == b""
            return body


def test_what_not_everybody_may_see_is_never_compressed() -> None:
    async def test() -> None:
        line, headers = await FeedWorld().get(CONSOLE, cookie=OURS, accept_encoding="gzip").stream()
        assert "content-encoding" not in headers
        assert (await line.event())["data"] == "<p>1 for moderator</p>"

    run(test)


@pytest.mark.parametrize("more", [{"last_event_id": "5"}, {}])
def test_a_stream_does_not_begin_with_less_than_the_page_has(more: dict[str, str]) -> None:
    async def test() -> None:
        world = FeedWorld()
        assert (await world.get(f"{PUBLIC}{AFTER}1").whole())[0] == 204  # in memory: the first
        world.version = 5
        line, _ = await world.get(f"{PUBLIC}?protocol=1&have={1 if more else 5}", **more).stream()
        assert (await line.event())["id"] == "5"

    run(test)


def test_a_page_that_has_what_no_longer_is_gets_the_present_chart() -> None:
    async def test() -> None:
        line, _ = await FeedWorld().get(PUBLIC, last_event_id="2000007").stream()
        assert (await line.event())["id"] == "1"

    run(test)


def test_a_page_that_has_more_waits_where_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("moderator.live.feed.FIRST_FRAME_S", 0.05)

    async def test() -> None:
        world = FeedWorld()
        line, _ = await world.get(PUBLIC).stream()
        assert (await line.event())["id"] == "1"
        render, world.hub._render = world.hub._render, broken
        channel = world.hub.channel(GROUP, "public")
        channel._render = broken
        late, _ = await world.get(PUBLIC, last_event_id="2").stream()
        channel._render = render
        world.move()
        assert (await late.event())["id"] == "2"

    def broken(group_id: int, audience: str) -> None:
        raise RuntimeError

    run(test)


def test_closing_ends_streams_and_dropping_says_why() -> None:
    async def test() -> None:
        world = FeedWorld()
        console, _ = await world.get(CONSOLE, cookie=OURS).stream()
        public, _ = await world.get(PUBLIC).stream()
        for line in (console, public):
            await line.event()
        world.hub.revoke(GROUP, "moderator")
        assert await console.event() == {"event": "over", "data": "over"}
        await console.ended()
        world.hub.close()
        await public.ended()
        assert public.came == b""
        late, _ = await world.get(PUBLIC).stream()  # of a connection that was open already
        await late.ended()
        assert (await world.get(f"{PUBLIC}{AFTER}1").whole())[0] == 503

    run(test)


@pytest.mark.parametrize(("private_s", "session_s"), [(0, 3600), (3600, 0)])
def test_a_private_stream_ends_after_a_while_and_with_its_session(
    private_s: int, session_s: int
) -> None:
    async def test() -> None:
        world = FeedWorld(replace(CALM, private_s=private_s))
        world.ends_at = time.monotonic() + session_s
        private, _ = await world.get(CONSOLE, cookie=OURS).stream()
        shown, _ = await world.get(SEAT, cookie="sessionid=standing").stream()
        public, _ = await world.get(PUBLIC, cookie=OURS).stream()
        for line in (private, shown, public):
            assert (await line.event())["event"] == "frame"
        beat_once(world.hub)
        assert (await private.event())["event"] == "over"
        assert private.is_gone
        assert shown.is_gone == (private_s == 0), "the public chart, shown to the group alone"
        assert not public.is_gone
        again, _ = await world.get(CONSOLE, cookie=OURS).stream()
        assert (await again.event())["event"] == "frame"

    run(test)


def test_when_a_session_has_ended_access_is_decided_again() -> None:
    async def test() -> None:
        world = FeedWorld()
        world.ends_at = time.monotonic()
        for _ in range(2):
            await world.get(CONSOLE, cookie=OURS).stream()
        assert world.asked == [CONSOLE, CONSOLE]
        world.ends_at += 3600
        for _ in range(2):
            await world.get(CONSOLE, cookie=OURS).stream()
        assert len(world.asked) == 3

    run(test)


def test_a_stream_ends_soon_after_its_session_is_gone() -> None:
    async def test() -> None:
        world = FeedWorld(replace(CALM, sessions_s=0.01))
        looking = asyncio.create_task(world.feed._end_sessions())
        line, _ = await world.get(CONSOLE, cookie=OURS).stream()
        other, _ = await world.get(CONSOLE, cookie="sessionid=standing").stream()
        chart, _ = await world.get(PUBLIC, cookie=OURS).stream()
        assert world.hub.sessions() == {"ours", "standing"}
        world.over = {"ours"}
        assert [(await line.event())["event"] for _ in range(2)] == ["frame", "over"]
        await line.ended()
        assert (other.is_gone, chart.is_gone) == (False, False)
        looking.cancel()

    run(test)
