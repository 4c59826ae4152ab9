"""Disks that are full, or may only be read."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """Skips if mounting isn't permitted, but fails with CI=true."""
    command = ["mount", *options, str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        message = "no disk can be mounted here; the tests of writes that fail do run"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(file: Path) -> None:
    """Fills the remaining space."""
    with file.open("wb", buffering=0) as full, suppress(OSError):
        while full.write(b"\0" * 4096):
            pass
