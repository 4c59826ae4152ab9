"""A proxy between the site and PostgreSQL, which a test can cut."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

COMMIT = b"COMMIT"


class DatabaseProxy:
    """Forwards what both ends send. `url` is the database's, through this proxy.

    `is_cut`: connections are refused. `is_silent`: new and open connections get no response.
    `is_deaf`: a commit still reaches the database, and then the connection is cut, so that its
    response never arrives.
    """

    def __init__(self, url: str) -> None:
        there = urlsplit(url)
        assert there.hostname
        self._there = (there.hostname, there.port or 5432)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        user = f"{there.netloc.rpartition('@')[0]}@" if there.username else ""
        self.url = urlunsplit(there._replace(netloc=f"{user}127.0.0.1:{self.port}"))
        self.is_deaf = self.is_silent = False
        self._is_cut = False
        self._ends: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    @property
    def is_cut(self) -> bool:
        return self._is_cut

    def cut(self) -> None:
        """Cuts all connections, and refuses new ones."""
        self._is_cut = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._is_cut = self.is_deaf = self.is_silent = False

    def close(self) -> None:
        self.cut()
        self._listening.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)
        self._listening.close()
        for end in self._ends:
            end.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                if self._is_cut:
                    here.close()
                    continue
                if self.is_silent:
                    self._ends.append(here)
                    continue
                there = socket.create_connection(self._there, 10)
                there.settimeout(None)
                self._ends += [here, there]
                for source, goal in ((here, there), (there, here)):
                    thread = threading.Thread(target=self._pass, args=(source, goal))
                    self._threads.append(thread)
                    thread.start()

    def _pass(self, source: socket.socket, goal: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(65536):
                if self.is_silent:
                    continue
                if self.is_deaf and COMMIT in said:
                    source.shutdown(socket.SHUT_RDWR)  # the response is lost
                    self._is_cut = True
                goal.sendall(said)
        for end in (source, goal):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy_to(url: str) -> Iterator[DatabaseProxy]:
    """A proxy that is closed at the end."""
    proxy = DatabaseProxy(url)
    try:
        yield proxy
    finally:
        proxy.close()
