"""Notices of other processes reach the hub, even after lost connections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from typing import cast

import pytest

from moderator.live import hub
from moderator.live.hub import ClusterListener, Hub, Notice, Notices

LIMIT_S = 10


class RecordingHub:
    """A hub that records its calls."""

    def __init__(self) -> None:
        self.words: Queue[object] = Queue()

    def publish(self, group_id: int, audience: str | None = None) -> None:
        self.words.put(("publish", group_id, *([audience] if audience else [])))

    def revoke(self, group_id: int, audience: str | None) -> None:
        self.words.put(("revoke", group_id, audience))

    def refresh_all(self) -> None:
        self.words.put("refresh")

    def next(self) -> object:
        return self.words.get(timeout=LIMIT_S)


class Wire:
    """A connection that delivers what the test puts into it; an exception ends it."""

    def __init__(self) -> None:
        self.notices: Queue[list[Notice] | Exception | None] = Queue()
        self.opened = self.closed = 0
        self.is_there = True

    def listen(self) -> Notices:
        self.opened += 1
        try:
            if not self.is_there:
                self.is_there = True
                raise OSError("nobody is there")
            yield None
            while True:
                notices = self.notices.get(timeout=LIMIT_S)
                if isinstance(notices, Exception):
                    raise notices
                yield notices
        finally:
            self.closed += 1


@contextmanager
def running(recorder: RecordingHub, wire: Wire) -> Iterator[None]:
    listening = ClusterListener(cast(Hub, recorder), wire.listen)
    listening.start()
    try:
        yield
    finally:
        listening.close()
        wire.notices.put([])


@pytest.fixture
def recorder() -> RecordingHub:
    return RecordingHub()


@pytest.fixture
def wire() -> Wire:
    return Wire()


def test_notices_reach_the_hub(recorder: RecordingHub, wire: Wire) -> None:
    with running(recorder, wire):
        assert recorder.next() == "refresh"  # for notices before it was open
        wire.notices.put([("tell", 1, None), ("drop", 2, None), ("drop", 3, "seat:ariel")])
        assert [recorder.next() for _ in range(3)] == [
            ("publish", 1),
            ("revoke", 2, None),
            ("revoke", 3, "seat:ariel"),
        ]


def test_whoever_missed_something_refreshes_everything(recorder: RecordingHub, wire: Wire) -> None:
    with running(recorder, wire):
        assert recorder.next() == "refresh"
        wire.notices.put(None)
        wire.notices.put([("tell", 1, None)])
        assert [recorder.next(), recorder.next()] == ["refresh", ("publish", 1)]


def test_a_lost_line_is_opened_again(
    recorder: RecordingHub,
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(hub, "RETRY_S", 0.001)
    with running(recorder, wire):
        assert recorder.next() == "refresh"
        wire.is_there = False  # the next try fails
        wire.notices.put(OSError("the cable"))
        assert recorder.next() == "refresh"
        wire.notices.put([("tell", 7, None)])
        assert recorder.next() == ("publish", 7)
        assert (wire.opened, wire.closed) == (3, 2)
    assert "the cable" in caplog.text
    assert "nobody is there" in caplog.text
