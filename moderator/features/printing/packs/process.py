"""The process that makes packs: started by a process of the site, and ended with it."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import threading
import time

from django.conf import settings
from django.utils.translation import gettext, override

from moderator.core.models import Classroom
from moderator.features.printing.models import Pack
from moderator.features.printing.packs.form import PackChoice
from moderator.features.printing.packs.key import pack_key
from moderator.features.printing.packs.making import NothingToPrint, PackMaking
from moderator.features.printing.people import Site
from moderator.features.printing.write import (
    PackGone,
    pack_fail,
    pack_finish,
    pack_progress,
    pack_take,
)

logger = logging.getLogger(__name__)

NICENESS = 10  # moves come first
MOST_BYTES = 1 << 30  # of memory
LIMIT_S = 300  # for one pack
PAUSE_S = 0.5  # between two reports of the progress, each of which waits for the disk
# Before anything is imported, so that even its start is never in the way of a move.
START = f"""
import os, signal
getattr(os, "nice", int)({NICENESS})
signal.signal(signal.SIGINT, signal.SIG_IGN)
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "make_packs", "--child"])
"""

_lock = threading.Lock()
_child: subprocess.Popen[bytes] | None = None


class TooSlow(Exception):
    """A pack takes longer than it may."""


def start() -> None:
    """Start the process, unless the one that this process has started still runs.

    It makes all packs that wait, one after the other, and ends. Its standard input is a pipe that
    is never written to: when this process ends, however it ends, the system closes the pipe. It
    stays in the site's session, as Linux compares niceness only within one; Ctrl-C is for the site.
    If the system starts no process now, the packs wait, and their pages try again.
    """
    global _child
    with _lock:
        if _child is not None and _child.poll() is None:
            return
        if _child is not None and _child.stdin is not None:
            _child.stdin.close()
        _child = None
        try:
            _child = subprocess.Popen(
                [sys.executable, "-c", START],
                cwd=settings.BASE_DIR,
                env={**os.environ, "DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
            )
        except OSError:  # no memory, or too many processes or files
            logger.exception("The process that makes packs could not be started")


def limit_memory() -> None:
    """Let this process fail, and not the site, if a pack is too large."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def collect_nothing() -> None:
    """Never look for cycles of objects in this process: it took a sixth of a pack's CPU.

    What a pack is made of lives until its end anyway, and then the process ends.
    """
    gc.disable()


def end_with_parent() -> None:
    """End as soon as standard input is closed: the site has ended. Nothing is committed then."""

    def wait() -> None:
        os.read(0, 1)
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def make_packs() -> int:
    """Make all packs that wait, unless another process is making one; returns how many."""
    count = 0
    while pack := pack_take():
        with override(pack.language):
            _make(pack)
        count += 1
    return count


def _make(pack: Pack) -> None:
    """Make one pack, or store why it can't be made."""
    try:
        problem = _problem_of(pack)
        if problem:
            pack_fail(pack, problem)
    except PackGone:
        logger.info("Pack %d is not wanted any more", pack.pk)


def _problem_of(pack: Pack) -> str:
    """Make one pack; what went wrong, empty if nothing did."""
    choice = PackChoice.from_wire(pack.choice)
    try:
        classroom = Classroom.objects.get(pk=pack.classroom_id)
        site = Site(pack.site, choice.is_reached)
        key = pack_key(classroom, site, choice, pack.language)  # it may have waited
        making = PackMaking(classroom, site, choice, _Progress(pack))
        pack_finish(pack, key, making.pdf(), making.problem, is_secret=making.is_secret)
    except PackGone:
        raise
    except (Classroom.DoesNotExist, NothingToPrint) as nothing:
        return str(nothing)
    except (MemoryError, TooSlow):
        return gettext("The pack is too large. Choose fewer kinds of sheets, and try again.")
    except Exception:
        logger.exception("Pack %d could not be made", pack.pk)
        return gettext("The pack could not be made. Try again; the site’s log says more.")
    return ""


class _Progress:
    """Reports the progress of a pack now and then, and stops it when it takes too long."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.began = time.monotonic()
        self.reported = 0.0

    def __call__(self, done: int, sheets: int) -> None:
        now = time.monotonic()
        if now - self.began > LIMIT_S:
            raise TooSlow
        if now - self.reported >= PAUSE_S:
            pack_progress(self.pack, done, sheets)
            self.reported = now
