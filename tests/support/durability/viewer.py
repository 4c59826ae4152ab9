"""A viewer: a stream like a browser's, read in a thread."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from threading import Condition, Thread
from time import monotonic

from tests.support.live.shown import Shown
from tests.support.site import Site


@dataclass(frozen=True)
class Event:
    """A server-sent event, and when all of it had arrived."""

    kind: str
    version: int
    html: str
    at: float


class Viewer:
    """Connects when created; `events` has all that have arrived."""

    def __init__(self, site: Site, path: str, cookie: str = "", last: int | None = None) -> None:
        headers = {"Accept": "text/event-stream", "Cookie": cookie}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self.events: list[Event] = []
        self.has_ended = False
        self._shown = Shown()
        self._news = Condition()
        self._line = HTTPConnection("127.0.0.1", site.port, timeout=60)
        self._line.request("GET", path, headers=headers)
        self._sock = self._line.sock  # the connection drops it when the response ends
        self._response = self._line.getresponse()
        assert self._response.status == 200, self._response.status
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait(self, is_it: Callable[[Event], bool], limit_s: float = 20) -> Event:
        """Returns the first matching event, waiting for it if it hasn't arrived yet."""
        with self._news:
            found = self._news.wait_for(lambda: next(filter(is_it, self.events), None), limit_s)
            assert found, f"it did not come within {limit_s} s, but {self.events[-3:]}"
            return found

    def wait_for(self, version: int, limit_s: float = 20) -> Event:
        """The chart of that version or of a later one."""
        return self.wait(lambda event: event.kind == "frame" and event.version >= version, limit_s)

    def close(self) -> None:
        with suppress(OSError):  # it has ended by itself
            self._sock.shutdown(socket.SHUT_RDWR)  # ends the reader's waiting
        self._reader.join(10)
        self._response.close()
        self._line.close()

    def _read(self) -> None:
        fields: dict[str, list[str]] = {}
        try:
            while line := self._response.readline():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    fields.setdefault(name, []).append(value)
                    continue
                self._came(fields)
                fields = {}
        except (OSError, HTTPException, ValueError):
            pass
        with self._news:
            self.has_ended = True
            self._news.notify_all()

    def _came(self, fields: dict[str, list[str]]) -> None:
        if "event" not in fields:
            return
        version = int(fields.get("id", ["-1"])[0])
        with self._news:
            html = "\n".join(fields.get("data", []))
            if fields["event"] == ["frame"]:
                shown = self._shown.take(html)
                html = "" if shown.lacks else shown.text
            self.events.append(Event(fields["event"][0], version, html, monotonic()))
            self._news.notify_all()
