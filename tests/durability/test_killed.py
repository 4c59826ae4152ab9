"""The server is killed repeatedly while laptops record; the database, too."""

import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import psycopg
import pytest

from tests.support.amount import amount
from tests.support.durability.cluster import own_cluster
from tests.support.durability.crew import Crew
from tests.support.durability.laptop import Laptop
from tests.support.durability.room import FIRST, Room, check_complete, rooms_of
from tests.support.site import Site

LAPTOPS, ROOMS = 6, 4  # with two in each room, they compete
ROUNDS = int(os.environ.get("DURABILITY_ROUNDS", amount(2, 20)))
ROUNDS_POSTGRESQL = int(os.environ.get("DURABILITY_ROUNDS_POSTGRESQL", "10"))
ROUNDS_WORKERS = (amount(2, 4), 24)  # at least, and at most until so many kills have hit moves
HITS = amount(1, 2)
MOVES = 10  # that are acknowledged in a round before the server may be killed
MOST_S = 0.25  # until it is, at a random moment
COUNTS = "SELECT count(*), min(number), max(number) FROM play_entry GROUP BY game_id"
KEYS = "SELECT key FROM play_entry"

pytestmark = pytest.mark.slow


def laptops_in(rooms: list[Room]) -> list[Laptop]:
    """Each has opened the console of its room."""
    return [Laptop(rooms[n % len(rooms)]).enter(f"Moderator {n}") for n in range(LAPTOPS)]


def at_some_moment(crew: Crew, chance: random.Random) -> tuple[float, float]:
    """Waits until moves are being recorded; returns when that began, and when to kill."""
    began = monotonic()
    crew.wait_for(MOVES)
    sleep(chance.uniform(0, MOST_S))
    return began, monotonic()


def as_it_was_left(var: Path, copy: Path) -> set[str]:
    """The keys in a copy of the database with its journal, opened as a restart would open it."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for file in var.glob("moderator.sqlite3*"):
        shutil.copy(file, copy)
    with closing(sqlite3.connect(copy / "moderator.sqlite3")) as left:
        assert left.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert all(low == 1 and high == count for count, low, high in left.execute(COUNTS))
        return {key for (key,) in left.execute(KEYS)}


def as_it_came_back(url: str) -> set[str]:
    """The keys that PostgreSQL still has."""
    with psycopg.connect(url) as database:
        assert all(low == 1 and high == count for count, low, high in database.execute(COUNTS))
        return {key for (key,) in database.execute(KEYS)}


def test_nothing_is_lost_or_doubled(site_start: Callable[..., Site], tmp_path: Path) -> None:
    site = site_start("--no-demo")
    rooms = rooms_of(site, ROOMS)
    chance = random.Random(1)
    cut_off: list[int] = []
    unacked = torn = 0
    with Crew(laptops_in(rooms)) as crew:
        # A few more rounds if the kills have hit no move.
        while len(cut_off) < ROUNDS or not (unacked + torn or len(cut_off) > ROUNDS + 10):
            began, killed = at_some_moment(crew, chance)
            site.kill()
            acknowledged = set(crew.acknowledged)
            journal = site.var / "moderator.sqlite3-journal"
            torn += journal.exists() and journal.stat().st_size > 0
            stored = as_it_was_left(site.var, tmp_path / "left")
            assert acknowledged <= stored
            unacked += len(stored - acknowledged - {FIRST})
            cut_off.append(crew.cut_off(began, killed))
            site.start()
        crew.wait_for(MOVES)
    check_complete(site, rooms, crew.acknowledged)
    with closing(sqlite3.connect(site.var / "moderator.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    print(
        f"{len(cut_off)} kills, {len(crew.acknowledged)} moves; cut off {sum(cut_off)} in "
        f"{sum(map(bool, cut_off))} rounds, {unacked} of them stored; {torn} torn transactions"
    )
    assert sum(map(bool, cut_off)) > len(cut_off) / 2
    assert unacked + torn


@pytest.mark.long
def test_nothing_is_lost_or_doubled_on_postgresql(site_start: Callable[..., Site]) -> None:
    chance = random.Random(2)
    cut_off: list[int] = []
    unacked = 0
    with own_cluster() as cluster:
        site = site_start("--no-demo", env={"DATABASE_URL": cluster.url})
        rooms = rooms_of(site, ROOMS)
        with Crew(laptops_in(rooms)) as crew:
            for _ in range(ROUNDS_POSTGRESQL):
                began, killed = at_some_moment(crew, chance)
                for victim in chance.sample([site, cluster], 2):
                    victim.kill()
                acknowledged = set(crew.acknowledged)
                cluster.start()
                stored = as_it_came_back(cluster.url)
                assert acknowledged <= stored
                unacked += len(stored - acknowledged - {FIRST})
                cut_off.append(crew.cut_off(began, killed))
                site.start()
            crew.wait_for(MOVES)
        check_complete(site, rooms, crew.acknowledged)
        site.end()
    print(
        f"{ROUNDS_POSTGRESQL} kills, {len(crew.acknowledged)} moves; cut off {sum(cut_off)} in "
        f"{sum(map(bool, cut_off))} rounds, {unacked} of them stored"
    )
    assert sum(map(bool, cut_off)) > ROUNDS_POSTGRESQL / 2


def workers_of(site: Site) -> list[int]:
    """The processes that serve for `up --processes`."""
    children = Path(f"/proc/{site.pid}/task/{site.pid}/children").read_text()
    return [int(pid) for pid in children.split()]


@pytest.mark.long
def test_nothing_is_lost_with_one_of_two_processes(site_start: Callable[..., Site]) -> None:
    """The other one continues, and a new one replaces the one that was killed.

    All laptops may be connected to the same process, so half of the kills may hit no move.
    """
    site = site_start("--no-demo", "--processes", "2")
    rooms = rooms_of(site, ROOMS)
    chance = random.Random(3)
    cut_off: list[int] = []
    fewest, most = ROUNDS_WORKERS
    with Crew(laptops_in(rooms)) as crew:
        while len(cut_off) < fewest or (sum(map(bool, cut_off)) < HITS and len(cut_off) < most):
            began, killed = at_some_moment(crew, chance)
            os.kill(chance.choice(workers_of(site)), signal.SIGKILL)
            crew.wait_for(MOVES)  # recording continues meanwhile
            cut_off.append(crew.cut_off(began, killed))
            wait_until(lambda: len(workers_of(site)) == 2)
    check_complete(site, rooms, crew.acknowledged)
    print(f"{len(cut_off)} kills, {len(crew.acknowledged)} moves; cut off {sum(cut_off)}")
    assert sum(map(bool, cut_off)) >= HITS
    site.end()


def wait_until(is_so: Callable[[], bool], limit_s: float = 20) -> None:
    until = monotonic() + limit_s
    while not is_so():
        assert monotonic() < until
        sleep(0.05)
