"""Polls after a change of an order slip: only who may know of it gets a new version."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack, closing
from time import monotonic, sleep

import pytest

from tests.support.durability.laptop import Laptop
from tests.support.durability.room import Room
from tests.support.site import Site

pytestmark = pytest.mark.slow

LIMIT_S = 20
_MAKE = """
import json, secrets
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from tests.support.play.play import start
classroom = classroom_create(User.objects.create_user(secrets.token_hex(8)), "HIST 210")
(group,) = groups_create(classroom, 1)
game = start(group, instructor_person(classroom), "1800-bc")
seats = {seat.player: seat.pk for seat in game.seats.all()}
print(json.dumps([game.pk, group.code, f"/m/{credentials.console_token(group)}/", seats]))
"""
_WRITE = """
from moderator.core.models import Game, Person
from tests.support.play.slips import write
game = Game.objects.get(pk={pk})
by = Person.objects.get(name="Omar", classroom=game.group.classroom)
write(game, by, is_sealed={is_sealed}, key="{is_sealed}", role="student")
"""


def join(room: Room, name: str, seat: int) -> Laptop:
    """A student's phone with that seat."""
    phone = Laptop(room)
    phone.ask("GET", f"/join/{room.code}/")
    for page, fields in (("", {"name": name}), ("seats/", {"seat": str(seat)})):
        path = f"/join/{room.code}/{page}"
        token = phone.ask("GET", path).hidden["csrfmiddlewaretoken"]
        assert phone.ask("POST", path, {**fields, "csrfmiddlewaretoken": token}).status == 303
    return phone


def test_a_poll_gets_204_after_a_change_of_another_players_draft(site: Site) -> None:
    pk, code, link, seats = json.loads(site.run(_MAKE))
    room = Room(site, pk, code, link)
    with ExitStack() as opened:

        def use(laptop: Laptop, page: str) -> Callable[[int], tuple[int, int]]:
            """A poll's status and version."""
            opened.enter_context(closing(laptop))

            def poll(after: int) -> tuple[int, int]:
                answer = laptop.ask("GET", f"/{page}/{code}/feed?protocol=1&after={after}")
                assert bool(answer.body) is (answer.status == 200)
                headers = {name.lower(): value for name, value in answer.headers.items()}
                return answer.status, int(headers["x-version"])

            return poll

        own = use(join(room, "Omar", seats["egypt"]), "play")
        others = [
            use(join(room, "Kim", seats["hatti"]), "play"),
            use(Laptop(room), "c"),
            use(Laptop(room).enter("Mo"), "g"),
        ]
        (_, first), *_ = [poll(0) for poll in (own, *others)]
        site.run(_WRITE.format(pk=pk, is_sealed=False))
        assert wait_for(own, first) == (200, first + 1)
        assert [poll(first) for poll in others] == [(204, first)] * 3
        site.run(_WRITE.format(pk=pk, is_sealed=True))
        assert wait_for(own, first + 1) == (200, first + 2)
        assert [wait_for(poll, first) for poll in others] == [(200, first + 1)] * 3


def wait_for(poll: Callable[[int], tuple[int, int]], after: int) -> tuple[int, int]:
    """The first answer with a newer version."""
    until = monotonic() + LIMIT_S
    while (answer := poll(after))[0] == 204:
        assert monotonic() < until, f"nothing newer than {after}"
        sleep(0.05)
    return answer
