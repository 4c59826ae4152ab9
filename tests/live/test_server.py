"""The server with real sockets: readers that take nothing, and an end without waiting."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import pytest

from moderator.live.hub import Frame
from moderator.live.server import DEAD_MS, end_dead_readers
from tests.live.world import GROUP, World

REQUEST = b"GET /c/KLMNPQ/feed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class LargeWorld(World):
    """Its charts are larger than all buffers between the server and a reader."""

    def _render(self, group_id: int, audience: str) -> Frame:
        return Frame(self.version, b"x" * 8_000_000)


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def reader_of(world: World) -> socket.socket:
    reader = socket.create_connection(("127.0.0.1", world.port), timeout=10)
    reader.sendall(REQUEST)
    return reader


def test_a_reader_that_takes_nothing_is_let_go_and_holds_up_nobody() -> None:
    with LargeWorld(beat_s=0.1) as world:
        with reader_of(world):
            until(lambda: world.hub.counters.viewers == 1)
            until(lambda: world.hub.counters.viewers == 0)
        with reader_of(world) as good:
            got = 0
            while got < 8_000_000:
                got += len(good.recv(1_000_000))


def test_streams_end_whole_and_at_once_when_the_server_stops() -> None:
    with World() as world:
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


def test_a_reader_that_leaves_is_noticed() -> None:
    with World(beat_s=60) as world:
        reader = reader_of(world)
        until(lambda: world.hub.counters.viewers == 1)
        reader.close()
        until(lambda: world.hub.counters.viewers == 0)
        world.hub.tell(GROUP)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such limit")
def test_the_system_ends_connections_to_dead_readers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        end_dead_readers(listening)
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                option = socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT
                assert accepted.getsockopt(*option) == DEAD_MS
