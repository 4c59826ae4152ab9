"""The server is told to stop while pages watch and a move is on its way."""

import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.durability.laptop import RECORDED, Enter
from tests.durability.room import Room, check_whole

LIMIT_S = 5
WATCHERS = 5

pytestmark = pytest.mark.slow


@contextmanager
def held(room: Room) -> Iterator[sqlite3.Connection]:
    """The database with its write lock taken: a move waits, in the middle of being recorded."""
    path = room.site.var / "moderator.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield database


def watch(line: HTTPConnection, room: Room) -> HTTPResponse:
    """An open stream, of which the first chart has come."""
    line.request("GET", f"/c/{room.code}/feed", headers={"Accept": "text/event-stream"})
    response = line.getresponse()
    assert response.status == 200
    while not response.readline().startswith(b"id:"):
        pass
    return response


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
@pytest.mark.parametrize("is_in_time", [True, False], ids=["in time", "too late"])
def test_it_is_out_in_time_and_the_move_is_stored_or_not(
    room: Room, enter: Enter, by: signal.Signals, is_in_time: bool
) -> None:
    laptop = enter(room, "Mo")
    form = laptop.form("late")
    with ExitStack() as opened, held(room) as database, ThreadPoolExecutor(1) as pool:
        lines = [HTTPConnection("127.0.0.1", room.site.port, timeout=20) for _ in range(WATCHERS)]
        streams = [watch(opened.enter_context(closing(line)), room) for line in lines]
        move = opened.enter_context(laptop.post_unheard(form))
        laptop.ask("GET", "/healthz")  # answered after the move had come: that is under way
        ending = pool.submit(room.site.interrupt, 30, by)
        for stream in streams:
            with stream:
                stream.read()  # to its end
        if is_in_time:
            database.execute("ROLLBACK")
        code, took_s = ending.result()
        status = laptop.hear(move)
    laptop.close()
    print(f"{by.name}: {code} after {took_s:.2f} s, the move {status or 'unanswered'}")
    assert took_s < LIMIT_S
    assert (status == RECORDED) == is_in_time
    room.site.start()
    assert room.keys == (["late"] if is_in_time else [])
    assert laptop.post(form).status == RECORDED
    check_whole(room.site, [room], ["late"])
