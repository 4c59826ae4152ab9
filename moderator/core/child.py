"""Work beside the site: a management command in a process of its own, which ends with the site.

A command that is started so has the option `--child`, and then first calls `begin`.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.db import close_old_connections

logger = logging.getLogger(__name__)

NICENESS = 10  # moves come first
MOST_BYTES = 1 << 30  # of memory
# Before anything is imported, so that even its start is never in the way of a move.
_START = """
import os, signal
getattr(os, "nice", int)({niceness})
signal.signal(signal.SIGINT, signal.SIG_IGN)
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "{command}", "--child"])
"""

_lock = threading.Lock()
_children: dict[str, subprocess.Popen[bytes]] = {}


def start(command: str, niceness: int = NICENESS) -> None:
    """Start `manage.py COMMAND --child`, unless the one that this process has started still runs.

    Each process of the site starts its own: the command takes its work from the database, and ends
    when there is none. Since its start takes seconds on a busy machine, it is started before there
    is work, where that can be foreseen. Its standard input is a pipe that is never written to: when
    this process ends, however it ends, the system closes the pipe. It stays in the site's session,
    as Linux compares niceness only within one; Ctrl-C is for the site.
    One that often writes should have the niceness 0: moves wait while it holds SQLite's lock.
    If the system starts no process now, the work waits, and whoever asks for it tries again.
    """
    with _lock:
        child = _children.get(command)
        if child is not None and child.poll() is None:
            return
        if child is not None and child.stdin is not None:
            child.stdin.close()
        _children.pop(command, None)
        try:
            _children[command] = subprocess.Popen(
                [sys.executable, "-c", _START.format(niceness=niceness, command=command)],
                cwd=settings.BASE_DIR,
                env={"DJANGO_SETTINGS_MODULE": "moderator.settings", **os.environ},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
            )
        except OSError:  # no memory, or too many processes or files
            logger.exception("The process %s could not be started", command)


def begin() -> None:
    """In the process: end with the site, and fail alone if the work needs too much memory."""
    end_with_parent()
    with suppress(ImportError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def work(step: Callable[[], bool], look_s: float, ready_s: float) -> None:
    """Do what there is to do, again and again, until there has been nothing for a while.

    Args:
        step: does some of it, and says whether there was anything.
        look_s: between two steps.
        ready_s: so long it waits for something to do.
    """
    until = time.monotonic() + ready_s
    while time.monotonic() < until:
        close_old_connections()
        if step():
            until = time.monotonic() + ready_s
        time.sleep(look_s)


def end_with_parent(grace_s: float = 0) -> None:
    """End when standard input is closed: the process that has started this one has ended.

    Args:
        grace_s: so long this one may shut down; else nothing is committed any more.
    """

    def wait() -> None:
        os.read(0, 1)  # returns when the pipe is closed at its other end
        if grace_s:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(grace_s)
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()
