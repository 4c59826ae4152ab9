"""A feed with one group that tests can change, and charts whose rendering can be paused."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from typing import Any

from moderator.live.channel import Pace
from moderator.live.events import Frame
from moderator.live.feed import Feed, WatchedGroup
from moderator.live.hub import Hub
from moderator.live.responses import Receive, Scope, Send
from tests.support.live.reader import Request

CALM = Pace(heartbeat_s=60, linger_s=60, retry_s=60, check_s=0)
PUBLIC, CONSOLE, SEAT = "/c/KLMNPQ/feed", "/g/KLMNPQ/feed", "/play/KLMNPQ/feed"
AFTER = "?protocol=1&after="  # of a poll
GROUP, OTHER = 7, 8
PERSON = 5  # behind the console


class FeedWorld:
    """A group whose chart gets one version after another."""

    def __init__(self, pace: Pace = CALM) -> None:
        self.version = 1
        self.hub = Hub(self.render, pace)
        self.reported: list[frozenset[int]] = []
        self.over: set[str] = set()  # sessions that exist no more
        self.feed = Feed(
            self.hub,
            self.access,
            self.django,
            lambda: ["localhost", ".school.example"],
            report=self.reported.append,
            sessions_over=lambda keys: {*keys} & self.over,
        )
        self.asked: list[str] = []
        self.threads: set[str] = set()
        self.is_open = True
        self.ends_at = math.inf  # of our session
        self.error: Exception | None = None
        self.gate = threading.Event()  # access waits for it
        self.gate.set()
        self.seen_by_django: list[str] = []

    def render(self, group_id: int, audience: str) -> Frame:
        return Frame.of(self.version, f"<p>{self.version} for {audience}</p>")

    def access(self, path: str, cookies: Mapping[str, str]) -> WatchedGroup | None:
        is_open, error = self.is_open, self.error
        self.asked.append(path)
        self.threads.add(threading.current_thread().name)
        assert self.gate.wait(5)
        if error is not None:
            raise error
        if not is_open or "KLMNPQ" not in path:
            return None
        if path.startswith("/c/") or cookies.get("sessionid") == "standing":
            return WatchedGroup(GROUP, "public")
        ours = WatchedGroup(GROUP, "moderator", self.ends_at, PERSON)
        return ours if cookies.get("sessionid") == "ours" else None

    async def django(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.seen_by_django.append(scope["path"])
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"django"})

    def move(self) -> None:
        self.version += 1
        self.hub.publish(GROUP)

    def get(self, target: str, **more: Any) -> Request:
        return Request(self.feed, target, **more)


class Charts:
    """Renders a group's number; can be paused, and can fail."""

    def __init__(self) -> None:
        self.version = 1
        self.calls: list[tuple[int, str]] = []
        self.threads: set[str] = set()
        self.error: Exception | None = None
        self.is_gone = False
        self.groups: frozenset[int] = frozenset()  # that a class's page shows
        self.entered = threading.Semaphore(0)
        self.gate = threading.Event()
        self.gate.set()

    def __call__(self, group_id: int, audience: str, known: object = None) -> Frame | None:
        if isinstance(known, Frame):  # what is read of it is all that is rendered
            return known
        version, error = self.version, self.error
        self.calls.append((group_id, audience))
        self.threads.add(threading.current_thread().name)
        self.entered.release()
        assert self.gate.wait(5)
        if error is not None:
            raise error
        text = f"{version} {audience}"
        return None if self.is_gone else Frame.of(version, text, groups=self.groups)
