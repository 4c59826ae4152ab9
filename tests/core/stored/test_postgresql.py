"""The tests of what is stored, in the folders `stored`, again on PostgreSQL: those that use it; in
a usual run what commits or has its own way there.

TEST_POSTGRES_URL names a server where databases can be created, for example
postgres://postgres@127.0.0.1:5433/postgres
"""

import os
import subprocess
import sys

import pytest
from django.db import connection

from tests.support.amount import IS_LONG
from tests.support.command import USUAL
from tests.support.paths import ROOT

FOLDERS = sorted((ROOT / "tests").glob("*/stored"))
URL = os.environ.get("TEST_POSTGRES_URL", "")


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor == "postgresql", reason="they run on PostgreSQL already")
@pytest.mark.skipif(not URL, reason="TEST_POSTGRES_URL names no server")
def test_on_postgresql() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--create-db"]
    assert len(FOLDERS) > 10
    command += [] if IS_LONG else ["-m", USUAL]
    done = subprocess.run(
        [*command, *map(str, FOLDERS)],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": URL},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert "passed" in done.stdout
