"""A class whose absent students the program plays, to the end of its games; and what that costs.

    .venv/bin/python -m bench.bots [--groups 12] [--level rival] [--turns 3] [--slice 20]

The real site, with a class of so many groups that play 900 B.C.: a moderator in each, one country
that they record, and four absent students. The instructor's button fills all these seats with bots;
the moderators write their own country's slips and end its turns by the console's forms, up to the
end of each game. Meanwhile somebody records two moves a second in a group of another class. In
every other slice of time the class with bots is paused, by its button: the reference is the same
console's moves in those slices. CPU time of the process that moves bots.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from bench import process
from tests.support.durability.children import children
from tests.support.durability.laptop import RECORDED, Laptop, NoResponse
from tests.support.durability.room import Room, rooms_of
from tests.support.site import Site

EVERY_S = 0.5  # between two moves of the console that is measured
OWN = "assyria"  # the first country of 900 B.C.
OWN_TURN = f'{{"type": "end-turn", "player": "{OWN}"}}'
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
MAKE = """
import json
from django.contrib.auth.models import User
from django.test import Client
from moderator.core import credentials
from moderator.core.games import shipped
from moderator.core.people import instructor_person, person_join
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.features.people.write import absent_mark, seat_take
from moderator.rules.registry import GAMES
teacher = User.objects.create_user("bots")
browser = Client()
browser.force_login(teacher)
classroom = classroom_create(teacher, "HIST 210")
by = instructor_person(classroom)
wire = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["900-bc"])
made, absent = [], []
for group in groups_create(classroom, {groups}):
    settings = GameSettings(is_reveal_automatic=True, points="own")
    game = game_create(group, "age-of-iron", wire, {{"turns": {turns}}}, by, settings=settings)
    for number, seat in enumerate(game.seats.order_by("pk")):
        person = person_join(classroom, f"Student {{group.number}}-{{number + 1}}")
        seat_take(person, seat)
        absent += [person.number] if number else []
    made.append([game.pk, group.code, f"/m/{{credentials.console_token(group)}}/"])
absent_mark(classroom, absent)
print(json.dumps([classroom.pk, made, browser.cookies["sessionid"].value]))
"""
ENDED = """
import json
from moderator.core.look import look_at
from moderator.core.models import Entry, Game
from moderator.core.heads import log_findings
from moderator.features.bots.models import BotReason
games = list(Game.objects.filter(pk__in={pks}))
entries = Entry.objects.filter(game__in=games)
print(json.dumps({{
    "over": sum(look_at(game).timeline.is_over for game in games),
    "wrong": sum(len(log_findings(game)) for game in games),
    "by bots": entries.filter(role="partner").count(),
    "revealed": entries.filter(role="system").count(),
    "by people": entries.filter(role="moderator").count(),
    "reasons": BotReason.objects.filter(game__in=games).count(),
}}))
"""


@dataclass
class Measured:
    """How long each recorded move took, in ms, by whether bots were playing."""

    with_bots: list[float] = field(default_factory=list)
    without: list[float] = field(default_factory=list)


class Playing(threading.Thread):
    """A moderator whose country is the first: its slips and turns by the console's forms."""

    def __init__(self, room: Room, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.laptop, self.over = Laptop(room).enter(f"Mo {room.code}"), over

    def run(self) -> None:
        while not self.over.wait(1.0):
            with suppress(NoResponse):
                self._look()
            self.laptop.close()  # the site closes idle connections

    def _look(self) -> None:
        console = f"/g/{self.laptop.room.code}/"
        slips = self.laptop.ask("GET", f"{console}slips/").body
        if slips.count('aria-labelledby="fill-') == 1:  # the bots have written theirs
            self.laptop.ask("POST", f"{console}slips/", dict(HIDDEN.findall(slips)))
            return
        page = self.laptop.ask("GET", console)
        if OWN_TURN in page.body:
            turn = {"type": "end-turn", "player": OWN, "form": "end-turn", "key": uuid4().hex}
            self.laptop.post(turn | {name: page.hidden[name] for name in ("game", "after")})


class Pressed(threading.Thread):
    """Somebody in another class, who undoes and redoes a move: what is measured."""

    def __init__(self, room: Room, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.laptop, self.over, self.took = Laptop(room).enter("Ines"), over, Measured()
        self.are_bots_on = True

    def run(self) -> None:
        while not self.over.wait(EVERY_S):
            took, began = self._list(), time.perf_counter()
            with suppress(NoResponse):
                if self.laptop.send(uuid4().hex).status == RECORDED and took is self._list():
                    took.append((time.perf_counter() - began) * 1000)
            self.laptop.close()

    def _list(self) -> list[float]:
        return self.took.with_bots if self.are_bots_on else self.took.without


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--groups", type=int, default=12)
    parser.add_argument("--level", default="rival")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--slice", type=float, default=20)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        site = Site(Path(folder), "--no-demo")
        site.start()
        try:
            _measure(site, given)
        finally:
            site.end()


def _measure(site: Site, given: argparse.Namespace) -> None:
    made: list[Any]
    pk, made, session = json.loads(site.run(MAKE.format(groups=given.groups, turns=given.turns)))
    rooms, over = [Room(site, *each) for each in made], threading.Event()
    pressed = Pressed(rooms_of(site)[0], over)
    people = [Playing(room, over) for room in rooms]
    teacher = Laptop(rooms[0], cookies={"sessionid": session})

    def press(path: str, fields: dict[str, str]) -> None:
        teacher.ask("GET", f"/classes/{pk}/bots/")
        fields = fields | {"csrfmiddlewaretoken": teacher.cookies["csrftoken"]}
        answer = teacher.ask("POST", path, fields)
        if answer.status != RECORDED:
            raise RuntimeError(f"{path}: {answer.status}")
        teacher.close()

    press(f"/classes/{pk}/bots/", {"level": given.level, "fill": "yes"})
    began = time.monotonic()
    for one in (pressed, *people):
        one.start()
    state: dict[str, int] = {}
    cpu_ms = 0.0
    while state.get("over", 0) < len(rooms):
        for is_on, do in ((False, "pause"), (True, "resume")):
            time.sleep(given.slice)
            cpu_ms = max([cpu_ms, *map(process.cpu_ms, children(site))])
            pressed.are_bots_on = is_on
            press(f"/classes/{pk}/all/", {"do": do})
        state = json.loads(site.run(ENDED.format(pks=[room.game for room in rooms])))
    minutes = (time.monotonic() - began) / 60
    over.set()
    took = pressed.took
    print(f"{given.groups} groups of 900 B.C., {4 * given.groups} bots ({given.level}), ", end="")
    print(f"{given.turns} Game-turns, over after {minutes:.1f} min, half of them paused: {state}")
    print(f"CPU of the process that moves bots: {cpu_ms / 1000:.1f} s\n")
    print("| bots | moves measured | p50 ms | p95 ms |\n| --- | --- | --- | --- |")
    for name, times in (("paused", took.without), ("playing", took.with_bots)):
        p50 = statistics.median(times)
        print(f"| {name} | {len(times)} | {p50:.1f} | {p95(times):.1f} |")
    print(f"\np95 with bots playing: {p95(took.with_bots) / p95(took.without):.2f} times")


if __name__ == "__main__":
    main()
