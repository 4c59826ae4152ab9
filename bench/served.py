"""Servers to measure: each a separate process on one core, with the request for its next move."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol
from urllib.parse import urlencode

from bench import process
from bench.fanout_servers import FIRST
from bench.played import Table, posts_of, record_of, set_up
from bench.writing import Author
from tests.support.durability.laptop import Laptop
from tests.support.durability.room import Room
from tests.support.site import Site, free_port

# A class, groups with a game and one move each, and a session that may record.
SET_UP = """
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import moderator_enter
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.features.new_game.write import game_create
from moderator.features.moves.write import move_play
GROUPS = 1
classroom = classroom_create(User.objects.create_user("bench"), "Bench")
groups = groups_create(classroom, GROUPS)
by = moderator_enter(groups[0], "Bench")
scenario = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["example-of-play"])
wire = {"type": "deploy", "player": "ariel", "region": "yurt", "rfs": 5}
for group in groups:
    game = game_create(group, "age-of-iron", scenario, {}, by)
    move_play(game, wire, 0, "first", by, "moderator")
session = SessionStore()
session["persons"] = {str(classroom.pk): by.pk}
session["moderates"] = {str(group.pk): [group.link_generation, by.pk] for group in groups}
session.create()
print(",".join(group.code for group in groups), session.session_key)
"""

MESSAGES, NOTES = 40, 4  # of a game whose phones watch
WORDS = "we hold the river until the fourth turn and you keep out of Syria"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Ask(Protocol):
    """The request for the nth move of a group: moves from 1, groups from 0."""

    def __call__(self, number: int, group: int = 0) -> bytes: ...


@dataclass(frozen=True)
class Served:
    pid: int
    port: int
    paths: list[str]  # of each group's feed
    version: int
    ask: Ask
    answer: bytes
    phones: list[list[tuple[str, str]]] = field(default_factory=list)  # each one's feed and cookie
    grows: list[int] = field(default_factory=list)  # the version with each move; nothing: by 1
    forms: list[bool] = field(default_factory=list)  # whether each move is posted by the console
    authors: list[Author] = field(default_factory=list)
    steps: Path | None = None  # bench/steps.py writes it

    def version_after(self, number: int) -> int:
        return self.version + (sum(self.grows[:number]) if self.grows else number)


@contextmanager
def on_servers_core() -> Iterator[None]:
    """Processes that are started here run on the server's core."""
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, process.cores()[0])
    try:
        yield
    finally:
        os.sched_setaffinity(0, here)


@contextmanager
def synthetic(kind: str, groups: int = 1) -> Iterator[Served]:
    """A server of a chart of 6 kB: "feed", "plain" or "bare" (bench/fanout_servers.py)."""
    port = free_port()
    with on_servers_core():
        server = subprocess.Popen([sys.executable, "-m", "bench.fanout_servers", kind, str(port)])
    try:
        _await(server, port)
        paths = [f"/c/{group}/feed" for group in range(groups)]
        yield Served(server.pid, port, paths, FIRST, _move, b"204")
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _move(number: int, group: int = 0) -> bytes:
    return f"GET /move/{group} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


@contextmanager
def real(groups: int = 1) -> Iterator[Served]:
    """The site as `manage.py up` starts it; a move is a post to the console, and stored."""
    with TemporaryDirectory() as var:
        site = Site(Path(var), "--no-demo")
        try:
            with on_servers_core():
                site.start()
            made = site.run(SET_UP.replace("GROUPS = 1", f"GROUPS = {groups}"))
            codes, session = made.split()
            asks = [console(code, session) for code in codes.split(",")]
            paths = [f"/c/{code}/feed" for code in codes.split(",")]

            def ask(number: int, group: int = 0) -> bytes:
                return asks[group](number)

            yield Served(site.pid, site.port, paths, 1_000_001, ask, b"303")
        finally:
            site.end()


@contextmanager
def playing(
    game: str, groups: int, phones: bool, root: Path, is_timed: bool = False
) -> Iterator[Served]:
    """The site of the checkout `root`, where each group plays a recorded game.

    One more group has played it before. With `phones`, each player's phone watches, and they have
    written `MESSAGES` and `NOTES`.
    """
    played = record_of(game)
    posts = posts_of(played)
    with TemporaryDirectory() as var, ExitStack() as opened:
        site = Site(Path(var), "--no-demo", root=root)
        steps = Path(var, "steps") if is_timed else None
        if steps:
            site.program = [str(Path(__file__).with_name("steps.py")), str(steps)]
        opened.callback(site.end)
        with on_servers_core():
            site.start()
        made = json.loads(site.run(set_up(played, groups + 1, phones)))
        *tables, first = (Table(*one) for one in made)
        for post in posts:
            # Somebody watches it, so that everything that is kept is of both games.
            viewer = HTTPConnection("127.0.0.1", site.port)
            viewer.request("GET", f"/c/{first.code}/feed?protocol=1&after=x")
            viewer.getresponse().read()
            asked = HTTPConnection("127.0.0.1", site.port)
            headers = {"Cookie": first.cookie(post.seat), "HX-Request": "true"}
            asked.request("POST", first.path(post), first.body(post), headers | FORM)
            response = asked.getresponse()
            if response.status != 200:
                raise RuntimeError(f"{post}: {response.status} {response.read().decode()}")
        watching, authors = [], []
        for table in tables if phones else ():
            authors += _write_earlier(site, table)
            cookies = (table.cookie(seat) for seat in table.sessions if seat)
            watching.append([(f"/play/{table.code}/feed", cookie) for cookie in cookies])

        def ask(number: int, group: int = 0) -> bytes:
            return tables[group].request(posts[number - 1])

        paths = [f"/c/{table.code}/feed" for table in tables]
        yield Served(
            site.pid,
            site.port,
            paths,
            FIRST - 1,
            ask,
            b" 200 ",
            phones=watching,
            grows=[post.grows for post in posts],
            forms=[not post.seat for post in posts],
            authors=authors,
            steps=steps,
        )


def _write_earlier(site: Site, table: Table) -> list[Author]:
    """Messages and notes of all players, by their own pages."""
    cookies = ({"sessionid": one, "csrftoken": table.token} for one in table.sessions.values())
    _, *laptops = (Laptop(Room(site, 0, table.code, ""), cookies=one) for one in cookies)
    authors = [Author(laptop) for laptop in laptops]
    for number in range(MESSAGES + NOTES):
        author = authors[number % len(authors)]
        if not author.others:
            author.look()
        other = author.others[number // len(authors) % len(author.others)]
        fields = {"to": other, "text": WORDS, "part": "1"}
        if number < MESSAGES:
            status = author.post("message/", fields)
        else:
            status = author.post("contact/", {"with": other, "text": WORDS})
        if status not in (200, 303):
            raise RuntimeError(f"a message or note: {status}")
    return authors


def console(code: str, session: str) -> Callable[[int], bytes]:
    token = secrets.token_hex(16)

    def ask(number: int) -> bytes:
        # Undo and redo are entries like any other, and the game never ends.
        verb = "undo" if number % 2 else "redo"
        fields = {"type": verb, "game": 1, "after": number, "key": f"bench-{number}"}
        body = urlencode({**fields, "csrfmiddlewaretoken": token})
        return (
            f"POST /g/{code}/move/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: sessionid={session}; csrftoken={token}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    return ask


def _await(server: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > until or server.poll() is not None:
                raise
            time.sleep(0.05)
        else:
            return
