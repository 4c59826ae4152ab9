"""Fills a new database by playing real games, with the code of a release in a folder.

    python tests/releases/play.py CODE SEEN SESSIONS

`keep.py` starts it, once for each database. CODE: the folder with the release's manage.py. It
writes the contents of the database to SEEN, as read by `seen.py`, and each student's cookie to
SESSIONS.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from moderator.play.models import Classroom, Game, Group, Person

CLASSES = (
    ("pat", "HIST 210", "Europe/Berlin"),
    ("pat", "POLS 101", "UTC"),
    ("kim", "Ἑλλάς", "UTC"),
)
PARTS = (1.0, 0.6, 0.3)  # of each record: some games are over, some have only begun
MOST_MOVES = 45


def records(code: Path) -> Iterator[dict[str, Any]]:
    """The played games of the release's own tests."""
    for file in sorted((code / "tests" / "played").glob("*/*.json")):
        yield json.loads(file.read_text(encoding="utf-8"))


def scenario_of(record: dict[str, Any]) -> Any:
    """The complete scenario, as a game stores it: the record may name one that ships."""
    from moderator.play.scenarios import shipped
    from moderator.rules import record as rules_record

    read = rules_record.read(json.dumps(record).encode())
    game, scenario, _ = rules_record.start(read, shipped()[record["game"]])
    return game.scenario_wire(scenario)


def again(game: Game, by: Person) -> Game:
    """The same game again, from its start, in the same group."""
    from moderator.play import services

    return services.game_create(game.group, game.rules, game.scenario, game.options, by)


def play(game: Game, moves: list[Any], by: dict[str, Person]) -> None:
    """The moves, alternately by the moderator and the instructor; some are undone at the end."""
    from moderator.play import services

    moves = [*moves, {"type": "undo"}, {"type": "undo"}, {"type": "redo"}]
    for after, (move, role) in enumerate(zip(moves, cycle(by), strict=False)):
        services.move_play(game, move, after, f"kept-{after}", by[role], role)


def sit(game: Game, classroom: Classroom, sessions: dict[str, str]) -> list[Person]:
    """Each country gets a student, whose phone has a session."""
    from moderator.play import services

    students = []
    for seat in game.seats.order_by("pk"):
        name = f"{seat.player.title()} {game.group.number}"[:40]
        person = services.person_join(classroom, name, game.group)
        services.seat_take(person, seat)
        sessions[f"{game.group.code} {person.number}"] = phone(classroom, person)
        students.append(person)
    return students


def phone(classroom: Classroom, person: Person) -> str:
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session["persons"] = {str(classroom.pk): person.pk}
    session.create()
    return str(session.session_key)


def table(group: Group, record: dict[str, Any], part: float, sessions: dict[str, str]) -> Game:
    """A group that plays a part of the record."""
    from moderator.play import services

    classroom = group.classroom
    by = {
        "moderator": services.moderator_enter(group, f"Moderator {group.number}"),
        "instructor": services.instructor_person(classroom),
    }
    options = record.get("options", {})
    scenario = scenario_of(record)
    game = services.game_create(group, record["game"], scenario, options, by["moderator"])
    sit(game, classroom, sessions)
    moves = record["moves"]
    play(game, moves[: max(2, min(int(len(moves) * part), MOST_MOVES))], by)
    return game


def go(classroom: Classroom, games: list[Game]) -> None:
    """People leave, a link is withdrawn, a game is deleted, and another one starts."""
    from moderator.play import services

    students = list(classroom.people.filter(kind="student").order_by("number"))
    services.person_forget(students[0])
    services.person_remove(students[1])
    services.person_forget(services.person_remove(students[2]))
    services.person_rename(students[3], "Zoë O’Neil")
    services.group_link_withdraw(games[0].group)
    services.person_forget(classroom.people.filter(kind="moderator").first())
    by = services.instructor_person(classroom)
    services.game_delete(again(games[1], by))
    again(games[1], by)  # it has not begun, and the one before stays
    again(games[2], by)
    services.game_delete(games[3])  # its group has none now


def main(code: Path, out: Path, sessions_out: Path) -> None:
    sys.path[0] = str(code)
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from moderator.play import services

    call_command("migrate", interactive=False, verbosity=0)
    sessions: dict[str, str] = {}
    parts = cycle(PARTS)
    found = list(records(code))
    for number, (username, name, time_zone) in enumerate(CLASSES):
        user = User.objects.filter(username=username).first()
        user = user or User.objects.create_user(username, password=f"{username} may come in")
        classroom = services.classroom_create(user, name, time_zone)
        played = found[number :: len(CLASSES)]
        groups = services.groups_create(classroom, len(played))
        tables = zip(groups, played, strict=True)
        go(classroom, [table(group, record, next(parts), sessions) for group, record in tables])

    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from seen import seen

    out.write_text(json.dumps(seen(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sessions_out.write_text(json.dumps(sessions), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
