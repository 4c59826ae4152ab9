"""A class to try everything with: the worked example at its start, and 1800 B.C. in Game-turn 2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from moderator.play import selectors, services
from moderator.play.models import Classroom, Game, Group, Person
from moderator.play.scenarios import shipped
from moderator.rules.game import Wire
from moderator.rules.registry import GAMES

INSTRUCTOR = "instructor"
CLASS_NAME = "Demo class"
RULES = "age-of-iron"


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo: who teaches it, the class, and its groups."""

    instructor: User
    classroom: Classroom
    groups: tuple[Group, ...]


def demo_ensure() -> Demo | None:
    """The demo class; made in a new site, and left as it is ever after.

    None where it is gone: whoever has deleted or renamed it does not want it back.
    """
    user = User.objects.filter(username=INSTRUCTOR).first()
    user = user or User.objects.create_user(INSTRUCTOR)
    classroom = user.classrooms.filter(name=CLASS_NAME).order_by("pk").first()
    if classroom is None:
        if user.last_login is not None:
            return None
        classroom = services.classroom_create(user, CLASS_NAME)
    if user.last_login is None:  # afterwards the class is the instructor's own
        _fill(classroom)
    return Demo(user, classroom, tuple(classroom.groups.all()))


@dataclass(frozen=True, slots=True)
class _Table:
    """One group: its name, what it plays, who sits where, and what was played."""

    name: str
    scenario: str
    students: tuple[tuple[str, str], ...]
    moves: tuple[Wire, ...] = ()


def _fill(classroom: Classroom) -> None:
    """Make what is missing: a start that was broken off goes on here."""
    missing = len(_TABLES) - classroom.groups.count()
    if missing > 0:
        services.groups_create(classroom, missing)
    for group, table in zip(classroom.groups.all(), _TABLES, strict=False):
        if group.games.count() > 1:
            continue
        if group.name != table.name:
            services.group_rename(group, table.name)
        moderator = services.moderator_enter(group, "Mika" if group.number == 1 else "Noor")
        game = selectors.game_now(group) or _begin(group, table, moderator)
        _seat(game, table)
        _play(game, table.moves, moderator)


def _begin(group: Group, table: _Table, by: Person) -> Game:
    scenario = GAMES[RULES].scenario_wire(shipped()[RULES][table.scenario])
    return services.game_create(group, RULES, scenario, {}, by)


def _seat(game: Game, table: _Table) -> None:
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


def _deploy(player: str, region: str, rfs: int) -> dict[str, Any]:
    return {"type": "deploy", "player": player, "region": region, "rfs": rfs}


def _build(player: str, rfs: int) -> dict[str, Any]:
    return {"type": "build", "player": player, "rfs": rfs}


def _attack(player: str, defender: str, region: str, rfs: int) -> dict[str, Any]:
    return {
        "type": "attack",
        "player": player,
        "defender": defender,
        "region": region,
        "rfs": rfs,
    }


def _trade(player: str, partner: str, give: str, get: str) -> dict[str, Any]:
    return {
        "type": "trade",
        "player": player,
        "partner": partner,
        "give": {give: 1},
        "get": {get: 1},
    }


def _end(player: str) -> dict[str, Any]:
    return {"type": "end-turn", "player": player}


_GAME_TURN_1 = (
    _deploy("egypt", "egypt", 5),
    _deploy("egypt", "palestine", 4),
    _build("egypt", 2),
    _deploy("babylon", "babylon", 5),
    _deploy("babylon", "mitanni", 6),
    _deploy("assyria", "assyria", 5),
    _deploy("assyria", "mitanni", 6),
    _deploy("hatti", "hatti", 5),
    _deploy("hatti", "syria", 5),
    _trade("egypt", "assyria", "G", "T"),
    _end("egypt"),
    _attack("babylon", "assyria", "mitanni", 3),
    _end("babylon"),
    _trade("assyria", "hatti", "T", "S"),
    _end("assyria"),
    _end("hatti"),
)
_GAME_TURN_2 = (
    _deploy("egypt", "syria", 5),
    _deploy("egypt", "palestine", 3),
    _build("egypt", 3),
    _deploy("babylon", "mitanni", 5),
    _build("babylon", 6),
    _deploy("assyria", "mitanni", 4),
    _deploy("assyria", "elam", 5),
    _build("assyria", 2),
    _deploy("hatti", "syria", 4),
    # A slip of the moderator's, taken back at once.
    _deploy("hatti", "cyprus", 6),
    {"type": "undo"},
    _deploy("hatti", "cyprus", 5),
    _build("hatti", 1),
    _trade("egypt", "babylon", "G", "C"),
    _attack("egypt", "hatti", "syria", 3),
    _end("egypt"),
    _attack("babylon", "assyria", "mitanni", 2),
)
_TABLES = (
    _Table("Kanesh", "example-of-play", (("Ada", "ariel"), ("Ben", "beauregard"))),
    _Table(
        "Ugarit",
        "1800-bc",
        (("Cleo", "egypt"), ("Dimitri", "babylon"), ("Elif", "assyria")),
        _GAME_TURN_1 + _GAME_TURN_2,
    ),
)
