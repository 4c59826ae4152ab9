"""Games and moves for the tests."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from moderator.core import credentials, queries
from moderator.core.dice import with_rolls
from moderator.core.games import shipped
from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.core.recording import Change, RecordedMove
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_create
from moderator.rules.log import Timeline
from moderator.rules.registry import GAMES

AGE_OF_IRON = "age-of-iron"


def deploy(player: str, region: str, rfs: int) -> dict[str, Any]:
    return {"type": "deploy", "player": player, "region": region, "rfs": rfs}


def _attack(player: str, defender: str, region: str, rfs: int) -> dict[str, Any]:
    return {
        "type": "attack",
        "player": player,
        "defender": defender,
        "region": region,
        "rfs": rfs,
    }


# The rule text's worked example, its first moves.
WORKED_EXAMPLE = [
    deploy("ariel", "xenophobia", 5),
    deploy("ariel", "yurt", 5),
    _attack("ariel", "beauregard", "xenophobia", 5),
    _attack("ariel", "chas", "yurt", 2),
    _attack("ariel", "chas", "xenophobia", 2),
    {"type": "end-turn", "player": "ariel"},
    deploy("beauregard", "yurt", 4),
]


def scenario(name: str) -> dict[str, Any]:
    """A scenario that ships, as JSON."""
    return GAMES[AGE_OF_IRON].scenario_wire(shipped()[AGE_OF_IRON][name])


def start(
    group: Group,
    by: Person,
    name: str = "example-of-play",
    options: Mapping[str, Any] | None = None,
) -> Game:
    """A new game in the group."""
    return game_create(group, AGE_OF_IRON, scenario(name), options or {}, by)


def record(
    game: Game, wire: Mapping[str, Any], by: Person, role: str = "moderator"
) -> RecordedMove:
    """Plays a move on the current log, with a new key."""
    number, _ = queries.head(game)
    return move_play(game, wire, number, credentials.new(), by, role)


def record_older(game: Game, wires: Iterable[Mapping[str, Any]], by: Person) -> None:
    """Stores moves one by one, as before there were order slips, when orders stood in the log."""
    for wire in wires:
        look = look_at(game)
        with transaction.atomic():
            Change(look, by, "moderator", "").record([dict(wire)], [credentials.new()])


def play_on(
    game: Game, by: Person, choose: Callable[[Timeline], Mapping[str, Any] | None]
) -> Timeline:
    """Plays what is chosen until that is None. It is stored in one change: move by move would take
    several times as long."""
    with transaction.atomic():
        change = Change(look_at(game), by, "moderator", "")
        while (wire := choose(change.look.timeline)) is not None:
            change.record([with_rolls(change.look, wire)], [credentials.new()])
    return change.look.timeline


@contextmanager
def unguarded(table: str = "play_entry") -> Iterator[None]:
    """Removes the triggers that protect the logs, as somebody with a database tool could."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            return
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table]
        )
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, sql in triggers:
            cursor.execute(sql)


def sql(statement: str, *values: object) -> int:
    """Runs a statement as with a database tool; returns the number of changed rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, list(values))
        return cursor.rowcount
