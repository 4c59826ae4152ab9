"""Many streams like those of browsers, read by one thread."""

from __future__ import annotations

import selectors
import socket
from threading import Event, Lock, Thread

from tests.support.site import Site


class Streams:
    """Reads what arrives and forgets it; `ended` counts the streams that the site ended."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.ended = 0
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        self._over = Event()
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def open(self, path: str, cookie: str) -> socket.socket:
        """A stream on which the response has begun."""
        line = socket.create_connection(("127.0.0.1", self.site.port), 30)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n"
        line.sendall(head.encode())
        began = line.recv(65536)
        assert began.startswith(b"HTTP/1.1 200"), began[:100]
        with self._lock:
            self._open.add(line)
        return line

    def close(self, line: socket.socket) -> None:
        with self._lock:
            self._open.discard(line)
            line.close()

    def end(self) -> None:
        self._over.set()
        self._thread.join(10)
        for line in list(self._open):
            self.close(line)

    def _read(self) -> None:
        while not self._over.wait(0.05):
            with self._lock:
                self._read_ready()

    def _read_ready(self) -> None:
        with selectors.DefaultSelector() as ready:
            for line in self._open:
                ready.register(line, selectors.EVENT_READ)
            for key, _ in ready.select(0) if self._open else ():
                line = key.fileobj
                assert isinstance(line, socket.socket)
                if not line.recv(1 << 20):
                    self.ended += 1
                    self._open.discard(line)
                    line.close()
