"""Nothing that was deleted for good is left in the database's files."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from moderator.core.class_models import Compaction
from moderator.core.databases import compaction
from moderator.core.people import person_remove
from moderator.features.classes.write import classroom_erase
from moderator.features.debrief.models import Comment
from moderator.features.people.write import person_forget
from tests.support.play.written_texts import WrittenClass, stored

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

IS_SQLITE = connection.vendor == "sqlite"
JOURNALS = ("TRUNCATE", "WAL") if IS_SQLITE else ("",)


def sql(command: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(command)


@pytest.fixture(params=JOURNALS)
def journal(request: pytest.FixtureRequest, transactional_db: None) -> Iterator[str]:
    """SQLite's journal mode; which one the site uses depends on SQLite's version."""
    options = connection.settings_dict["OPTIONS"]
    before = dict(options)
    if IS_SQLITE:
        connection.close()
        start, _, _ = options["init_command"].partition("PRAGMA journal_mode")
        options["init_command"] = f"{start}PRAGMA journal_mode={request.param};"
    yield request.param
    if IS_SQLITE:
        connection.close()
        options.update(before)
        sql("SELECT 1")


@pytest.fixture(autouse=True)
def uncompressed(transactional_db: None) -> None:
    """Large values are stored as they are, so that the test finds texts in them.

    Until they are compacted, which sets back how they are stored.
    """
    if not IS_SQLITE:
        sql("ALTER TABLE play_game ALTER scenario SET STORAGE EXTERNAL")
        sql("ALTER TABLE play_pack ALTER pdf SET STORAGE EXTERNAL")


def compact() -> None:
    """As the site does: if the database is in use, for example by PostgreSQL itself, try again."""
    until = time.monotonic() + 60
    while not compaction.compact():
        assert time.monotonic() < until
        time.sleep(0.1)


def leave_traces() -> None:
    """Make the database leave as much as it may: statistics, and deleted rows in the file."""
    sql("PRAGMA secure_delete=OFF" if IS_SQLITE else "ANALYZE")


def test_nothing_is_left_of_an_erased_class(journal: str) -> None:
    gone, kept = WrittenClass("zq1"), WrittenClass("zq2")
    leave_traces()
    assert stored([*gone.texts, *kept.texts]) == {*gone.texts, *kept.texts}
    # With `secure_delete` it is overwritten at once, but a write-ahead log still has it.
    assert bool(stored([gone.replaced])) != (journal == "TRUNCATE")
    classroom_erase(gone.classroom)
    sql("PRAGMA secure_delete=ON" if IS_SQLITE else "VACUUM")
    assert stored(gone.texts)
    compact()
    assert stored(gone.texts) == set()
    assert stored(kept.texts) >= set(kept.texts) - kept.large
    assert not stored([gone.replaced, kept.replaced])
    assert not Compaction.objects.exists()
    classroom_erase(kept.classroom)
    compact()
    assert stored(kept.texts) == set()


def test_nothing_is_left_of_an_erased_name() -> None:
    written = WrittenClass("zq1")
    person = written.person
    name, key = person.name, person.name_key
    Comment.objects.update(text=f"I am {name}")
    leave_traces()
    person_forget(person_remove(person))
    assert stored([name, key])
    compact()
    assert stored([name, key, "zq1-note-Öß", "zq1-answer-Öß", "zq1-pack-Öß"]) == set()
    assert stored(["zq1-contact-Öß", "zq1-moderator-Öß"])


@pytest.fixture
def reader() -> Iterator[Any]:
    """Another connection, which goes on seeing the data as they are now."""
    of = connection.get_connection_params()
    if IS_SQLITE:
        other: Any = sqlite3.connect(of["database"])
    else:
        other = psycopg.connect(**{name: of[name] for name in ("dbname", "user", "host", "port")})
        other.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    yield other
    other.close()


@pytest.mark.parametrize("journal", ["WAL" if IS_SQLITE else ""], indirect=True)
@pytest.mark.usefixtures("journal")
def test_while_somebody_reads_it_waits(reader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    written = WrittenClass("zq1")
    reader.execute("BEGIN" if IS_SQLITE else "SELECT 1")
    reader.execute("SELECT count(*) FROM play_person").fetchone()
    classroom_erase(written.classroom)
    with monkeypatch.context() as quicker:
        quicker.setattr(compaction, "SNAPSHOTS_S", 0.2)
        assert not compaction.compact()
    assert Compaction.objects.exists()
    assert stored(written.texts)
    reader.rollback()
    compact()
    assert stored(written.texts) == set()


def test_a_lock_on_a_table_makes_it_wait(reader: Any) -> None:
    written = WrittenClass("zq1")
    Compaction.objects.create(at=timezone.now())
    if IS_SQLITE:
        reader.execute("BEGIN IMMEDIATE")
    else:
        reader.execute("LOCK TABLE play_message IN ROW EXCLUSIVE MODE")
    assert not compaction.compact()
    reader.rollback()
    compact()
    assert stored(written.texts) >= set(written.texts) - written.large
