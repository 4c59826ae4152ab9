"""Bytes that are no valid request, sent to the real server: it refuses them and keeps running."""

from __future__ import annotations

import gzip
import re
import socket
import time
from collections.abc import Iterator

import pytest

from tests.support import hostile_names
from tests.support.site import Site

LIMIT_S = 5.0  # wall-clock time on a busy machine; a hang is longer
HEAD = b"Host: 127.0.0.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"


def post(head: bytes, body: bytes, path: bytes = b"/sign-in/") -> bytes:
    return b"POST " + path + b" HTTP/1.1\r\n" + HEAD + head + b"\r\n" + body


def get(path: bytes, head: bytes = b"") -> bytes:
    return b"GET " + path + b" HTTP/1.1\r\n" + HEAD + head + b"\r\n"


def length(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n" % len(body)


CHUNKED = FORM + b"Transfer-Encoding: chunked\r\n"
PACKED = gzip.compress(b"username=a&password=b" + b"&x=" + b"0" * 3_000_000)
REQUESTS = {
    "nothing": b"\r\n\r\n",
    "noise": bytes(range(256)) * 8 + b"\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200 + b"\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/0.9": b"GET /\r\n\r\n",
    "HTTP/9.9": b"GET / HTTP/9.9\r\n" + HEAD + b"\r\n",
    "no such verb": b"BREW /sign-in/ HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a proxy's": b"CONNECT example.org:443 HTTP/1.1\r\n" + HEAD + b"\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": get(b"/", b"Host: evil.example\r\n"),
    "another host": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a host that is none": b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    "a whole address": get(b"http://evil.example/sign-in/"),
    "a star": get(b"*"),
    "two slashes": get(b"//evil.example/"),
    "a broken escape": get(b"/join/%zz%/"),
    "NUL in the path": get(b"/join/%00/"),
    "half a letter in the path": get(b"/join/%ED%A0%80%ff/"),
    "raw bytes in the path": get("/join/é\u202e/".encode()),
    "dots": get(b"/static/../../../../etc/passwd"),
    "dots in escapes": get(b"/static/%2e%2e/%2e%2e/etc/passwd"),
    "a long path": get(b"/" + b"a" * 30_000),
    "a very long path": get(b"/" + b"a" * 200_000),
    "a long query": get(b"/?code=" + b"a" * 30_000),
    "a long header": get(b"/", b"X: " + b"a" * 30_000 + b"\r\n"),
    "a very long header": get(b"/", b"X: " + b"a" * 200_000 + b"\r\n"),
    "many headers": get(b"/", b"".join(b"X-%d: y\r\n" % i for i in range(3_000))),
    "a header without a name": get(b"/", b": x\r\n"),
    "a header over two lines": get(b"/", b"X: a\r\n b\r\n"),
    "NUL in a header": get(b"/", b"X: a\0b\r\n"),
    "a cookie of noise": get(b"/", b"Cookie: sessionid=\xff\xfe; ;;=;\x01\r\n"),
    "many cookies": get(b"/", b"Cookie: " + b"a=b; " * 5_000 + b"\r\n"),
    "a range": get(b"/static/app.css", b"Range: bytes=9-1,,-0,99999999999999999999-\r\n"),
    "an upgrade": get(b"/", b"Connection: Upgrade\r\nUpgrade: websocket\r\n"),
    "a feed without a number": get(b"/c/AAAAAAA/feed?protocol=1&after=" + b"9" * 9_000),
    "a feed after noise": get(b"/c/AAAAAAA/feed", b"Last-Event-ID: \xff" + b"9" * 999 + b"\r\n"),
    "no length": post(FORM, b""),
    "a length that is none": post(FORM + b"Content-Length: many\r\n", b"a=b"),
    "a length below nothing": post(FORM + b"Content-Length: -5\r\n", b"a=b"),
    "a length without end": post(FORM + b"Content-Length: " + b"9" * 40 + b"\r\n", b"a=b"),
    "two lengths": post(FORM + length(b"a=b") + b"Content-Length: 4\r\n", b"a=b"),
    "a length and chunks": post(CHUNKED + length(b"a"), b"3\r\na=b\r\n0\r\n\r\n"),
    "more than the length": post(FORM + length(b"a"), b"a=bGET / HTTP/1.1\r\n\r\n"),
    "a large form": post(FORM + length(b"x" * 1_200_000), b"x" * 1_200_000),
    "many fields": post(FORM + length(b"a=b&" * 5_000), b"a=b&" * 5_000),
    "chunks": post(CHUNKED, b"3\r\na=b\r\n0\r\n\r\n"),
    "chunks without a size": post(CHUNKED, b"zz\r\na=b\r\n0\r\n\r\n"),
    "a chunk without end": post(CHUNKED, b"ffffffffffffffffffff\r\na=b\r\n"),
    "a chunk of less than nothing": post(CHUNKED, b"-3\r\na=b\r\n0\r\n\r\n"),
    "many small chunks": post(CHUNKED, b"1\r\na\r\n" * 20_000 + b"0\r\n\r\n"),
    "chunks twice": post(CHUNKED + b"Transfer-Encoding: gzip, chunked\r\n", b"0\r\n\r\n"),
    "a packed form": post(FORM + b"Content-Encoding: gzip\r\n" + length(PACKED), PACKED),
    "a body with a GET": get(b"/", length(b"a=b")) + b"a=b",
    **{
        f"content type {number}": post(
            b"Content-Type: " + kind.encode("latin-1") + b"\r\n" + length(b"a=b"), b"a=b"
        )
        for number, kind in enumerate(hostile_names.CONTENT_TYPES)
    },
}


@pytest.fixture
def line(site: Site) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", site.port), LIMIT_S) as connection:
        yield connection


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_it_is_refused_and_the_server_lives(
    site: Site, line: socket.socket, request_: bytes
) -> None:
    began = time.monotonic()
    try:
        line.sendall(request_)
        line.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # cut off before the end, since it is long enough
    answer = b""
    try:
        while piece := line.recv(65_536):
            answer += piece
    except ConnectionError:
        pass
    assert time.monotonic() - began < LIMIT_S
    for status in re.findall(rb"^HTTP/1\.\d (\d+)", answer, re.MULTILINE):
        assert int(status) < 500 or int(status) == 501
    with socket.create_connection(("127.0.0.1", site.port), LIMIT_S) as other:
        other.sendall(get(b"/about/", b"Connection: close\r\n"))
        assert other.recv(15) == b"HTTP/1.1 200 OK"
    assert "Traceback" not in site.printed
