"""The demo class: a group for each record in `scenarios/demo/`, and what was written there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from moderator.core import queries
from moderator.core.feature import FEATURES
from moderator.core.games import shipped
from moderator.core.look import look_at
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.people import moderator_enter, person_join
from moderator.features.classes.write import classroom_create, group_rename, groups_create
from moderator.features.debrief.questions import derived_questions, question_ask, questions_take
from moderator.features.debrief.releases import debrief_release
from moderator.features.moves.write import move_play
from moderator.features.new_game.settings import GameSettings, game_release
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_give
from moderator.features.slips.read import book_of
from moderator.features.slips.write import SlipChange, slip_write, slips_reveal
from moderator.rules import record
from moderator.rules.reading import Wire

# What the demo's students have written in a game, and its release for the debrief.
#
# The file is a list in the order of writing. Each item says `by` which player it is and `after`
# which entry of the log, 0 for none, and has one of `message`, `contact`, `promise` (with an
# `exchange` or null) and `answer` (to the promise of that `number`); all but answers say `to` whom.

Note = Mapping[str, Any]

QUESTIONS = 3


def notes_write(game: Game, notes: Sequence[Note], number: int, moderator: Person) -> None:
    """Write what was written after that entry; the moderator writes for those who have no phone.

    What has been written already stays as it is.
    """
    for place, note in enumerate(notes):
        if note["after"] == number:
            _write(game, note, f"demo-written-{place}", moderator)


def _write(game: Game, note: Note, key: str, moderator: Person) -> None:
    student = Person.objects.filter(seats__game=game, seats__player=note["by"]).first()
    person, role = student or moderator, Entry.Role.STUDENT if student else Entry.Role.MODERATOR
    for feature in FEATURES:
        for kind, write in feature.demo_writes.items():
            if kind in note:
                write(game, note, key, person, role)


def debrief_prepare(game: Game) -> None:
    """Prepare the debrief of a finished game: once, since the instructor may withdraw it."""
    if not game.debrief_releases.exists():
        for feature in FEATURES:
            feature.demo_end(game)
        _release(game)


@transaction.atomic
def _release(game: Game) -> None:
    """Release everything, with the game's secrets, and ask the first derived questions."""
    debrief_release(game)
    game_release(game, is_released=True)
    for question in questions_take(game, derived_questions(game)[:QUESTIONS]):
        question_ask(question)


# The demo class: one group for each record in `scenarios/demo/`, in the files' order.
#
# Such a record has further keys: `group` (its name), `moderator` (a name), `students` (each with
# a `name` and a `seat`), `run` (`acting`, `dice`, `partners`) for other than default settings,
# and `written` for a file with messages, contacts and promises of a finished game.

INSTRUCTOR = "instructor"
CLASS_NAME = "Demo class"
KEY = "demo-"  # the beginning of the keys of all entries
FOLDER = Path(settings.BASE_DIR) / "scenarios" / "demo"


@dataclass(frozen=True, slots=True)
class Demo:
    instructor: User
    classroom: Classroom
    groups: tuple[Group, ...]


def demo_ensure(folder: Path = FOLDER) -> Demo | None:
    """The demo class; created on a new site, and never changed once it is in use.

    A class of an earlier release gets the groups that it lacks, if nobody has used it yet. None if
    the instructor has deleted or renamed it.

    Args:
        folder: where the records are.
    """
    user = User.objects.filter(username=INSTRUCTOR).first()
    user = user or User.objects.create_user(INSTRUCTOR)
    classroom = user.classrooms.filter(name=CLASS_NAME).order_by("pk").first()
    if classroom is None:
        if user.last_login is not None:
            return None
        classroom = classroom_create(user, CLASS_NAME)
    wanted = demo_groups(folder)
    if user.last_login is None and not _is_used(classroom, wanted):
        _fill(classroom, wanted)
    return Demo(user, classroom, tuple(classroom.groups.all()))


class DemoGroup:
    """One group of a record: its name, moderator, students with seats, game and settings."""

    def __init__(self, path: Path) -> None:
        self.played = record.read(path.read_bytes())
        more = self.played.more
        self.name, self.moderator = more["group"], more["moderator"]
        self.students = [(one["name"], one["seat"]) for one in more["students"]]
        notes = (path.parent / more["written"]).read_bytes() if "written" in more else "[]"
        self.written = json.loads(notes)
        run = more.get("run", {})
        self.settings = GameSettings(**run | {"partners": frozenset(run.get("partners", ()))})


def demo_groups(folder: Path = FOLDER) -> tuple[DemoGroup, ...]:
    """The groups of the records in that folder, ordered by file name."""
    return tuple(map(DemoGroup, sorted(folder.glob("*.json"))))


def _is_used(classroom: Classroom, wanted: tuple[DemoGroup, ...]) -> bool:
    """Whether anybody but the demo itself has recorded something or joined there."""
    entries = Entry.objects.filter(game__group__classroom=classroom)
    names = [name for table in wanted for name, _ in table.students]
    students = classroom.people.filter(kind=Person.Kind.STUDENT).exclude(name__in=names)
    return entries.exclude(key__startswith=KEY).exists() or students.exists()


def _fill(classroom: Classroom, wanted: tuple[DemoGroup, ...]) -> None:
    """Create what is missing; an interrupted start continues here."""
    missing = len(wanted) - classroom.groups.count()
    if missing > 0:
        groups_create(classroom, missing)
    for group, table in zip(classroom.groups.all(), wanted, strict=False):
        if group.games.count() > 1:
            continue
        if group.name != table.name:
            group_rename(group, table.name)
        moderator = moderator_enter(group, table.moderator)
        game = queries.game_now(group) or _begin(group, table, moderator)
        _seat(game, table)
        _play(game, table, moderator)


def _begin(group: Group, table: DemoGroup, by: Person) -> Game:
    played = table.played
    rules, scenario, _ = record.start(played, shipped()[played.game])
    wire = rules.scenario_wire(scenario)
    return game_create(group, rules.id, wire, played.options, by, table.settings)


def _seat(game: Game, table: DemoGroup) -> None:
    classroom = game.group.classroom
    for name, player in table.students:
        seat = game.seats.get(player=player)
        if seat.persons.exists() or classroom.people.filter(name=name).exists():
            continue
        seat_give(person_join(classroom, name, game.group), seat)


def _play(game: Game, table: DemoGroup, by: Person) -> None:
    moves, (number, _) = tuple(table.played.moves), queries.head(game)
    while number < len(moves):
        notes_write(game, table.written, number, by)
        orders = _orders_at(game, moves[number:])
        if orders:
            _reveal(game, orders, f"{KEY}{number}", by)
        else:
            move_play(game, moves[number], number, f"{KEY}{number}", by, "moderator")
        number += len(orders) or 1
    if table.written:
        debrief_prepare(game)


def _orders_at(game: Game, moves: tuple[Wire, ...]) -> tuple[Wire, ...]:
    """The moves at the start of these that are now written on order slips."""
    now = queries.timeline(game)
    rules = now.rules.orders
    if rules is None or not rules.is_open(now.state):
        return ()
    return tuple(takewhile(lambda wire: wire["type"] in rules.verbs, moves))


def _reveal(game: Game, orders: tuple[Wire, ...], key: str, by: Person) -> None:
    for player, own in groupby(orders, lambda wire: str(wire["player"])):
        change = SlipChange(player, 0, list(own), is_sealed=True)
        slip_write(game, change, f"{key}-{player}", by, "moderator")
    sealed = book_of(look_at(game)).public_number
    slips_reveal(game, sealed, key, by, "moderator")
