"""The addresses of a group, and for each a form with which everything is right."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from moderator.play import credentials, selectors, services
from moderator.play.models import Person, Tournament
from moderator.rules import record as records
from tests.support.addresses import patterns
from tests.support.web.house import PASSWORD, Door

# Forms that create something: each works once.
ONCE = ("join", "class-new", "game-new", "groups-make", "record-upload", "redraw", "tournament-new")


def words_of(door: Door) -> dict[str, Any]:
    """What a query names."""
    return {"code": door.group.code, "number": door.group.number}


def address(name: str, door: Door, is_sent: bool = False) -> str:
    """The address as it is of that group. For a POST its tokens are real ones."""
    student = Person.objects.get(name=door.student)
    made = {
        "code": door.group.code,
        "pk": door.group.classroom_id,
        "number": student.number if name == "person" else door.group.number,
        "game": door.game.number,
        "token": "any-token",
    }
    if name.startswith("tournament"):
        made["number"] = Tournament.objects.get(classroom=door.group.classroom).number
    if name == "tournament-wall":
        made["code"] = door.group.classroom.code
    if name == "console-link":
        made["token"] = credentials.console_token(door.group)
    elif name == "back" and is_sent:
        made["token"] = services.person_return_link(student)
    elif name == "one-time" and is_sent:
        made["token"] = services.sign_in_link_create(door.group.classroom.instructor)
    (pattern,) = (p for p in patterns() if getattr(p, "name", "") == name)
    wanted = pattern.pattern.converters
    return reverse(name, kwargs={word: made[word] for word in wanted})


def form(name: str, door: Door) -> dict[str, Any]:
    """What is sent: all of it right, so that nothing but the door refuses it."""
    after = selectors.timeline(door.game).number
    move = {"game": str(door.game.number), "after": str(after), "key": credentials.new()}
    student = Person.objects.get(name=door.student)
    seat = door.game.seats.get(player="hatti").pk
    new = f"{PASSWORD} indeed"
    forms: dict[str, dict[str, Any]] = {
        "join": {"name": "Zed"},
        "seats": {"seat": seat},
        "pin": {"code": door.group.classroom.code, "pin": credentials.console_pin(door.group)},
        "sign-in": {"username": "zqquinn", "password": PASSWORD},
        "password": {"old_password": PASSWORD, "new_password1": new, "new_password2": new},
        "class-new": {"name": "Another", "time_zone": "UTC"},
        "class-change": {"name": "Another", "time_zone": "UTC"},
        "person": {"do": "rename", "name": "Zed"},
        "game-new": {"group": door.group.number, "scenario": "age-of-iron/example-of-play"},
        "groups-make": {"count": "1"},
        "tournament-new": {
            "rules": "valley-of-war",
            "title": "Another",
            "system": "swiss",
            "tables": "1",
            "names": "Ann\nBob\nCy",
        },
        "tournament": {"do": "add", "name": "Zed"},
        "tournament-table": {
            "tournament": "1",
            "round": "1",
            "pairing": door.group.number,
            "outcome": "red",
            "seen": "0",
            "key": credentials.new(),
        },
        "group": {"name": "Another"},
        "record-upload": {"record": _record(door)} if name == "record-upload" else {},
        "helping": {"do": "seat", "person": student.number, "seat": seat},
        "move": move | {"text": "undo"},
        "run": {"game": str(door.game.number)},
        "redraw": {"game": str(door.game.number)},
        "play-move": move | {"type": "end-turn", "player": "egypt"},
        "play-partner": move,
        "partner": move,
        "correct": move | _correction(),
    }
    if name == "game-new":
        forms[name] |= _options()
    return forms.get(name, {}) | ({"once": credentials.new()} if name in ONCE else {})


def _record(door: Door) -> SimpleUploadedFile:
    data = records.write(selectors.record_of(door.game))
    return SimpleUploadedFile("record.json", data, "application/json")


def _correction() -> dict[str, str]:
    return {
        "type": "correct",
        "numbers": "chart",
        "chart.syria.hatti": "3",
        "reason": "Counted again.",
    }


def _options() -> dict[str, str]:
    chosen = {"turns": "4", "deployment": "sequential", "combat": "equal", "communication": "open"}
    switches = ("home_first", "control", "diplomatic_records", "extended_trading")
    return chosen | dict.fromkeys(switches, "off") | {"run_dice": "table"}
