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

CAN = os.name == "posix"  # elsewhere sockets can't be inherited like this
POLL_S = 0.1
RESTART_S = 1.0  # between two restarts, in case workers end at once
LIMIT_S = 4.0  # how long workers may take to end before they are killed


def serve(
    command: Sequence[str], env: Mapping[str, str], listening: socket.socket, count: int
) -> None:
    """Run so many workers until SIGTERM or Ctrl-C; then stop them all.

    Args:
        command: starts a worker; the listening socket's number is appended.
    """
    # A list: a handler that set an event could wait for ever for the lock of the wait that it
    # interrupts.
    ends: list[int] = []
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda number, _: ends.append(number))
    inherited = listening.fileno()

    def start() -> subprocess.Popen[bytes]:
        line = [*command, str(inherited)]
        return subprocess.Popen(line, env=env, stdin=subprocess.PIPE, pass_fds=[inherited])

    workers = [start() for _ in range(count)]
    while not _ends_within(POLL_S, ends):
        for number, worker in enumerate(workers):
            if worker.poll() is not None:
                print(
                    f"A process of the site has ended (code {worker.returncode}) and is being "
                    "restarted.",
                    file=sys.stderr,
                    flush=True,
                )
                worker.communicate()  # closes its pipe
                if not _ends_within(RESTART_S, ends):
                    workers[number] = start()
    for worker in workers:
        worker.terminate()
    until = time.monotonic() + LIMIT_S
    for worker in workers:
        try:
            worker.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            worker.kill()


def _ends_within(wait_s: float, ends: Sequence[int]) -> bool:
    """Wait until a signal has come, or for that time; whether one has come."""
    until = time.monotonic() + wait_s
    while not ends and time.monotonic() < until:
        threading.Event().wait(min(wait_s, POLL_S))
    return bool(ends)


def end_with_parent(limit_s: float) -> None:
    """In a worker: shut down when the first process has ended, within the limit."""

    def wait() -> None:
        os.read(0, 1)  # returns when the pipe is closed at its other end
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(limit_s)
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()
