"""The site with a game of 900 B.C. in each group, whose players write to each other."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.served import Served, console, on_servers_core
from bench.writing import Author
from tests.support.durability.laptop import Laptop
from tests.support.durability.room import Room
from tests.support.site import Site

EARLIER = 200  # messages of each group, and half as many notes, from before the measurement

# A class, groups with a game of five countries and one move each, a person on each seat, and what
# is on a phone's chart after that move only, or after its undoing only.
SET_UP = """
import json
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from moderator.core import frames
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import moderator_enter, person_join
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_give
from moderator.features.messages.models import Message
from moderator.features.deals.models import Contact
from moderator.features.moves.write import move_play
classroom = classroom_create(User.objects.create_user("bench"), "Bench")
groups = groups_create(classroom, {groups})
by = moderator_enter(groups[0], "Bench")
scenario = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["900-bc"])
options = {{"communication": "written", "diplomatic_records": True, "deployment": "sequential"}}
wire = {{"type": "deploy", "player": "assyria", "region": "syria", "rfs": 5}}
def session(person, **more):
    made = SessionStore()
    made["persons"] = {{str(classroom.pk): person.pk}}
    for name, value in more.items():
        made[name] = value
    made.create()
    return made.session_key
def earlier(model, number, one, **more):
    return model(game=game, number=number, key=f"earlier-{{number}}", turn=1, log_number=0,
        person=one, role="student", at=an_hour_ago, **more)
an_hour_ago = timezone.now() - timezone.timedelta(hours=1)
moderates = {{str(group.pk): [group.link_generation, by.pk] for group in groups}}
made, marks = [], []
for group in groups:
    game = game_create(group, "age-of-iron", scenario, options, by)
    people, phones = {{}}, []
    for seat in game.seats.order_by("pk"):
        person = person_join(classroom, f"{{group.number}} {{seat.player}}", group)
        seat_give(person, seat)
        people[seat.player] = person
        phones.append(session(person))
    ids, text = list(people), "we hold the river until the fourth turn and you keep out of Syria"
    pairs = [(ids[n % 5], ids[(n + 1 + n // 5 % 4) % 5]) for n in range({earlier})]
    Message.objects.bulk_create(earlier(Message, n, people[a], sender=a, recipients=[b], text=text)
        for n, (a, b) in enumerate(pairs, start=1))
    Contact.objects.bulk_create(earlier(Contact, n, people[a], player=a, partners=[b], text=text)
        for n, (a, b) in enumerate(pairs[::2], start=1))
    game.changes = {earlier}
    game.save(update_fields=["changes"])
    move_play(game, wire, 0, "first", by, "moderator")
    made.append([game.pk, group.code, phones])
shown = []
for kind in ("undo", "redo"):
    move_play(game, {{"type": kind}}, len(shown) + 1, kind, by, "moderator")
    html = [frames.render(group.pk, f"seat:{{id}}").html.decode() for id in ids]
    shown.append(html)
def only(here, there):
    found = set.intersection(*(set(html.split(">")) for html in here))
    found -= set.union(*(set(html.split(">")) for html in there))
    sent = (mark for mark in found if not {{'"', "[", "]"}} & set(mark))  # as it is, in JSON
    return min((mark for mark in sent if len(mark) > 12), key=len)
marks = [only(shown[0], shown[1]), only(shown[1], shown[0])]
print(json.dumps([session(by, moderates=moderates), made, marks]))
"""


@dataclass(frozen=True)
class Phones:
    """The phones of each group, by their cookies; what is on their charts only after an undo, and
    only after a redo; and their students."""

    cookies: list[list[str]]
    marks: tuple[bytes, bytes]
    authors: list[Author]


@contextmanager
def written(groups: int = 1) -> Iterator[tuple[Served, Phones]]:
    """The site, and those who write."""
    with TemporaryDirectory() as var:
        site = Site(Path(var), "--no-demo")
        try:
            with on_servers_core():
                site.start()
            made = site.run(SET_UP.format(groups=groups + 1, earlier=EARLIER))
            session, rows, marks = json.loads(made)
            rows = rows[:groups]  # the last one was needed for the marks
            asks = [console(code, session) for _, code, _ in rows]

            def ask(number: int, group: int = 0) -> bytes:
                return asks[group](number)

            authors = [
                _author(Room(site, pk, code, ""), phone)
                for pk, code, phones in rows
                for phone in phones
            ]
            cookies = [[f"sessionid={phone}" for phone in phones] for _, _, phones in rows]
            paths = [f"/c/{code}/feed" for _, code, _ in rows]
            served = Served(site.pid, site.port, paths, 1_000_001, ask, b"303")
            undone, redone = (mark.encode() for mark in marks)
            yield served, Phones(cookies, (undone, redone), authors)
        finally:
            site.end()


def _author(room: Room, session: str) -> Author:
    cookies = {"sessionid": session, "csrftoken": secrets.token_hex(16)}
    return Author(Laptop(room, cookies=cookies))
