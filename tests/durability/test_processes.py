"""Two processes serve the same data: changes in one are seen at the other."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from threading import Event as Flag
from threading import Thread
from time import monotonic, sleep

import psycopg
import pytest

from tests.support.amount import amount
from tests.support.durability.laptop import CONFLICT, RECORDED, Enter, Laptop
from tests.support.durability.pair import Pair
from tests.support.durability.postgresql import needs_postgresql
from tests.support.durability.room import Room, check_complete, rooms_of
from tests.support.durability.viewer import Viewer
from tests.support.site import Site

LIMIT_S = 5.0
FIRST_VERSION = 1_000_001  # the first game, with one entry

_PAT = """
import json
from moderator.core.models import Game
from moderator.features.accounts.write import sign_in_link_create
game = Game.objects.get(pk={pk})
classroom = game.group.classroom
people = {{p.name: p.number for p in classroom.people.all()}}
seats = {{seat.player: seat.pk for seat in game.seats.all()}}
link = f"/sign-in/{{sign_in_link_create(classroom.instructor)}}/"
print(json.dumps([link, classroom.pk, game.group.number, people, seats]))
"""

pytestmark = pytest.mark.slow


@pytest.fixture
def room(pair: Pair) -> Room:
    (room,) = rooms_of(pair.here)
    return room


@pytest.fixture
def laptop(room: Room, enter: Enter) -> Laptop:
    """The moderator, connected to the first process."""
    return enter(room, "Mo")


@contextmanager
def watching(
    site: Site, path: str, laptop: Laptop | None = None, last: int | None = None
) -> Iterator[Viewer]:
    """A stream whose first chart has arrived."""
    cookie = (
        "; ".join(f"{name}={value}" for name, value in laptop.cookies.items()) if laptop else ""
    )
    with closing(Viewer(site, path, cookie, last)) as viewer:
        viewer.wait_for(last or 0)
        yield viewer


def version(laptop: Laptop) -> int:
    return FIRST_VERSION - 1 + laptop.after


def test_a_move_is_seen_at_the_other_process(pair: Pair, room: Room, laptop: Laptop) -> None:
    waits_ms = []
    with watching(pair.there, f"/c/{room.code}/feed") as viewer:
        for number in range(30):
            began = monotonic()
            assert laptop.send(f"seen-{number}").status == RECORDED
            waits_ms.append((viewer.wait_for(version(laptop), LIMIT_S).at - began) * 1000)
    worst = max(waits_ms)
    print(f"{room.site.args} p50 {statistics.median(waits_ms):.0f} ms, worst {worst:.0f} ms")


def test_changes_of_access_reach_the_other_process(pair: Pair, room: Room, laptop: Laptop) -> None:
    assert laptop.send("one").status == RECORDED
    kim = Laptop(room)
    kim.ask("GET", f"/join/{room.code}/")
    for page, fields in (("", {"name": "Kim"}), ("seats/", {"seat": "any"})):
        token = kim.ask("GET", f"/join/{room.code}/{page}").hidden["csrfmiddlewaretoken"]
        answer = kim.ask(
            "POST", f"/join/{room.code}/{page}", {**fields, "csrfmiddlewaretoken": token}
        )
        assert answer.status in (302, 303), answer.body
    link, classroom, group, people, seats = json.loads(pair.here.run(_PAT.format(pk=room.game)))
    pat = Laptop(room)
    press(pat, link)
    with (
        watching(pair.there, f"/g/{room.code}/feed", laptop) as console,
        watching(pair.there, f"/play/{room.code}/feed", kim) as own,
        watching(pair.there, f"/c/{room.code}/feed") as wall,
    ):
        press(pat, f"/classes/{classroom}/people/{people['Mo']}/", do="rename", name="Moritz")
        console.wait(lambda event: "Moritz" in event.html, LIMIT_S)
        for seat in seats.values():  # one of them is a new one
            press(pat, f"/classes/{classroom}/people/{people['Kim']}/", do="seat", seat=str(seat))
        own.wait(lambda event: event.kind == "over", LIMIT_S)
        press(pat, f"/classes/{classroom}/groups/{group}/withdraw/")
        console.wait(lambda event: event.kind == "over", LIMIT_S)
        assert not wall.has_ended
        press(pat, f"/classes/{classroom}/groups/{group}/games/1/delete/")
        wall.wait(lambda event: event.kind == "over", LIMIT_S)
    with closing(HTTPConnection("127.0.0.1", pair.there.port, timeout=20)) as line:
        line.request("GET", f"/c/{room.code}/feed?protocol=1&after={version(laptop)}")
        answer = line.getresponse()
        assert (answer.status, answer.headers["X-Version"]) == (200, "0")
    for each in (kim, pat):
        each.close()


def press(laptop: Laptop, path: str, **fields: str) -> None:
    """Presses the button of a page that asks for confirmation."""
    token = laptop.ask("GET", path).hidden["csrfmiddlewaretoken"]
    answer = laptop.ask("POST", path, {**fields, "csrfmiddlewaretoken": token})
    assert answer.status in (302, 303), (path, answer.status)


@contextmanager
def recording(laptop: Laptop) -> Iterator[list[str]]:
    """Records moves continuously in a thread; collects the keys of acknowledged ones."""
    keys: list[str] = []
    is_over = Flag()

    def work() -> None:
        while not is_over.is_set():
            keys.append(laptop.record(is_over))

    thread = Thread(target=work)
    thread.start()
    try:
        yield keys
    finally:
        is_over.set()
        thread.join(30)
        laptop.close()


def test_a_number_never_goes_back_whichever_process_answers(
    pair: Pair, room: Room, laptop: Laptop
) -> None:
    path = f"/c/{room.code}/feed"
    sites = [pair.here, pair.there]
    with ExitStack() as opened, recording(laptop) as keys:
        lines = [
            opened.enter_context(closing(HTTPConnection("127.0.0.1", site.port, timeout=20)))
            for site in sites
        ]
        polls = seen = 0
        until = monotonic() + amount(1, 3)
        while monotonic() < until:
            line = lines[polls % 2]
            line.request("GET", f"{path}?protocol=1&after={seen}")
            answer = line.getresponse()
            answer.read()
            now = int(answer.headers["X-Version"])
            assert now >= seen, f"{now} at {sites[polls % 2].port}, after {seen}"
            assert answer.status == (204 if now == seen else 200)
            seen, polls = now, polls + 1
        streams = 0
        while streams < 20:
            with watching(sites[streams % 2], path, last=seen) as viewer:
                versions = [event.version for event in viewer.events if event.kind == "frame"]
            assert versions == sorted(versions)
            assert versions[0] >= seen
            seen, streams = versions[-1], streams + 1
    assert len(keys) > 5
    print(f"{polls} polls and {streams} streams at {len(keys)} moves")


@needs_postgresql
@pytest.mark.parametrize("pair", ["PostgreSQL"], indirect=True)
def test_the_listening_connection_is_cut_again_and_again(
    pair: Pair, room: Room, laptop: Laptop
) -> None:
    cut = (
        b"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        b" WHERE application_name LIKE 'moderator % notices'"
    )
    with (
        psycopg.connect(pair.database, autocommit=True) as database,
        watching(pair.there, f"/c/{room.code}/feed") as wall,
        watching(pair.there, f"/g/{room.code}/feed", laptop) as console,
    ):
        lost = 0
        with recording(laptop) as keys:
            for _ in range(10):
                (count,) = database.execute(cut).fetchone() or (0,)
                lost += count
                sleep(0.15)
        wall.wait_for(version(laptop), LIMIT_S)
        # Access to private charts is checked again, since a missed notice may concern it.
        console.wait(lambda event: event.kind == "over", LIMIT_S)
        versions = [event.version for event in wall.events if event.kind == "frame"]
        assert versions == sorted(versions)
    assert lost >= 10
    check_complete(pair.here, [room], keys)
    print(f"{lost} lines cut at {len(keys)} moves")


def test_each_process_takes_moves(pair: Pair, room: Room, enter: Enter) -> None:
    """A form of one process is recorded by the other, and a repetition gets its response."""
    laptop = enter(room, "Mo")
    other = replace(laptop, room=replace(room, site=pair.there), _line=None)
    form = laptop.form("both")
    assert [each.post(form).status for each in (other, laptop, other)] == [RECORDED] * 3
    assert laptop.send("late").status == CONFLICT
    assert laptop.after == 2
    for each in (laptop, other):
        each.close()
    check_complete(pair.here, [room], ["both"])
