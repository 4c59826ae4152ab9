"""Notices of other processes reach the hub, even after lost connections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from typing import cast

import pytest

from moderator.live import cluster
from moderator.live.cluster import ClusterListener, Notice
from moderator.live.hub import Hub

LIMIT_S = 10


class Told:
    """A hub that records its calls."""

    def __init__(self) -> None:
        self.words: Queue[object] = Queue()

    def tell(self, group_id: int) -> None:
        self.words.put(("tell", group_id))

    def drop(self, group_id: int, audience: str | None) -> None:
        self.words.put(("drop", group_id, audience))

    def look(self) -> None:
        self.words.put("look")

    def next(self) -> object:
        return self.words.get(timeout=LIMIT_S)


class Wire:
    """A connection that delivers what the test puts into it; an exception ends it."""

    def __init__(self) -> None:
        self.said: Queue[list[Notice] | Exception | None] = Queue()
        self.opened = self.closed = 0
        self.is_there = True

    def open(self) -> None:
        self.opened += 1
        if not self.is_there:
            self.is_there = True
            raise OSError("nobody is there")

    def heard(self) -> list[Notice] | None:
        said = self.said.get(timeout=LIMIT_S)
        if isinstance(said, Exception):
            raise said
        return said

    def close(self) -> None:
        self.closed += 1


@contextmanager
def running(told: Told, wire: Wire) -> Iterator[None]:
    listening = ClusterListener(cast(Hub, told), lambda: wire)
    listening.start()
    try:
        yield
    finally:
        listening.close()
        wire.said.put([])


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def wire() -> Wire:
    return Wire()


def test_notices_reach_the_hub(told: Told, wire: Wire) -> None:
    with running(told, wire):
        assert told.next() == "look"  # notices from before
        wire.said.put([("tell", 1, None), ("drop", 2, None), ("drop", 3, "seat:ariel")])
        assert [told.next() for _ in range(3)] == [
            ("tell", 1),
            ("drop", 2, None),
            ("drop", 3, "seat:ariel"),
        ]


def test_whoever_missed_something_looks_at_everything(told: Told, wire: Wire) -> None:
    with running(told, wire):
        assert told.next() == "look"
        wire.said.put(None)
        wire.said.put([("tell", 1, None)])
        assert [told.next(), told.next()] == ["look", ("tell", 1)]


def test_a_lost_line_is_opened_again(
    told: Told, wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cluster, "RETRY_S", 0.001)
    with running(told, wire):
        assert told.next() == "look"
        wire.is_there = False  # the next try fails
        wire.said.put(OSError("the cable"))
        assert told.next() == "look"
        wire.said.put([("tell", 7, None)])
        assert told.next() == ("tell", 7)
        assert (wire.opened, wire.closed) == (3, 2)
    assert "the cable" in caplog.text
    assert "nobody is there" in caplog.text
