"""The streams of students and moderators in a busy class."""

from __future__ import annotations

import socket
import time

from bench.soak_overview import Counting


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
