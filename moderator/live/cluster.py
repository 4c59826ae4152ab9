"""Passes on what other processes publish to the hub of this one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Protocol

from moderator.live.hub import Hub

log = logging.getLogger(__name__)

Notice = tuple[str, int, str | None]
"""What to do ("tell": publish, or "drop": revoke), for which group and audience."""

RETRY_S = 0.1  # from a lost connection to the next attempt; doubled each time
LONGEST_RETRY_S = 5.0


class Connection(Protocol):
    """A connection on which the other processes' notices arrive."""

    def open(self) -> None:
        """Connect: from now on every notice is received."""

    def receive(self) -> Sequence[Notice] | None:
        """The notices since the last call, or since the connection was opened.

        Waits a second at most. None: some were missed. Raises the database's error if the
        connection is lost.
        """

    def close(self) -> None:
        """Close the connection."""


class ClusterListener:
    """Listens in its own thread, and reconnects, for as long as the process runs."""

    def __init__(self, hub: Hub, connect: Callable[[], Connection]) -> None:
        self._hub = hub
        self._connect = connect
        self._is_closed = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name="cluster", daemon=True).start()

    def close(self) -> None:
        self._is_closed.set()

    def _run(self) -> None:
        pause_s = RETRY_S
        while not self._is_closed.is_set():
            try:
                with closing(self._connect()) as connection:
                    connection.open()
                    # Notices may have been missed while it was closed.
                    self._hub.refresh_all()
                    pause_s = RETRY_S
                    self._listen(connection)
            except Exception as error:  # databases raise many kinds
                log.warning("The connection to other processes is lost: %s", error)
                self._is_closed.wait(pause_s)
                pause_s = min(pause_s * 2, LONGEST_RETRY_S)

    def _listen(self, connection: Connection) -> None:
        while not self._is_closed.is_set():
            notices = connection.receive()
            if notices is None:
                self._hub.refresh_all()
                continue
            for what, group_id, audience in notices:
                if what == "drop":
                    self._hub.revoke(group_id, audience)
                else:
                    self._hub.publish(group_id)
