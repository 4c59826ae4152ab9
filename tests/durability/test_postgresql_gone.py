"""PostgreSQL is unreachable for a while, or from the middle of a commit."""

from collections.abc import Callable, Iterator
from time import monotonic, sleep

import psycopg
import pytest

from tests.support.durability.database_proxy import DatabaseProxy, proxy_to
from tests.support.durability.laptop import RECORDED, Enter
from tests.support.durability.postgresql import needs_postgresql
from tests.support.durability.room import FIRST, Room, check_complete, rooms_of
from tests.support.site import Site

AWAY = 503

pytestmark = [pytest.mark.slow, needs_postgresql]


@pytest.fixture(scope="module")
def proxy(database_url: str) -> Iterator[DatabaseProxy]:
    with proxy_to(database_url) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def behind(site_start: Callable[..., Site], proxy: DatabaseProxy) -> Iterator[Site]:
    """A site that reaches its database through the proxy; one, as it must recover each time."""
    site = site_start("--no-demo", env={"DATABASE_URL": proxy.url})
    yield site
    site.end()


@pytest.fixture
def room(behind: Site, proxy: DatabaseProxy) -> Iterator[Room]:
    """A group with a new game."""
    (room,) = rooms_of(behind)
    yield room
    proxy.mend()


def test_it_is_unreachable_and_comes_back(room: Room, proxy: DatabaseProxy, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    assert laptop.send("before").status == RECORDED
    proxy.cut()
    pages = [
        laptop.post(laptop.form("during") | {"text": "xen 3"}),
        laptop.ask("GET", f"/g/{room.code}/"),
        laptop.ask("GET", "/readyz"),
    ]
    for page in pages:
        assert page.status == AWAY
        assert int(page.headers["retry-after"]) > 0
        assert "Traceback" not in page.body
        assert "psycopg" not in page.body
    assert "xen 3" in pages[0].body
    assert "Your move was not recorded." in pages[0].body
    proxy.mend()
    assert laptop.send("during").status == RECORDED
    check_complete(room.site, [room], ["before", "during"])


@pytest.mark.long
def test_it_says_nothing_any_more(room: Room, proxy: DatabaseProxy, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    proxy.is_silent = True
    began = monotonic()
    assert laptop.send("silent").status == AWAY
    assert monotonic() - began < 20
    proxy.mend()
    assert laptop.send("silent").status == RECORDED
    check_complete(room.site, [room], ["silent"])


def test_it_fails_in_the_middle_of_a_commit(
    room: Room, proxy: DatabaseProxy, enter: Enter, database_url: str
) -> None:
    laptop = enter(room, "Mo")
    form = laptop.form("unsure")
    proxy.is_deaf = True
    page = laptop.post(form)
    assert page.status == AWAY
    assert proxy.is_cut
    assert "not yet known whether your move was recorded" in page.body  # and indeed it is recorded
    until = monotonic() + 10
    count = "SELECT count(*) FROM play_entry WHERE game_id = %s"
    with psycopg.connect(database_url, autocommit=True) as database:
        while database.execute(count, [room.game]).fetchone() != (2,):
            assert monotonic() < until, "the commit never arrived"
            sleep(0.02)
    proxy.mend()
    assert laptop.post(form).status == RECORDED
    assert [entry.key for entry in room.log] == [FIRST, "unsure"]
    check_complete(room.site, [room], ["unsure"])


def test_commits_wait_for_the_disk(room: Room) -> None:
    code = (
        "from django.db import connection; cursor = connection.cursor();"
        "cursor.execute('SHOW synchronous_commit'); print(*cursor.fetchone())"
    )
    assert room.site.run(code) == "on"
