"""A look at what a process asks of the system, and a lie in its answers."""

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
    """What strace sees of the process and of those that it starts, with times and file names.

    Skips where there is no strace or it may not watch; on the machines of .ci/run it has to.
    """
    strace = shutil.which("strace")
    if strace is None:
        _cannot("no strace here: `apt install strace` brings it, and the test then runs")
    about = ["-f", "-ttt", "-T", "-y", "-e", "signal=none"]
    command = [str(strace), *about, *options, "-o", str(out), "-p", str(pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        first = tracer.stderr.readline()
        if "attached" not in first:
            tracer.wait()
            _cannot(f"strace may not watch here: {first}")
        try:
            yield
        finally:
            tracer.terminate()
            tracer.communicate()


def _cannot(why: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)
