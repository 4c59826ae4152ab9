"""The site removes what was deleted for good from its files by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import OperationalError, connections

from moderator.core.databases import compaction
from moderator.server import run
from tests.support.prepared import prepare
from tests.support.site import Site

DELETED = """
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from moderator.features.classes.write import classroom_create, classroom_delete
from moderator.core.people import person_join
classroom = classroom_create(User.objects.create_user("pat"), "Near East", "UTC")
for number in range(100):
    person_join(classroom, f"Zoe-zq{number}")
classroom_delete(classroom)
classroom.deleted_at -= timedelta(days=8)
classroom.save()
"""


def is_stored(site: Site, text: bytes) -> bool:
    return any(text in path.read_bytes() for path in site.var.rglob("*") if path.is_file())


@pytest.mark.slow
def test_a_class_is_erased_from_the_files(site_start: Callable[..., Site], tmp_path: Path) -> None:
    before = Site(prepare(tmp_path / "var"))
    before.run(DELETED)
    before.end()
    assert is_stored(before, b"Zoe-zq")
    # It erases what was deleted long ago.
    site = site_start("--no-demo", var=before.var, is_forked=True)
    until = time.monotonic() + 90
    # Only the files are read: a query at the wrong moment makes it wait for another minute.
    while is_stored(site, b"Zoe-zq") and time.monotonic() < until:
        time.sleep(0.2)
    assert not is_stored(site, b"Zoe-zq")


@pytest.mark.django_db
def test_an_error_is_logged_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> bool:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(connections, "close_all", lambda: None)
    tried: list[object] = []
    monkeypatch.setattr(run, "classrooms_purge", fail)
    monkeypatch.setattr(compaction, "compact", lambda: tried.append(1))
    assert not run.compact()
    assert "can't be erased: database or disk is full" in caplog.text
    assert tried
