"""`replay` when its output can't be written: it exits with 1, never with a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

RECORD = sorted((ROOT / "tests" / "examples").glob("age-of-iron-ok-*[!t].json"))[0]


def shell(redirection: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """The result of `replay RECORD` in a shell, with its output redirected."""
    replay = [sys.executable, "manage.py", "replay", str(RECORD), *flags]
    command = ["bash", "-c", f'"$@" {redirection}', "bash", *replay]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("flags", [(), pytest.param(("--json",), marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("redirection", "said"),
    [
        pytest.param(">&-", "", marks=pytest.mark.long),
        pytest.param("| true; exit ${PIPESTATUS[0]}", "", marks=pytest.mark.long),
        (">/dev/full", "The result can’t be written: No space left on device.\n"),
    ],
)
def test_it_ends_without_a_traceback(redirection: str, said: str, flags: tuple[str, ...]) -> None:
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = shell(redirection, *flags)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)
