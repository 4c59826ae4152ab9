"""A network that keeps streams back: everything else passes, and of a stream nothing arrives."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

STREAM = b"text/event-stream"  # in the request's Accept header


class Holding:
    """Forwards a port to the site's. `held` counts the streams that were asked for."""

    def __init__(self, port: int) -> None:
        self.held = 0
        self._site = ("127.0.0.1", port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = [self._listening]
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def accept(self) -> None:
        """Serves until it is closed."""
        with suppress(OSError):
            while True:
                browser, _ = self._listening.accept()
                site = socket.create_connection(self._site)
                self._sockets += [browser, site]
                for pair in ((browser, site), (site, browser)):
                    threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def close(self) -> None:
        """Ends all connections."""
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if STREAM in data and data.startswith(b"GET "):
                    self.held += 1
                    continue  # never answered
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)


@contextmanager
def holding(port: int) -> Iterator[Holding]:
    """Such a network in front of a port of this machine."""
    network = Holding(port)
    thread = threading.Thread(target=network.accept, daemon=True)
    thread.start()
    try:
        yield network
    finally:
        network.close()
        thread.join(10)
