"""A database of a newer release is refused, whoever opens it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from moderator.core import databases
from moderator.core.databases import EarlierRunning, NewerDatabase
from tests.support.paths import ROOT
from tests.support.prepared import prepare
from tests.support.site import Site, free_port, manage

SENTENCE = (
    "The database belongs to a newer release: this one doesn't know 9999_newer. Install the newer "
    "release again, or restore the backup made before the update (docs/deploy.md, “Back to an "
    "earlier version”).\n"
)


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> str:
    """This release is the one before its last migration, whose name is returned."""
    last = max(databases.KNOWN)
    monkeypatch.setattr(databases, "KNOWN", databases.KNOWN - {last})
    return last


@pytest.mark.django_db
def test_each_new_connection_is_refused(older: str) -> None:
    other = connection.copy()
    for _ in range(2):
        with pytest.raises(NewerDatabase, match=older):
            other.ensure_connection()
        assert other.connection is None


@pytest.mark.django_db
def test_a_connection_that_could_not_be_checked_is_not_used(
    older: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> None:
        raise OperationalError("database is locked")

    other = connection.copy()
    with monkeypatch.context() as locked:
        locked.setattr(databases, "unknown_migrations", fails)
        with pytest.raises(OperationalError, match="locked"):
            other.ensure_connection()
    with pytest.raises(NewerDatabase, match=older):
        other.ensure_connection()


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["moderator_news", "moderator 0030_joined_from notices"])
def test_a_process_does_not_start_beside_an_earlier_release(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "_has_asked", False)
    earlier = connection.copy()
    earlier.settings_dict["OPTIONS"] = connection.settings_dict["OPTIONS"] | {
        "application_name": name
    }
    starting = connection.copy()
    with monkeypatch.context() as before, closing(earlier):
        before.setattr(databases, "_has_asked", True)
        earlier.ensure_connection()
        before.setattr(databases, "_has_asked", False)
        with pytest.raises(EarlierRunning, match="Stop them first"):
            starting.ensure_connection()
        assert starting.connection is None
    starting = connection.copy()
    with closing(starting):
        starting.ensure_connection()  # its own release is connected, too


@pytest.mark.django_db(transaction=True)
def test_a_server_that_was_started_without_up_is_not_ready(older: str) -> None:
    browser = Client(raise_request_exception=False)
    connection.close()
    answer = browser.get("/readyz")
    assert b"database not ready" in answer.content
    assert answer.status_code == 503
    assert browser.get("/join/KX7P2MQ/").status_code == 503


def record_applied(var: Path, app: str, name: str) -> None:
    with closing(sqlite3.connect(var / "moderator.sqlite3")) as database, database:
        statement = "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-01-01')"
        database.execute(statement, (app, name))


@pytest.mark.slow
def test_commands_refuse_it_with_a_sentence(tmp_path: Path) -> None:
    var = prepare(tmp_path / "var")
    record_applied(var, "extra", "0001_left_out")
    assert "Nothing is wrong" in manage(var, "verify_log").stdout
    record_applied(var, "play", "9999_newer")
    for command in (
        ["up", "--no-demo", "--port", str(free_port())],
        ["instructor", "kim"],
        ["verify_log"],
        ["make_packs"],
        ["play_bots"],
        ["migrate"],
    ):
        done = manage(var, *command)
        assert (command, done.returncode, done.stderr) == (command, 1, SENTENCE)
    assert manage(var, "backup", str(tmp_path / "copies")).returncode == 0


@pytest.mark.django_db
def test_a_database_without_the_tables_is_a_sentence() -> None:
    """As where a command on a server lacks its settings, by either database."""
    with pytest.raises(DatabaseError) as caught, connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM nobody")
    assert "the command needs its settings" in str(databases.explained(caught.value))


@pytest.mark.slow
def test_a_command_makes_no_empty_database(tmp_path: Path) -> None:
    """As where it lacks its settings; it says what to do."""
    command = [sys.executable, "manage.py", "security_events"]  # it looks at how it was started
    env = Site(tmp_path).env
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "the command needs its settings" in done.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["secret.key"]
