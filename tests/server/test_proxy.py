"""Tampered requests to the running site: paths, hosts, headers, methods."""

from __future__ import annotations

import http.client
import socket

import pytest

from tests.support.site import Site
from tests.support.web.rooms import Room, room


@pytest.fixture(scope="module")
def target(site: Site) -> Room:
    return room(site)


def ask(site: Site, path: str, *, method: str = "GET", **headers: str) -> tuple[int, str, str]:
    """Status, headers and body for a path that is sent unchanged."""
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    try:
        line.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
        for name, value in headers.items():
            line.putheader(name.replace("_", "-"), value)
        line.endheaders()
        answer = line.getresponse()
        return answer.status, str(answer.headers), answer.read().decode("utf-8", "replace")
    finally:
        line.close()


@pytest.mark.parametrize(
    "path",
    [
        "/g/{code}/feed?protocol=1&after=0",
        "/G/{code}/feed?protocol=1&after=0",
        "/g/{code}/feed/?protocol=1&after=0",
        "//g/{code}/feed?protocol=1&after=0",
        "/g//{code}/feed?protocol=1&after=0",
        "/g/{code}%2ffeed?protocol=1&after=0",
        "/g/%20{code}/feed?protocol=1&after=0",
        "/g/{code};/feed?protocol=1&after=0",
        "/c/{code}/../../g/{code}/feed?protocol=1&after=0",
        "/c/..%2f..%2fg/{code}/feed?protocol=1&after=0",
        "/c/%2e%2e/%2e%2e/g/{code}/feed?protocol=1&after=0",
        "/c/{code}/feed%00?protocol=1&after=0",
        "/play/{code}/feed?protocol=1&after=0",
        "/play/{code}/../../c/x/feed?protocol=1&after=0",
        "/g/{code}/./",
        "/%67/{code}/",
        "/g/{code}/record.json/",
        "/g/{code}/record.json%00.html",
        "/static/../manage.py",
        "/static/%2e%2e/%2e%2e/manage.py",
        "/static//etc/passwd",
        "//evil.example/",
        "/.git/config",
        "/classes/{classroom}/",
        "/classes/0{classroom}/",
    ],
)
def test_no_path_bypasses_access_control(site: Site, target: Room, path: str) -> None:
    url = path.format(code=target.code, classroom=target.classroom)
    status, headers, _ = ask(site, url)
    assert status == 404
    assert "Cache-Control: no-store".lower() in headers.lower()
    assert "location:" not in headers.lower()


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example@127.0.0.1",
        "127.0.0.1:80@evil.example",
        "127.0.0.1, evil.example",
        "127.0.0.1:port",
        "",
    ],
)
def test_a_foreign_host_is_refused_by_pages_and_feeds(site: Site, target: Room, host: str) -> None:
    for path in (f"/c/{target.code}/?wall", f"/c/{target.code}/feed?protocol=1&after=0"):
        status, headers, body = ask(site, path, Host=host)
        assert status == 400
        assert "evil" not in headers + body
        assert "no-store" in headers


@pytest.mark.parametrize("path", ["/healthz", "/c/{code}/?wall", "/c/{code}/feed?after=0"])
def test_a_request_names_its_host_once(site: Site, target: Room, path: str) -> None:
    ours, foreign = "Host: 127.0.0.1\r\n", "Host: evil.example\r\n"
    for hosts in ("", ours + foreign, foreign + ours, ours + ours):
        with socket.create_connection(("127.0.0.1", site.port), timeout=20) as line:
            asked = f"GET {path.format(code=target.code)} HTTP/1.1\r\n{hosts}\r\n"
            line.sendall(asked.encode())
            answer = line.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 400 "), hosts
        assert b"evil" not in answer
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as line:
        line.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")  # as simple checks ask
        assert line.recv(10_000).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X_Forwarded_Host", "evil.example"),
        ("X_Forwarded_Proto", "https"),
        ("X_Forwarded_Port", "6666"),
        ("X_Forwarded_Prefix", "/evil"),
        ("Forwarded", "host=evil.example;proto=https"),
        ("X_Original_URL", "/classes/1/"),
        ("X_Rewrite_URL", "/classes/1/"),
        ("X_HTTP_Method_Override", "DELETE"),
    ],
)
def test_what_only_a_proxy_may_say_is_not_believed(
    site: Site, target: Room, name: str, value: str
) -> None:
    """The wall shows the address for joining: it must be ours, whatever a header says."""
    wall = f"/c/{target.code}/?wall"
    status, _, page = ask(site, wall)
    assert (status, target.code in page) == (200, True)
    assert ask(site, wall, **{name: value})[::2] == (status, page)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"])
def test_a_feed_takes_only_get(site: Site, target: Room, method: str) -> None:
    for page in ("c", "g", "play"):
        status, _, _ = ask(site, f"/{page}/{target.code}/feed?protocol=1&after=0", method=method)
        assert status == (400 if method == "FOO" else 405)


def test_a_second_request_in_the_first_ones_body_is_none(site: Site, target: Room) -> None:
    """Two lengths, or a length and chunks, are refused: no request is smuggled in."""
    hidden = f"GET /c/{target.code}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for lengths in (
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        f"Content-Length: 0\r\nContent-Length: {len(hidden)}\r\n",
        "Content-Length: -1\r\n",
    ):
        with socket.create_connection(("127.0.0.1", site.port), timeout=20) as line:
            line.sendall(f"POST /m/ HTTP/1.1\r\nHost: 127.0.0.1\r\n{lengths}\r\n{hidden}".encode())
            with line.makefile("rb") as answers:
                told = answers.read()
        assert told.count(b"HTTP/1.1") == 1
        assert told.startswith(b"HTTP/1.1 400")


def test_no_websocket_is_opened_and_the_log_stays_quiet(site: Site, target: Room) -> None:
    said = len(site.printed)
    more = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert ask(site, f"/g/{target.code}/", **more, **key)[0] == 404
    ask(site, "/healthz")
    assert "WebSocket" not in site.printed[said:]


def test_the_log_of_the_running_site_holds_no_code(site: Site, target: Room) -> None:
    for path in (f"/m/{target.token}/", f"/g/{target.code}/", f"/m/{target.token}x/"):
        ask(site, path, method="POST")
    assert target.code not in site.printed
    assert target.token not in site.printed
