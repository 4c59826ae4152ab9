"""Whole recorded games (tests/played), move by move as the console and phones post them.

While orders are written, each player's phone seals its slip; the last player has none, so that
slip is typed on the console, which then reveals all.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from bench.fold import shipped
from moderator.rules import record

if TYPE_CHECKING:  # an earlier checkout may have it elsewhere
    from moderator.rules.reading import Wire

PLAYED = Path(__file__).resolve().parent.parent / "tests" / "played" / "age_of_iron"
WRITTEN = {"communication": "written", "diplomatic_records": True}
FIRST = 1_000_000  # the version of a first game's chart

# A class, groups that play a recorded game, a person on each seat, and their sessions.
SET_UP = """
import json
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from moderator.core.games import shipped
from moderator.core.people import moderator_enter, person_join
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_give
from moderator.rules.registry import GAMES
name, scenario, options, count = {given!r}
classroom = classroom_create(User.objects.get_or_create(username="bench")[0], "Bench")
groups = groups_create(classroom, count)
by = moderator_enter(groups[0], "Bench")
def session(person, **more):
    made = SessionStore()
    made["persons"] = {{str(classroom.pk): person.pk}}
    made.update(more)
    made.create()
    return made.session_key
moderates = {{str(group.pk): [group.link_generation, by.pk] for group in groups}}
tables = []
for group in groups:
    if isinstance(scenario, str):
        wire = GAMES[name].scenario_wire(shipped()[name][scenario])
    game = game_create(group, name, wire, options, by)
    sessions = {{"": session(by, moderates=moderates)}}
    for seat in game.seats.order_by("pk"):
        person = person_join(classroom, f"{{group.number}} {{seat.player}}", group)
        seat_give(person, seat)
        sessions[seat.player] = session(person)
    tables.append([group.code, sessions])
print(json.dumps(tables))
"""


@dataclass(frozen=True)
class Post:
    """A form: of a phone (`seat`) or the console. The public chart's version grows by `grows`."""

    seat: str
    what: str
    fields: Mapping[str, Any]
    grows: int = 1


@dataclass(frozen=True)
class Table:
    """A group: its code, and the session of the console ("") and of each player's phone."""

    code: str
    sessions: Mapping[str, str]
    token: str = field(default_factory=lambda: secrets.token_hex(16))

    def path(self, post: Post) -> str:
        return f"/{'play' if post.seat else 'g'}/{self.code}/{post.what}/"

    def body(self, post: Post) -> bytes:
        fields = {**post.fields, "game": 1, "csrfmiddlewaretoken": self.token}
        return urlencode(fields, doseq=True).encode()

    def cookie(self, seat: str) -> str:
        return f"sessionid={self.sessions[seat]}; csrftoken={self.token}"

    def request(self, post: Post) -> bytes:
        body = self.body(post)
        head = (
            f"POST {self.path(post)} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n"
            f"Cookie: {self.cookie(post.seat)}\r\nContent-Length: {len(body)}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        )
        return head.encode() + body


def record_of(name: str) -> record.Record:
    """The recorded game whose file's name begins so."""
    (path, *_) = sorted(PLAYED.glob(f"{name}*.json"))
    return record.read(path.read_bytes())


def set_up(played: record.Record, groups: int, is_written: bool = False) -> str:
    """Python that makes so many groups with the game, and prints their `Table`s."""
    options = {**played.options, **(WRITTEN if is_written else {})}
    return SET_UP.format(given=(played.game, played.scenario, options, groups))


def posts_of(played: record.Record) -> list[Post]:
    """The whole game."""
    rules, _, timeline = record.start(played, shipped(played.game))
    posts: list[Post] = []
    slips: dict[str, list[Wire]] = {}
    opened, sealed = 0, 0
    for number, wire in enumerate((*played.moves, None)):
        is_order = wire and rules.orders and wire["type"] in rules.orders.verbs
        if slips and not is_order:
            posts += _slips(slips, opened, number - sum(map(len, slips.values())), sealed)
            sealed += len(slips)
            slips = {}
        if wire is None:
            break
        if is_order and rules.orders and rules.orders.is_open(timeline.state):
            opened = number
            slips = {seat.id: [] for seat in rules.seats_of(timeline.state)}
        if slips:
            slips[wire["player"]].append(wire)
        else:
            posts.append(_move(wire, number))
        timeline = timeline.replay(wire)
    return posts


def _move(wire: Wire, after: int) -> Post:
    """The form of an offered move: text is chosen, numbers and counts are typed."""
    rest = {name: value for name, value in wire.items() if name != "type"}
    numbers = {name: value for name, value in rest.items() if isinstance(value, int)}
    counts = {name: value for name, value in rest.items() if isinstance(value, dict)}
    typed = {f"{name}.{id}": n for name, each in counts.items() for id, n in each.items()}
    choice = {name: value for name, value in rest.items() if isinstance(value, str)}
    fields = {"type": wire["type"], "choice": json.dumps(choice), **numbers, **typed}
    fields |= {"numbers": " ".join(numbers), "counts": " ".join(counts)}
    return Post("", "move", {**fields, "after": after, "key": f"bench-{after}"})


def _slips(slips: dict[str, list[Wire]], turn: int, after: int, sealed: int) -> list[Post]:
    *phones, typed = slips
    posts = [
        Post(
            player,
            "slip",
            {
                "change": [f"{_place(order, 'deploy:')} {order['rfs']}" for order in slips[player]],
                "do": "seal",
                "version": 0,
                "turn": turn,
                "part": 1,
                "key": f"bench-slip-{turn}-{player}",
            },
        )
        for player in phones
    ]
    text = " ".join(f"{_place(order)}{order['rfs']}" for order in slips[typed])
    known = {"slips": " ".join(f"{player}:{player != typed:d}" for player in slips), "turn": turn}
    known |= {"after": after, "seen": sealed + len(phones), "key": f"bench-typed-{turn}"}
    posts.append(Post("", "move", {**known, "text": f"{typed} {text}"}))
    reveal = {"seen": sealed + len(slips), "key": f"bench-reveal-{turn}"}
    return [*posts, Post("", "reveal", reveal, grows=sum(map(len, slips.values())))]


def _place(order: Wire, before: str = "") -> str:
    return f"{before}{order['region']}" if "region" in order else "build" if before else "civ"
