"""A site whose server is killed and started again many times."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.paths import ROOT
from tests.support.site import Site


class Quick:
    """Starts servers on the data and the port of a site whose own server is stopped."""

    def __init__(self, site: Site) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.durability.spawn", str(site.port)],
            cwd=ROOT,
            env={**site.env, "DJANGO_SETTINGS_MODULE": "moderator.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._pid = 0

    def start(self) -> None:
        """Returns at once: clients that connect too early are refused, and try again."""
        assert self._process.stdin is not None
        self._process.stdin.write("start\n")
        self._pid = int(self._said())

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        self._pid = 0
        assert self._said() == "ended"

    def close(self) -> None:
        if self._pid:
            self.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def quickly(site: Site) -> Iterator[Quick]:
    """Stops the server at the end."""
    quick = Quick(site)
    try:
        yield quick
    finally:
        quick.close()
