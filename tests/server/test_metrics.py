"""The metrics of several processes are added up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from moderator import metrics
from tests.support.paths import ROOT

COUNT = """
import sys
from moderator import metrics
metrics.MOVES.labels("age-of-iron").inc(3)
metrics.VIEWERS.inc(7)
print("counted", flush=True)
sys.stdin.read()
"""


def counting(env: dict[str, str]) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", COUNT],
        cwd=ROOT,
        env=os.environ | env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "counted\n"
    return process


def told(env: dict[str, str]) -> str:
    asking = [sys.executable, "-c", "from moderator import metrics; print(metrics.text().decode())"]
    done = subprocess.run(
        asking, cwd=ROOT, env=os.environ | env, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.slow
def test_counters_are_summed_and_dead_processes_have_no_viewers(tmp_path: Path) -> None:
    (tmp_path / "counter_1.db").touch()  # of the previous start
    env = metrics.shared(tmp_path)
    with counting(env) as first, counting(env) as second:
        assert 'moderator_moves_total{rules="age-of-iron"} 6.0' in told(env)
        assert "moderator_viewers 14.0" in told(env)
        second.kill()
        second.wait()
        assert 'moderator_moves_total{rules="age-of-iron"} 6.0' in told(env)
        assert "moderator_viewers 7.0" in told(env)
        first.communicate("")
