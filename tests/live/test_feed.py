"""The feed as an ASGI application: who gets access, and how requests are refused."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from django.test import override_settings

from moderator.live.feed import session_of
from moderator.live.responses import Message
from tests.support.live.feed_world import CONSOLE, GROUP, PUBLIC, SEAT, FeedWorld
from tests.support.live.loop import run
from tests.support.live.shown import text_of


@pytest.mark.parametrize("path", [PUBLIC, CONSOLE, SEAT])
@pytest.mark.parametrize("query", ["", "?protocol=1&after=0"])
def test_headers_are_safe_without_djangos_middleware(path: str, query: str) -> None:
    async def test() -> None:
        request = FeedWorld().get(path + query, cookie="sessionid=ours")
        headers = (await request.whole())[1] if query else (await request.stream())[1]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["content-security-policy"] == (
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        assert "strict-transport-security" not in headers  # but over HTTPS
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["vary"] == "Accept-Encoding, Cookie"
        assert headers["cache-control"] == "no-store"
        if not query:
            assert headers["content-type"] == "text/event-stream; charset=utf-8"
            assert headers["x-accel-buffering"] == "no"
            assert headers["date"].endswith(" GMT")

    run(test)


@pytest.mark.parametrize("query", ["", "?protocol=1&after=0"])
def test_with_https_feeds_send_hsts_too(query: str) -> None:
    async def test() -> None:
        request = FeedWorld().get(PUBLIC + query)
        headers = (await request.whole())[1] if query else (await request.stream())[1]
        assert headers["strict-transport-security"] == "max-age=31536000"

    with override_settings(SECURE_HSTS_SECONDS=31536000):
        run(test)


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "a.school.example", "LOCALHOST"])
def test_our_hosts_are_served(host: str) -> None:
    async def test() -> None:
        assert (await FeedWorld().get(PUBLIC + "?protocol=1&after=0", host=host).whole())[0] == 200

    run(test)


@pytest.mark.parametrize("host", ["", "evil.example", "localhost.evil.example", "a b", "[::1"])
def test_other_hosts_are_refused_before_anything_is_looked_up(host: str) -> None:
    async def test() -> None:
        world = FeedWorld()
        status, headers, body = await world.get(PUBLIC, host=host).whole()
        assert (status, body) == (400, b"")
        assert headers["x-content-type-options"] == "nosniff"
        assert world.asked == []

    run(test)


@pytest.mark.parametrize("host", ["", "a b", "[::1"])
def test_a_missing_host_is_refused_even_if_all_hosts_are_allowed(host: str) -> None:
    async def test() -> None:
        world = FeedWorld()
        world.feed.allowed_hosts = lambda: ["*"]
        assert (await world.get(PUBLIC, host=host).whole())[0] == 400

    run(test)


@pytest.mark.parametrize(
    "target", ["/c/NOSUCH/feed", "/g/KLMNPQ/feed", "/play/KLMNPQ/feed?protocol=1&after=0"]
)
@pytest.mark.parametrize("cookie", ["sessionid=theirs", "sessionid=", ""])
def test_strangers_get_404(target: str, cookie: str) -> None:
    async def test() -> None:
        status, headers, body = await FeedWorld().get(target, cookie=cookie).whole()
        assert (status, body) == (404, b"")
        assert headers["cache-control"] == "no-store"

    run(test)


def test_access_is_decided_once_for_a_stream_and_in_a_thread() -> None:
    async def test() -> None:
        world = FeedWorld()
        line, _ = await world.get(CONSOLE, cookie="a=b; sessionid=ours").stream()
        for _ in range(3):
            await line.event()
            world.move()
        assert world.asked == [CONSOLE]
        assert threading.current_thread().name not in world.threads

    run(test)


def test_an_error_in_deciding_access_is_logged_and_answered_with_retry(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        world = FeedWorld()
        world.error = RuntimeError("the database is away")
        status, headers, _ = await world.get(PUBLIC).whole()
        assert (status, headers["retry-after"]) == (503, "2")
        assert "RuntimeError" in caplog.text

    run(test)


@pytest.mark.parametrize(
    ("cookie", "session"),
    [
        ("sessionid=ours", "ours"),
        ("a=b; sessionid=ours; c=d", "ours"),
        ("a=b;sessionid=ours ;c=d", "ours"),
        ("sessionid=theirs; sessionid=ours", "ours"),  # the last one, as Django has it
        ("asessionid=ours; sessionids=ours; a=sessionid=ours", ""),
        ('sessionid="ours"', ""),
        ("sessionid=", ""),
        ("", ""),
    ],
)
def test_the_session_is_found_among_cookies(cookie: str, session: str) -> None:
    assert session_of(cookie.encode()) == session


@pytest.mark.parametrize("cookie", ['"' + "\\" * 60_000 + '"', ";" * 60_000, " ;" * 30_000])
def test_no_cookie_blocks_the_loop(cookie: str) -> None:
    async def test() -> None:
        began = time.perf_counter()
        status, _, _ = await FeedWorld().get(CONSOLE, cookie=f"sessionid={cookie}").whole()
        assert status == 404
        assert time.perf_counter() - began < 2

    run(test)


def test_an_address_that_is_too_long_is_not_read() -> None:
    async def test() -> None:
        assert (await FeedWorld().get(f"{PUBLIC}?protocol=1&after=0&{'a&' * 200}").whole())[
            0
        ] == 414

    run(test)


def test_a_cached_response_is_not_shown_to_another_visitor() -> None:
    async def test() -> None:
        world, url = FeedWorld(), f"{SEAT}?protocol=1&after=0"
        shown = {
            cookie: text_of((await world.get(url, cookie=f"sessionid={cookie}").whole())[2])
            for cookie in ("standing", "ours")
        }
        assert shown == {"standing": "<p>1 for public</p>", "ours": "<p>1 for moderator</p>"}
        assert (await world.get(f"{SEAT}?protocol=1&after=0").whole())[0] == 404

    run(test)


@pytest.mark.parametrize("query", ["", "?protocol=1&after=0"])
def test_access_that_ends_while_it_is_looked_up_is_looked_up_again(query: str) -> None:
    async def test() -> None:
        world = FeedWorld()
        world.hub.start()
        world.gate.clear()
        request = world.get(CONSOLE + query, cookie="sessionid=ours")
        while not world.asked:
            await asyncio.sleep(0.001)
        world.is_open = False  # the thread has read that it stands
        world.hub.revoke(GROUP, "moderator")
        await asyncio.sleep(0)
        world.gate.set()
        assert (await request.whole())[0] == 404
        assert world.asked == [CONSOLE, CONSOLE]

    run(test)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_are_refused(method: str) -> None:
    async def test() -> None:
        status, headers, _ = await FeedWorld().get(PUBLIC, method=method).whole()
        assert (status, headers["allow"]) == (405, "GET, HEAD")

    run(test)


def test_head_gives_the_headers_and_opens_no_stream() -> None:
    async def test() -> None:
        world = FeedWorld()
        status, headers, body = await world.get(PUBLIC, method="HEAD").whole()
        assert (status, body) == (200, b"")
        assert headers["content-type"].startswith("text/event-stream")
        assert world.hub.counters.viewers == 0

    run(test)


@pytest.mark.parametrize(
    "path",
    ["/", "/c/KLMNPQ/", "/c/KLMNPQ/feed/", "/feed", "/c/feed", "/c/A/B/feed", "/x/KLMNPQ/feed",
     "/c//feed", "/static/feed.js", "/c/KLMNPQ/feed\n"],
)  # fmt: skip
def test_everything_else_is_djangos(path: str) -> None:
    async def test() -> None:
        world = FeedWorld()
        assert (await world.get(path).whole())[::2] == (299, b"django")
        assert world.seen_by_django == [path]

    run(test)


def test_it_starts_and_stops_with_the_server() -> None:
    async def test() -> None:
        world = FeedWorld()
        to_app: asyncio.Queue[Message] = asyncio.Queue()
        sent: asyncio.Queue[Message] = asyncio.Queue()
        life = asyncio.create_task(world.feed({"type": "lifespan"}, to_app.get, sent.put))
        to_app.put_nowait({"type": "lifespan.startup"})
        assert await sent.get() == {"type": "lifespan.startup.complete"}
        line, _ = await world.get(PUBLIC).stream()
        to_app.put_nowait({"type": "lifespan.shutdown"})
        assert await sent.get() == {"type": "lifespan.shutdown.complete"}
        await asyncio.gather(life, line.ended())

    run(test)


def test_a_page_from_before_there_were_parts_reloads() -> None:
    """It does so when a poll gets 404 after something else has got an answer."""

    async def test() -> None:
        world = FeedWorld()
        status, headers, body = await world.get(f"{PUBLIC}?have=1").whole()
        assert (status, body) == (200, b"event: beat\ndata: up\n\n")
        assert headers["content-type"] == "text/event-stream; charset=utf-8"
        assert (await world.get(f"{PUBLIC}?after=1").whole())[0] == 404
        assert not world.asked

    run(test)
