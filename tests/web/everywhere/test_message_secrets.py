"""What is written changes nothing for anybody else: no byte, no size, no version.

Two worlds are the same but for what two countries write to each other, draft, read and report. In
the first group moderators read along; in the second they don't, and nobody else gets anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.utils import timezone

from moderator import live
from moderator.play import credentials, services
from moderator.play.cache import LruCache
from moderator.play.models import Person
from tests.support.clock import Clock
from tests.support.web import secret_world
from tests.support.web.secret_world import SecretWorld, Target
from tests.support.web.visits import Visits, look_around, undone
from tests.support.web.world import ROLES
from tests.web.everywhere.test_slip_secrets import Answer, answer

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TEACHERS = ("moderator", "instructor", "administrator")
PLACES = ("chart", "play", "play-messages", "console", "messages", "log", "overview", "games")
# The instructor learns of a reported message: on these pages, and in a line of the console.
REPORTS = ("classroom", "message-reports")
REPORT_LINE = re.compile(r'<div\s+id="reports".*?</div>', re.DOTALL)
ONE, OTHER = "assyria", "hatti"


def without_line(given: Answer) -> Answer:
    """The response without the line about reports, which only the instructor has."""
    status, headers, body = given
    if not isinstance(body, str) or not REPORT_LINE.search(body):
        return given
    return status, headers | {"Content-Length": ""}, REPORT_LINE.sub("", body)


def seen(world: SecretWorld, target: Target, *names: str) -> dict[tuple[str, str, str], Answer]:
    """What everybody gets at every URL of the group, or at these and its feeds."""
    visits = Visits(world, [], [], "")
    for role in ROLES:
        look_around(visits, role, target, is_first=True, names=names)
    return {
        (visit.role, visit.method, visit.url): without_line(answer(visit))
        for visit in visits.seen
        if visit.name not in ("second-factor", *REPORTS)
    }


def differing(first: dict[tuple[str, str, str], Answer], second: object) -> set[tuple[str, str]]:
    assert isinstance(second, dict)
    return {(role, url) for role, _, url in first if first[role, _, url] != second[role, _, url]}


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[SecretWorld]:
    """The world. Nothing is cached, and no time passes."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    monkeypatch.setattr(LruCache, "_get", lambda *_: None)
    with undone(), patch.object(live, "is_running", return_value=True):
        yield secret_world.build()


def seated(target: Target) -> dict[str, Person]:
    found = {}
    for player in (ONE, OTHER):
        found[player] = services.person_join(target.group.classroom, f"zq{player}{target.group.pk}")
        services.seat_take(found[player], target.game.seats.get(player=player))
    return found


def write(target: Target, people: dict[str, Person]) -> None:
    game = target.game
    for one, other, text in ((ONE, OTHER, "zqpeace"), (OTHER, ONE, "zqwar")):
        key, by = credentials.new(), people[one]
        services.message_send(game, one, [other], text, key, by, "student")
    services.message_read(game, OTHER, 2, people[ONE])
    services.draft_save(game, [OTHER], "zqperhaps", people[ONE])
    services.message_report(game, OTHER, 2, "zqthreat", people[ONE])


def test_nobody_else_notices_what_is_written(world: SecretWorld) -> None:
    read_along, sealed = world.targets[0], world.targets[1]
    people, more = seated(sealed), seated(read_along)
    with undone():
        first = seen(world, sealed)
        beside = seen(world, read_along, *PLACES)
    write(sealed, people)
    write(read_along, more)
    second = seen(world, sealed)
    assert len(first) > 500
    assert differing(first, second) == set()
    # Where moderators read along, they alone see it, and so they do.
    found = differing(beside, seen(world, read_along, *PLACES))
    assert {role for role, _ in found} == set(TEACHERS)
    code = read_along.group.code
    assert {url for _, url in found} >= {f"/g/{code}/", f"/g/{code}/feed", f"/g/{code}/messages/"}
    assert all(url.startswith(f"/g/{code}/") for _, url in found)
