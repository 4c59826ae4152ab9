"""A connection that a thread keeps, and the file that it was opened with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django import DjangoDbBlocker

from moderator.core.databases.sqlite.base import DatabaseWrapper

# It uses a separate database. The mark lets it run before there is a browser, since Django refuses
# database access in a thread with an event loop.
pytestmark = pytest.mark.django_db

COUNT = "SELECT count(*) FROM sqlite_master WHERE name = 'here'"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept.sqlite3"


@pytest.fixture
def kept(file: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[DatabaseWrapper]:
    """A connection as a page's thread has it, to a database with one table."""
    settings = {
        **connections["default"].settings_dict,
        "NAME": str(file),
        "OPTIONS": {},
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }
    kept = DatabaseWrapper(settings, "kept")
    with django_db_blocker.unblock():
        with kept.cursor() as cursor:
            cursor.execute("CREATE TABLE here (id)")
        begin_request(kept)
        assert found(kept) == 1
        yield kept
        kept.close()


def begin_request(kept: BaseDatabaseWrapper) -> None:
    """What Django does with every connection before a request and after it."""
    kept.close_if_unusable_or_obsolete()
    kept.health_check_done = False


def found(kept: BaseDatabaseWrapper) -> int:
    with kept.cursor() as cursor:
        count: int = cursor.execute(COUNT).fetchone()[0]
        return count


def test_it_is_kept_while_the_file_is_the_same(kept: DatabaseWrapper) -> None:
    before = kept.connection
    begin_request(kept)
    assert found(kept) == 1
    assert kept.connection is before


def test_another_file_in_its_place_is_opened(kept: DatabaseWrapper, file: Path) -> None:
    file.rename(file.with_suffix(".old"))
    begin_request(kept)
    assert found(kept) == 0  # SQLite has made a new one


def test_what_was_removed_is_not_written_any_more(kept: DatabaseWrapper, file: Path) -> None:
    file.unlink()
    file.mkdir()
    begin_request(kept)
    with pytest.raises(OperationalError):
        found(kept)
    file.rmdir()
    begin_request(kept)
    assert found(kept) == 0


def test_after_an_error_it_is_opened_again(kept: DatabaseWrapper) -> None:
    before = kept.connection
    with pytest.raises(OperationalError), kept.cursor() as cursor:
        cursor.execute("SELECT * FROM nowhere")
    begin_request(kept)
    assert found(kept) == 1
    assert kept.connection is not before


def test_a_server_makes_no_file(
    kept: DatabaseWrapper, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DatabaseWrapper, "makes_files", False)
    file.rename(away := file.with_suffix(".old"))
    begin_request(kept)
    with pytest.raises(OperationalError):
        found(kept)
    assert not file.exists()
    away.rename(file)
    begin_request(kept)
    assert found(kept) == 1
