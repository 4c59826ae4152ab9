"""Publishes charts and revokes access after a commit, in all processes; and who is online.

It is called inside the transaction. A notice to the other processes that serve the same data is
part of it: they receive it when that is committed, and not at all if it is rolled back. So no
process can end between a move and its notice. PostgreSQL uses NOTIFY. SQLite keeps notices in a
table, and each process checks twenty times a second a number that SQLite changes with every commit.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import connection, connections, transaction
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from moderator import live
from moderator.core import ended, queries
from moderator.core.databases import RELEASE
from moderator.core.models import Person
from moderator.live.hub import Notice, Notices

# Audiences of a group or a class.

SEAT = "seat:"
MODERATOR = "moderator"
OVERVIEW = "overview"  # of a class: its instructor
SEATS = "public:seats"  # of a class: those who wait for a seat


def seat_audience(player: str) -> str:
    return f"{SEAT}{player}"


def class_id(classroom_pk: int) -> int:
    """What stands for a whole class where a group's number is expected: the negative number."""
    return -classroom_pk


# Who is online: whose phone, or whose console, is connected now.

ONLINE = timedelta(seconds=45)
"""How long somebody is online after having been seen; those connected are seen every 20 s."""


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
            publish(class_id(pk))
    return classes


# Publishing and revoking.


def publish_charts(group_ids: Collection[int]) -> None:
    """Publish these groups' charts, whose logs are unchanged but which may show more or less."""
    for group_id in group_ids:
        publish(group_id)


def publish_to(group_id: int, *audiences: str) -> None:
    """Publish what these audiences of a group (or of a class) see."""
    for audience in audiences:
        publish(group_id, audience)


def publish_class(classroom_pk: int, group_ids: Collection[int] = ()) -> None:
    """Publish the pages that show the whole class, and the charts of these groups of it."""
    publish_charts([*group_ids, class_id(classroom_pk)])


def publish(group_id: int, audience: str | None = None, known: object = None) -> None:
    """Publish a group's chart (for this audience); `known` as in `live.publish`."""
    _notify("tell", group_id, audience)
    transaction.on_commit(partial(live.publish, group_id, audience, known))


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
    _notify("drop", group_id, audience)
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
    publish_to(class_id(person.classroom_id), SEATS)


def audiences_of(person: Person) -> set[tuple[int, str]]:
    """As whom the person sees more than everybody: the group and the audience."""
    seats = queries.present_seats(person)
    audiences = {(group_id, seat_audience(player)) for group_id, player in seats}
    if person.moderates_id is not None and not person.is_removed:
        audiences.add((person.moderates_id, MODERATOR))
    return audiences


# Notices to the other processes.

_TOKEN = secrets.token_hex(8)
CHANNEL = "moderator_news"
KEPT = 500  # rows; a process that is further behind refreshes everything
POLL_S = 0.05
WAIT_S = 1.0  # how long a step waits for notices


def forget_all() -> None:
    """Tell the other processes to empty their caches."""
    _notify("forget", 0)


def _process() -> str:
    """The sender's name: a process ignores its own notices. A fork has another name."""
    return f"{_TOKEN}-{os.getpid()}"


def _notify(what: str, group_id: int, audience: str | None = None) -> None:
    if not connection.in_atomic_block:
        raise TransactionManagementError(
            "A notice must be sent inside the transaction it is about."
        )
    text = " ".join(filter(None, (_process(), what, str(group_id), audience)))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, text])
            return
        cursor.execute("INSERT INTO play_news (text) VALUES (%s)", [text])
        newest = cursor.lastrowid or 0
        if newest % 100 == 0:
            cursor.execute("DELETE FROM play_news WHERE id <= %s", [newest - KEPT])


def notices_of_others() -> Notices:
    """The other processes' notices, on a connection of its own; each step waits a second at most.

    None: some may have been missed, as before the first step. Raises the database's error if the
    connection is lost. The connection is closed with the generator.
    """
    wrapper = connections["default"].copy()
    is_postgresql = wrapper.vendor == "postgresql"
    with closing(wrapper):
        for texts in _notified(wrapper) if is_postgresql else _read_from_table(wrapper):
            yield None if texts is None else _from_others(texts)


def _from_others(texts: Iterable[str]) -> list[Notice]:
    """The other processes' notices, without repetitions."""
    own = _process()
    notices: dict[Notice, None] = {}
    for text in texts:
        process, what, group_id, *audience = text.split(" ", 3)
        if process != own:
            notices[what, int(group_id), audience[0] if audience else None] = None
    return list(notices)


def _notified(wrapper: Any) -> Iterator[list[str] | None]:
    """PostgreSQL: LISTEN."""
    # So that a dead connection is noticed within ten seconds.
    alive = {"keepalives_idle": 4, "keepalives_interval": 2, "keepalives_count": 3}
    wrapper.settings_dict["OPTIONS"].update(alive, application_name=f"{RELEASE} notices")
    with wrapper.cursor() as cursor:
        cursor.execute(f"LISTEN {CHANNEL}")
    yield None
    while True:
        found = wrapper.connection.notifies(timeout=WAIT_S, stop_after=1)
        yield [each.payload for each in found]


def _read_from_table(wrapper: Any) -> Iterator[list[str] | None]:
    """SQLite: polls the table when the file has changed."""

    def ask(query: str, *values: int) -> list[Any]:
        # Without Django's wrapper, as this runs all the time; read to the end, or the file would
        # stay locked.
        rows: list[Any] = wrapper.connection.execute(query, values).fetchall()
        return rows

    wrapper.ensure_connection()
    # The first number changes with each commit of any other connection. It is read before the
    # rows, so that later ones are found next time.
    version = ask("PRAGMA data_version")
    last = max(ask("SELECT seq FROM sqlite_sequence WHERE name = 'play_news'"), default=(0,))[0]
    yield None
    while True:
        until = time.monotonic() + WAIT_S
        while (now := ask("PRAGMA data_version")) == version and time.monotonic() < until:
            time.sleep(POLL_S)
        version = now
        rows = ask("SELECT id, text FROM play_news WHERE id > ? ORDER BY id", last)
        # SQLite skips no number: a gap means that rows have been deleted.
        has_gap = bool(rows) and rows[0][0] != last + 1
        last = rows[-1][0] if rows else last
        yield None if has_gap else [text for _, text in rows]
