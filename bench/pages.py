"""How many pages a second the site serves: Django as WSGI in threads against its ASGI handler.

    .venv/bin/python -m bench.pages [--seconds 3] [--connections 16] [--threads 2 4 ...]

A class plays half of a recorded game, and one of sixty in twelve groups is shown to its instructor
at each of its steps, with a draft of new groups. One core serves; the load comes from another over
connections that stay open. The reference, in the same run: uvicorn with the same bytes and
nothing behind it. A page is one complete response; its CPU is that of all the server's threads.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import uvloop

from bench import process
from bench.served import on_servers_core
from tests.support.durability.laptop import Laptop
from tests.support.durability.room import Room
from tests.support.paths import ROOT
from tests.support.site import Site, free_port

RECORD = ROOT / "tests/played/age_of_iron/1800-bc.json"
SET_UP = """
import json
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_from_record, record_read
record = json.loads(open({record!r}, encoding="utf-8").read())
record = {{name: record[name] for name in ("format", "game", "scenario", "options", "moves")}}
record["moves"] = record["moves"][: len(record["moves"]) // 2]
classroom = classroom_create(User.objects.create_user("bench"), "Bench")
group = groups_create(classroom, 1)[0]
by = instructor_person(classroom)
read = record_read(json.dumps(record).encode())
game = game_from_record(group, read, by)
print(json.dumps([game.pk, group.code, f"/m/{{credentials.console_token(group)}}/"]))
"""
SIT = """
from moderator.features.people.write import seat_any
from moderator.core.models import Game, Person
seat_any(Person.objects.get(name="Sam"), Game.objects.get(pk={game}))
"""
CLASS = """
import json
from django.contrib.auth.models import User
from django.test import Client
from bench.overview_class import make_class
teacher, browser = User.objects.create_user("teacher"), Client()
browser.force_login(teacher)
classroom = make_class("HIST 210", 12, teacher)
print(json.dumps([f"/classes/{classroom.pk}/", browser.cookies["sessionid"].value]))
"""
STEPS = ("here", "groups", "playing", "over")
STYLE = re.compile(r'href="(/static/[^"]+\.css)"')


@dataclass(frozen=True)
class Page:
    """A request, and the bytes of its response."""

    name: str
    request: bytes
    file: Path
    """The bytes, for the reference."""


@dataclass(frozen=True)
class Measured:
    rate: float
    cpu_ms: float
    p50_ms: float
    p99_ms: float


class Reader(asyncio.Protocol):
    """Requests a page, reads all of it, and requests it again."""

    def __init__(self, request: bytes, took_s: list[float]) -> None:
        self.request = request
        self.took_s = took_s
        self.left = -1
        self.head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._ask()

    def _ask(self) -> None:
        self.head, self.left, self.began = b"", -1, time.perf_counter()
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if self.left < 0:
            head, there, data = (self.head + data).partition(b"\r\n\r\n")
            if not there:
                self.head = head
                return
            if not head.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(head.decode("latin-1"))
            self.left = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        self.left -= len(data)
        if self.left == 0:
            self.took_s.append(time.perf_counter() - self.began)
            self._ask()


async def load(pid: int, port: int, request: bytes, connections: int, seconds: float) -> Measured:
    loop = asyncio.get_running_loop()
    took_s: list[float] = []
    opened = [
        (await loop.create_connection(lambda: Reader(request, took_s), "127.0.0.1", port))[0]
        for _ in range(connections)
    ]
    async with asyncio.timeout(30):
        while len(took_s) < 2 * connections:  # until threads and connections have started
            await asyncio.sleep(0.05)
    took_s.clear()
    used_ms, began = process.cpu_with_ended_ms(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    lasted_s = time.perf_counter() - began
    used_ms = process.cpu_with_ended_ms(pid) - used_ms
    times = sorted(took_s)
    for transport in opened:
        transport.abort()
    if not times:
        raise RuntimeError("no response")
    at = [times[int(len(times) * part)] * 1000 for part in (0.5, 0.99)]
    return Measured(len(times) / lasted_s, used_ms / len(times), *at)


def pages_of(site: Site, folder: Path) -> list[Page]:
    """Creates a class, lets everybody join, and returns the pages to measure."""
    room = Room(site, *json.loads(site.run(SET_UP.format(record=str(RECORD)))))
    laptop, phone, wall = Laptop(room).enter("Mo"), Laptop(room), Laptop(room)
    token = phone.ask("GET", f"/join/{room.code}/").hidden["csrfmiddlewaretoken"]
    phone.ask("POST", f"/join/{room.code}/", {"name": "Sam", "csrfmiddlewaretoken": token})
    site.run(SIT.format(game=room.game))
    chart = wall.ask("GET", f"/c/{room.code}/")
    (style, *_) = STYLE.findall(chart.body)
    asked = [
        ("chart", wall, f"/c/{room.code}/"),
        ("student's page", phone, f"/play/{room.code}/"),
        ("console", laptop, f"/g/{room.code}/"),
        ("static file", wall, style),
    ]
    here, session = json.loads(site.run(CLASS).strip().splitlines()[-1])
    desk = Laptop(room, cookies={"sessionid": session})
    token = desk.ask("GET", here).hidden["csrfmiddlewaretoken"]
    desk.ask("POST", f"{here}divide/", {"do": "draw-here", "csrfmiddlewaretoken": token})
    asked += [(f"class: {step}", desk, f"{here}?step={step}") for step in STEPS]
    return [_page(name, who, path, folder) for name, who, path in asked]


def _page(name: str, who: Laptop, path: str, folder: Path) -> Page:
    who.close()  # the server may have ended an idle connection by now
    answer = who.ask("GET", path)
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}")
    who.close()
    file = folder / secrets.token_hex(4)
    file.write_text(answer.body, encoding="utf-8")
    cookies = "; ".join(f"{key}={value}" for key, value in who.cookies.items())
    cookie = f"Cookie: {cookies}\r\n" if cookies else ""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}\r\n"
    return Page(name, request.encode(), file)


@contextmanager
def server(site: Site, kind: str, *more: str) -> Iterator[tuple[int, int]]:
    """The server's process and port."""
    port = free_port()
    command = [sys.executable, "-m", "bench.pages_servers", kind, str(port), *more]
    with on_servers_core():
        started = subprocess.Popen(command, cwd=ROOT, env=site.env)
    try:
        until = time.monotonic() + 20
        while not _answers(port):
            if started.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{kind} did not start")
            time.sleep(0.1)
        yield started.pid, port
    finally:
        started.terminate()
        started.wait(20)


def _answers(port: int) -> bool:
    try:
        with closing(socket.create_connection(("127.0.0.1", port), timeout=1)):
            return True
    except OSError:
        return False


def measure(site: Site, pages: list[Page], given: argparse.Namespace) -> None:
    columns = ("kB", "pages/s", "CPU ms", "p50 ms", "p99 ms")
    print(f"{'server':<10} {'page':<15}", *(f"{name:>8}" for name in columns))

    def row(kind: str, pid: int, port: int, page: Page) -> None:
        got = uvloop.run(load(pid, port, page.request, given.connections, given.seconds))
        size = page.file.stat().st_size / 1000
        print(
            f"{kind:<10} {page.name:<15} {size:>8.1f} {got.rate:>8.0f} {got.cpu_ms:>8.2f} "
            f"{got.p50_ms:>8.1f} {got.p99_ms:>8.1f}",
            flush=True,
        )

    for page in pages:
        with server(site, "bare", "--file", str(page.file)) as (pid, port):
            row("bare", pid, port, page)
    kinds = [("asgi", ["asgi"]), ("wsgi", ["wsgi"])]
    kinds += [(f"wsgi, {n}", ["wsgi", "--threads", str(n)]) for n in given.threads]
    for name, command in kinds:
        with server(site, *command) as (pid, port):
            for page in pages:
                row(name, pid, port, page)
            print(f"{name:<10} {process.threads(pid)} threads, {process.memory_kb(pid) // 1000} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--threads", type=int, nargs="+", default=[])
    given = parser.parse_args()
    with TemporaryDirectory() as var:
        site = Site(Path(var), "--no-demo")
        try:
            site.start()
            pages = pages_of(site, Path(var))
        finally:
            site.end()
        os.sched_setaffinity(0, process.cores()[1])
        measure(site, pages, given)


if __name__ == "__main__":
    main()
