"""Settings from the environment."""

import io
import logging
import multiprocessing
import sqlite3
import stat
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import RequestFactory
from django.urls import ResolverMatch

from moderator.server.logging import RoutesForPaths
from moderator.settings import secret_keys, sqlite_journal_mode


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 40, 1), "TRUNCATE"),  # Debian 12
        ((3, 44, 5), "TRUNCATE"),
        ((3, 44, 6), "WAL"),
        ((3, 45, 0), "TRUNCATE"),
        ((3, 46, 1), "TRUNCATE"),  # Debian 13
        ((3, 49, 9), "TRUNCATE"),
        ((3, 50, 6), "TRUNCATE"),
        ((3, 50, 7), "WAL"),
        ((3, 51, 2), "TRUNCATE"),
        ((3, 51, 3), "WAL"),
        ((3, 52, 0), "WAL"),
        ((4, 0, 0), "WAL"),
    ],
)
def test_wal_only_where_sqlite_is_mended(version: tuple[int, int, int], mode: str) -> None:
    assert sqlite_journal_mode(version) == mode


def test_a_key_is_made_once_and_kept_for_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "new" / "secret.key"
    (key,) = secret_keys(file)
    assert len(key) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret_keys(file) == [key]
    assert [each.name for each in file.parent.iterdir()] == ["secret.key"]


def test_a_key_that_others_can_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    key = secret_keys(file)
    file.chmod(0o644)
    assert secret_keys(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_empty_key_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    for text in ("", "short\n", "x" * 50 + "\nshort\n"):
        file.write_text(text)
        with pytest.raises(ValueError, match="has no key"):
            secret_keys(file)


def test_a_vaults_file_of_keys_is_read_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "key"
    with pytest.raises(OSError, match="No such file"):
        secret_keys(file, is_kept=False)
    file.write_text("n" * 50 + "\n" + "e" * 50)
    file.chmod(0o440)
    assert secret_keys(file, is_kept=False) == ["n" * 50, "e" * 50]
    assert stat.S_IMODE(file.stat().st_mode) == 0o440


@pytest.mark.slow
def test_first_starts_at_once_agree_on_the_key(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        for round_number in range(10):
            file = tmp_path / str(round_number) / "secret.key"
            assert len({key for (key,) in pool.map(secret_keys, [file] * 8, chunksize=1)}) == 1


def test_the_log_names_routes_and_never_codes(rf: RequestFactory) -> None:
    request = rf.get("/c/ABC234/")
    request.resolver_match = ResolverMatch(print, (), {}, route="c/<code:code>/")
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(RoutesForPaths())
    logger = logging.Logger("test")
    logger.addHandler(handler)
    logger.error("%s: %s", "Forbidden", request.path, extra={"request": request})
    logger.error("%s: %s", "Not Found", "/m/key/", extra={"request": rf.get("/m/key/")})
    logger.error("%s of %s", 1, 2)
    assert out.getvalue() == "Forbidden: /c/<code:code>/\nNot Found: (no such page)\n1 of 2\n"


def test_every_handler_of_the_log_has_the_filter() -> None:
    assert all(each["filters"] == ["routes"] for each in settings.LOGGING["handlers"].values())


@pytest.mark.django_db
def test_sqlite_keeps_what_it_acknowledged() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("these tests run on PostgreSQL just now")
    with connection.cursor() as cursor:
        found = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in (
                *("synchronous", "foreign_keys", "secure_delete", "journal_mode", "busy_timeout"),
            )
        }
    assert found == {
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
        "journal_mode": sqlite_journal_mode(sqlite3.sqlite_version_info).lower(),
        "busy_timeout": 20_000,
    }
