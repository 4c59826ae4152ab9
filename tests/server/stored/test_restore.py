"""`restore` fills an empty database from what `backup` has made, on either database."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from moderator.core import credentials
from moderator.core.heads import game_ends
from moderator.core.models import Classroom, Game, Head, Person
from moderator.core.people import instructor_person, person_join
from moderator.features.classes.write import classroom_erase
from moderator.features.tournaments.read import result_record
from moderator.features.tournaments.write import rounds_make, tournament_create
from moderator.server.management import COPY, FILE, SUMS, opened
from moderator.server.signing import Signer, guard_findings
from tests.support.durability.postgresql import SERVER, fresh_database
from tests.support.paths import ROOT
from tests.support.play.play import unguarded
from tests.support.prepared import prepare
from tests.support.site import Site

pytestmark = pytest.mark.slow
KEPT = {"django_content_type", "auth_permission", "play_head"}


def run(command: str, *args: Any) -> str:
    out = StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue().strip()


def tables(using: str) -> dict[str, list[Any]]:
    """All rows of a database, with their primary keys."""
    return {
        model._meta.label: list(model._base_manager.using(using).order_by("pk").values())
        for model in apps.get_models(include_auto_created=True)
        if model._meta.db_table not in KEPT
    }


def empty(classroom: Classroom) -> None:
    owner = classroom.instructor
    classroom_erase(classroom)
    owner.delete()
    with unguarded("play_head"), unguarded("play_securityevent"), connection.cursor() as cursor:
        for table in ("compaction", "news", "head", "eventaddress", "securityevent"):
            cursor.execute(f"DELETE FROM play_{table}")


@pytest.fixture
def backed_up(
    transactional_db: None, played: Game, classroom: Classroom, tmp_path: Path, settings: Any
) -> Path:
    """A backup of a played game, a tournament with a result, and somebody who is gone again."""
    settings.VAR_DIR = tmp_path
    people = [person_join(classroom, name) for name in ("Ann", "Bob", "Cy")]
    tournament = tournament_create(classroom, "valley-of-war", "Cup", "swiss", 1, people, [])
    rounds_make(tournament, 0)
    pairing = tournament.rounds.get().pairings.get(number=1)
    by = instructor_person(classroom)
    result_record(pairing, "red", 0, credentials.new(), by, "instructor")
    person_join(classroom, "Dan").delete()
    assert Signer().sign()
    said = run("backup", tmp_path / "copies").splitlines()
    assert said[1].endswith("MB, classes: 1, games: 1, entries: 5")
    return Path(said[0])


def test_everything_is_restored(backed_up: Path, classroom: Classroom) -> None:
    before, last = tables("default"), Person.objects.latest("pk").pk
    with opened(backed_up / FILE):
        assert tables(COPY) == before
        assert game_ends(COPY) == game_ends("default")
    empty(classroom)
    said = run("restore", backed_up)
    assert tables("default") == before
    assert "The logs of 1 games end as in the backup, with the same hashes." in said
    assert "secret key" not in said
    kinds = Head.objects.order_by("number").values_list("kind", flat=True)
    assert [*kinds] == ["signed", "again"]
    assert run("verify_log").endswith("Nothing is wrong.")
    assert guard_findings() == []
    change = "UPDATE play_result SET outcome = 'blue'", "DELETE FROM play_entry"
    for statement in change:
        with pytest.raises(DatabaseError, match="only grow"), transaction.atomic():
            connection.cursor().execute(statement)
    # One who was deleted had the next number: links and sessions name it.
    assert person_join(Classroom.objects.get(), "Dee").pk > last + 1


@pytest.mark.long
def test_what_is_not_restored(
    backed_up: Path,
    classroom: Classroom,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = tables("default")
    with pytest.raises(CommandError, match="isn't empty, so nothing was changed"):
        run("restore", backed_up)
    assert tables("default") == before
    empty(classroom)
    text, torn, newer, wrong, view = (
        tmp_path / name for name in ("text", "torn", "newer", "wrong", "view")
    )
    text.write_text("no database")
    damaged, cut = tmp_path / "damaged", tmp_path / "cut"
    for folder in (damaged, cut):
        shutil.copytree(backed_up, folder)
    whole = (backed_up / FILE).read_bytes()
    torn.write_bytes(whole[:90_000])
    (cut / FILE).write_bytes(whole[:-4096])
    at = whole.index(b"Cup")  # which no check of SQLite's finds
    (damaged / FILE).write_bytes(whole[:at] + b"c" + whole[at + 1 :])
    shutil.copy(backed_up / FILE, newer)
    with closing(sqlite3.connect(newer)) as database, database:
        applied = "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-01-01')"
        database.execute(applied, ("play", "9999_newer"))
    for file, change in (
        (wrong, "UPDATE play_game SET number = 'one'"),
        (view, "CREATE VIEW more AS SELECT 1"),
    ):
        shutil.copy(backed_up / FILE, file)
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(change)
    causes = {
        wrong: "number",
        view: "views",
        text: "not a database",
        torn: "",
        cut: "incomplete or damaged",
        damaged: "incomplete or damaged",
        newer: "newer release",
        tmp_path / "none": "no file",
    }
    for file, cause in causes.items():
        with pytest.raises(CommandError, match=f"Nothing was restored: .*{cause}"):
            run("restore", file)
        assert not Classroom.every.exists()
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=9000))
        with pytest.raises(CommandError, match=r"too full: up to .* MB are needed, and 0\.0 MB"):
            run("restore", backed_up)
        with pytest.raises(CommandError, match=r"The backup failed: .* is too full"):
            run("backup", tmp_path / "more")
    assert not list((tmp_path / "more").iterdir())
    settings.SECRET_KEY = "another"
    assert "The secret key is not the backup's" in run("restore", backed_up / FILE)
    assert run("verify_log").endswith("Nothing is wrong.")


@pytest.mark.only_on("sqlite")
def test_a_backup_that_was_changed(backed_up: Path, classroom: Classroom) -> None:
    with closing(sqlite3.connect(backed_up / FILE)) as database, database:
        (guard,) = database.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'play_entry_no_delete'"
        ).fetchone()
        database.execute("DROP TRIGGER play_entry_no_delete")
        database.execute("DELETE FROM play_entry WHERE number = 5")
        database.execute(guard)
    (backed_up / SUMS).unlink()  # by somebody who could also have computed them anew
    empty(classroom)
    with pytest.raises(CommandError, match=r"as it was recorded:\s.*removed at the end"):
        run("restore", backed_up)
    assert Head.objects.count() == 1  # nothing was signed again
    with pytest.raises(CommandError, match="Findings: 1"):
        run("verify_log")


def manage(env: dict[str, str], *args: str) -> list[str]:
    began = monotonic()
    done = subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    kind = env.get("DATABASE_URL", "sqlite").partition(":")[0]
    print(f"{args[0]}, {kind}: {monotonic() - began:.1f} s; {done.stdout.splitlines()[:2]}")
    return done.stdout.splitlines()


CLASS = """
from bench.pack_class import make_class
from moderator.core import credentials
from moderator.core.models import Group
make_class({groups})
print(*map(credentials.console_token, Group.objects.all()))
"""


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.only_on("sqlite")
def test_from_each_database_to_each(tmp_path: Path) -> None:
    """A class of sixty whose games are over: by the commands as they are typed, each time into an
    empty folder and an empty database; the links that were printed then open the consoles."""
    if not SERVER:
        pytest.skip("TEST_POSTGRES_URL names no server")
    site = Site(prepare(tmp_path / "first"))
    links = site.run(CLASS.format(groups=12)).split()
    site.end()  # with the process that ran it
    with opened(site.var / FILE):
        there = tables(COPY)
    with fresh_database() as first, fresh_database() as second:
        for number, url in enumerate(("", first, second, "")):
            copy, what = manage(site.env, "backup", str(tmp_path / f"copies{number}"))
            site = Site(tmp_path / str(number), env={"DATABASE_URL": url} if url else {})
            site.var.mkdir()
            shutil.copy(Path(copy, "secret.key"), site.var)
            said = manage(site.env, "restore", copy)
            assert said[0].partition(", ")[2] == what.partition(", ")[2]
            assert "with the same hashes" in said[1]
            assert manage(site.env, "verify_log")[-1].endswith("Nothing is wrong.")
    with opened(site.var / FILE):
        assert tables(COPY) == there
    site.start()
    try:
        for link in links:
            with urlopen(f"{site.url}/m/{link}/") as console:
                assert console.status == 200
    finally:
        site.end()
