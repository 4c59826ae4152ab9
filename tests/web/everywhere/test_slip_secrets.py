"""What is on order slips changes nothing for anybody else: no byte, no size, no version.

Two worlds are the same but for what is on Babylon's sealed slip, and how often and to what Assyria
has changed its draft. Every visitor gets the same from both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.utils import timezone

from moderator import live
from moderator.play import services
from moderator.play.cache import LruCache
from moderator.play.models import Person
from tests.support.clock import Clock
from tests.support.web import secret_world
from tests.support.web.secret_world import SecretWorld, write_slip
from tests.support.web.visits import Visit, Visits, look_around, undone
from tests.support.web.world import ROLES

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# What differs in any two responses: masked tokens, new keys of forms, a cookie's end. The console's
# command line has the versions of all slips (`slips`), so that a late line is refused; a phone has
# the server's time.
CHANCE = re.compile(
    r'(name="(?:csrfmiddlewaretoken|key|once|slips)" value="|data-now="|csrftoken=|expires=)[^;"]*'
)
# Pages that show what is on slips to those who may record; everybody else gets 404.
UNCOVERED = ("console-slip", "slips-fill")
Answer = tuple[int, dict[str, str], bytes | str]


def answer(visit: Visit) -> Answer:
    """Everything in a response but what is random."""
    headers = {name: CHANCE.sub(r"\1", value) for name, value in visit.headers.items()}
    is_text = "text/html" in headers.get("Content-Type", "text/html")
    return visit.status, headers, CHANCE.sub(r"\1", visit.text) if is_text else visit.body


def seen_by_all(world: SecretWorld, *names: str) -> dict[tuple[str, str, str], Answer]:
    """What everybody gets at every URL of the group with order slips, or at these and its feeds."""
    visits = Visits(world, [], [], "")
    for role in ROLES:
        look_around(visits, role, world.targets[0], is_first=True, names=names)
    return {
        (visit.role, visit.method, visit.url): answer(visit)
        for visit in visits.seen
        if visit.name != "second-factor"  # a new secret each time
        and not (visit.name in UNCOVERED and visit.status == 200)
    }


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SecretWorld, Person]]:
    """The world, and Assyria's student. Nothing is cached, and no time passes."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    monkeypatch.setattr(LruCache, "_get", lambda *_: None)
    with undone(), patch.object(live, "is_running", return_value=True):
        world = secret_world.build()
        game = world.targets[0].game
        asa = services.person_join(game.group.classroom, "zqasa")
        services.seat_take(asa, game.seats.get(player="assyria"))
        yield world, asa


def test_nobody_else_notices_what_is_on_a_slip(seated: tuple[SecretWorld, Person]) -> None:
    world, asa = seated
    game = world.targets[0].game
    pat = services.instructor_person(game.group.classroom)
    with undone():
        write_slip(game, pat, "babylon", 3, version=1, is_sealed=True)
        first = seen_by_all(world)
    write_slip(game, pat, "babylon", 12, version=1, is_sealed=True)
    for version, rfs in enumerate((1, 13), start=1):
        write_slip(game, asa, "assyria", rfs, version, is_sealed=False, role="student")
    second = seen_by_all(world)
    assert len(first) > 500
    assert {key for key in first if first[key] != second[key]} == set()
    # It would be seen: another sealed slip is public.
    write_slip(game, asa, "assyria", 9, 3, is_sealed=True, role="student")
    third = seen_by_all(world, "chart", "play", "console")
    code = game.group.code
    for url in (f"/c/{code}/", f"/c/{code}/feed", f"/play/{code}/", f"/g/{code}/"):
        assert {key for key in third if key[2] == url and first[key] != third[key]}
