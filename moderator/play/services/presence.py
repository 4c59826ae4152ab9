"""Presence: storing who is connected."""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection, transaction
from django.utils import timezone

from moderator.play.databases import pubsub
from moderator.play.models import Person
from moderator.play.presence import ONLINE

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
