"""Compacts the database's files in the background, some time after something was deleted."""

from __future__ import annotations

import logging
import threading
import time

from django.db import connections

from moderator.play import services

logger = logging.getLogger(__name__)

FIRST_PAUSE_S = 2.0
PAUSE_S = 60.0
LONGEST_PAUSE_S = 3600.0  # after errors: the pause is doubled each time


def start() -> None:
    """Look every minute, in a thread of its own, for as long as the process runs."""
    threading.Thread(target=_run, name="compactor", daemon=True).start()


def _run() -> None:
    pause_s = FIRST_PAUSE_S
    while True:
        time.sleep(pause_s)
        pause_s = PAUSE_S if compact() else min(pause_s * 2, LONGEST_PAUSE_S)


def compact() -> bool:
    """Compact the files if that is due; never raises, but returns whether there was no error."""
    try:
        services.compact()
    except Exception as error:  # databases raise many kinds
        logger.warning("The database's files can't be compacted, and keep deleted data: %s", error)
        return False
    finally:
        connections.close_all()
    return True
