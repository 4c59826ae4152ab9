"""The streams of a busy class: its phones, its consoles and its overview."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol


class Counting(Protocol):
    """A class that counts what happens until it is over."""

    over: threading.Event

    def count(self, what: str, number: int = 1) -> None: ...


def received(port: int, path: str, over: threading.Event, session: str = "") -> Iterator[bytes]:
    """What a feed sends until the class is over; its stream is opened again when it ends."""
    head = f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nCookie: sessionid={session}\r\n\r\n"
    while not over.is_set():
        with socket.create_connection(("127.0.0.1", port), 10) as line:
            line.sendall(head.encode())
            line.settimeout(1)
            data = b"?"
            while data and not over.is_set():
                with suppress(TimeoutError):
                    data = line.recv(65536)
                    yield data


def watch_overview(port: int, path: str, session: str, classroom: Counting) -> None:
    """Reads the overview's stream until the class is over, and counts frames and bytes."""
    rest = b""
    for data in received(port, path.replace("overview/", "feed"), classroom.over, session):
        classroom.count("overview: frames", (rest + data).count(b"event: frame"))
        classroom.count("overview: bytes", len(data))
        rest = data[-len("event: char") :]


def read_stream(line: socket.socket, span_s: float, classroom: Counting, is_phone: bool) -> bool:
    """Read for so long, or until the class is over; False if the site has ended the stream.

    What phones get is counted.
    """
    line.settimeout(1)
    began = now = time.monotonic()
    while now - began < span_s and not classroom.over.is_set():
        before, now = now, time.monotonic()
        if is_phone:
            classroom.count("phones: ms", round((now - before) * 1000))
        try:
            data = line.recv(65536)
        except TimeoutError:
            continue
        if not data:
            return False
        if is_phone:
            classroom.count("phones: bytes", len(data))
            classroom.count("phones: frames", data.count(b"event: frame\n"))
    return True
