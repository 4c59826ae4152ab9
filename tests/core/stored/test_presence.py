"""Presence: who is online, and when the pages of a class are told."""

import pytest
from django.utils import timezone

from moderator.core import publishing
from moderator.core.class_models import Presence
from moderator.core.models import Classroom, Person
from moderator.core.people import person_join
from moderator.core.publishing import presence_store
from tests.support.clock import Clock


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    told: list[int] = []
    monkeypatch.setattr(publishing, "publish", told.append)
    return told


def online(classroom: Classroom) -> set[str]:
    now, found = timezone.now(), Presence.objects.filter(person__classroom=classroom)
    return {one.person.name for one in found if publishing.is_online(one.seen, now)}


def test_who_is_connected_is_online_for_a_while(
    classroom: Classroom, clock: Clock, told: list[int]
) -> None:
    ana, ben = (person_join(classroom, name) for name in ("Ana", "Ben"))
    news = [publishing.class_id(classroom.pk)]
    assert presence_store({ana.pk, ben.pk}) == {classroom.pk}
    assert (online(classroom), told) == ({"Ana", "Ben"}, news)
    clock.wait(30)
    assert presence_store({ana.pk}) == set()
    clock.wait(30)
    assert (online(classroom), told) == ({"Ana"}, news)
    clock.wait(30)
    presence_store({ben.pk})
    assert (online(classroom), told) == ({"Ben"}, news * 2)
    assert Presence.objects.count() == 2


def test_somebody_deleted_meanwhile_keeps_nobody_else_from_being_stored(
    classroom: Classroom,
) -> None:
    ana = person_join(classroom, "Ana")
    gone = Person.objects.create(classroom=classroom, number=99, kind="student")
    people = {ana.pk, gone.pk}
    gone.delete()
    presence_store(people)
    assert online(classroom) == {"Ana"}
    assert presence_store(set()) == set()
