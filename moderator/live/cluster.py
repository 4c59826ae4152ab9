"""Passes on what other processes publish to the hub of this one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import closing

from moderator.live.hub import Hub

log = logging.getLogger(__name__)

Notice = tuple[str, int, str | None]
"""What to do ("tell": publish, or "drop": revoke), for which group and audience."""

Notices = Generator[Sequence[Notice] | None]

RETRY_S = 0.1  # from a lost connection to the next attempt; doubled each time
LONGEST_RETRY_S = 5.0


class ClusterListener:
    """Listens in its own thread, and reconnects, for as long as the process runs.

    Args:
        listen: connects, and yields notices again and again, or None if some may have been
            missed; raises the database's error if the connection is lost.
    """

    def __init__(self, hub: Hub, listen: Callable[[], Notices]) -> None:
        self._hub = hub
        self._listen = listen
        self._is_closed = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name="cluster", daemon=True).start()

    def close(self) -> None:
        self._is_closed.set()

    def _run(self) -> None:
        pause_s = RETRY_S
        while not self._is_closed.is_set():
            try:
                with closing(self._listen()) as found:
                    for notices in found:
                        self._pass_on(notices)
                        pause_s = RETRY_S
                        if self._is_closed.is_set():
                            break
            except Exception as error:  # databases raise many kinds
                log.warning("The connection to other processes is lost: %s", error)
                self._is_closed.wait(pause_s)
                pause_s = min(pause_s * 2, LONGEST_RETRY_S)

    def _pass_on(self, notices: Sequence[Notice] | None) -> None:
        if notices is None:
            self._hub.refresh_all()
            return
        for what, group_id, audience in notices:
            if what == "drop":
                self._hub.revoke(group_id, audience)
            else:
                self._hub.publish(group_id, audience=audience)
