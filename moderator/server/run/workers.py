"""Runs several processes that serve on one listening socket.

Each is started afresh: a fork would share what must not be shared. Its standard input is a pipe
that the first process holds open and never writes to: when that process ends, however it ends, the
system closes the pipe, and the worker notices.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

CAN = os.name == "posix"  # elsewhere sockets can't be inherited like this
POLL_S = 0.1
LIMIT_S = 4.0  # how long workers may take to end before they are killed
SHORT_LIFE_S = 5.0  # a worker that ends sooner is restarted after a pause, doubled each time
LONGEST_PAUSE_S = 10.0


@dataclass
class Worker:
    """One of the processes; it is restarted whenever it has ended."""

    command: Sequence[str]
    env: Mapping[str, str]
    listening: socket.socket
    _began: float = 0.0
    _due: float = 0.0
    _pause_s: float = 0.0
    _process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        self._began = time.monotonic()
        self._process = subprocess.Popen(
            [*self.command, str(self.listening.fileno())],
            env=self.env,
            stdin=subprocess.PIPE,
            pass_fds=[self.listening.fileno()],
        )

    def keep(self) -> None:
        """Restart it if it has ended, at once or after a pause."""
        if self._process is not None:
            code = self._process.poll()
            if code is None:
                return
            self._let_go(self._process)
            now = time.monotonic()
            is_short = now - self._began < SHORT_LIFE_S
            self._pause_s = min(self._pause_s * 2 or 0.5, LONGEST_PAUSE_S) if is_short else 0.0
            self._due = now + self._pause_s
            print(
                f"A process of the site has ended (code {code}) and is being restarted.",
                file=sys.stderr,
                flush=True,
            )
        if time.monotonic() >= self._due:
            self.start()

    def terminate(self) -> None:
        if self._process is not None:
            self._process.terminate()

    def wait(self, until: float) -> None:
        """Wait until it has ended; kill it at that time of the monotonic clock."""
        process = self._process
        if process is None:
            return
        try:
            process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._let_go(process)

    def _let_go(self, process: subprocess.Popen[bytes]) -> None:
        if process.stdin is not None:
            process.stdin.close()
        self._process = None


def serve(
    command: Sequence[str], env: Mapping[str, str], listening: socket.socket, count: int
) -> None:
    """Run so many workers until SIGTERM or Ctrl-C; then stop them all.

    Args:
        command: starts a worker; the listening socket's number is appended.
    """
    is_over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: is_over.set())
    workers = [Worker(command, env, listening) for _ in range(count)]
    try:
        while not is_over.is_set():
            for worker in workers:
                worker.keep()
            time.sleep(POLL_S)
    finally:
        for worker in workers:
            worker.terminate()
        until = time.monotonic() + LIMIT_S
        for worker in workers:
            worker.wait(until)


def end_with_parent(limit_s: float) -> None:
    """In a worker: shut down when the first process has ended, within the limit."""

    def wait() -> None:
        os.read(0, 1)  # returns when the pipe is closed at its other end
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(limit_s)
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()
