"""The URLs of a group, and a correct form for each."""

from __future__ import annotations

import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from moderator.core import credentials, queries
from moderator.core.models import Classroom, Person
from moderator.core.people import person_return_link
from moderator.features.accounts.write import sign_in_link_create
from moderator.features.balance.models import BalanceReport
from moderator.features.classes.write import classroom_create
from moderator.features.from_paper.reading import digest
from moderator.features.grades.read import PARTS
from moderator.features.printing.models import Pack
from moderator.features.tournaments.models import Tournament
from moderator.rules import record
from tests.support.addresses import arguments, url
from tests.support.shared import shared
from tests.support.web.archives import archived
from tests.support.web.secret_world import PASSWORD, Target

# Forms that create something: each works once.
ONCE = ("join", "class-new", "game-new", "groups-make", "record-upload", "redraw", "again")
ONCE += ("class-bring-back", "class-copy", "class-clock", "group-clock", "announcements")
ONCE += ("tournament-new", "notes", "group-notes", "comments", "debrief-questions")


def words_of(target: Target) -> dict[str, Any]:
    """The object that a query names."""
    return {"code": target.group.code, "number": target.group.number}


def address(name: str, target: Target, is_sent: bool = False) -> str:
    """Returns the URL for that group. For a POST, its tokens are real."""
    student = Person.objects.get(name=target.student)
    made = {
        "code": target.group.code,
        "pk": target.group.classroom_id,
        "number": student.number if name.startswith("person") else target.group.number,
        "game": target.game.number,
        "token": "any-token",
        "player": "egypt",
    }
    if name.startswith("tournament"):
        made["number"] = Tournament.objects.get(classroom=target.group.classroom).number
    if name.startswith("class-pack"):
        made["number"] = Pack.objects.get(classroom=target.group.classroom).pk
    if name.startswith("balance-"):
        teacher = target.group.classroom.instructor
        made["pk"] = BalanceReport.objects.get(owner=teacher).pk
    if name == "class-restore":
        teacher = target.group.classroom.instructor
        made["pk"] = Classroom.every.get(instructor=teacher, deleted_at__isnull=False).pk
    if name in ("tournament-wall", "class-wall"):
        made["code"] = target.group.classroom.code
    if name == "console-link":
        made["token"] = credentials.console_token(target.group)
    elif name == "back" and is_sent:
        made["token"] = person_return_link(student)
    elif name == "one-time" and is_sent:
        made["token"] = sign_in_link_create(target.group.classroom.instructor)
    return url(name, **{word: made[word] for word in arguments()[name]})


def form(name: str, target: Target) -> dict[str, Any]:
    """Returns the form's fields, all of them right, so that only access control can refuse it."""
    after = queries.timeline(target.game).number
    move = {"game": str(target.game.number), "after": str(after), "key": credentials.new()}
    student = Person.objects.get(name=target.student)
    seat = target.game.seats.get(player="hatti").pk
    new = f"{PASSWORD} indeed"
    forms: dict[str, dict[str, Any]] = {
        "join": {"name": "Zed"},
        "seats": {"seat": seat},
        "pin": {"code": target.group.classroom.code, "pin": credentials.console_pin(target.group)},
        "own-passkeys": {"remove": "1"},
        "sign-in": {"username": "zqquinn", "password": PASSWORD},
        "password": {"old_password": PASSWORD, "new_password1": new, "new_password2": new},
        "class-new": {"name": "Another", "time_zone": "UTC"},
        "class-change": {"name": "Another", "time_zone": "UTC"},
        "class-print": {"preset": "before"},
        "people-erase": {"all": "1"},
        "class-copy": {"name": "Another"},
        "class-delete": {"name": target.group.classroom.name},
        "person": {"do": "rename", "name": "Zed"},
        "people": {"do": "apply", "target": "volunteer", "person": student.number},
        "divide": {"do": "draw", "game": "age-of-iron/1800-bc"},
        "rehearsal": {"do": "remove"},
        "game-new": {"group": target.group.number, "scenario": "age-of-iron/example-of-play"},
        "groups-make": {"count": "1"},
        "class-all": {"do": "pause", "reason": "Fire drill"},
        "announcements": {"do": "now", "text": "A flood", "to": "player:egypt"},
        "give-console": {"to": "link"},
        **{
            one: {"scenario": "age-of-iron/first-steps", "key": credentials.new()}
            for one in ("practice", "class-practice")
        },
        "class-practice-settings": {"scenario": "age-of-iron/900-bc"},
        "comments": {"do": "add", "text": "A good offer"},
        **{one: {"act": "stop", "seen": "0"} for one in ("class-clock", "group-clock")},
        "roster": {"do": "import", "names": "Zed\t12"},
        "joining": {"do": "close"},
        "joined-since": {"person": student.number},
        "wall-show": {"do": "charts"},
        "overview": {"do": "stuck", "minutes": "7"},
        "seats-give": {"seat": seat, "person": 0},
        "grades": {"do": "count", "title": "Grade", **dict.fromkeys(PARTS, "10")},
        "lti-course": {"do": "unlink"},
        "school-account": {"do": "part", "password": PASSWORD},
        "notes": {"about": student.number, "text": "Spoke twice"},
        "group-notes": {"about": student.number, "text": "Spoke twice"},
        "class-debrief": {"release-all": "1"},
        "debrief-questions": {"do": "keep", "text": "Why?", "to": "all"},
        "play-questions": {"question": "1", "text": "Because"},
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
            "pairing": target.group.number,
            "outcome": "red",
            "seen": "0",
            "key": credentials.new(),
        },
        "group": {"name": "Another"},
        "record-upload": {"record": _record(target)} if name == "record-upload" else {},
        "class-bring-back": {"archive": _archive(target)} if name == "class-bring-back" else {},
        "helping": {"do": "seat", "person": student.number, "seat": seat},
        "move": move | {"text": "undo"},
        "run": {
            "game": str(target.game.number),
            "run_agreed": "off",
            "run_confirmed": "on",
            "run_acting": "moderator",
            "run_reveal": "off",
        },
        **{one: {"do": "remind"} for one in ("slips-fill", "console-slip", "slips-reveal")},
        **{
            one: {"game": str(target.game.number)}
            for one in ("redraw", "start", "stop", "continue", "again")
        },
        "secrecy": {
            "game": str(target.game.number),
            "run_goals": "off",
            "run_points": "all",
        },
        "release": {"game": str(target.game.number), "open": "1"},
        "play-return": {"game": str(target.game.number)},
        "play-offer": move | _offer(student, target),
        "play-answer": move | {"answer": "withdrawn.1"},
        "play-object": move | {"entry": "1"},
        "play-contact": move | {"with": "hatti", "text": "A talk"},
        "play-promise": move | _promise(student, target),
        "play-promise-answer": move | {"answer": "withdrawn.1"},
        "console-records": move | {"player": "hatti", "with": "egypt", "text": "On paper"},
        "offers": move | {"offer": "record.1"},
        "objections": move | {"objection": "1"},
        "play-move": move | {"type": "end-turn", "player": "egypt"},
        "play-preview": move | {"type": "end-turn", "player": "egypt"},
        "play-partner": move,
        "bots": {"level": "rival", "fill": "yes"},
        "class-bots": {"level": "rival", "fill": "yes"},
        "play-finish": move,
        "play-slip": move | _slip(),
        "partner": move,
        "finish": move,
        "correct": move | _correction(),
        "catch-up": move | _from_paper(),
    }
    forms |= {one: move | fields for each in shared("SENT") for one, fields in each.items()}
    if name == "game-new":
        forms[name] |= _options()
    return forms.get(name, {}) | ({"once": credentials.new()} if name in ONCE else {})


def _record(target: Target) -> SimpleUploadedFile:
    data = record.write(queries.record_of(target.game))
    return SimpleUploadedFile("record.json", data, "application/json")


def _archive(target: Target) -> SimpleUploadedFile:
    """Of a class without games, of which there can be any number."""
    empty = classroom_create(target.group.classroom.instructor, "Another")
    data = archived(empty)
    empty.delete()
    return SimpleUploadedFile("class.zip", data, "application/zip")


def _offer(student: Person, target: Target) -> dict[str, str]:
    """Nothing for something of the second-last country."""
    seat = target.game.seats.get(persons=student)
    partner = target.game.scenario["players"][-2]
    if seat.player == partner["id"]:
        partner = target.game.scenario["players"][0]
    fixed = {"player": seat.player, "partner": partner["id"]}
    terms = {"turn": "0", "counts": "give get", f"get.{partner['good']}": "1"}
    return {"type": "trade", "choice": json.dumps(fixed)} | terms


def _from_paper() -> dict[str, str]:
    text = "c syria egypt 5 miscounted"
    return {"text": text, "checked": digest(text), "do": "record"}


def _promise(student: Person, target: Target) -> dict[str, str]:
    """Not to attack another country."""
    seat = target.game.seats.get(persons=student)
    players = [one["id"] for one in target.game.scenario["players"]]
    partner = next(one for one in reversed(players) if one != seat.player)
    terms = {"kind": "no-attack", "target": partner, "until": 1}
    return {"do": "offer", "to": partner, "terms": json.dumps(terms)}


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
    return (
        chosen | dict.fromkeys(switches, "off") | {"run_acting": "moderator", "run_dice": "table"}
    )


def _slip() -> dict[str, str]:
    """The slip of a turn that never was."""
    return {"turn": "7777", "version": "0", "change": "deploy:syria 1"}
