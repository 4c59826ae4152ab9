"""An ASGI reader: asks the feed for something, and takes what comes when the test wants it."""

from __future__ import annotations

import asyncio
from typing import Any

from moderator.live.feed import App, Message


class Reader:
    """One request. `start()` gives the head, `body()` the next piece, `leave()` disconnects."""

    def __init__(self, app: App, target: str, *, method: str = "GET", **headers: str) -> None:
        path, _, query = target.partition("?")
        headers = {"host": "localhost", **headers}
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(k.encode(), v.encode()) for k, v in headers.items() if v],
        }
        self._sent: asyncio.Queue[Message] = asyncio.Queue()
        self._to_app: asyncio.Queue[Message] = asyncio.Queue()
        self._to_app.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        self.takes = asyncio.Event()  # cleared: the connection is full, and sending waits
        self.takes.set()
        self.task = asyncio.ensure_future(app(self.scope, self._to_app.get, self._send))

    async def _send(self, message: Message) -> None:
        await self.takes.wait()
        self._sent.put_nowait(message)

    async def start(self) -> tuple[int, dict[str, str]]:
        message = await self._sent.get()
        assert message["type"] == "http.response.start"
        headers = {k.decode(): v.decode() for k, v in message["headers"]}
        assert len(headers) == len(message["headers"]), "a header stands twice"
        return message["status"], headers

    async def body(self) -> bytes:
        """The next piece; empty: the response is complete."""
        message = await self._sent.get()
        assert message["type"] == "http.response.body"
        if message["body"]:
            return bytes(message["body"])
        assert not message.get("more_body"), "a piece with nothing in it"
        return b""

    async def whole(self) -> tuple[int, dict[str, str], bytes]:
        """Head and body of an answer that ends by itself."""
        status, headers = await self.start()
        await self.task
        pieces = []
        while not self._sent.empty():
            pieces.append(await self.body())
        return status, headers, b"".join(pieces)

    async def event(self) -> dict[str, str]:
        """The next server-sent event, its fields by name (the lines of `data` joined)."""
        fields: dict[str, str] = {}
        for line in (await self.body()).decode().splitlines():
            if line:
                name, _, value = line.partition(": ")
                fields[name] = f"{fields[name]}\n{value}" if name in fields else value
        return fields

    def leave(self) -> None:
        self._to_app.put_nowait({"type": "http.disconnect"})
