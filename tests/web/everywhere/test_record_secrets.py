"""Diplomatic records change nothing for anybody else: no byte, no size, no version.

Two worlds are the same, but that in one of them Babylon and Assyria have noted contacts and made
each other promises. Every visitor gets the same from both, where nobody reads along.
"""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.utils import timezone

from moderator import live
from moderator.play import services
from moderator.play.cache import LruCache
from moderator.play.log import folds
from moderator.play.models import Diplomacy, Game, Person
from moderator.rules.viewer import Viewer
from moderator.web.feed import frames
from tests.support.clock import Clock
from tests.support.web import secret_world
from tests.support.web.secret_world import SecretWorld
from tests.support.web.visits import Visits, look_around, undone
from tests.support.web.world import ROLES
from tests.web.everywhere.test_slip_secrets import Answer, answer

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SAID = "zqbetweentwo"


def seen_by_all(world: SecretWorld, *names: str) -> dict[tuple[str, str, str], Answer]:
    """What everybody gets at every URL of the group, or at these and its feeds."""
    visits = Visits(world, [], [], "")
    for role in ROLES:
        look_around(visits, role, world.targets[0], is_first=True, names=names)
    return {
        (visit.role, visit.method, visit.url): answer(visit)
        for visit in visits.seen
        if visit.name != "second-factor"  # a new secret each time
    }


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SecretWorld, Person, Person]]:
    """The world, with students of Babylon and Assyria. Nothing is cached, and no time passes."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    monkeypatch.setattr(LruCache, "_get", lambda *_: None)
    with undone(), patch.object(live, "is_running", return_value=True):
        world = secret_world.build()
        game = world.targets[0].game
        sealed = {"readers": "nobody", "afterwards": "nobody"}
        Diplomacy.objects.update_or_create(game=game, defaults=sealed)
        people = []
        for player in ("babylon", "assyria"):
            people.append(services.person_join(game.group.classroom, f"zq{player}"))
            services.seat_take(people[-1], game.seats.get(player=player))
        yield world, *people


def write(game: Game, one: Person, other: Person) -> None:
    """Babylon notes and promises; Assyria accepts, and strikes out a note of its own."""
    game.refresh_from_db()
    services.contact_note(game, ["assyria"], SAID, "one", one, "student")
    services.contact_note(game, ["babylon"], SAID, "two", other, "student")
    for terms in (
        {"kind": "no-attack", "target": "assyria", "until": 2},
        {"kind": "presence", "region": "nubia", "at": 1},
    ):
        services.promise_make(
            game,
            "assyria",
            terms,
            terms | {"target": "babylon"} if "target" in terms else None,
            terms["kind"],
            one,
        )
    made = game.promises.filter(maker="babylon").order_by("number")
    services.promise_answer(game, made[0].number, "accepted", "a", other)
    note = game.contacts.get(player="assyria")
    services.contact_strike(game, note.number, other, "student")


def version(game: Game, viewer: Viewer) -> int:
    game = Game.objects.get(pk=game.pk)
    return frames.version_of(game.group, game, folds.fold_of(game), viewer)


def test_nobody_else_notices_what_two_countries_note_and_promise(
    seated: tuple[SecretWorld, Person, Person],
) -> None:
    world, one, other = seated
    game = world.targets[0].game
    first = seen_by_all(world)
    before = version(game, Viewer(seat="babylon"))
    with undone():
        write(game, one, other)
        second = seen_by_all(world)
        assert version(game, Viewer(seat="babylon")) > before
    assert len(first) > 500
    assert {key for key in first if first[key] != second[key]} == set()
    # It would be seen: where moderators may read, their pages show it.
    Diplomacy.objects.update(readers="teachers")
    open_before = seen_by_all(world, "console", "console-records", "records-pdf", "play", "chart")
    write(game, one, other)
    third = seen_by_all(world, "console", "console-records", "records-pdf", "play", "chart")
    differ = {key for key in third if third[key] != open_before[key]}
    code = game.group.code
    for url in (f"/g/{code}/", f"/g/{code}/records/", f"/g/{code}/records.pdf"):
        assert ("moderator", "GET", url) in differ
    recorders = {"moderator", "instructor", "administrator"}
    assert {role for role, _method, _url in differ} == recorders
