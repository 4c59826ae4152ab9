"""Everything in a database that an update must not change."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.contrib.auth.models import User

from moderator.core import credentials, queries
from moderator.core.models import Classroom, Game, Group, Person


def seen() -> dict[str, Any]:
    """Everything, as plain values."""
    return {
        "games": {game.uid: _game(game) for game in Game.objects.order_by("pk")},
        "groups": {group.code: _group(group) for group in Group.objects.order_by("pk")},
        "classes": {one.code: _classroom(one) for one in Classroom.objects.order_by("pk")},
        "users": {user.username: user.password for user in User.objects.order_by("pk")},
    }


def _game(game: Game) -> dict[str, Any]:
    now = queries.timeline(game)
    number, head = queries.head(game)
    undone, undo = 0, now.undone
    while undo is not None:
        undone, undo = undone + 1, undo.earlier
    seats = game.seats.order_by("player")
    return {
        "group": game.group.code,
        "rules": game.rules,
        "number": game.number,
        "entries": number,
        "log": head,
        "standing": sum(1 for _ in now.steps()),
        "undone": undone,
        "state": hash_of(now.rules.summary(now.state)),
        "seats": {
            seat.player: sorted(person.number for person in seat.persons.all()) for seat in seats
        },
    }


def hash_of(value: object) -> str:
    """Returns the same text for the same JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _group(group: Group) -> dict[str, Any]:
    """A group, with what is on paper: the console's link and PIN."""
    return {
        "classroom": group.classroom.code,
        "name": group.name,
        "link": credentials.console_token(group),
        "pin": credentials.console_pin(group),
    }


def _classroom(classroom: Classroom) -> dict[str, Any]:
    people = Person.objects.filter(classroom=classroom).order_by("number")
    return {
        "name": classroom.name,
        "instructor": classroom.instructor.username,
        "time_zone": classroom.time_zone,
        "people": [
            [one.number, one.kind, one.name, one.is_removed, one.return_generation]
            for one in people
        ],
    }
