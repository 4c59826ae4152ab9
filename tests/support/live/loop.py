"""Runs a test that is a coroutine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import uvloop

LIMIT_S = 10


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Uses the site's kind of loop, in a new thread: Playwright has one in the tests' thread."""

    async def bounded() -> None:
        async with asyncio.timeout(LIMIT_S):
            await test()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: uvloop.run(bounded())).result()
