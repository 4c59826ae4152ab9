"""Bodies: read completely before a thread is used, refused if too large, dropped if they stall."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest
from django.urls import reverse

from moderator.core.responses import HEADERS
from moderator.server import bridge
from tests.support.site import Site
from tests.support.web.bridged import Bridged, echo, read, status

UPLOADS = ("/classes/1/groups/2/record/", "/classes/1/grades/")
SHORT_S = 0.3


@pytest.fixture(scope="module")
def served() -> Iterator[Bridged]:
    with Bridged(echo) as served:
        yield served


def post(path: str, *headers: str) -> bytes:
    lines = "".join(f"{header}\r\n" for header in headers)
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}\r\n".encode()


def early_answer(line: socket.socket) -> bytes:
    """The whole answer, which comes before the request has been sent to its end."""
    answer = line.recv(65536)
    line.shutdown(socket.SHUT_WR)
    return answer + read(line)


def check_refused(answer: bytes, expected: int) -> None:
    """A small page in plain words, with the usual headers, on a connection that is closed."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert status(answer) == expected
    lines = head.decode("latin-1").split("\r\n")[1:]
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    for name, value in HEADERS.items():
        assert headers[name.lower()] == value
    assert headers["connection"] == "close"
    assert int(headers["content-length"]) == len(body)
    assert b"<h1>" in body
    assert b"/static/" in body
    assert expected != 503 or int(headers["retry-after"]) > 0


@pytest.mark.slow
def test_a_body_that_is_too_large_is_refused_before_it_comes(served: Bridged) -> None:
    length = f"Content-Length: {bridge.MOST + 1}"
    with served.line(post("/", length, "Expect: 100-continue")) as line:
        answer = early_answer(line)
        assert b"100 Continue" not in answer
        check_refused(answer, 413)
    assert served.bridge.store.used == 0


def test_a_browser_that_sends_everything_first_gets_the_page_too(served: Bridged) -> None:
    size = bridge.MOST * 3
    answer = served.send(post("/", f"Content-Length: {size}") + b"x" * size)
    check_refused(answer, 413)
    assert b"1 MiB" in answer


def test_a_body_without_a_length_is_counted_while_it_comes(served: Bridged) -> None:
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    body = chunk * (bridge.MOST // 65536 + 1) + b"0\r\n\r\n"
    check_refused(served.send(post("/", "Transfer-Encoding: chunked") + body), 413)
    assert served.bridge.store.used == 0


def test_what_is_just_small_enough_is_taken(served: Bridged) -> None:
    head = post("/", f"Content-Length: {bridge.MOST}", "Connection: close")
    answer = served.send(head + b"x" * bridge.MOST)
    assert status(answer) == 200
    assert f'"CONTENT_LENGTH": "{bridge.MOST}"'.encode() in answer


def test_a_file_may_be_larger_at_its_own_address(served: Bridged) -> None:
    assert (reverse("record-upload", args=[1, 2]), reverse("grades", args=[1])) == UPLOADS
    size = bridge.MOST + 1
    for upload in UPLOADS:
        head = post(upload, f"Content-Length: {size}", "Connection: close")
        assert status(served.send(head + b"x" * size)) == 200
        with served.line(post(upload, f"Content-Length: {bridge.MOST_RECORD + 1}")) as line:
            check_refused(early_answer(line), 413)


def test_an_archive_may_be_larger_for_instructors(
    served: Bridged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused by its length before any of it is read, and doesn't wait in memory."""
    assert reverse("class-bring-back") == bridge.ARCHIVE
    size = bridge.MOST_KEPT + 2**16
    head = post(bridge.ARCHIVE, f"Content-Length: {size}", "Connection: close")
    with served.line(head) as line:
        check_refused(early_answer(line), 413)
    monkeypatch.setattr(served.bridge, "is_instructor", lambda scope: True)
    with served.line(head + b"x" * (size - 1)) as line:
        until(lambda: served.bridge.store.incomplete)
        until(lambda: next(iter(served.bridge.store.incomplete)).size == size - 1)
        assert served.bridge.store.used == 0
        line.sendall(b"y")
        answer = read(line)
    assert status(answer) == 200
    assert b"x" * (size - 1) + b"y" in answer
    for path, most in ((bridge.ARCHIVE, bridge.MOST_ARCHIVE), ("/classes/new/", bridge.MOST)):
        length = f"Content-Length: {most + 1}"
        with served.line(post(path, length, "Expect: 100-continue")) as line:
            answer = early_answer(line)
            assert b"100 Continue" not in answer
            check_refused(answer, 413)
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    endless = post(bridge.ARCHIVE, "Transfer-Encoding: chunked")
    endless += chunk * (bridge.MOST_ARCHIVE // 65536 + 1) + b"0\r\n\r\n"
    check_refused(served.send(endless), 413)
    assert served.bridge.store.used == 0


def test_without_a_database_nobody_is_an_instructor(
    served: Bridged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served.bridge, "is_instructor", lambda scope: 1 / 0)
    with served.line(post(bridge.ARCHIVE, "Content-Length: 5") + b"x" * 5) as line:
        check_refused(early_answer(line), 500)


@pytest.mark.parametrize("name", ["move", "play-move", "play-preview", "partner", "play-partner"])
def test_a_move_is_small(served: Bridged, name: str) -> None:
    """It is read while its game is locked: a second there would delay everybody."""
    path, size = reverse(name, args=["BCD-FGH"]), bridge.MOST_MOVE
    head = post(path, f"Content-Length: {size}", "Connection: close")
    assert status(served.send(head + b"x" * size)) == 200
    with served.line(post(path, f"Content-Length: {size + 1}")) as line:
        check_refused(early_answer(line), 413)


def test_all_bodies_together_have_a_limit(served: Bridged, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served.bridge.store, "most", 1000)
    with served.line(post("/", "Content-Length: 900") + b"x" * 600) as other:
        until(lambda: served.bridge.store.used == 600)
        check_refused(served.send(post("/", "Content-Length: 1200") + b"x" * 1200), 503)
        other.sendall(b"x" * 300)
        assert status(other.recv(65536)) == 200
    until(lambda: served.bridge.store.used == 0)
    answer = served.send(post("/", "Content-Length: 300", "Connection: close") + b"x" * 300)
    assert status(answer) == 200


def test_without_room_the_largest_is_dropped(
    served: Bridged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a few that never end would block everybody's moves."""
    monkeypatch.setattr(served.bridge.store, "most", 1000)
    with ExitStack() as opened:
        lines = [
            opened.enter_context(served.line(post("/", "Content-Length: 900") + b"x" * size))
            for size in (400, 500)
        ]
        until(lambda: served.bridge.store.used == 900)
        form = post("/", "Content-Length: 200", "Connection: close") + b"x" * 200
        assert status(served.send(form)) == 200
        check_refused(early_answer(lines[1]), 503)
        lines[0].sendall(b"x" * 500)
        assert status(lines[0].recv(65536)) == 200
    until(lambda: served.bridge.store.used == 0)
    assert not served.bridge.store.incomplete


def until(is_so: object) -> None:
    end = time.monotonic() + 10
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


@pytest.mark.parametrize(
    "sent",
    [
        post("/", "Content-Length: 5") + b"a=",
        post("/", "Content-Length: 5"),
        post("/", "Transfer-Encoding: chunked") + b"5\r\na=",
    ],
)
def test_a_half_sent_body_is_given_up(
    served: Bridged, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(bridge, "PAUSE_S", SHORT_S)
    began = time.monotonic()
    check_refused(served.send(sent), 408)
    assert time.monotonic() - began < SHORT_S + 5


def test_a_body_that_trickles_is_given_up_too(
    served: Bridged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "PAUSE_S", SHORT_S)
    began = time.monotonic()
    with served.line(post("/", "Content-Length: 1000")) as line:
        line.settimeout(0.02)
        answer = b""
        while not answer:
            assert time.monotonic() - began < SHORT_S + 5
            line.sendall(b"x")
            try:
                answer = line.recv(65536)
            except TimeoutError:
                continue
    assert status(answer) == 408


def test_who_leaves_half_way_is_forgotten(served: Bridged) -> None:
    with served.line(post("/", "Content-Length: 5") + b"a="):
        until(lambda: served.bridge.store.used == 2)
    until(lambda: served.bridge.store.used == 0)


@pytest.mark.slow
def test_half_sent_bodies_delay_nobody() -> None:
    with Bridged(echo, threads=1) as served, ExitStack() as opened:
        for _ in range(30):
            opened.enter_context(served.line(post("/", "Content-Length: 5") + b"a="))
        until(lambda: served.bridge.store.used == 60)
        for _ in range(10):
            assert status(served.get(b"/")) == 200


def test_half_sent_bodies_delay_nobody_on_the_real_site(site: Site) -> None:
    """Thirty of them, and pages take no longer: if they held threads, pages would wait 10 s."""
    with ExitStack() as opened:
        for _ in range(30):
            line = HTTPConnection("127.0.0.1", site.port, timeout=20)
            opened.callback(line.close)
            line.putrequest("POST", "/m/")
            line.putheader("Content-Length", "100")
            line.endheaders(b"code=")
        for path in ("/", "/m/", "/sign-in/", "/healthz"):
            began = time.monotonic()
            line = HTTPConnection("127.0.0.1", site.port, timeout=20)
            opened.callback(line.close)
            line.request("GET", path)
            assert line.getresponse().status == 200
            assert time.monotonic() - began < bridge.PAUSE_S / 2


def test_an_endless_address_is_no_page(served: Bridged) -> None:
    check_refused(served.get(b"/" + b"x" * bridge.MOST_ADDRESS), 414)
    check_refused(served.get(b"/?" + b"x" * bridge.MOST_ADDRESS), 414)
    assert status(served.get(b"/" + b"x" * (bridge.MOST_ADDRESS - 1))) == 200


def test_more_cookies_than_any_browser_of_ours_has(served: Bridged) -> None:
    check_refused(served.get(b"/", b"Cookie: a=" + b"x" * bridge.MOST_HEAD), 431)
    check_refused(served.get(b"/", *[b"X-%d: " % n + b"x" * 1000 for n in range(40)]), 431)


@pytest.mark.parametrize(
    "header", [b'Cookie: a="' + b"\\" * 30_000 + b'"', b'Content-Type: a/b; c="' + b";" * 30_000]
)
def test_heads_that_take_python_long_are_not_read(served: Bridged, header: bytes) -> None:
    check_refused(served.get(b"/", header), 431)


def test_every_plain_page_is_made() -> None:
    for why, (status_code, title, _told) in bridge.PAGES.items():
        made = bridge.plain(why)
        assert made.status == status_code
        assert str(title) in made.body.decode()
        assert "%(" not in made.body.decode()
        assert (b"cache-control", b"no-store") in made.headers
