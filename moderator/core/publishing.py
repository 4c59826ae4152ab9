"""Publishes charts and revokes access after a commit, in all processes; and who is online.

It is called inside the transaction: the other processes get the notice with its commit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from itertools import product

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils import timezone

from moderator import live
from moderator.core import access, ended, queries
from moderator.core.access import Actor, actor_from
from moderator.core.databases import pubsub
from moderator.core.databases.pubsub import MODERATOR, OVERVIEW, REPORTS, seat_audience
from moderator.core.models import Classroom, Group, Person, Presence
from moderator.core.people import person_remove
from moderator.live.channel import PUBLIC

# Who is online: whose phone, or whose console, is connected now.

ONLINE = timedelta(seconds=45)
"""How long somebody is online after having been seen; those connected are seen every 20 s."""


def seen_in(classroom: Classroom) -> dict[int, datetime]:
    """When the people of a class were connected last, by their primary keys."""
    seen = Presence.objects.filter(person__classroom=classroom)
    return dict(seen.values_list("person_id", "seen"))


def is_online(seen: datetime | None, now: datetime) -> bool:
    return seen is not None and now - seen < ONLINE


# Presence: storing who is connected.

_MOST = 500  # people in one statement

# From the table of people, since somebody may have been deleted meanwhile; in one order, so that
# two processes never wait for each other.
_UPSERT = """
INSERT INTO play_presence (person_id, seen)
SELECT id, %s FROM play_person WHERE id IN ({marks}) ORDER BY id
ON CONFLICT (person_id) DO UPDATE SET seen = excluded.seen
"""


def presence_store(people: Collection[int]) -> set[int]:
    """Store that these people are connected now.

    Returns:
        The primary keys of the classes in which somebody was offline until now.
    """
    pks = sorted(people)
    return set().union(*(_store(pks[at : at + _MOST]) for at in range(0, len(pks), _MOST)))


def _store(pks: list[int]) -> set[int]:
    now = timezone.now()
    come = Person.objects.filter(pk__in=pks).exclude(presence__seen__gt=now - ONLINE)
    classes = set(come.order_by().values_list("classroom", flat=True).distinct())
    upsert = _UPSERT.format(marks=", ".join(["%s"] * len(pks)))
    seen = connection.ops.adapt_datetimefield_value(now)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(upsert, [seen, *pks])
        for pk in classes:
            pubsub.publish(pubsub.class_id(pk))
    return classes


# Publishing and revoking.


def publish_names(group: Group | None) -> None:
    """Publish the chart with changed names."""
    if group is not None:
        publish_charts([group.pk])


def publish_names_of_class(classroom: Classroom) -> None:
    """Publish all charts of the class with changed names, and the pages that show all of it."""
    groups = classroom.groups.order_by().values_list("pk", flat=True)
    publish_charts([*groups, pubsub.class_id(classroom.pk)])


def publish_to(group_id: int, *audiences: str) -> None:
    """Publish what these audiences of a group (or of a class) see."""
    for audience in audiences:
        pubsub.publish(group_id, audience)
        transaction.on_commit(partial(live.publish, group_id, audience=audience))


def publish_charts(group_ids: Collection[int]) -> None:
    """Publish these groups' charts, whose logs are unchanged but which may show more or less."""
    for group_id in group_ids:
        pubsub.publish(group_id)
        transaction.on_commit(partial(live.publish, group_id))


def publish_class(classroom_pk: int) -> None:
    """Publish the pages that show the whole class: the overview and the class wall."""
    publish_charts([pubsub.class_id(classroom_pk)])


def publish_lesson(classroom_pk: int, group_ids: Collection[int]) -> None:
    """Publish a changed clock, pause or announcement of these groups of the class."""
    publish_charts(group_ids)
    publish_class(classroom_pk)


def report_presence(people: Collection[int]) -> None:
    """Store that these people are connected; the overview shows who has come."""
    for classroom_pk in presence_store(people):
        live.publish(pubsub.class_id(classroom_pk))


def recheck_access(*group_ids: int) -> None:
    """Make every page of these groups ask again what it may see, as the game has changed.

    Finished games of the same class may now show more or less (`moderator.core.ended`).
    """
    for group_id in group_ids:
        _drop(group_id)
    publish_charts(ended.classmates(group_ids))


def revoke_consoles(*group_ids: int) -> None:
    """End the streams of these groups' consoles; those who still have access reconnect."""
    for group_id in group_ids:
        _drop(group_id, MODERATOR)


def revoke_wall(classroom_pk: int) -> None:
    """End the streams of a class's wall, whose code was replaced."""
    _drop(pubsub.class_id(classroom_pk), PUBLIC)


@contextmanager
def revoking_lost_seats(person: Person) -> Iterator[None]:
    """A transaction: a seat that the person loses inside is no longer shown to them.

    Before the start of a game everybody sees who has taken a seat.
    """
    with transaction.atomic():
        before = _audiences(person)
        yield
        if person.is_removed and not before and person.group_id:
            before = {(person.group_id, PUBLIC)}  # without a seat they watched the public chart
        after = _audiences(person)
        for group_id, audience in before - after:
            _drop(group_id, audience)
        changed = {group_id for group_id, _ in before ^ after}
        publish_charts(queries.groups_waiting(changed))


def remove_people(classroom: Classroom, people: Collection[Person]) -> None:
    """Remove these people from the class: they no longer see anything. In a transaction."""
    for person in sorted(people, key=lambda one: one.pk):  # as they are locked everywhere
        with revoking_lost_seats(person):
            person_remove(person)
    # They may have opened any of the class's consoles: only the browsers know.
    revoke_consoles(*classroom.groups.values_list("pk", flat=True))
    publish_charts({person.group_id for person in people if person.group_id})
    publish_class(classroom.pk)


@contextmanager
def revoking_lost_access(request: HttpRequest) -> Iterator[None]:
    """A transaction: what this browser may no longer see afterwards ends in all its tabs."""
    with transaction.atomic():
        before = _seen_by(actor_from(request.user, request.session))
        yield
        if request.session.session_key:
            request.session.save()  # before its pages reconnect
        for group_id, audience in before - _seen_by(actor_from(request.user, request.session)):
            _drop(group_id, audience)


def end_sessions(user: User) -> None:
    """End the streams of all consoles and overviews that this account may open."""
    for channel in _instructed(user):
        _drop(*channel)


def end_class(classroom: Classroom) -> None:
    """End every stream of a class that is being deleted, and of its groups."""
    for group_id in (*classroom.groups.values_list("pk", flat=True), pubsub.class_id(classroom.pk)):
        _drop(group_id)


def _drop(group_id: int, audience: str | None = None) -> None:
    pubsub.revoke(group_id, audience)
    transaction.on_commit(partial(live.revoke, group_id, audience))


def _seen_by(actor: Actor) -> set[tuple[int, str]]:
    consoles = {(group_id, MODERATOR) for group_id in actor.moderated}
    instructed = _instructed(actor.user) if actor.user else set()
    return consoles.union(instructed, *map(_audiences, actor.persons.values()))


def _instructed(user: AbstractBaseUser | AnonymousUser) -> set[tuple[int, str]]:
    """The consoles and pages of classes that this account may open, by group and audience."""
    classes = access.classrooms(Actor(user=user)).order_by()
    groups = Group.objects.filter(classroom__in=classes).order_by()
    consoles = {(pk, MODERATOR) for pk in groups.values_list("pk", flat=True)}
    pages = product(map(pubsub.class_id, classes.values_list("pk", flat=True)), (OVERVIEW, REPORTS))
    return consoles.union(pages)


def _audiences(person: Person) -> set[tuple[int, str]]:
    present = person.seats.filter(game__in=queries.present_games())
    seats = present.values_list("game__group_id", "player")
    audiences = {(group_id, seat_audience(player)) for group_id, player in seats}
    if person.moderates_id is not None and not person.is_removed:
        audiences.add((person.moderates_id, MODERATOR))
    return audiences
