"""The feed as a server meets it: who is let in, what comes first, and how a stream ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from moderator.live.feed import Feed, Message, Receive, Scope, Send
from moderator.live.hub import Frame, Hub, Pace
from tests.live.loop import run
from tests.live.reader import Reader

CALM = Pace(beat_s=60, linger_s=60, retry_s=60)
PUBLIC, CONSOLE, SEAT = "/c/KLMNPQ/feed", "/g/KLMNPQ/feed", "/play/KLMNPQ/feed"
GROUP = 7


class House:
    """A feed with one group, in which the tests change things."""

    def __init__(self, pace: Pace = CALM) -> None:
        self.version = 1
        self.hub = Hub(self.render, pace)
        self.feed = Feed(
            self.hub, self.access, self.django, lambda: ["localhost", ".school.example"]
        )
        self.asked: list[str] = []
        self.threads: set[str] = set()
        self.is_open = True
        self.error: Exception | None = None
        self.seen_by_django: list[str] = []

    def render(self, group_id: int, audience: str) -> Frame:
        return Frame(self.version, f"<p>{self.version} for {audience}</p>".encode())

    def access(self, path: str, cookies: Mapping[str, str]) -> tuple[int, str] | None:
        self.asked.append(path)
        self.threads.add(threading.current_thread().name)
        if self.error is not None:
            raise self.error
        if not self.is_open or "KLMNPQ" not in path:
            return None
        if path.startswith("/c/") or cookies.get("sessionid") == "standing":
            return GROUP, "public"
        return (GROUP, "moderator") if cookies.get("sessionid") == "ours" else None

    async def django(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.seen_by_django.append(scope["path"])
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"django"})

    def move(self) -> None:
        self.version += 1
        self.hub.tell(GROUP)

    def get(self, target: str, **more: Any) -> Reader:
        return Reader(self.feed, target, **more)


def test_a_stream_gives_the_present_chart_and_then_every_new_one() -> None:
    async def test() -> None:
        house = House()
        reader = house.get(PUBLIC)
        status, headers = await reader.start()
        assert status == 200
        assert headers["content-type"] == "text/event-stream; charset=utf-8"
        assert 1000 <= int((await reader.event())["retry"]) <= 4000
        assert await reader.event() == {"event": "chart", "id": "1", "data": "<p>1 for public</p>"}
        house.move()
        assert await reader.event() == {"event": "chart", "id": "2", "data": "<p>2 for public</p>"}
        house.hub.close()
        await reader.task

    run(test)


@pytest.mark.parametrize(
    ("path", "kept"), [(PUBLIC, "no-cache"), (CONSOLE, "no-store"), (SEAT, "no-store")]
)
@pytest.mark.parametrize("query", ["", "?after=0"])
def test_headers_are_safe_without_djangos_middleware(path: str, kept: str, query: str) -> None:
    async def test() -> None:
        house = House()
        reader = house.get(path + query, cookie="sessionid=ours")
        status, headers = await reader.start()
        assert status == 200
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cache-control"] == kept
        if not query:
            assert headers["x-accel-buffering"] == "no"
        house.hub.close()
        await reader.task

    run(test)


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "a.school.example", "LOCALHOST"])
def test_our_hosts_are_served(host: str) -> None:
    async def test() -> None:
        assert (await House().get(PUBLIC + "?after=0", host=host).whole())[0] == 200

    run(test)


@pytest.mark.parametrize("host", ["", "evil.example", "localhost.evil.example", "a b", "[::1"])
def test_other_hosts_are_refused_before_anything_is_looked_up(host: str) -> None:
    async def test() -> None:
        house = House()
        status, headers, body = await house.get(PUBLIC, host=host).whole()
        assert (status, body) == (400, b"")
        assert headers["x-content-type-options"] == "nosniff"
        assert house.asked == []

    run(test)


@pytest.mark.parametrize("host", ["", "a b", "[::1"])
def test_no_host_at_all_is_refused_even_where_all_are_let_in(host: str) -> None:
    async def test() -> None:
        house = House()
        house.feed.allowed_hosts = lambda: ["*"]
        assert (await house.get(PUBLIC, host=host).whole())[0] == 400

    run(test)


@pytest.mark.parametrize(
    "target", ["/c/NOSUCH/feed", "/g/KLMNPQ/feed", "/play/KLMNPQ/feed?after=0"]
)
def test_strangers_get_404(target: str) -> None:
    async def test() -> None:
        status, headers, body = await House().get(target, cookie="sessionid=theirs").whole()
        assert (status, body) == (404, b"")
        assert headers["cache-control"] == "no-store"

    run(test)


def test_access_is_decided_once_for_a_stream_and_in_a_thread() -> None:
    async def test() -> None:
        house = House()
        reader = house.get(CONSOLE, cookie="a=b; sessionid=ours")
        assert (await reader.start())[0] == 200
        await reader.event()
        for _ in range(3):
            await reader.event()
            house.move()
        assert house.asked == [CONSOLE]
        assert threading.current_thread().name not in house.threads
        house.hub.close()
        await reader.task

    run(test)


def test_what_fails_in_deciding_is_logged_and_asks_to_come_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        house = House()
        house.error = RuntimeError("the database is away")
        status, headers, _ = await house.get(CONSOLE).whole()
        assert (status, headers["retry-after"]) == (503, "2")
        assert "the database is away" in caplog.text

    run(test)


@pytest.mark.parametrize(
    "after", ["", "x", "-1", "0", "²", "2000000", "9" * 30, "1e3", "0&after=zz"]
)
def test_a_poll_with_another_or_a_bad_number_gets_the_chart(after: str) -> None:
    async def test() -> None:
        status, headers, body = await House().get(f"{PUBLIC}?after={after}").whole()
        assert (status, headers["x-version"], body) == (200, "1", b"<p>1 for public</p>")
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["content-length"] == str(len(body))

    run(test)


@pytest.mark.parametrize("after", ["1", "01"])
def test_a_poll_gets_204_when_nothing_is_newer(after: str) -> None:
    async def test() -> None:
        house = House()
        status, headers, body = await house.get(f"{PUBLIC}?after={after}").whole()
        assert (status, headers["x-version"], body) == (204, "1", b"")
        assert "content-length" not in headers

    run(test)


def test_polls_for_a_public_chart_are_answered_from_memory() -> None:
    async def test() -> None:
        house = House()
        for _ in range(20):
            assert (await house.get(f"{PUBLIC}?after=1").whole())[0] == 204
        assert (house.asked, house.hub.counters.rendered) == ([PUBLIC], 1)
        house.move()
        seen = b""
        while b"2" not in seen:
            seen = (await house.get(f"{PUBLIC}?after=1").whole())[2]
        assert house.asked == [PUBLIC]

    run(test)


def test_a_public_code_is_known_for_seconds_only_and_streams_always_ask() -> None:
    async def test() -> None:
        house = House()
        house.feed.known_s = 0
        assert (await house.get(f"{PUBLIC}?after=1").whole())[0] == 204
        house.is_open = False
        assert (await house.get(f"{PUBLIC}?after=1").whole())[0] == 404
        house.is_open, house.feed.known_s = True, 60
        assert (await house.get(f"{PUBLIC}?after=1").whole())[0] == 204
        house.is_open = False
        assert (await house.get(PUBLIC).whole())[0] == 404

    run(test)


def test_what_one_sees_at_an_address_is_not_shown_to_the_next_who_asks_there() -> None:
    async def test() -> None:
        house = House()
        shown = {
            cookie: (await house.get(f"{SEAT}?after=0", cookie=f"sessionid={cookie}").whole())[2]
            for cookie in ("standing", "ours")
        }
        assert shown == {"standing": b"<p>1 for public</p>", "ours": b"<p>1 for moderator</p>"}
        assert (await house.get(f"{SEAT}?after=0").whole())[0] == 404

    run(test)


def test_private_polls_are_asked_about_each_time() -> None:
    async def test() -> None:
        house = House()
        for _ in range(3):
            assert (await house.get(f"{CONSOLE}?after=1", cookie="sessionid=ours").whole())[
                0
            ] == 204
        assert (await house.get(f"{CONSOLE}?after=1").whole())[0] == 404
        assert len(house.asked) == 4

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

        house = House()
        house.hub = house.feed.hub = Hub(never, CALM)
        assert (await house.get(f"{PUBLIC}?after=1").whole())[0] == 503
        assert house.hub.counters.viewers == 0
        held.set()
        house.hub.close()

    run(test)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_are_refused(method: str) -> None:
    async def test() -> None:
        status, headers, _ = await House().get(PUBLIC, method=method).whole()
        assert (status, headers["allow"]) == (405, "GET, HEAD")

    run(test)


def test_head_gives_the_headers_and_opens_no_stream() -> None:
    async def test() -> None:
        house = House()
        status, headers, body = await house.get(PUBLIC, method="HEAD").whole()
        assert (status, body) == (200, b"")
        assert headers["content-type"].startswith("text/event-stream")
        assert house.hub.counters.viewers == 0

    run(test)


@pytest.mark.parametrize(
    "path",
    ["/", "/c/KLMNPQ/", "/c/KLMNPQ/feed/", "/feed", "/c/feed", "/c/A/B/feed", "/x/KLMNPQ/feed",
     "/c//feed", "/static/feed.js", "/c/KLMNPQ/feed\n"],
)  # fmt: skip
def test_everything_else_is_djangos(path: str) -> None:
    async def test() -> None:
        house = House()
        assert (await house.get(path).whole())[::2] == (299, b"django")
        assert house.seen_by_django == [path]

    run(test)


def test_a_reader_that_leaves_frees_everything() -> None:
    async def test() -> None:
        house = House()
        reader = house.get(PUBLIC)
        await reader.start()
        assert await reader.event()
        assert await reader.event()
        assert house.hub.counters.viewers == 1
        reader.leave()
        await reader.task
        assert house.hub.counters.viewers == 0
        assert not [task for task in asyncio.all_tasks() if "gone" in repr(task.get_coro())]

    run(test)


def test_a_reader_that_takes_nothing_is_let_go() -> None:
    async def test() -> None:
        house = House(Pace(beat_s=0.01))
        reader = house.get(PUBLIC)
        await reader.start()
        assert await reader.event()
        assert await reader.event()
        reader.takes.clear()
        await reader.task  # without a final piece: the server closes the connection
        assert house.hub.counters.viewers == 0

    run(test)


def test_a_slow_reader_skips_and_holds_up_nobody() -> None:
    async def test() -> None:
        house = House()
        slow, quick = house.get(PUBLIC), house.get(PUBLIC)
        for reader in (slow, quick):
            await reader.start()
            await reader.event()
            assert (await reader.event())["id"] == "1"
        slow.takes.clear()
        for version in range(2, 7):
            house.move()
            assert (await quick.event())["id"] == str(version)
        slow.takes.set()
        assert [(await slow.event())["id"], (await slow.event())["id"]] == ["2", "6"]
        house.hub.close()
        await asyncio.gather(slow.task, quick.task)

    run(test)


def test_a_quiet_stream_beats_with_an_event_that_a_page_can_hear() -> None:
    async def test() -> None:
        house = House(Pace(beat_s=0.01))
        reader = house.get(PUBLIC)
        await reader.start()
        await reader.event()
        await reader.event()
        assert await reader.event() == {"event": "beat", "data": "up"}
        house.hub.close()
        await reader.task

    run(test)


def test_closing_ends_streams_and_dropping_says_why() -> None:
    async def test() -> None:
        house = House()
        console, public = house.get(CONSOLE, cookie="sessionid=ours"), house.get(PUBLIC)
        for reader in (console, public):
            await reader.start()
            await reader.event()
            await reader.event()
        house.hub.drop(GROUP, "moderator")
        assert await console.event() == {"event": "over", "data": "over"}
        await console.task
        house.hub.close()
        assert await public.body() == b""
        await public.task

    run(test)


def test_it_starts_and_stops_with_the_server() -> None:
    async def test() -> None:
        house = House()
        reader = house.get(PUBLIC)
        await reader.start()
        to_app: asyncio.Queue[Message] = asyncio.Queue()
        sent: asyncio.Queue[Message] = asyncio.Queue()
        life = asyncio.create_task(house.feed({"type": "lifespan"}, to_app.get, sent.put))
        to_app.put_nowait({"type": "lifespan.startup"})
        assert await sent.get() == {"type": "lifespan.startup.complete"}
        to_app.put_nowait({"type": "lifespan.shutdown"})
        assert await sent.get() == {"type": "lifespan.shutdown.complete"}
        await asyncio.gather(life, reader.task)

    run(test)
