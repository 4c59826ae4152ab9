"""PostgreSQL is stopped or doesn't respond: a clear response, and recovery by itself."""

from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from urllib.request import urlopen

import psycopg
import pytest

from tests.support.durability.cluster import Cluster, own_cluster
from tests.support.durability.laptop import AWAY, Enter
from tests.support.durability.refused import check_on_again, check_refused
from tests.support.durability.room import Room, rooms_of
from tests.support.site import Site

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with own_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def own_site(site_start: Callable[..., Site], cluster: Cluster) -> Site:
    return site_start("--no-demo", env={"DATABASE_URL": cluster.url})


@pytest.fixture
def room(own_site: Site, cluster: Cluster) -> Room:
    if not cluster.is_up():
        cluster.start()
    (room,) = rooms_of(own_site)
    return room


def next_chart(stream: HTTPResponse) -> int:
    """Returns the number of the next chart, skipping heartbeats."""
    while line := stream.readline():
        if line.startswith(b"id:"):
            return int(line[3:])
    raise AssertionError("the stream has ended")


def test_it_is_stopped_and_started(room: Room, cluster: Cluster, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    with closing(HTTPConnection("127.0.0.1", room.site.port, timeout=60)) as line:
        line.request("GET", f"/c/{room.code}/feed")
        with line.getresponse() as stream:
            shown = next_chart(stream)
            cluster.stop()
            check_refused(laptop, "a")
            check_refused(laptop, "b", "xen 3")
            for path in (f"/g/{room.code}/", f"/c/{room.code}/"):
                assert laptop.ask("GET", path).status == AWAY
            assert laptop.ask("GET", "/readyz").status == AWAY
            with urlopen(f"{room.site.url}/healthz", timeout=20) as health:
                assert health.status == 200
            cluster.start()
            check_on_again(laptop, "a", "b")
            # A viewer from before sees it, on the same stream.
            while shown < 1_000_003:
                shown = next_chart(stream)


def set_read_only(cluster: Cluster, switch: str) -> None:
    with psycopg.connect(cluster.url, autocommit=True) as database:
        database.execute("SET default_transaction_read_only = off")
        database.execute(f"ALTER SYSTEM SET default_transaction_read_only = {switch}".encode())
        database.execute("SELECT pg_reload_conf()")


def test_it_may_only_be_read(room: Room, cluster: Cluster, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    set_read_only(cluster, "on")
    try:
        answer = laptop.post(laptop.form("a") | {"text": "xen 3"})
        assert answer.status == AWAY
        assert "Try again" in answer.body
        assert "xen 3" in answer.body
        assert laptop.ask("GET", f"/g/{room.code}/").status == 200
        assert room.keys == []
    finally:
        set_read_only(cluster, "off")
    check_on_again(laptop, "a")
