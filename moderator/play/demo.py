"""A class to try everything with: a group for each record in `scenarios/demo/`, in their order.

Such a record has further keys: `group` (its name), `moderator` (who records), `students` (each with
a `name` and a `seat`), and `run` (`acting`, `dice`, `partners`) where it isn't run as always.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User

from moderator.play import selectors, services
from moderator.play.models import Classroom, Game, Group, Person
from moderator.play.scenarios import shipped
from moderator.rules import record
from moderator.rules.game import Wire

INSTRUCTOR = "instructor"
CLASS_NAME = "Demo class"
FOLDER = Path(settings.BASE_DIR) / "scenarios" / "demo"


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo: who teaches it, the class, and its groups."""

    instructor: User
    classroom: Classroom
    groups: tuple[Group, ...]


def demo_ensure(folder: Path = FOLDER) -> Demo | None:
    """The demo class; made in a new site, and left as it is ever after.

    None where it is gone: whoever has deleted or renamed it does not want it back.

    Args:
        folder: where the records are.
    """
    user = User.objects.filter(username=INSTRUCTOR).first()
    user = user or User.objects.create_user(INSTRUCTOR)
    classroom = user.classrooms.filter(name=CLASS_NAME).order_by("pk").first()
    if classroom is None:
        if user.last_login is not None:
            return None
        classroom = services.classroom_create(user, CLASS_NAME)
    if user.last_login is None:  # afterwards the class is the instructor's own
        _fill(classroom, demo_groups(folder))
    return Demo(user, classroom, tuple(classroom.groups.all()))


@dataclass(frozen=True, slots=True)
class DemoGroup:
    """One group: its name, who records, who sits where, what was played, and how it is run."""

    name: str
    moderator: str
    students: tuple[tuple[str, str], ...]
    played: record.Record
    run: Mapping[str, Any]

    @property
    def running(self) -> services.GameSettings:
        """How its game is run."""
        partners = frozenset(self.run.get("partners", ()))
        return services.GameSettings(**{**self.run, "partners": partners})


def demo_groups(folder: Path = FOLDER) -> tuple[DemoGroup, ...]:
    """The groups of the records in that folder, by their files' names."""
    return tuple(_table(path.read_bytes()) for path in sorted(folder.glob("*.json")))


def _table(data: bytes) -> DemoGroup:
    played = record.read(data)
    more = played.more
    students = tuple((one["name"], one["seat"]) for one in more["students"])
    return DemoGroup(more["group"], more["moderator"], students, played, more.get("run", {}))


def _fill(classroom: Classroom, wanted: tuple[DemoGroup, ...]) -> None:
    """Make what is missing: a start that was broken off goes on here."""
    missing = len(wanted) - classroom.groups.count()
    if missing > 0:
        services.groups_create(classroom, missing)
    for group, table in zip(classroom.groups.all(), wanted, strict=False):
        if group.games.count() > 1:
            continue
        if group.name != table.name:
            services.group_rename(group, table.name)
        moderator = services.moderator_enter(group, table.moderator)
        game = selectors.game_now(group) or _begin(group, table, moderator)
        _seat(game, table)
        _play(game, tuple(table.played.moves), moderator)


def _begin(group: Group, table: DemoGroup, by: Person) -> Game:
    played = table.played
    rules, scenario, _ = record.start(played, shipped()[played.game])
    wire = rules.scenario_wire(scenario)
    return services.game_create(group, rules.id, wire, played.options, by, table.running)


def _seat(game: Game, table: DemoGroup) -> None:
    classroom = game.group.classroom
    for name, player in table.students:
        seat = game.seats.get(player=player)
        if seat.persons.exists() or classroom.people.filter(name=name).exists():
            continue
        services.seat_give(services.person_join(classroom, name, game.group), seat)


def _play(game: Game, moves: tuple[Wire, ...], by: Person) -> None:
    number, _ = selectors.head(game)
    if game.entries.exclude(key__startswith="demo-").exists():
        return  # somebody plays there already
    for after, wire in list(enumerate(moves))[number:]:
        services.move_play(game, wire, after, f"demo-{after}", by, "moderator")
