"""The debrief shows what has been released, and nothing tells whether there is more.

Two worlds are the same but for what Assyria and Hatti write to each other, note and promise. Every
visitor gets the same from both: while the game goes on, after its end, and when what Egypt and
Babylon wrote is released.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
from django.utils import timezone

from moderator import live
from moderator.core.cache import forget_all
from moderator.core.models import Person
from moderator.core.people import instructor_person, person_join
from moderator.core.written import Diplomacy
from moderator.features.clock.write import game_stop
from moderator.features.deals.records import (
    contact_note,
    contact_strike,
    promise_answer,
    promise_make,
)
from moderator.features.debrief.releases import debrief_release
from moderator.features.people.write import seat_take
from tests.support.clock import Clock
from tests.support.shared import shared
from tests.support.web import secret_world
from tests.support.web.answers import Seen, answer, differing
from tests.support.web.secret_world import SecretWorld, Target
from tests.support.web.visits import Visits, look_around, undone
from tests.support.web.world import WATCHING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLACES = ("debrief", "chart", "play", "console", "history", "chart-replay", "sheets")
PLACES += ("class-debrief",)
ONE, OTHER = "assyria", "hatti"


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[SecretWorld]:
    """The world, in which no time passes."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    with undone(), patch.object(live, "is_running", return_value=True):
        yield secret_world.build()


def seated(target: Target) -> dict[str, Person]:
    found = {}
    for player in (ONE, OTHER, "babylon"):
        found[player] = person_join(target.group.classroom, f"zq{player}{target.group.pk}")
        seat_take(found[player], target.game.seats.get(player=player))
    return found


def write(target: Target, people: dict[str, Person]) -> None:
    """A message, a contact that is struck out, and a promise, of which nobody else may know."""
    game, one = target.game, people[ONE]
    for say in shared("say"):
        say(game, ONE, [OTHER], "zqpeace", one)
    contact_note(game, [OTHER], "zqcontact", "one", one, "student")
    note = game.contacts.get(text="zqcontact")
    contact_strike(game, note.number, one, "student")
    terms = {"kind": "no-attack", "target": OTHER, "until": 1}
    promise_make(game, OTHER, terms, None, "p", one)
    made = game.promises.get(maker=ONE)
    promise_answer(game, made.number, "accepted", "q", people[OTHER])


def course(world: SecretWorld, people: dict[str, Person], act: Callable[[], None]) -> list[Seen]:
    """What everybody sees of the game, after its end, and after two releases."""
    target, found = world.targets[0], []
    game, by = target.game, instructor_person(target.group.classroom)

    def look() -> None:
        forget_all()
        game.refresh_from_db()
        visits = Visits(world, [], [], "")
        for role in WATCHING:
            look_around(visits, role, target, is_first=True, names=PLACES)
        found.append({(one.role, one.method, one.url): answer(one) for one in visits.seen})

    with undone():
        game.refresh_from_db()
        act()
        # Said later, so it has another number where there is more.
        babylon = people["babylon"]
        for say in shared("say"):
            say(game, "babylon", ["egypt"], "zqshown", babylon)
        contact_note(game, ["egypt"], "zqnoted", "two", babylon, "student")
        look()
        game_stop(game, by, "instructor")
        look()
        debrief_release(game, ["egypt", "babylon"])
        look()
        debrief_release(game, [ONE, OTHER])
        look()
    return found


def test_nobody_notices_what_has_not_been_released(world: SecretWorld) -> None:
    target = world.targets[0]
    Diplomacy.objects.update_or_create(game=target.game, defaults={"readers": "nobody"})
    people = seated(target)
    without = course(world, people, lambda: None)
    more = course(world, people, lambda: write(target, people))
    for first, second in zip(without[:3], more[:3], strict=True):
        assert len(first) >= 15
        assert differing(first, second) == set()
    # What is released is shown, and only then.
    debrief = f"/c/{target.group.code}/debrief/"
    pages = [str(each["nobody", "GET", debrief][2]) for each in more]
    assert ["zqnoted" in page for page in pages] == [False, False, True, True]
    assert ["zqcontact" in page for page in pages] == [False, False, False, True]
    assert "<s>zqcontact</s>" in pages[3]
    changed = differing(without[3], more[3])
    urls = {debrief, f"/c/{target.group.code}/", f"/g/{target.group.code}/"}
    assert {("moderator", url) for url in urls} <= changed
    assert ("nobody", debrief) in changed
    assert ("student", f"/play/{target.group.code}/") in changed
