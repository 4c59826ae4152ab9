"""The URLs for load balancers and monitoring."""

from __future__ import annotations

import errno
import os
import re
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from moderator import live, metrics
from moderator.live.hub import Hub
from moderator.server import health
from tests.support.paths import ROOT
from tests.support.web.tables import seat_down

pytestmark = pytest.mark.django_db
TOKEN = "a token of some length"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    hub = Hub(lambda group_id, audience: None)
    monkeypatch.setattr(live, "_hub", hub)
    return hub


def test_alive_needs_no_database(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_ready_names_each_part(hub: Hub) -> None:
    answer = Client().get("/readyz")
    assert answer.content == b"database ok\nfeed ok\ndisk ok\nmigrations ok\n"
    assert answer.status_code == 200


def test_without_a_feed_it_is_not_ready() -> None:
    answer = Client().get("/readyz")
    assert b"feed not ready" in answer.content
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


def test_a_hub_that_has_closed_is_not_ready(hub: Hub) -> None:
    hub.close()
    assert b"feed not ready" in Client().get("/readyz").content


def test_a_migration_that_lacks_is_not_ready(hub: Hub) -> None:
    with connection.cursor() as cursor:
        newest = "SELECT MAX(name) FROM django_migrations WHERE app = 'play'"
        cursor.execute(f"DELETE FROM django_migrations WHERE app = 'play' AND name = ({newest})")
    answer = Client().get("/readyz")
    assert b"migrations not ready" in answer.content
    assert answer.status_code == 503


def test_a_migration_of_a_newer_release_is_not_ready(hub: Hub) -> None:
    MigrationRecorder(connection).record_applied("play", "9999_newer")
    answer = Client().get("/readyz")
    assert b"migrations not ready" in answer.content
    assert answer.status_code == 503


def test_an_app_that_was_left_out_is_ready(hub: Hub) -> None:
    MigrationRecorder(connection).record_applied("extra", "0001_gone")
    assert Client().get("/readyz").status_code == 200


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_a_disk_that_cannot_be_written_is_not_ready(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def fails(dir: Path) -> None:
        assert dir == Path(connection.settings_dict["NAME"]).parent
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(health, "TemporaryFile", fails)
    answer = Client().get("/readyz")
    assert answer.content == b"database ok\nfeed ok\ndisk not ready\nmigrations ok\n"
    assert answer.status_code == 503


@pytest.mark.only_on("sqlite")
def test_the_disk_is_that_of_the_database_itself(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = Path(connection.settings_dict["NAME"]).resolve()
    link = tmp_path / "elsewhere.sqlite3"
    link.symlink_to(name)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(link))
    asked: list[Path] = []

    def asks(dir: Path) -> BytesIO:
        asked.append(dir)
        return BytesIO()

    monkeypatch.setattr(health, "TemporaryFile", asks)
    assert b"disk ok" in Client().get("/readyz").content
    assert asked == [name.parent]


@pytest.mark.only_on("postgresql")
def test_a_server_that_cannot_write_is_not_ready(hub: Hub) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL temp_file_limit = '60kB'")
        answer = Client().get("/readyz")
        cursor.execute("SET LOCAL temp_file_limit = -1")
    assert answer.content == b"database ok\nfeed ok\ndisk not ready\nmigrations ok\n"
    assert answer.status_code == 503


def test_without_a_database_it_is_not_ready(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_has_database", lambda: False)
    answer = Client().get("/readyz")
    assert b"database not ready" in answer.content
    assert answer.status_code == 503


@pytest.mark.parametrize("given", ["", "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer ü"])
def test_figures_are_for_the_token(settings: Settings, given: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert Client().get("/metrics", headers={"Authorization": given}).status_code == 404


def test_no_token_opens_nothing(settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_figures(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    metrics.REFUSED.labels("wrong-phase").inc(0)
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert b'moderator_refusals_total{code="wrong-phase"}' in answer.content
    assert b"moderator_push_seconds_bucket" in answer.content


def told() -> dict[str, float]:
    """The metrics by their names and labels."""
    lines = [line for line in metrics.text().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


@pytest.mark.slow
def test_what_is_looked_up_is_a_figure_too(
    hub: Hub, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN, settings.VAR_DIR = TOKEN, tmp_path
    header = {"HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}
    text = Client().get("/metrics", **header).content.decode()
    assert re.findall(r"moderator_ready(.*)", text) == [
        " Whether this part is, as in /readyz.",
        " gauge",
        *(f'{{part="{part}"}} 1' for part in ("database", "feed", "disk", "migrations")),
    ]
    assert "\nmoderator_backup_timestamp_seconds 0.0\n" in text
    (tmp_path / health.BACKED_UP).touch()
    os.utime(tmp_path / health.BACKED_UP, (1.8e9, 1.8e9))
    hub.close()
    text = Client().get("/metrics", **header).content.decode()
    assert '\nmoderator_ready{part="feed"} 0\n' in text
    assert "\nmoderator_backup_timestamp_seconds 1800000000.0\n" in text
    free = float(re.findall(r"\nmoderator_disk_free_bytes (\d+)\n", text)[0])
    assert 0.5 < free / shutil.disk_usage(tmp_path).free < 2


def test_every_alarm_watches_a_figure_that_there_is(hub: Hub, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    text = Client().get("/metrics", HTTP_AUTHORIZATION=f"Bearer {TOKEN}").content.decode()
    there = {"up"}
    for name, kind in re.findall(r"# TYPE (\w+) (\w+)", text):
        there |= {name, f"{name}_bucket"} if kind == "histogram" else {name}
    alarms = (ROOT / "deploy" / "alarms.yml").read_text()
    rules = re.findall(r"alert: (\w+)\n +expr: (.*?)\n +(?:for|labels):", alarms, re.S)
    assert len(rules) == alarms.count("alert:") > 5
    guide = (ROOT / "docs" / "operations.md").read_text()
    for alarm, expression in rules:
        watched = set(re.findall(r"\b(?:moderator_\w+|up\b)", expression))
        assert watched, alarm
        assert watched <= there, alarm
        assert f"`{alarm}`" in guide


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_moves_and_refusals_are_counted() -> None:
    table = seat_down()
    before = told()
    table.say("xen 5")
    table.say("xen 99")
    table.say("gibberish")
    after = told()
    grown = {name: n - before.get(name, 0) for name, n in after.items() if n != before.get(name, 0)}
    assert grown == {
        'moderator_moves_total{rules="age-of-iron"}': 1,
        'moderator_refusals_total{code="not-enough-rfs"}': 1,
        'moderator_refusals_total{code="not-understood"}': 1,
    }
