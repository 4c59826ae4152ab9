"""The clients of a busy class: moderators, students with phones, and a stranger."""

from __future__ import annotations

import json
import random
import re
import secrets
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.soak_streams import read_stream, watch_overview
from bench.soak_written import OPTIONS, Slices
from tests.support.durability.laptop import CONFLICT, RECORDED, Laptop, NoResponse
from tests.support.durability.room import Room
from tests.support.site import Site

RECORD = Path(__file__).resolve().parent.parent / "tests/played/age_of_iron/900-bc.json"
PLAYED: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
ONCE = re.compile(r'name="once" value="([\w-]+)"')
UNDONE = 0.15  # of the moves are undone, and redone later
ASLEEP = 0.3  # of the phones that leave keep their stream open and read nothing
SHEETS = ("chart.pdf", "score.pdf", "briefings.pdf")

BEGIN = """
import json
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.core.models import Group
from moderator.features.classes.write import classroom_create, groups_create
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_create
scenario = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"][{scenario!r}])
def game(group):
    by = instructor_person(group.classroom)
    return game_create(group, "age-of-iron", scenario, {options}, by)
"""
MAKE = """
from django.test import Client
teacher = User.objects.create_user("soak")
classroom = classroom_create(teacher, "HIST 210")
browser = Client()
browser.force_login(teacher)
made = []
for group in groups_create(classroom, {count}):
    made.append([game(group).pk, group.code, f"/m/{{credentials.console_token(group)}}/"])
print(json.dumps([classroom.code, made, classroom.pk, browser.cookies["sessionid"].value]))
"""
# Games of earlier classes: different numbers of moves, then the last one undone and redone.
PAST = """
from django.contrib.sessions.backends.db import SessionStore
from moderator.features.new_game.write import game_from_record, record_read
played = json.loads({played!r})
moves, around = played["moves"], [{{"type": "undo"}}, {{"type": "redo"}}] * 50
user = User.objects.create_user("past")
session = SessionStore()
session["persons"], session["moderates"], codes = {{}}, {{}}, []
while len(codes) < {count}:
    classroom = classroom_create(user, "HIST 110")
    by = instructor_person(classroom)
    session["persons"][str(classroom.pk)] = by.pk
    for group in groups_create(classroom, min(60, {count} - len(codes))):
        played["moves"] = moves[: 1 + len(codes) % len(moves)] + around
        game_from_record(group, record_read(json.dumps(played).encode()), by)
        session["moderates"][str(group.pk)] = [group.link_generation, by.pk]
        codes.append(group.code)
session.create()
print(json.dumps([session.session_key, codes]))
"""
AGAIN = "print(game(Group.objects.get(code={code!r})).number)"


@dataclass
class Classroom:
    """What they do until `over` is set; `counts` says how often each thing happened."""

    site: Site
    over: threading.Event = field(default_factory=threading.Event)
    counts: Counter[str] = field(default_factory=Counter)
    rooms: list[Room] = field(default_factory=list)
    code: str = ""
    overview: str = ""  # the path of its page
    instructor: str = ""  # the session's key
    joining_s: float = 5
    slices: Slices | None = None  # if students write
    _threads: list[threading.Thread] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def make(self, groups: int) -> None:
        made: list[Any]
        self.code, made, pk, self.instructor = json.loads(self._run(MAKE.format(count=groups)))
        self.overview = f"/classes/{pk}/overview/"
        self.rooms = [Room(self.site, *each) for each in made]

    def look_back(self, games: int) -> None:
        """Opens the consoles and the charts of so many earlier games."""
        made = self._run(PAST.format(count=games, played=json.dumps(PLAYED)))
        session, codes = json.loads(made)
        laptop = Laptop(self.rooms[0], cookies={"sessionid": session})
        for code in codes:
            self._ask(laptop, f"/g/{code}/")
            self._ask(laptop, f"/c/{code}/")
        laptop.close()

    def _run(self, code: str) -> str:
        options = PLAYED["options"] | (OPTIONS if self.slices else {})
        begin = BEGIN.format(scenario=PLAYED["scenario"], options=options)
        return self.site.run(begin + code)

    def begin(self, students: int, moves_a_second: float, has_overview: bool) -> None:
        every_s = len(self.rooms) / moves_a_second
        # Slower than what needs the instructor's approval (`services/joining.py`).
        self.joining_s = max(5, len(self.rooms) * students / 2)
        for number, room in enumerate(self.rooms):
            self._start(self._moderate, room, every_s)
            for student in range(students):
                self._start(self._study, room, f"Student {number}-{student}")
            if self.slices:
                self._start(self.slices.walls.look, self.site.port, room.code)
        self._start(self._guess)
        if has_overview:
            self._start(watch_overview, self.site.port, self.overview, self.instructor, self)

    def end(self) -> None:
        self.over.set()
        for thread in self._threads:
            thread.join(60)

    def count(self, what: str, number: int = 1) -> None:
        with self._lock:
            self.counts[what] += number

    def _start(self, act: Callable[..., None], *args: Any) -> None:
        thread = threading.Thread(target=self._watched, args=(act, *args), daemon=True)
        thread.start()
        self._threads.append(thread)

    def _watched(self, act: Callable[..., None], *args: Any) -> None:
        try:
            act(*args)
        except Exception as error:
            self.count(f"gave up: {error!r:.200}")

    def _ask(
        self, laptop: Laptop, path: str, fields: dict[str, str] | None = None
    ) -> tuple[int, str]:
        """Returns the status and the page; tries again if an idle connection was closed."""
        for _ in range(3):
            try:
                answer = laptop.ask("POST" if fields else "GET", path, fields)
            except NoResponse:
                continue
            self.count(f"status {answer.status}")
            return answer.status, answer.body
        self.count("no answer")
        return 0, ""

    def _moderate(self, room: Room, every_s: float) -> None:
        laptop = Laptop(room).enter(f"Moderator {room.code}")
        feed = threading.Thread(target=self._look, args=(laptop, f"/g/{room.code}/feed", 3600.0))
        feed.start()
        done, number, undone = 0, 1, False
        while not self.over.wait(every_s * random.uniform(0.5, 1.5)):  # noqa: S311
            if done == len(PLAYED["moves"]) and not undone:
                number, done = int(self._run(AGAIN.format(code=room.code))), 0
                laptop.after = 0
            undo = done > 0 and not undone and random.random() < UNDONE  # noqa: S311
            move = {"type": "undo" if undo else "redo"} if undo or undone else PLAYED["moves"][done]
            if self._record(laptop, move, number):
                done += 0 if undo or undone else 1
                undone = undo
            if random.random() < 0.05:  # noqa: S311
                self._ask(laptop, f"/g/{room.code}/{random.choice(SHEETS)}")  # noqa: S311
        laptop.close()
        feed.join()

    def _record(self, laptop: Laptop, move: dict[str, Any], number: int) -> bool:
        rest = {name: value for name, value in move.items() if name != "type"}
        fields = {"type": move["type"], "choice": json.dumps(rest), "game": str(number)}
        fields |= {"after": str(laptop.after), "key": secrets.token_hex(16)}
        fields["csrfmiddlewaretoken"] = laptop.cookies["csrftoken"]
        if self.slices:
            asked = time.perf_counter()
            self.slices.walls.asked(laptop.room.code, number, laptop.after + 1, asked)
        status, _ = self._ask(laptop, f"/g/{laptop.room.code}/move/", fields)
        if status == RECORDED:
            laptop.after += 1
        elif status == CONFLICT:
            laptop.look()
        self.count("moves" if status == RECORDED else "moves refused")
        return status == RECORDED

    def _study(self, room: Room, name: str) -> None:
        """Joins, takes a country, and then watches the chart on and off."""
        phone = Laptop(room)
        self.over.wait(random.uniform(0, self.joining_s))  # noqa: S311
        page = self._ask(phone, f"/join/{room.code}/")[1]
        token = phone.cookies["csrftoken"]
        once = ONCE.findall(page)[0]
        fields = {"name": name, "once": once, "csrfmiddlewaretoken": token}
        self._ask(phone, f"/join/{room.code}/", fields)
        seat = {"seat": "any", "csrfmiddlewaretoken": phone.cookies["csrftoken"]}
        self._ask(phone, f"/join/{room.code}/seats/", seat)
        self.count("joined")
        if self.slices:
            self.slices.author(phone)
        while not self.over.is_set():
            self._ask(phone, f"/play/{room.code}/")
            phone.close()
            self._look(phone, f"/play/{room.code}/feed", random.uniform(5, 60))  # noqa: S311
            self.over.wait(random.uniform(0, 10))  # noqa: S311
        phone.close()

    def _look(self, phone: Laptop, path: str, span_s: float) -> None:
        """Reads a stream for `span_s`; then closes it, or leaves it open like a sleeping phone."""
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {phone.cookie}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.site.port), 10) as line:
            line.sendall(head.encode())
            if not read_stream(line, span_s, self, path.startswith("/play/")):
                self.count("streams ended by the site")
                return
            self.count("streams closed")
            if random.random() < ASLEEP:  # noqa: S311
                self.count("phones slept")
                self.over.wait(random.uniform(10, 60))  # noqa: S311

    def _guess(self) -> None:
        """Tries wrong PINs, as a stranger."""
        room = self.rooms[0]
        while not self.over.wait(5):
            stranger = Laptop(room)
            self._ask(stranger, f"/join/{self.code}/")
            self._ask(stranger, "/m/")
            fields = {"code": self.code, "pin": "WRONGPIN", "name": "Eve"}
            self._ask(
                stranger, "/m/", fields | {"csrfmiddlewaretoken": stranger.cookies["csrftoken"]}
            )
            self.count("wrong PINs")
            stranger.close()
