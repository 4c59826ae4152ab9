"""The streams of a busy class: its phones, its consoles and its overview."""

from __future__ import annotations

import socket
import threading
import time
from typing import Protocol


class Counting(Protocol):
    """A class that counts what happens until it is over."""

    over: threading.Event

    def count(self, what: str, number: int = 1) -> None: ...


def watch_overview(port: int, path: str, session: str, classroom: Counting) -> None:
    """Reads the overview's stream until the class is over, and counts frames and bytes."""
    feed = path.replace("overview/", "feed")
    head = f"GET {feed} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid={session}\r\n\r\n"
    while not classroom.over.is_set():
        with socket.create_connection(("127.0.0.1", port), 10) as line:
            line.sendall(head.encode())
            line.settimeout(1)
            _read(line, classroom)


def _read(line: socket.socket, classroom: Counting) -> None:
    rest = b""
    while not classroom.over.is_set():
        try:
            data = line.recv(65536)
        except TimeoutError:
            continue
        if not data:
            return
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
