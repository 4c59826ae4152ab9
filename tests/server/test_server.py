"""The server with real sockets, with uvicorn's fast protocol and the one in pure Python."""

from __future__ import annotations

import resource
import socket
import time
import zlib
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any

import pytest

from moderator.live.events import Frame
from moderator.server.http import (
    DEAD_MS,
    H11,
    UNSENT,
    Protocol,
    allow_connections,
    end_dead_connections,
    limit_unsent,
)
from tests.support.live.world import GROUP, World

pytestmark = pytest.mark.slow

REQUEST = b"GET /c/KLMNPQ/feed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(params=["quick", "plain"])
def settings(request: pytest.FixtureRequest) -> dict[str, Any]:
    """uvicorn's configuration, for each of its protocols and loops."""
    if request.param == "quick":
        assert Protocol is not H11, "httptools is not here"
        return {}
    return {"http": H11, "loop": "asyncio"}


class LargeWorld(World):
    """Its charts are larger than all buffers between the server and a reader."""

    def _render(self, group_id: int, audience: str) -> Frame:
        return Frame.of(self.version, f"{'x' * 2_000_000}{self.version} whole")


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def reader_of(world: World, request: bytes = REQUEST) -> socket.socket:
    reader = socket.create_connection(("127.0.0.1", world.port), timeout=10)
    reader.sendall(request)
    return reader


def received(reader: socket.socket, mark: bytes) -> bytes:
    """Reads up to this marker, and perhaps a little more."""
    got = b""
    while mark not in got:
        piece = reader.recv(1_000_000)
        assert piece, f"ended after {got!r}"
        got += piece
    return got


def test_a_reader_that_never_reads_is_disconnected_and_delays_nobody(
    settings: dict[str, Any],
) -> None:
    with LargeWorld(heartbeat_s=0.4, **settings) as world:
        with reader_of(world):
            until(lambda: world.hub.counters.viewers == 1)
            until(lambda: world.hub.counters.viewers == 0)
        with reader_of(world) as good:
            received(good, b'whole"}}\n\n\r\n')


def test_streams_end_whole_and_at_once_when_the_server_stops(settings: dict[str, Any]) -> None:
    with World(**settings) as world:
        readers = [reader_of(world) for _ in range(20)]
        until(lambda: world.hub.counters.viewers == 20)
        began = time.monotonic()
        world.stop()
        assert time.monotonic() - began < 3
        for reader in readers:
            got = b""
            while piece := reader.recv(100_000):
                got += piece
            assert got.endswith(b"0\r\n\r\n")
            reader.close()


def test_a_reader_that_leaves_is_noticed(settings: dict[str, Any]) -> None:
    with World(heartbeat_s=60, **settings) as world:
        reader = reader_of(world)
        until(lambda: world.hub.counters.viewers == 1)
        reader.close()
        until(lambda: world.hub.counters.viewers == 0)
        world.hub.publish(GROUP)


def test_the_server_holds_nothing_of_a_stream(settings: dict[str, Any]) -> None:
    with World(**settings) as world, reader_of(world):
        until(lambda: world.hub.counters.viewers == 1)
        state = world.server.server_state
        until(lambda: not state.tasks and not state.connections)


def test_a_connection_with_earlier_requests_may_become_a_stream(
    settings: dict[str, Any],
) -> None:
    with World(heartbeat_s=60, **settings) as world:
        line = HTTPConnection("127.0.0.1", world.port, timeout=10)
        for version in (0, 1):
            line.request("GET", f"/c/KLMNPQ/feed?protocol=1&after={version}")
            answer = line.getresponse()
            assert (answer.status, bool(answer.read())) == (204 if version else 200, not version)
        line.request("GET", "/c/KLMNPQ/feed", headers={"Accept-Encoding": "gzip"})
        stream = line.getresponse()
        unpacker = zlib.decompressobj(31)
        seen = b""
        for version in (1, 2):
            while b"chart %d" % version not in seen:
                piece = stream.read1()
                assert piece, "ended too early"
                seen += unpacker.decompress(piece)
            world.move()
        world.stop()
        stream.read()  # to the last chunk, otherwise it raises
        line.close()


def test_more_than_one_request_at_a_time_is_not_the_end(settings: dict[str, Any]) -> None:
    with World(heartbeat_s=0.1, **settings) as world, reader_of(world, REQUEST * 3) as reader:
        got = received(reader, b"beat")
        assert got.count(b"HTTP/1.1 200") == 1
        reader.close()
        until(lambda: world.hub.counters.viewers == 0)


def test_before_http_1_1_a_stream_has_no_chunks(settings: dict[str, Any]) -> None:
    request = REQUEST.replace(b"HTTP/1.1", b"HTTP/1.0")
    with World(**settings) as world, reader_of(world, request) as reader:
        got = received(reader, b"event: frame")
        world.stop()
        while piece := reader.recv(10_000):
            got += piece
        head, _, body = got.partition(b"\r\n\r\n")
        assert b"transfer-encoding" not in head
        assert body.startswith(b"retry: ")
        assert body.endswith(b"\n\n")


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such limit")
def test_the_system_closes_dead_connections_and_buffers_little_for_slow_ones() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        end_dead_connections(listening)
        limit_unsent(listening)
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                tcp = socket.IPPROTO_TCP
                assert accepted.getsockopt(tcp, socket.TCP_USER_TIMEOUT) == DEAD_MS
                assert accepted.getsockopt(tcp, socket.TCP_NOTSENT_LOWAT) == UNSENT


def test_the_server_takes_as_many_connections_as_it_may() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1024), hard))
        allow_connections()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
