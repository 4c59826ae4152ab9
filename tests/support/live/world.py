"""A page with a chart, the real feed and a real server, without the rest of the site."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from moderator.core.responses import CONTENT_SECURITY_POLICY
from moderator.live.channel import Pace
from moderator.live.events import Frame, Pieces
from moderator.live.feed import Feed, WatchedGroup
from moderator.live.hub import Hub
from moderator.live.responses import Receive, Scope, Send
from moderator.server.http import Server, config_for
from tests.support.paths import ROOT
from tests.support.site import free_port

STATIC = ROOT / "static"
SCRIPTS = ("/feed.js", "/parts.js", "/place.js", "/stored.js", "/pressing.js", "/remember.js")
GROUP = 1
PAGE = """<!doctype html><html lang="en"><title>chart</title>
<link rel="stylesheet" href="/chart.css">
<p id="lost" role="status" data-lost="as of {{time}}, reconnecting" hidden></p>
<div id="live" data-feed="/c/KLMNPQ/feed" data-version="{version}" {timing}>{chart}</div>
<form><input name="note"><select name="pick"><option>a<option>b</select></form>
<script type="module" src="/feed.js"></script></html>"""
CHART = """<!--[now--><p id="now">chart {version}</p><!--]-->
<details id="more"><summary id="less">more</summary>details</details>
<div tabindex="0" role="region" aria-labelledby="now"><svg width="3000" height="20"></svg></div>"""
STYLE = "[role=region] { overflow: auto; width: 200px }"


class World:
    """Serves one page at `url`; `move()` makes the next chart and notifies the feed."""

    def __init__(self, timing: str = "", heartbeat_s: float = 0.2, **settings: Any) -> None:
        self.settings = {"timeout_graceful_shutdown": 5, **settings}  # of uvicorn
        self.timing = timing  # attributes that shorten the script's timeouts
        self.heartbeat_s = heartbeat_s
        self.version = 1
        self.version_in_page: int | None = None  # None: the current one
        self.is_open = True
        self.pages = 0
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"

    def __enter__(self) -> World:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def start(self) -> None:
        self.hub = Hub(self._render, Pace(heartbeat_s=self.heartbeat_s))
        app = Feed(self.hub, self._access, self._page, lambda: ["127.0.0.1"], cache_s=0)
        config = config_for(app, port=self.port, log_level="critical", **self.settings)
        self.server = Server(config, self.hub)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            threading.Event().wait(0.01)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive()

    def move(self) -> None:
        self.version += 1
        self.hub.publish(GROUP)

    def end_streams(self, last: Pieces) -> None:
        """Forgets each channel, as if nobody were watching."""
        for channel in self.hub._all():
            self.hub._on_loop(channel.end, last)

    def _frame(self, version: int) -> Frame:
        return Frame.of(version, CHART.format(version=version))

    def _render(self, group_id: int, audience: str) -> Frame:
        return self._frame(self.version)

    def _access(self, path: str, cookies: Mapping[str, str]) -> WatchedGroup | None:
        return WatchedGroup(GROUP, "public") if self.is_open else None

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, kind = b"", b"text/html; charset=utf-8"
        if scope["path"] in SCRIPTS:
            script = STATIC / scope["path"].lstrip("/")
            body, kind = script.read_bytes(), b"text/javascript; charset=utf-8"
        elif scope["path"] == "/chart.css":
            body, kind = STYLE.encode(), b"text/css"
        elif scope["path"] == "/" and self.is_open:
            self.pages += 1
            version = self.version if self.version_in_page is None else self.version_in_page
            chart = self._frame(version).html
            body = PAGE.format(version=version, timing=self.timing, chart=chart).encode()
        elif scope["path"] == "/":
            body = b"<!doctype html><title>-</title><p id=now>nothing here"
        headers = [(b"content-type", kind), (b"cache-control", b"no-store")]
        headers.append((b"content-security-policy", CONTENT_SECURITY_POLICY.encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
