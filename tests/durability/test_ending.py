"""The server is stopped while many pages watch and a move is being recorded."""

import asyncio
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest

from tests.support.amount import amount
from tests.support.durability.laptop import RECORDED, Enter, Laptop
from tests.support.durability.room import Room, check_complete
from tests.support.site import Site

LIMIT_S = 5
WATCHERS = amount(100, 1000)
AT_ONCE = 50  # that connect together
CASES = [
    pytest.param(True, signal.SIGTERM, WATCHERS, id="in time, SIGTERM"),
    pytest.param(False, signal.SIGINT, AT_ONCE, id="too late, Ctrl-C", marks=pytest.mark.long),
    pytest.param(True, signal.SIGINT, AT_ONCE, id="in time, Ctrl-C", marks=pytest.mark.long),
    pytest.param(False, signal.SIGTERM, WATCHERS, id="too late, SIGTERM", marks=pytest.mark.long),
]
Page = tuple[asyncio.StreamReader, asyncio.StreamWriter]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def own_site(site_start: Callable[..., Site]) -> Iterator[Site]:
    """A site that may open few files, as its parent: we."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * WATCHERS), hard))
    yield site_start("--no-demo", is_forked=False)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def held(room: Room) -> Iterator[sqlite3.Connection]:
    """Holds the database's write lock, so that a move waits in the middle of being recorded."""
    path = room.site.var / "moderator.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield database


async def watch(room: Room) -> Page:
    """An open stream whose first chart has arrived."""
    reader, writer = await asyncio.open_connection("127.0.0.1", room.site.port)
    head = f"GET /c/{room.code}/feed HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    writer.write(f"{head}Accept: text/event-stream\r\n\r\n".encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
    await reader.readuntil(b"\nid:")
    return reader, writer


async def read_to_its_end(page: Page) -> None:
    """Raises ConnectionError if the server closes a connection."""
    reader, _ = page
    while await reader.read(65536):
        pass


async def end(
    room: Room, laptop: Laptop, by: signal.Signals, database: sqlite3.Connection | None, count: int
) -> tuple[float, int]:
    """Stops the server; returns the seconds until it ended, and the status of a pending move.

    The move can continue if there is a `database` to unlock.
    """
    pages: list[Page] = []
    with ExitStack() as opened:
        while len(pages) < count:
            some = await asyncio.gather(*(watch(room) for _ in range(AT_ONCE)))
            pages += some
            for _, writer in some:
                opened.callback(writer.close)
        return await end_under(pages, room, laptop, by, database)


async def end_under(
    pages: list[Page],
    room: Room,
    laptop: Laptop,
    by: signal.Signals,
    database: sqlite3.Connection | None,
) -> tuple[float, int]:
    laptop.close()  # opening the streams took longer than the keep-alive timeout
    with laptop.post_unread(laptop.form("late")) as move:
        laptop.ask("GET", "/healthz")  # answered after the move had arrived: it is being recorded
        ending = asyncio.create_task(asyncio.to_thread(room.site.interrupt, 30, by))
        await asyncio.gather(*map(read_to_its_end, pages))
        if database is not None:
            database.execute("ROLLBACK")
        code, took_s = await ending
        status = laptop.read_status(move)
    print(f"{by.name}: {code} after {took_s:.2f} s, the move {status or 'unanswered'}")
    return took_s, status


@pytest.mark.parametrize(("is_in_time", "by", "count"), CASES)
def test_it_is_out_in_time_and_the_move_is_stored_or_not(
    room: Room, enter: Enter, is_in_time: bool, by: signal.Signals, count: int
) -> None:
    laptop = enter(room, "Mo")
    form = laptop.form("late")
    with held(room) as database:
        free = database if is_in_time else None
        took_s, status = asyncio.run(end(room, laptop, by, free, count))
    laptop.close()
    assert took_s < LIMIT_S
    assert (status == RECORDED) == is_in_time
    room.site.start()
    assert room.keys == (["late"] if is_in_time else [])
    assert laptop.post(form).status == RECORDED
    check_complete(room.site, [room], ["late"])
