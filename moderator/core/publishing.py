"""Publishes charts and revokes access after a commit, in all processes; and who is online.

It is called inside the transaction: the other processes get the notice with its commit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

from django.db import connection, transaction
from django.utils import timezone

from moderator import live
from moderator.core import ended, queries
from moderator.core.class_models import Presence
from moderator.core.databases import pubsub
from moderator.core.databases.pubsub import MODERATOR, seat_audience
from moderator.core.models import Classroom, Person

# Who is online: whose phone, or whose console, is connected now.

ONLINE = timedelta(seconds=45)
"""How long somebody is online after having been seen; those connected are seen every 20 s."""


def seen_in(classroom: Classroom) -> dict[int, datetime]:
    """When the people of a class were connected last, by their primary keys."""
    seen = Presence.objects.filter(person__classroom=classroom)
    return dict(seen.values_list("person_id", "seen"))


def is_online(seen: datetime | None, now: datetime) -> bool:
    return seen is not None and abs(now - seen) < ONLINE  # not in the future, by a wrong clock


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
    come = Person.objects.filter(pk__in=pks).exclude(
        presence__seen__range=(now - ONLINE, now + ONLINE)
    )
    classes = set(come.order_by().values_list("classroom", flat=True).distinct())
    upsert = _UPSERT.format(marks=", ".join(["%s"] * len(pks)))
    seen = connection.ops.adapt_datetimefield_value(now)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(upsert, [seen, *pks])
        for pk in classes:
            pubsub.publish(pubsub.class_id(pk))
    return classes


# Publishing and revoking.


def publish_charts(group_ids: Collection[int]) -> None:
    """Publish these groups' charts, whose logs are unchanged but which may show more or less."""
    for group_id in group_ids:
        _publish(group_id)


def publish_to(group_id: int, *audiences: str) -> None:
    """Publish what these audiences of a group (or of a class) see."""
    for audience in audiences:
        _publish(group_id, audience)


def publish_class(classroom_pk: int, group_ids: Collection[int] = ()) -> None:
    """Publish the pages that show the whole class, and the charts of these groups of it."""
    publish_charts([*group_ids, pubsub.class_id(classroom_pk)])


def _publish(group_id: int, audience: str | None = None) -> None:
    pubsub.publish(group_id, audience)
    transaction.on_commit(partial(live.publish, group_id, audience=audience))


def report_presence(people: Collection[int]) -> None:
    """Store that these people are connected; the overview shows who has come."""
    for classroom_pk in presence_store(people):
        live.publish(pubsub.class_id(classroom_pk))


def recheck_access(*group_ids: int) -> None:
    """Make every page of these groups ask again what it may see, as the game has changed.

    Finished games of the same class may now show more or less (`moderator.core.ended`).
    """
    for group_id in group_ids:
        revoke(group_id)
    publish_charts(ended.classmates(group_ids))


def revoke(group_id: int, audience: str | None = None) -> None:
    """End the streams of this audience of a group (or of a class), or of everybody.

    Those who still have access reconnect.
    """
    pubsub.revoke(group_id, audience)
    transaction.on_commit(partial(live.revoke, group_id, audience))


@contextmanager
def revoking_lost_seats(person: Person) -> Iterator[None]:
    """Inside a transaction: a seat that the person loses inside is no longer shown to them.

    Those who wait for a seat see who has taken one, and before the start of a game everybody does.
    """
    before = audiences_of(person)
    yield
    after = audiences_of(person)
    for group_id, audience in before - after:
        revoke(group_id, audience)
    changed = {group_id for group_id, _ in before ^ after}
    publish_charts(queries.groups_waiting(changed))
    publish_to(pubsub.class_id(person.classroom_id), pubsub.SEATS)


def audiences_of(person: Person) -> set[tuple[int, str]]:
    """As whom the person sees more than everybody: the group and the audience."""
    present = person.seats.filter(game__in=queries.present_games())
    seats = present.values_list("game__group_id", "player")
    audiences = {(group_id, seat_audience(player)) for group_id, player in seats}
    if person.moderates_id is not None and not person.is_removed:
        audiences.add((person.moderates_id, MODERATOR))
    return audiences
