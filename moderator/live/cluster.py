"""The bus: what other processes have said reaches the hub of this one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Protocol

from moderator.live.hub import Hub

log = logging.getLogger(__name__)

Notice = tuple[str, int, str | None]
"""What is said ("tell" or "drop"), of which group, to which audience."""

RETRY_S = 0.1  # from a lost line to the next try; doubled each time
LONGEST_RETRY_S = 5.0


class Connection(Protocol):
    """A connection on which the other processes' news come in."""

    def open(self) -> None:
        """Connect: from now on everything that they say is heard."""

    def heard(self) -> Sequence[Notice] | None:
        """What others have said since the last call, or since the line was opened.

        Waits a second at most. None: some of it was missed. Raises what a lost line raises.
        """

    def close(self) -> None:
        """End the connection."""


class ClusterListener:
    """Listens in a thread of its own, on one line at a time, for as long as the process lives."""

    def __init__(self, hub: Hub, line: Callable[[], Connection]) -> None:
        self._hub = hub
        self._line = line
        self._is_closed = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name="news", daemon=True).start()

    def close(self) -> None:
        self._is_closed.set()

    def _run(self) -> None:
        pause_s = RETRY_S
        while not self._is_closed.is_set():
            try:
                with closing(self._line()) as line:
                    line.open()
                    # What was said while nobody listened is in what is rendered from now on.
                    self._hub.look()
                    pause_s = RETRY_S
                    self._listen(line)
            except Exception as error:  # whatever a database raises that has gone
                log.warning("The line to other processes is lost: %s", error)
                self._is_closed.wait(pause_s)
                pause_s = min(pause_s * 2, LONGEST_RETRY_S)

    def _listen(self, line: Connection) -> None:
        while not self._is_closed.is_set():
            heard = line.heard()
            if heard is None:
                self._hub.look()
                continue
            for what, group_id, audience in heard:
                if what == "drop":
                    self._hub.drop(group_id, audience)
                else:
                    self._hub.tell(group_id)
