"""A request to the feed, as our server passes it on."""

from __future__ import annotations

import asyncio
from typing import Any

from moderator.live.responses import EXTENSION, App, Message
from tests.support.live.line import Line


class Request:
    """Sends a request to the feed. `whole()` is a response that ends; a stream is on `line`."""

    def __init__(
        self, app: App, target: str, *, method: str = "GET", http: str = "1.0", **headers: str
    ) -> None:
        path, _, query = target.partition("?")
        headers = {"host": "localhost", **headers}
        self.line = Line()
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "http_version": http,
            "headers": [
                (k.replace("_", "-").encode(), v.encode()) for k, v in headers.items() if v
            ],
            "extensions": {EXTENSION: self.line},
        }
        self.sent: list[Message] = []
        self.task = asyncio.ensure_future(app(self.scope, self._receive, self._send))

    async def _receive(self) -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    async def whole(self) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body."""
        await self.task
        assert not self.line.came, "a stream was opened"
        start, *pieces = self.sent
        headers = {k.decode(): v.decode() for k, v in start["headers"]}
        assert len(headers) == len(start["headers"]), "a header stands twice"
        return start["status"], headers, b"".join(piece["body"] for piece in pieces)

    async def stream(self) -> tuple[Line, dict[str, str]]:
        """Returns the open stream after its `retry`, and its headers."""
        await self.task
        assert not self.sent, self.sent
        status, headers = await self.line.head()
        assert status == 200
        assert 1000 <= int((await self.line.event())["retry"]) <= 4000
        return self.line, headers
