"""A separate PostgreSQL, whose processes a test may kill."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import psycopg
import pytest

from tests.support.site import free_port

LIMIT_S = 30


class Cluster:
    """Every commit waits for the disk (fsync=on), as in production.

    Args:
        of: the cluster that it follows as a standby, until it is promoted.
    """

    def __init__(self, programs: Path, folder: Path, of: Cluster | None = None) -> None:
        self.programs, self.folder = programs, folder
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        if of is None:
            self._run("initdb", "-U", "postgres", "-A", "trust", "--encoding=UTF8", "--no-sync")
        else:
            self._run(
                "pg_basebackup", "-R", "-N", "-c", "fast", "-C", "-S", "standby", "-d", of.url
            )

    def start(self) -> None:
        """Returns when it answers; after a crash, it has then finished its recovery."""
        settings = ["fsync=on", "synchronous_commit=on", "listen_addresses=127.0.0.1"]
        settings += [f"port={self.port}", f"unix_socket_directories={self.folder}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data"]
                + [part for setting in settings for part in ("-c", setting)],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **_its_user(),
            )
        until = monotonic() + LIMIT_S
        while True:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                assert self.is_up(), self._said()
                assert monotonic() < until, self._said()
                sleep(0.02)
            else:
                return

    @property
    def pids(self) -> list[int]:
        """The first process, and all its children."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [self._process.pid, *map(int, children.read_text().split())]

    def kill(self) -> None:
        """Simulates a crash: kills all processes at once."""
        pids = self.pids
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(LIMIT_S)
        until = monotonic() + LIMIT_S
        while any(map(_lives, pids)):
            assert monotonic() < until
            sleep(0.005)

    def stop(self) -> None:
        """Stops it in fast mode: connected clients are disconnected."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(LIMIT_S)

    def is_up(self) -> bool:
        return self._process.poll() is None

    def _run(self, program: str, *args: str) -> None:
        command = [self.programs / program, "-D", self.folder / "data", *args]
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, **_its_user()
        )
        assert done.returncode == 0, done.stderr

    def _said(self) -> str:
        return (self.folder / "log").read_text()


def _its_user() -> dict[str, str | int | list[str]]:
    """It doesn't run as root; its package creates a user for it."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _programs() -> Path | None:
    """The folder with the newest `initdb`, which Debian doesn't put into the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    other = shutil.which("initdb")
    return found[-1].parent if found else Path(other).parent if other else None


def _version(initdb: Path) -> float:
    return float(initdb.parent.parent.name)


@contextmanager
def own_cluster(of: Cluster | None = None) -> Iterator[Cluster]:
    """A running cluster, which is removed at the end."""
    programs = _programs()
    if programs is None:
        message = "PostgreSQL is missing: run `apt install postgresql`"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    # Not in pytest's folder, which its user can't access.
    folder = Path(tempfile.mkdtemp(prefix="moderator-postgresql-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    cluster = Cluster(programs, folder, of)
    try:
        cluster.start()
        yield cluster
    finally:
        if cluster.is_up():
            cluster.kill()
        shutil.rmtree(folder)
