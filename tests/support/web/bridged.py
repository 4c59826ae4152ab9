"""A WSGI application behind the bridge on the real server, and raw connections to it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from moderator.live.hub import Hub
from moderator.server.bridge import Bridge, Environ
from moderator.server.http import Server, config_for
from tests.support.site import free_port

Start = Callable[..., Any]
App = Callable[[Environ, Start], Iterable[bytes]]
HEAD = b"Host: 127.0.0.1\r\nConnection: close\r\n"


class Bridged:
    """`send` opens a connection, sends these bytes, and returns the response until it closes."""

    def __init__(self, app: App, threads: int = 2, **more: Any) -> None:
        self.bridge = Bridge(app, threads)
        self.port = free_port()
        hub = Hub(lambda group, audience: None)  # type: ignore[arg-type, return-value]
        settings: dict[str, Any] = {"port": self.port, "lifespan": "off", "proxy_headers": False}
        self.server = Server(config_for(self.bridge, **settings | more), hub)
        self.thread = threading.Thread(target=self.server.run)

    def __enter__(self) -> Bridged:
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            threading.Event().wait(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive()

    @contextmanager
    def line(self, data: bytes) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as line:
            line.sendall(data)
            yield line

    def send(self, data: bytes) -> bytes:
        with self.line(data) as line:
            return read(line)

    def get(self, path: bytes, *headers: bytes) -> bytes:
        lines = b"".join(header + b"\r\n" for header in headers)
        return self.send(b"GET " + path + b" HTTP/1.1\r\n" + HEAD + lines + b"\r\n")

    def environ(self, path: bytes, *headers: bytes) -> dict[str, Any]:
        """What `recorded` received."""
        found: dict[str, Any] = json.loads(self.get(path, *headers).partition(b"\r\n\r\n")[2])
        return found


def read(line: socket.socket) -> bytes:
    """Returns everything until the other end closes."""
    got = b""
    while piece := line.recv(65536):
        got += piece
    return got


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def echo(environ: Environ, start: Start) -> Iterable[bytes]:
    """Records its environ and the body."""
    result = {key: value for key, value in environ.items() if isinstance(value, str)}
    body = environ["wsgi.input"].read()
    result |= {"body": body.decode(), "thread": threading.current_thread().name}
    answer = json.dumps(result).encode()
    start("200 OK", [("Content-Length", str(len(answer)))])
    return [answer]
