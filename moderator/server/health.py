"""For load balancers and monitoring: liveness, readiness and metrics."""

from __future__ import annotations

import hmac
import os
from contextlib import suppress
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryFile

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from moderator import live
from moderator.core.databases import fetched, unknown_migrations
from moderator.metrics import text

BACKED_UP = "backed-up"
"""In VAR_DIR: written by each backup."""
ROOM = 64 * 1024  # bytes that must be free on the disk: some moves
TEXT = "text/plain; charset=utf-8"


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the process is alive: it always answers 200."""
    return HttpResponse("ok\n", content_type=TEXT)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether the server is ready for requests: a line for each part, 503 if one is not ready."""
    parts = _parts()
    lines = [f"{name} {'ok' if is_ready else 'not ready'}\n" for name, is_ready in parts.items()]
    response = HttpResponse("".join(lines), content_type=TEXT)
    if not all(parts.values()):
        response.status_code = 503
        response.headers["Retry-After"] = "2"
    return response


def _parts() -> dict[str, bool]:
    """Which parts are ready."""
    parts = {"database": _has_database(), "feed": live.is_running()}
    parts["disk"] = parts["database"] and _has_room()
    parts["migrations"] = parts["database"] and _is_migrated()
    return parts


def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics, for requests with METRICS_TOKEN; 404 for all others."""
    expected = f"Bearer {settings.METRICS_TOKEN}".encode()
    given = request.headers.get("Authorization", "").encode("utf-8", "replace")
    if not settings.METRICS_TOKEN or not hmac.compare_digest(expected, given):
        raise Http404
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return HttpResponse(text() + _state().encode(), content_type=CONTENT_TYPE_LATEST)


def _state() -> str:
    """What isn't counted, but looked up: as metrics, too."""
    ready: dict[str, float] = {
        f'{{part="{name}"}}': int(is_ready) for name, is_ready in _parts().items()
    }
    backed_up = 0.0
    with suppress(OSError):
        backed_up = (settings.VAR_DIR / BACKED_UP).stat().st_mtime
    found: dict[str, tuple[str, dict[str, float]]] = {
        "ready": ("Whether this part is, as in /readyz.", ready),
        "disk_free_bytes": ("Left where VAR_DIR is.", {"": disk_usage(settings.VAR_DIR).free}),
        "backup_timestamp_seconds": ("When the last backup was complete.", {"": backed_up}),
    }
    return "".join(
        f"# HELP moderator_{name} {told}\n# TYPE moderator_{name} gauge\n"
        + "".join(f"moderator_{name}{labels} {value}\n" for labels, value in values.items())
        for name, (told, values) in found.items()
    )


def _has_database() -> bool:
    try:
        fetched("SELECT 1")
    except Error:
        return False
    return True


def _has_room() -> bool:
    """Whether the database's disk can be written. It waits for no lock, and nothing is left."""
    try:
        if connection.vendor == "sqlite":
            with TemporaryFile(dir=Path(connection.settings_dict["NAME"]).resolve().parent) as file:
                file.write(os.urandom(ROOM))  # which no file system can compress
        else:
            with transaction.atomic():
                # PostgreSQL writes what exceeds its memory into a temporary file, with 14 bytes for
                # each number.
                fetched("SET LOCAL work_mem = '64kB'")
                fetched("SELECT count(*) FROM generate_series(1, %s)", ROOM // 14)
    except (OSError, Error):
        return False
    return True


def _is_migrated() -> bool:
    """Whether the database has our migrations, and none of a newer release."""
    executor = MigrationExecutor(connection)
    is_older = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return not is_older and not unknown_migrations(connection)


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]
