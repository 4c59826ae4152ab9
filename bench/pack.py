"""What the packs of a class cost, and whether moves are slower while one is made.

    .venv/bin/python -m bench.pack [--groups 40] [--rounds 3]

A class of 40 groups of five, whose games were played to their end at random: role sheets, charts
and score sheets. The reference, in the same run: the same sheets one by one, as they were made for
each download before there were packs. Then the site, as users start it: moves recorded one after
the other while nothing else happens, and while packs are made, in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from bench import process
from bench.served import console
from tests.support.site import Site

ROOT = Path(__file__).resolve().parent.parent
CALM_S, PAUSE_S = 4.0, 0.05
TOKEN = "b" * 32
BEGIN = """
import json
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from bench.pack_class import make_class
from moderator.core.models import Person
classroom = make_class({groups})
group = classroom.groups.order_by("number").first()
by = Person.objects.filter(group=group, kind="moderator").first()
session = SessionStore()
session["persons"] = {{str(classroom.pk): by.pk}}
session["moderates"] = {{str(group.pk): [group.link_generation, by.pk]}}
session.create()
browser = Client()
browser.force_login(classroom.instructor)
after = group.games.get().entries.count()
sessions = [session.session_key, browser.cookies["sessionid"].value]
print(json.dumps([classroom.pk, group.code, after, *sessions]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--groups", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with TemporaryDirectory() as var:
        env = {
            **os.environ,
            "VAR_DIR": var,
            "SECRET_KEY": secrets.token_urlsafe(48),
            "DJANGO_SETTINGS_MODULE": "moderator.settings",
        }
        env.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "bench.pack_table", str(given.groups)]
        subprocess.run(command, env=env, cwd=ROOT, check=True)
    with TemporaryDirectory() as var:
        site = Site(Path(var), "--no-demo")
        try:
            site.start()
            _latency(site, given.groups, given.rounds)
        finally:
            site.end()


def _latency(site: Site, groups: int, rounds: int) -> None:
    pk, code, after, moderator, instructor = json.loads(site.run(BEGIN.format(groups=groups)))
    laptop = Laptop(site.port, code, moderator, after)
    office = Office(site.port, pk, instructor)
    calm: list[float] = []
    busy: list[float] = []
    cpu_s: list[float] = []
    made_s: list[float] = []
    for _ in range(rounds):
        office.look()
        until = time.monotonic() + CALM_S
        calm += laptop.moves(lambda until=until: time.monotonic() < until)  # type: ignore[misc]
        began = time.monotonic()
        place = office.press()
        busy += laptop.moves(lambda place=place: office.is_pending(place, cpu_s, site.pid))  # type: ignore[misc]
        made_s.append(time.monotonic() - began)
    print("\n| moves | number | p50 ms | p95 ms | times |\n| --- | --- | --- | --- | --- |")
    reference = statistics.median(calm)
    for name, found in (("while nothing else happens", calm), ("while a pack is made", busy)):
        at = statistics.quantiles(found, n=20)
        print(
            f"| {name} | {len(found)} | {at[9]:.1f} | {at[18]:.1f} | {at[9] / reference:.2f} |",
            flush=True,
        )
    print(
        f"\nA pack took {statistics.median(made_s):.1f} s from the press, and its process "
        f"{max(cpu_s, default=0):.1f} s of CPU with its start. It began "
        f"{max(office.began_s):.2f} s after the press at the latest."
    )


class Laptop:
    """Records moves of one group, one after the other."""

    def __init__(self, port: int, code: str, session: str, after: int) -> None:
        self.port, self.after = port, after
        self.ask = console(code, session)
        self.verb = 0

    def moves(self, goes_on: Callable[[], bool]) -> list[float]:
        """How long each took, in milliseconds."""
        found = []
        while goes_on():
            time.sleep(PAUSE_S)
            found.append(self._move())
        return found

    def _move(self) -> float:
        # The first undoes: `console` undoes before even numbers of entries.
        request = _renumbered(self.ask, self.after, self.verb)
        began = time.perf_counter()
        with closing(socket.create_connection(("127.0.0.1", self.port))) as line:
            line.sendall(request)
            status = line.recv(65536).split()[1]
        took = (time.perf_counter() - began) * 1000
        if status != b"303":
            raise RuntimeError(f"A move was answered with {status.decode()}")
        self.after += 1
        self.verb += 1
        return took


def _renumbered(ask: Callable[[int], bytes], after: int, verb: int) -> bytes:
    """An undo, then a redo, and so on, after this entry."""
    head, _blank, _body = ask(after).partition(b"\r\n\r\n")
    lines = [one for one in head.split(b"\r\n") if not one.startswith(b"Content-Length")]
    token = next(one for one in lines if one.startswith(b"Cookie")).rpartition(b"=")[2].decode()
    fields = {
        "type": "redo" if verb % 2 else "undo",
        "game": 1,
        "after": after,
        "key": f"bench-{after}",
        "csrfmiddlewaretoken": token,
    }
    body = urlencode(fields).encode()
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body), b"", body])


class Office:
    """Asks for packs, and looks whether they are ready, as the page does."""

    def __init__(self, port: int, pk: int, session: str) -> None:
        self.port, self.pk, self.session = port, pk, session
        self.looked = self.pressed = 0.0
        self.began_s: list[float] = []

    def look(self) -> None:
        """Looks at what can be printed."""
        self._ask("GET", f"/classes/{self.pk}/print/")

    def press(self) -> str:
        self.pressed = time.monotonic()
        fields = [("sheet", one) for one in ("briefings", "chart", "score")]
        body = urlencode([*fields, ("csrfmiddlewaretoken", TOKEN)])
        answer = self._ask("POST", f"/classes/{self.pk}/print/", body)
        return answer.partition("Location: ")[2].partition("\r\n")[0] or _lower(answer)

    def is_pending(self, place: str, cpu_s: list[float], site: int) -> bool:
        """Whether it is being made; asks once a second, and all the time until it begins."""
        cpu_s += [process.cpu_with_ended_ms(pid) / 1000 for pid in _children(site)]
        has_begun = self.looked > self.pressed
        if has_begun and time.monotonic() - self.looked < 1:
            return True
        answer = self._ask("GET", f"{place}?part=progress")
        if not has_begun and "waits for its turn" in answer:
            return True
        self.looked = time.monotonic()
        if not has_begun:
            self.began_s.append(self.looked - self.pressed)
        if "Try again" in answer:
            raise RuntimeError("A pack failed")
        return "<progress" in answer

    def _ask(self, method: str, path: str, body: str = "") -> str:
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            f"Cookie: sessionid={self.session}; csrftoken={TOKEN}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        )
        found = b""
        with closing(socket.create_connection(("127.0.0.1", self.port))) as line:
            line.sendall(head.encode())
            while part := line.recv(65536):
                found += part
        return found.decode()


def _lower(answer: str) -> str:
    return answer.partition("location: ")[2].partition("\r\n")[0]


def _children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(one) for one in task.read_text().split()]
    return found


if __name__ == "__main__":
    main()
