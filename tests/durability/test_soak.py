"""Ten seconds of a busy class; `bench.soak --minutes 30` says whether anything grows."""

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.long


def test_a_class_begins_without_an_error() -> None:
    small = ["--minutes", "0.17", "--groups", "2", "--students", "3", "--past", "3"]
    done = subprocess.run(
        [sys.executable, "-m", "bench.soak", *small],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "joined: 6," in done.stdout
    assert "too short for a result" in done.stdout
