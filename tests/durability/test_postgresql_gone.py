"""PostgreSQL goes for a while, or goes in the middle of a commit."""

from collections.abc import Callable, Iterator
from time import monotonic, sleep

import psycopg
import pytest

from tests.support.durability.laptop import RECORDED, Enter
from tests.support.durability.postgresql import needs_postgresql
from tests.support.durability.room import FIRST, Room, check_whole, rooms_of
from tests.support.durability.wire import Wire, wire_to
from tests.support.site import Site

AWAY = 503

pytestmark = [pytest.mark.slow, needs_postgresql]


@pytest.fixture
def wire(database_url: str) -> Iterator[Wire]:
    with wire_to(database_url) as wire:
        yield wire


@pytest.fixture
def room(site_start: Callable[..., Site], wire: Wire) -> Iterator[Room]:
    """A group on a site whose database is at the other end of the wire."""
    site = site_start("--no-demo", env={"DATABASE_URL": wire.url})
    (room,) = rooms_of(site)
    yield room
    site.end()


def test_it_goes_and_comes_back(room: Room, wire: Wire, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    assert laptop.send("before").status == RECORDED
    wire.cut()
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
    wire.mend()
    assert laptop.send("during").status == RECORDED
    check_whole(room.site, [room], ["before", "during"])


def test_it_says_nothing_any_more(room: Room, wire: Wire, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    wire.is_silent = True
    began = monotonic()
    assert laptop.send("silent").status == AWAY
    assert monotonic() - began < 20
    wire.mend()
    assert laptop.send("silent").status == RECORDED
    check_whole(room.site, [room], ["silent"])


def test_it_goes_in_the_middle_of_a_commit(
    room: Room, wire: Wire, enter: Enter, database_url: str
) -> None:
    laptop = enter(room, "Mo")
    form = laptop.form("unsure")
    wire.is_deaf = True
    page = laptop.post(form)
    assert page.status == AWAY
    assert wire.is_cut
    assert "not yet known whether your move was recorded" in page.body  # and indeed it is recorded
    until = monotonic() + 10
    with psycopg.connect(database_url, autocommit=True) as database:
        while database.execute("SELECT count(*) FROM play_entry").fetchone() != (2,):
            assert monotonic() < until, "the commit never arrived"
            sleep(0.02)
    wire.mend()
    assert laptop.post(form).status == RECORDED
    assert [entry.key for entry in room.log] == [FIRST, "unsure"]
    check_whole(room.site, [room], ["unsure"])


def test_commits_wait_for_the_disk(room: Room) -> None:
    code = (
        "from django.db import connection; cursor = connection.cursor();"
        "cursor.execute('SHOW synchronous_commit'); print(*cursor.fetchone())"
    )
    assert room.site.run(code) == "on"
