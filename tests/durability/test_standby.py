"""PostgreSQL is lost for good under moves, and the site goes on with its standby."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

import psycopg
import pytest

from tests.durability.test_killed import laptops_in
from tests.support.durability.cluster import Cluster, own_cluster
from tests.support.durability.crew import Crew
from tests.support.durability.room import check_complete, rooms_of
from tests.support.prepared import prepare
from tests.support.site import Site

pytestmark = [pytest.mark.slow, pytest.mark.long]
MOVES = 100
SYNCHRONOUS = "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"
IS_SYNCHRONOUS = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"


def ask(cluster: Cluster, *statements: str) -> int:
    """The number that the last one answers."""
    with psycopg.connect(cluster.url, autocommit=True) as database:
        for statement in statements:
            row = database.execute(statement.encode())
        return int((row.fetchone() or [0])[0])


def url_of(*clusters: Cluster) -> str:
    """As docs/deploy.md has it: of the servers that one which isn't a standby."""
    ports = ",".join(str(cluster.port) for cluster in clusters)
    hosts = ",".join("127.0.0.1" for _ in clusters)
    return (
        f"postgres://postgres@/postgres?host={hosts}&port={ports}&target_session_attrs=read-write"
    )


def test_no_recorded_move_is_lost_with_the_first_server(tmp_path: Path) -> None:
    with own_cluster() as first, own_cluster(first) as standby:
        ask(first, *SYNCHRONOUS)
        until = monotonic() + 30
        while not ask(first, IS_SYNCHRONOUS):
            assert monotonic() < until
            sleep(0.1)
        url = {"DATABASE_URL": url_of(first, standby)}
        site = Site(prepare(tmp_path / "var"), "--no-demo", env=url)
        site.start()
        try:
            rooms = rooms_of(site, 4)
            with Crew(laptops_in(rooms)) as crew:
                crew.wait_for(MOVES)
                first.kill()
                began = monotonic()
                ask(standby, "SELECT pg_promote()::int")
                crew.wait_for(1)
                print(f"{monotonic() - began:.1f} s until a move is recorded again")
                crew.wait_for(MOVES)
            check_complete(site, rooms, crew.acknowledged)
            print(f"{len(crew.acknowledged)} moves, none lost")
        finally:
            site.end()
