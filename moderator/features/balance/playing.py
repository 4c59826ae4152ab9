"""Plays games among bots in several processes, and searches in another one; without Django."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.pool import AsyncResult
from typing import Any

from moderator.rules.bots import BalanceRules, Suggestion, Tally
from moderator.rules.registry import GAMES

# Not forked: this process may have threads.
_PROCESSES = multiprocessing.get_context("spawn")
CHUNKS = 40
"""A part's usual number of games is played in so many chunks."""
TICK_S = 0.25


@dataclass(frozen=True, slots=True)
class Balanced:
    """What a balance is about: a game's scenario and options, as records have them, and a seed."""

    rules: str
    scenario: Any
    options: Mapping[str, Any]
    seed: int

    @property
    def balance(self) -> BalanceRules[Any]:
        """How the game's rules count.

        Raises:
            ValueError: it has no bots that could tell.
        """
        found = GAMES[self.rules].balance
        if found is None:
            raise ValueError(self.rules)
        return found

    @property
    def start(self) -> Any:
        """The state before the first move."""
        return _start(self.rules, json.dumps(self.scenario), json.dumps(dict(self.options)))


@lru_cache(4)
def _start(rules: str, scenario: str, options: str) -> Any:
    game = GAMES[rules]
    return game.begin(game.read_scenario(json.loads(scenario)), json.loads(options))


class Players:
    """Processes that play, by default one for each core; they end with this one."""

    def __init__(self, count: int = 0) -> None:
        self.count = count or os.cpu_count() or 1
        self._pool = _PROCESSES.Pool(self.count, _begin)

    def __enter__(self) -> Players:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.terminate()

    def drop(self) -> None:
        """Play no further what was asked for: a game may take minutes."""
        self._pool.terminate()
        self._pool = _PROCESSES.Pool(self.count, _begin)

    def tallies(
        self, about: Balanced, part: str, first: int, until: int
    ) -> Iterator[tuple[int, Tally]]:
        """The games of a part from number `first` up to `until`, chunk by chunk in their order:
        up to which number they are played, and what they add.

        Every `TICK_S` without a chunk there is an empty one. It stops when nobody asks for more.
        """
        size = max(about.balance.parts[part].games // CHUNKS, 1)
        left = iter(range(first, until, size))
        asked: deque[tuple[int, AsyncResult[Tally]]] = deque()
        done = first
        while True:
            while len(asked) <= self.count and (number := next(left, None)) is not None:
                end = min(number + size, until)
                asked.append((end, self._pool.apply_async(_tally, (about, part, number, end))))
            if not asked:
                return
            end, chunk = asked[0]
            chunk.wait(TICK_S)
            if chunk.ready():
                asked.popleft()
                done = end
                yield done, chunk.get()
            else:
                yield done, {}


def _begin() -> None:
    """In a process: it ends with the one that has started it, which alone hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: Any) -> None:
    parent.join()
    os._exit(1)


def _tally(about: Balanced, part: str, first: int, until: int) -> Tally:
    try:
        return about.balance.tally(about.start, part, range(first, until), about.seed)
    except Exception:  # some can't be sent to the other process, which would wait for ever
        raise RuntimeError(traceback.format_exc()) from None


class Search:
    """A process that searches for better scenarios, until it is stopped."""

    def __init__(self, about: Balanced) -> None:
        self._found, found = _PROCESSES.Pipe(duplex=False)
        self._process = _PROCESSES.Process(target=_search, args=(found, about), daemon=True)
        self._process.start()
        found.close()

    def found(self) -> list[Suggestion]:
        """What it has found since the last time.

        Raises:
            EOFError: it has ended by itself, since something went wrong.
        """
        found = []
        while self._found.poll():
            found.append(self._found.recv())
        return found

    def stop(self) -> None:
        self._process.terminate()
        self._process.join()
        self._found.close()


def _search(found: Connection, about: Balanced) -> None:
    _begin()
    for suggestion in about.balance.suggestions(about.start, about.seed):
        if suggestion is not None:
            found.send(suggestion)
