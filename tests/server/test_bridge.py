"""The bridge to Django: the WSGI environ, and a response in every case."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import pytest
from django.utils import timezone, translation

from moderator.server import http
from moderator.server.bridge import Environ
from tests.support.web.bridged import HEAD, Bridged, Start, echo, read, status

pytestmark = pytest.mark.slow

FORWARDED = (b"X-Forwarded-For: 203.0.113.7", b"X-Forwarded-Proto: https")


@pytest.fixture(scope="module")
def served() -> Iterator[Bridged]:
    with Bridged(echo) as served:
        yield served


def test_a_request_becomes_a_wsgi_environ(served: Bridged) -> None:
    environ = served.environ(b"/c/%C3%A9%20x/?a=%C3%A9&b", b"Content-Type: text/x", b"X-Foo: 1")
    assert environ["REQUEST_METHOD"] == "GET"
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/c/é x/"
    assert environ["SCRIPT_NAME"] == ""
    assert environ["QUERY_STRING"] == "a=%C3%A9&b"
    assert environ["REMOTE_ADDR"] == "127.0.0.1"
    assert environ["SERVER_PORT"] == str(served.port)
    assert environ["SERVER_PROTOCOL"] == "HTTP/1.1"
    assert environ["wsgi.url_scheme"] == "http"
    assert environ["HTTP_HOST"] == "127.0.0.1"
    assert environ["CONTENT_TYPE"] == "text/x"
    assert environ["CONTENT_LENGTH"] == "0"
    assert environ["HTTP_X_FOO"] == "1"


def test_a_header_name_with_an_underscore_is_dropped(served: Bridged) -> None:
    environ = served.environ(b"/", b"X_Foo: false", b"Content_Length: 7", b"X-Foo: true")
    assert environ["HTTP_X_FOO"] == "true"
    assert environ["CONTENT_LENGTH"] == "0"
    assert "HTTP_REMOTE_USER" not in served.environ(b"/", b"Remote_User: root")


def test_headers_that_come_twice_are_joined(served: Bridged) -> None:
    environ = served.environ(b"/", b"Cookie: a=1", b"X-Foo: 1", b"Cookie: b=2", b"X-Foo: 2")
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["HTTP_X_FOO"] == "1,2"


@pytest.mark.parametrize("protocol", [http.H11, http.Protocol])
def test_what_comes_after_a_body_is_no_header(
    monkeypatch: pytest.MonkeyPatch, protocol: type[asyncio.Protocol]
) -> None:
    monkeypatch.setattr("moderator.server.http.Protocol", protocol)
    chunks = b"5\r\na=b&c\r\n0\r\n"
    after = b"Host: evil.example\r\nX-Forwarded-For: 192.0.2.7\r\nX-More: 1\r\n\r\n"
    head = b"POST / HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    trusting: dict[str, Any] = {"proxy_headers": True, "forwarded_allow_ips": "127.0.0.1"}
    with Bridged(echo, **trusting) as served:
        environ = json.loads(served.send(head + chunks + after).partition(b"\r\n\r\n")[2])
    assert environ["body"] == "a=b&c"
    assert environ["HTTP_HOST"] == "127.0.0.1"
    assert environ["REMOTE_ADDR"] == "127.0.0.1"
    assert "HTTP_X_MORE" not in environ


@pytest.mark.parametrize(
    ("headers", "sent"),
    [
        (b"Content-Length: 5\r\n", b"a=b&c"),
        (b"Transfer-Encoding: chunked\r\n", b"2\r\na=\r\n3\r\nb&c\r\n0\r\n\r\n"),
    ],
)
def test_a_body_comes_whole_and_with_its_length(
    served: Bridged, headers: bytes, sent: bytes
) -> None:
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + headers + b"\r\n"
    answer = served.send(head + sent)
    assert b'"body": "a=b&c"' in answer
    assert b'"CONTENT_LENGTH": "5"' in answer
    assert b"HTTP_TRANSFER_ENCODING" not in answer


def test_head_has_the_length_and_no_body(served: Bridged) -> None:
    head, _, body = served.send(
        b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    ).partition(b"\r\n\r\n")
    assert b"content-length: " in head.lower()
    assert body == b""


def test_forwarded_headers_of_strangers_are_ignored(served: Bridged) -> None:
    environ = served.environ(b"/", *FORWARDED)
    assert environ["REMOTE_ADDR"] == "127.0.0.1"
    assert environ["wsgi.url_scheme"] == "http"


def test_a_trusted_proxy_is_believed_and_only_the_last_address_it_saw() -> None:
    with Bridged(echo, proxy_headers=True, forwarded_allow_ips=["127.0.0.1"]) as served:
        environ = served.environ(b"/", *FORWARDED)
        assert environ["REMOTE_ADDR"] == "203.0.113.7"
        assert environ["wsgi.url_scheme"] == "https"
        # A visitor sends a list, and the proxy appends the real address.
        environ = served.environ(b"/", b"X-Forwarded-For: 10.0.0.1, 203.0.113.7")
        assert environ["REMOTE_ADDR"] == "203.0.113.7"
    with Bridged(echo, proxy_headers=True, forwarded_allow_ips=["192.0.2.1"]) as served:
        assert served.environ(b"/", *FORWARDED)["REMOTE_ADDR"] == "127.0.0.1"


class Pieces:
    """A response that can fail in the middle, and records that it was closed."""

    def __init__(self, closed: list[str], breaks: bool) -> None:
        self.closed = closed
        self.breaks = breaks

    def __iter__(self) -> Iterator[bytes]:
        yield b"piece "
        if self.breaks:
            raise RuntimeError("in the middle")
        yield b"second"

    def close(self) -> None:
        self.closed.append(threading.current_thread().name)


@pytest.mark.parametrize("breaks", [False, True])
def test_an_answer_is_whole_or_a_page_that_says_so(
    breaks: bool, caplog: pytest.LogCaptureFixture
) -> None:
    closed: list[str] = []

    def app(environ: Environ, start: Start) -> Iterable[bytes]:
        start("200 OK", [("X-Foo", "bar")])
        return Pieces(closed, breaks)

    with Bridged(app) as served:
        answer = served.get(b"/")
    assert len(closed) == 1
    assert closed[0].startswith("page")
    if breaks:
        assert status(answer) == 500
        assert b"piece" not in answer
        assert b"cache-control: no-store" in answer
        assert b"Something broke here" in answer
        assert b"in the middle" not in answer
        assert "in the middle" in caplog.text
    else:
        assert status(answer) == 200
        assert b"x-foo: bar" in answer
        assert b"piece " in answer
        assert b"second" in answer


def test_a_language_and_a_zone_stay_with_their_request() -> None:
    seen = []

    def app(environ: Environ, start: Start) -> Iterable[bytes]:
        seen.append((translation.get_language(), timezone.get_current_timezone_name()))
        translation.activate("de")
        timezone.activate("Asia/Kathmandu")
        start("204 No Content", [])
        return []

    with Bridged(app, threads=1) as served:
        served.get(b"/")
        served.get(b"/")
    assert seen == [("en", "UTC")] * 2


def test_threads_are_few_and_stay() -> None:
    names = []
    all_in = threading.Barrier(3)

    def app(environ: Environ, start: Start) -> Iterable[bytes]:
        names.append(threading.current_thread().name)
        if environ["PATH_INFO"] == "/wait":
            all_in.wait(10)
        start("204 No Content", [])
        return []

    with Bridged(app, threads=3) as served, ThreadPoolExecutor(3) as browsers:
        for answer in [browsers.submit(served.get, b"/wait") for _ in range(3)]:
            assert status(answer.result()) == 204
        for _ in range(20):
            served.get(b"/")
    assert len(names) == 23
    assert len(set(names)) == 3


SLOW = (
    b"POST /sign-in/",
    b"POST /classes/7/groups/1/record/",
    b"POST /classes/7/grades/",
    b"GET /classes/7/grades/",
    b"POST /classes/7/roster/",
    b"GET /g/ABC-DEFG/score.pdf",
    b"GET /g/ABC-DEFG/order-slips.pdf",
    b"HEAD /g/ABC-DEFG/score.pdf",
    b"GET /g/ABC%0ADEFG/score.pdf",
    b"GET /classes/7/print/attendance.pdf",
    b"POST /classes/7/people/cards.pdf",
    b"GET /g/ABC-DEFG/replay/",
    b"GET /c/ABC-DEFG/replay/",
    b"HEAD /c/ABC-DEFG/replay/",
    b"GET /c/ABC-DEFG/debrief/",
)


@pytest.mark.parametrize("slow", SLOW)
def test_what_takes_long_leaves_threads_for_the_rest(slow: bytes) -> None:
    check_slow(slow)


def test_a_method_in_small_letters_takes_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moderator.server.http.Protocol", http.H11)
    check_slow(b"post /sign-in/")


def test_passwords_dont_wait_for_the_school() -> None:
    check_slow(b"POST /school/", others=(b"POST /sign-in/",))
    check_slow(b"GET /school/back/", others=(b"POST /sign-in/",))
    check_slow(b"POST /sign-in/", others=(b"GET /school/back/",))


def check_slow(slow: bytes, others: tuple[bytes, ...] = ()) -> None:
    """Checks that of four such requests only two are served at once, and others meanwhile."""
    begun, goes_on = threading.Semaphore(0), threading.Event()

    def app(environ: Environ, start: Start) -> Iterable[bytes]:
        if environ["QUERY_STRING"] == "slow":
            begun.release()
            assert goes_on.wait(10)
        start("204 No Content", [])
        return []

    request = slow + b"?slow HTTP/1.1\r\n" + HEAD + b"Content-Length: 0\r\n\r\n"
    with Bridged(app, threads=3) as served, ThreadPoolExecutor(4) as browsers:
        waiting = [browsers.submit(served.send, request) for _ in range(4)]
        try:
            assert begun.acquire(timeout=10)
            assert begun.acquire(timeout=10)
            assert not begun.acquire(timeout=0.1)
            for path in (b"GET /", b"GET /sign-in/", b"GET /c/ABC-DEFG/", *others):
                other = path + b" HTTP/1.1\r\n" + HEAD + b"Content-Length: 0\r\n\r\n"
                assert status(served.send(other)) == 204
        finally:
            goes_on.set()
        assert [status(one.result()) for one in waiting] == [204] * 4


def test_what_has_begun_is_finished_though_nobody_waits_for_it() -> None:
    begun, gone, done = threading.Event(), threading.Event(), threading.Event()

    def app(environ: Environ, start: Start) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            begun.set()
            assert gone.wait(10)
            done.set()
        start("204 No Content", [])
        return []

    with Bridged(app, threads=1) as served:
        with served.line(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"):
            assert begun.wait(10)
        gone.set()
        assert done.wait(10)
        assert status(served.get(b"/")) == 204


def test_waiting_requests_get_a_page_when_the_server_stops() -> None:
    begun, free = threading.Event(), threading.Event()

    def app(environ: Environ, start: Start) -> Iterable[bytes]:
        begun.set()
        assert free.wait(20)
        start("204 No Content", [])
        return []

    with Bridged(app, threads=1, timeout_graceful_shutdown=1) as served:
        with served.line(
            b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"
        ) as line:
            assert begun.wait(10)
            served.server.should_exit = True
            answer = read(line)
        free.set()
    assert status(answer) == 503
    assert b"it may or may not have been recorded" in answer
    assert b"retry-after" in answer


@pytest.mark.parametrize("size", [10, 5 * 2**20])
def test_a_file_is_sent_as_it_is(tmp_path: Path, size: int) -> None:
    """A large one after its thread has gone on, piece by piece; both are closed."""
    path = tmp_path / "file"
    path.write_bytes(random.Random(size).randbytes(size))
    opened: list[IO[bytes]] = []

    def app(environ: Environ, start: Start) -> Iterable[bytes]:
        opened.append(path.open("rb"))
        start("200 OK", [("Content-Length", str(size))])
        made: Iterable[bytes] = environ["wsgi.file_wrapper"](opened[-1], 4096)
        return made

    with Bridged(app) as served:
        answer = served.get(b"/")
        assert answer.partition(b"\r\n\r\n")[2] == path.read_bytes()
        with served.line(b"GET / HTTP/1.1\r\n" + HEAD + b"\r\n") as line:
            line.recv(100)  # and goes away
    assert [file.closed for file in opened] == [True, True]
