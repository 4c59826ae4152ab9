"""Packs are made by a process of their own, which may be killed, and which ends with the site."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlencode

import pytest

from tests.support.durability.children import children, has_ended, wait_until
from tests.support.durability.disks import fill, mounted
from tests.support.durability.postgresql import migrated_database, needs_postgresql
from tests.support.site import Site, manage

LIMIT_S = 180  # also on a busy machine: a pack takes seconds
TOKEN = "a" * 32
GROUPS = 40
_MAKE = """
import json, secrets
from django.contrib.auth.models import User
from django.test import Client
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.features.new_game.write import game_create
pat = User.objects.create_user(secrets.token_hex(8))
classroom = classroom_create(pat, "HIST 210")
by = instructor_person(classroom)
wire = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["900-bc"])
for group in groups_create(classroom, {count}):
    game_create(group, "age-of-iron", wire, {{}}, by)
browser = Client()
browser.force_login(pat)
print(json.dumps([classroom.pk, browser.cookies["sessionid"].value]))
"""
_STATE = """
import json
from moderator.features.printing.models import Pack
pack = Pack.objects.get(pk={pk})
print(json.dumps([pack.state, pack.problem]))
"""
_LATER = """
from datetime import timedelta
from django.db.models import F
from moderator.features.printing.models import Pack
Pack.objects.filter(pk={pk}).update(changed=F("changed") - timedelta(seconds=61))
"""
_FORGET = """
from moderator.features.printing.models import Pack
Pack.objects.all().delete()
"""

pytestmark = pytest.mark.long


@dataclass(frozen=True)
class Office:
    """An instructor's browser on a site with a class."""

    site: Site
    classroom: int
    session: str

    def ask(self, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, bytes]:
        """Requests a page, or posts a form: the status, where it leads to, and what comes."""
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={TOKEN}"}
        body = None
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode({**fields, "csrfmiddlewaretoken": TOKEN})
        with closing(HTTPConnection("127.0.0.1", self.site.port, timeout=LIMIT_S)) as line:
            line.request("GET" if fields is None else "POST", path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.getheader("Location", ""), answer.read()

    def press(self, preset: str) -> str:
        """Asks for a pack; where it is."""
        status, place, _body = self.ask(f"/classes/{self.classroom}/print/", {"preset": preset})
        assert status == 303
        return place

    def state(self, place: str) -> tuple[str, str]:
        """The pack's state, and its problem."""
        pk = place.rstrip("/").rpartition("/")[2]
        state, problem = json.loads(self.site.run(_STATE.format(pk=pk)))
        return state, problem

    def wait_for(self, place: str, *states: str) -> None:
        """While it waits, its page asks again, and starts a process if one has just ended."""
        until = monotonic() + LIMIT_S
        while (now := self.state(place))[0] not in states:
            assert monotonic() < until, now
            if now[0] == "waiting":
                self.ask(place)
            sleep(0.02)


def office_on(site: Site) -> Office:
    classroom, session = json.loads(site.run(_MAKE.format(count=GROUPS)))
    return Office(site, classroom, session)


@pytest.fixture(params=["SQLite", pytest.param("PostgreSQL", marks=needs_postgresql)])
def office(request: pytest.FixtureRequest, site_start: Callable[..., Site]) -> Iterator[Office]:
    if request.param == "SQLite":
        yield office_on(site_start("--no-demo"))
        return
    with migrated_database() as url:
        site = site_start("--no-demo", env={"DATABASE_URL": url})
        yield office_on(site)
        site.end()


def test_a_pack_is_made_beside_the_site_and_again_after_its_process_was_killed(
    office: Office,
) -> None:
    place = office.press("before")
    office.wait_for(place, "working")
    (maker,) = children(office.site)
    assert os.getpriority(os.PRIO_PROCESS, maker) == os.nice(0) + 10
    os.kill(maker, signal.SIGKILL)
    assert office.state(place)[0] == "working"
    office.site.run(_LATER.format(pk=place.rstrip("/").rpartition("/")[2]))
    page = office.ask(place)[2].decode()
    assert "It was interrupted before it was complete" in page
    again = office.press("before")
    assert again != place
    together = office.press("before")  # pressed twice: the same pack
    assert together == again
    office.wait_for(again, "done")
    status, _place, pdf = office.ask(f"{again}pack.pdf")
    assert status == 200
    assert pdf.startswith(b"%PDF")
    assert office.press("before") == again
    wait_until(lambda: not children(office.site))


def test_a_full_disk(site_start: Callable[..., Site], tmp_path: Path) -> None:
    """With room for the progress and none for the file; and with none at all."""
    with mounted(tmp_path, "-t", "tmpfs", "-o", "size=32m", "tmpfs"):
        office = office_on(site_start("--no-demo", var=tmp_path))
        filler = tmp_path / "filler"
        for left in (60_000, 0):
            place = office.press("before")
            office.wait_for(place, "working")
            fill(filler)
            os.truncate(filler, filler.stat().st_size - left)
            wait_until(lambda: not children(office.site))
            status, _place, page = office.ask(place)
            assert (status, b"disk may be full" in page) == (200, left > 0)
            filler.unlink()
            if not left:  # nothing could be said
                office.site.run(_LATER.format(pk=place.rstrip("/").rpartition("/")[2]))
                assert b"It was interrupted" in office.ask(place)[2]
            again = office.press("before")
            office.wait_for(again, "done")
            office.site.run(_FORGET)
        office.site.end()
        assert "Nothing is wrong" in manage(tmp_path, "verify_log").stdout


def test_the_process_follows_the_page_and_the_buttons_and_ends_with_the_site(
    site_start: Callable[..., Site],
) -> None:
    office = office_on(site_start("--no-demo"))
    place = office.press("before")
    office.wait_for(place, "working")
    (maker,) = children(office.site)
    assert office.ask(place, {})[1] == f"/classes/{office.classroom}/print/"  # it is cancelled
    assert office.ask(place)[0] == 404
    office.wait_for(office.press("during"), "done")
    wait_until(lambda: not children(office.site))

    def next_one() -> list[int]:  # a process may be a zombie before the site can collect it
        office.ask(f"/classes/{office.classroom}/print/")
        return children(office.site)

    wait_until(lambda: bool(next_one()))
    (maker,) = children(office.site)
    place = office.press("before")
    office.wait_for(place, "working")
    assert children(office.site) == [maker]
    office.site.interrupt()
    wait_until(lambda: has_ended(maker), 5)
