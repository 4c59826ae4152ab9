"""Tracing a process's system calls with strace, and changing their results."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def traced(pid: int, out: Path, *options: str) -> Iterator[None]:
    """Traces the process and its children into `out`, with times and file names.

    Skips if strace is missing or not permitted, but fails with CI=true.
    """
    strace = shutil.which("strace")
    if strace is None:
        _skip_or_fail("strace is missing: run `apt install strace`")
    about = ["-f", "-ttt", "-T", "-y", "-e", "signal=none"]
    command = [str(strace), *about, *options, "-o", str(out), "-p", str(pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        first = tracer.stderr.readline()
        if "attached" not in first:
            tracer.wait()
            _skip_or_fail(f"strace may not watch here: {first}")
        try:
            yield
        finally:
            tracer.terminate()
            tracer.communicate()


def _skip_or_fail(why: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)
