"""The demo class: one group for each record in `scenarios/demo/`, in the files' order.

Such a record has further keys: `group` (its name), `moderator` (a name), `students` (each with
a `name` and a `seat`), and `run` (`acting`, `dice`, `partners`) for other than default settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User

from moderator.play import selectors, services
from moderator.play.log import folds
from moderator.play.models import Classroom, Game, Group, Person
from moderator.play.scenarios import shipped
from moderator.play.table.slips import book_of
from moderator.rules import record
from moderator.rules.wire import Wire

INSTRUCTOR = "instructor"
CLASS_NAME = "Demo class"
FOLDER = Path(settings.BASE_DIR) / "scenarios" / "demo"


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo's instructor, class and groups."""

    instructor: User
    classroom: Classroom
    groups: tuple[Group, ...]


def demo_ensure(folder: Path = FOLDER) -> Demo | None:
    """The demo class; created on a new site, and never changed after the first sign-in.

    None if the instructor has deleted or renamed it.

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
    """One group: its name, moderator, students with seats, recorded game and settings."""

    name: str
    moderator: str
    students: tuple[tuple[str, str], ...]
    played: record.Record
    run: Mapping[str, Any]

    @property
    def settings(self) -> services.GameSettings:
        """The settings of its game."""
        partners = frozenset(self.run.get("partners", ()))
        return services.GameSettings(**{**self.run, "partners": partners})


def demo_groups(folder: Path = FOLDER) -> tuple[DemoGroup, ...]:
    """The groups of the records in that folder, ordered by file name."""
    return tuple(_group(path.read_bytes()) for path in sorted(folder.glob("*.json")))


def _group(data: bytes) -> DemoGroup:
    played = record.read(data)
    more = played.more
    students = tuple((one["name"], one["seat"]) for one in more["students"])
    return DemoGroup(more["group"], more["moderator"], students, played, more.get("run", {}))


def _fill(classroom: Classroom, wanted: tuple[DemoGroup, ...]) -> None:
    """Create what is missing; an interrupted start continues here."""
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
    return services.game_create(group, rules.id, wire, played.options, by, table.settings)


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
        return  # somebody is playing there already
    while number < len(moves):
        orders = _orders_at(game, moves[number:])
        if orders:
            _reveal(game, orders, f"demo-{number}", by)
        else:
            services.move_play(game, moves[number], number, f"demo-{number}", by, "moderator")
        number += len(orders) or 1


def _orders_at(game: Game, moves: tuple[Wire, ...]) -> tuple[Wire, ...]:
    """The moves at the start of these that are now written on order slips."""
    now = selectors.timeline(game)
    rules = now.game.orders
    if rules is None or not rules.is_open(now.state):
        return ()
    return tuple(takewhile(lambda wire: wire["type"] in rules.verbs, moves))


def _reveal(game: Game, orders: tuple[Wire, ...], key: str, by: Person) -> None:
    for player, own in groupby(orders, lambda wire: str(wire["player"])):
        change = services.SlipChange(player, 0, list(own), is_sealed=True)
        services.slip_write(game, change, f"{key}-{player}", by, "moderator")
    sealed = book_of(game, folds.fold_of(game)).public_number
    services.slips_reveal(game, sealed, key, by, "moderator")
