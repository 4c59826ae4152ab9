"""The server is killed, again and again, under laptops that record."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from tests.durability.crew import Crew
from tests.durability.laptop import Laptop
from tests.durability.postgresql import needs_postgresql
from tests.durability.room import FIRST, Room, check_whole, rooms_of
from tests.site import Site

LAPTOPS, ROOMS = 6, 4  # in two rooms, two get into each other’s way
ROUNDS = int(os.environ.get("DURABILITY_ROUNDS", "10"))
ROUNDS_POSTGRESQL = 3
MOVES = 10  # that are acknowledged in a round before the server may be killed
MOST_S = 0.25  # until it is, at a moment that nobody chose

pytestmark = pytest.mark.slow


def laptops_in(rooms: list[Room]) -> list[Laptop]:
    """Each has opened the console of its room."""
    return [Laptop(rooms[n % len(rooms)]).enter(f"Moderator {n}") for n in range(LAPTOPS)]


def as_it_was_left(var: Path, copy: Path) -> sqlite3.Connection:
    """A copy of the database with its journal, opened as a restart would open it."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for file in var.glob("moderator.sqlite3*"):
        shutil.copy(file, copy)
    return sqlite3.connect(copy / "moderator.sqlite3")


def test_nothing_is_lost_or_doubled(site_start: Callable[..., Site], tmp_path: Path) -> None:
    site = site_start("--no-demo")
    rooms = rooms_of(site, ROOMS)
    chance = random.Random(1)
    unheard = torn = 0
    with Crew(laptops_in(rooms)) as crew:
        for _ in range(ROUNDS):
            crew.wait_for(MOVES)
            sleep(chance.uniform(0, MOST_S))
            site.kill()
            acknowledged = set(crew.acknowledged)
            journal = site.var / "moderator.sqlite3-journal"
            torn += journal.exists() and journal.stat().st_size > 0
            left = as_it_was_left(site.var, tmp_path / "left")
            assert left.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            stored = {key for (key,) in left.execute("SELECT key FROM play_entry")}
            left.close()
            assert acknowledged <= stored
            unheard += len(stored - acknowledged - {FIRST})
            site.start()
    check_whole(site, rooms, crew.acknowledged)
    with sqlite3.connect(site.var / "moderator.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()
    assert crew.unanswered >= ROUNDS  # or the kills would have met nobody
    figures = f"{ROUNDS} kills, {len(crew.acknowledged)} moves, {crew.unanswered} tries unanswered"
    print(f"{figures}, {unheard} stored before their answer, {torn} torn transactions")


@needs_postgresql
def test_nothing_is_lost_or_doubled_on_postgresql(
    site_start: Callable[..., Site], database_url: str
) -> None:
    site = site_start("--no-demo", env={"DATABASE_URL": database_url})
    rooms = rooms_of(site, ROOMS)
    chance = random.Random(2)
    with Crew(laptops_in(rooms)) as crew:
        for _ in range(ROUNDS_POSTGRESQL):
            crew.wait_for(MOVES)
            sleep(chance.uniform(0, MOST_S))
            site.kill()
            site.start()
    check_whole(site, rooms, crew.acknowledged)
    assert crew.unanswered >= ROUNDS_POSTGRESQL
    site.end()
