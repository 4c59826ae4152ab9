"""Heads that stall or never end: uvicorn would wait for them without limit."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from moderator.server import http
from tests.support.live.world import World
from tests.support.web.bridged import read

pytestmark = pytest.mark.slow

SHORT_S = 0.3
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PROTOCOLS = [http.H11, http.Protocol]


@pytest.fixture(scope="module", params=PROTOCOLS, ids=lambda kind: kind.__name__)
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    """Waits a moment for a head, not ten seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http.HeadLimits, "head_s", SHORT_S)
        patch.setattr("moderator.server.http.Protocol", request.param)
        with World(heartbeat_s=0.1) as world:
            yield world


def line_to(world: World) -> socket.socket:
    return socket.create_connection(("127.0.0.1", world.port), timeout=20)


def check_said(answer: bytes, status: int) -> None:
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer
    for header in (b"no-store", b"nosniff", b"default-src 'none'", b"connection: close"):
        assert header in answer
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-length: %d" % len(body) in head


def test_a_head_that_stops_half_way(world: World) -> None:
    began = time.monotonic()
    with line_to(world) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.")
        check_said(read(line), 408)
    assert time.monotonic() - began < SHORT_S + 5


def test_a_head_that_trickles(world: World) -> None:
    began = time.monotonic()
    with line_to(world) as line:
        line.settimeout(0.02)
        line.sendall(b"GET / HTTP/1.1\r\nX: ")
        answer = b""
        while not answer:
            assert time.monotonic() - began < SHORT_S + 5
            line.sendall(b"x")
            try:
                answer = line.recv(65536)
            except TimeoutError:
                continue
        line.settimeout(SHORT_S + 5)
        answer += read(line)
    check_said(answer, 408)


def test_a_silent_client_gets_no_response(world: World) -> None:
    with line_to(world) as line:
        assert read(line) == b""


def test_the_second_head_on_a_connection(world: World) -> None:
    with line_to(world) as line:
        line.sendall(GET)
        answer = b""
        while not answer.endswith(b"\r\n0\r\n\r\n"):
            piece = line.recv(65536)
            assert piece
            answer += piece
        line.sendall(b"GET / HT")
        check_said(read(line), 408)


def test_empty_lines_are_no_head(world: World) -> None:
    with line_to(world) as line:
        line.sendall(b"\r\n")
        assert read(line).startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 400 "))


def test_a_head_without_end(world: World) -> None:
    with line_to(world) as line:
        line.sendall(b"GET / HTTP/1.1\r\nX: ")
        try:
            for _ in range(1000):
                line.sendall(b"x" * 4096)
        except OSError:  # it doesn't accept all of them
            return
        pytest.fail("four megabytes were taken")


def test_what_is_no_http(world: World) -> None:
    with line_to(world) as line:
        line.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n")
        check_said(read(line), 400)


def test_a_stream_goes_on(world: World) -> None:
    """No further request is expected, so this timer doesn't apply."""
    with line_to(world) as line:
        line.sendall(b"GET /c/KLMNPQ/feed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        until = time.monotonic() + 4 * SHORT_S
        beats = 0
        while time.monotonic() < until:
            piece = line.recv(65536)
            assert piece
            beats += piece.count(b"event: beat")
        assert beats > 1


def test_thirty_unfinished_heads_delay_nobody(world: World) -> None:
    lines = [line_to(world) for _ in range(30)]
    for line in lines:
        line.sendall(b"GET / HTTP/1.1\r\n")
    with line_to(world) as line:
        line.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert b"</html>" in read(line)
    for line in lines:
        check_said(read(line), 408)
        line.close()
