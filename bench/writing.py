"""Students who write: messages, notes of their contacts, promises and answers to them."""

from __future__ import annotations

import json
import random
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.support.durability.laptop import Laptop, NoResponse

NOTE_EACH, PROMISE_EACH = 3, 10  # messages
WORDS = ("we", "hold", "the river", "until", "turn four", "and", "you", "keep out of", "Syria")
_GAME = re.compile(r'name="game" value="(\d+)"')
_TO = re.compile(r'type="checkbox" name="to" value="([\w-]+)"')
_ACCEPT = re.compile(r'value="(accepted\.\d+)"')


@dataclass
class Author:
    """A student with a seat: the number of the game, and the other players, from the own page."""

    laptop: Laptop
    game: str = ""
    others: Sequence[str] = ()

    def look(self) -> str:
        """Open the own page."""
        body = self.laptop.ask("GET", f"/play/{self.laptop.room.code}/").body
        self.laptop.close()  # the site closes idle connections
        self.game = (_GAME.findall(body) or [""])[0]
        self.others = _TO.findall(body)
        return body

    def post(self, what: str, fields: dict[str, str]) -> int:
        """Send a form of the own page, and return the status of the response."""
        token = self.laptop.cookies["csrftoken"]
        fields |= {"game": self.game, "key": secrets.token_hex(16), "csrfmiddlewaretoken": token}
        status = self.laptop.ask("POST", f"/play/{self.laptop.room.code}/{what}", fields).status
        self.laptop.close()
        return status


@dataclass
class Writer:
    """Lets the authors write, one after the other, until `over` is set.

    `counts` says how often each thing was done, or refused; `waits_ms`: how long the responses to
    messages took. Nothing is written while `is_on` is False.
    """

    a_minute: float
    over: threading.Event
    authors: list[Author] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    waits_ms: list[float] = field(default_factory=list)
    is_on: bool = True

    def run(self) -> None:
        """Write so many messages a minute in all, and records and promises besides."""
        began, number = time.monotonic(), 0
        while not self.over.wait(max(0, began + number * 60 / self.a_minute - time.monotonic())):
            number += 1
            if not (self.authors and self.is_on):
                continue
            author = self.authors[number % len(self.authors)]
            try:
                self._write(author, number)
            except NoResponse:
                self.counts["writing: no response"] += 1

    def _write(self, author: Author, number: int) -> None:
        if not author.others:
            author.look()
        if not author.others:  # no seat in the present game yet
            return
        other = random.choice(author.others)  # noqa: S311
        asked = time.perf_counter()
        fields = {"to": other, "text": _words(), "part": "1"}
        if self._is_stored(author, "message/", fields):
            self.waits_ms.append((time.perf_counter() - asked) * 1000)
        if number % NOTE_EACH == 0:
            self._is_stored(author, "contact/", {"with": other, "text": _words()})
        if number % PROMISE_EACH == 0:
            self._promise(author, other)

    def _promise(self, author: Author, other: str) -> None:
        terms = {"kind": "no-attack", "target": other, "until": 2}
        fields = {"do": "offer", "terms": json.dumps(terms)}
        if not self._is_stored(author, f"promise/?to={other}", fields):
            return
        for partner in self.authors:  # whoever of the group has been offered it
            if partner.laptop.room.code != author.laptop.room.code or partner is author:
                continue
            if found := _ACCEPT.findall(partner.look()):
                self._is_stored(partner, "promise/answer/", {"answer": found[-1]})
                return

    def _is_stored(self, author: Author, what: str, fields: dict[str, str]) -> bool:
        status = author.post(what, fields)
        name = what.partition("?")[0]
        is_stored = status in (200, 303)
        self.counts[f"{name} {'stored' if is_stored else f'refused, {status}'}"] += 1
        if not is_stored:  # another game has begun, for example
            author.others = ()
        return is_stored


def _words() -> str:
    return " ".join(random.choices(WORDS, k=14))  # noqa: S311
