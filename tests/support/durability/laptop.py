"""A moderator's laptop as an HTTP client: cookies, forms and retries."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, RemoteDisconnected
from http.cookies import SimpleCookie
from threading import Event
from time import monotonic
from urllib.parse import urlencode
from uuid import uuid4

from tests.support.durability.room import Room

RECORDED, CONFLICT, AWAY = 303, 409, 503
PATIENCE_S = 60
_HIDDEN = re.compile(r'<input type="hidden" name="(csrfmiddlewaretoken|after|game)" value="(\w+)"')


Enter = Callable[[Room, str], "Laptop"]


class NoResponse(Exception):
    """The connection broke or timed out: the move may be recorded or not."""


class NoConnection(NoResponse):
    """The connection was refused: nothing was sent."""


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: str

    @property
    def hidden(self) -> dict[str, str]:
        """The page's hidden fields; the command line's form is the first."""
        return dict(reversed(_HIDDEN.findall(self.body)))


@dataclass
class Laptop:
    """Has opened the console by its link, and knows the log's number from its last response.

    `unanswered`: the start times of moves without a response. `heard`: when it was told last that a
    move was recorded, or that somebody else's was first.
    """

    room: Room
    timeout_s: float = 45
    after: int = 0
    unanswered: list[float] = field(default_factory=list)
    heard: float = 0
    cookies: dict[str, str] = field(default_factory=dict)
    _line: HTTPConnection | None = None

    def enter(self, name: str) -> Laptop:
        token = self.ask("GET", self.room.link).hidden["csrfmiddlewaretoken"]
        answer = self.ask("POST", self.room.link, {"name": name, "csrfmiddlewaretoken": token})
        assert answer.status == RECORDED
        self.look()
        return self

    def look(self) -> None:
        self._note(self.ask("GET", f"/g/{self.room.code}/"))

    def _note(self, answer: Answer) -> None:
        self.after = int(answer.hidden["after"])

    def form(self, key: str) -> dict[str, str]:
        """Returns the form of a move that is legal after `after`: undo or redo."""
        return {
            "type": "undo" if self.after % 2 else "redo",
            "form": "undo",
            "game": "1",
            "after": str(self.after),
            "key": key,
        }

    def send(self, key: str) -> Answer:
        """Tries once, and updates `after` from the response."""
        answer = self.post(self.form(key))
        if answer.status == RECORDED:
            self.after += 1
        elif answer.status == CONFLICT:
            self._note(answer)
        if answer.status in (RECORDED, CONFLICT):
            self.heard = monotonic()
        return answer

    def record(self, wait: Event) -> str:
        """Sends a move until it is acknowledged, and returns its key, the same in every try.

        `wait`: between two tries without a response, for a moment or until it is set.
        """
        key = uuid4().hex
        asked = monotonic()
        while True:
            began = monotonic()
            waits_s = began - max(asked, self.heard)
            assert waits_s < PATIENCE_S, f"nothing was answered within {PATIENCE_S} s"
            try:
                answer = self.send(key)
            except NoResponse as error:
                if not isinstance(error, NoConnection):
                    self.unanswered.append(began)
                wait.wait(0.02)
                continue
            if answer.status == RECORDED:
                return key
            assert answer.status in (CONFLICT, AWAY), answer.body
            if answer.status == AWAY:  # the database is unreachable, and the server runs
                wait.wait(0.02)

    def post(self, form: dict[str, str]) -> Answer:
        return self.ask("POST", f"/g/{self.room.code}/move/", self._protected(form))

    def post_unread(self, form: dict[str, str]) -> socket.socket:
        """Sends a form without reading the response. Closing the socket discards it."""
        body = urlencode(self._protected(form))
        head = (
            f"POST /g/{self.room.code}/move/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: {self.cookie}\r\nContent-Length: {len(body)}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        )
        line = socket.create_connection(("127.0.0.1", self.room.site.port), self.timeout_s)
        line.sendall((head + body).encode())
        return line

    @staticmethod
    def read_status(line: socket.socket) -> int:
        """Returns the status of the response to `post_unread`; 0 if there is none."""
        with HTTPResponse(line, method="POST") as response:
            try:
                response.begin()
            except (OSError, HTTPException):
                return 0
            return response.status

    def ask(
        self,
        method: str,
        path: str,
        fields: dict[str, str] | None = None,
        more_headers: dict[str, str] | None = None,
    ) -> Answer:
        """Raises NoResponse. As in a browser, a GET is sent again if the server has closed the
        connection meanwhile, which was idle."""
        was_idle = self._line is not None
        line = self._connected()
        headers = {"Cookie": self.cookie, **(more_headers or {})}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, urlencode(fields) if fields else None, headers)
            with line.getresponse() as response:
                body = response.read().decode(errors="replace")  # a PDF isn't text
        except (OSError, HTTPException) as error:
            self.close()
            if was_idle and method == "GET" and isinstance(error, RemoteDisconnected):
                return self.ask(method, path, fields, more_headers)
            raise NoResponse(repr(error)) from error
        for cookie in response.headers.get_all("Set-Cookie") or ():
            self.cookies.update({n: m.value for n, m in SimpleCookie(cookie).items()})
        return Answer(response.status, dict(response.headers), body)

    def _connected(self) -> HTTPConnection:
        if self._line is None:
            line = HTTPConnection("127.0.0.1", self.room.site.port, timeout=self.timeout_s)
            try:
                line.connect()
            except OSError as error:
                line.close()
                raise NoConnection(repr(error)) from error
            self._line = line
        return self._line

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _protected(self, form: dict[str, str]) -> dict[str, str]:
        return form | {"csrfmiddlewaretoken": self.cookies["csrftoken"]}
