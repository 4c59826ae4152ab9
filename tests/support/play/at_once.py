"""Several threads at once, each with a connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

THREADS = 10


def at_once(ask: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """Returns the result or the exception of each of several threads, which start together."""
    barrier = Barrier(threads)

    def one(number: int) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=30)
            return ask(number)
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(threads)))


def kinds(answers: list[Any]) -> dict[str, int]:
    names = [type(answer).__name__ for answer in answers]
    return {name: names.count(name) for name in names}
