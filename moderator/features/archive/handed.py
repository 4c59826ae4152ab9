"""Everything that is stored about one person as a file: a ZIP with a page to read, and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.db.models import ForeignKey, Model, Q
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.events import SecurityEvent
from moderator.core.models import Entry, Game, Person, Seat
from moderator.core.text import name_key
from moderator.features.archive.making import NONE, instructor_may_not
from moderator.features.people.models import JoinRequest

TRIGGERED = (Entry.Role.PARTNER, Entry.Role.SYSTEM)
"""Roles in which the program acts: the person has only made it do so, and may not know what."""


class Held(NamedTuple):
    """A table with data about people, in words, and the columns of it that a person's file has.

    Args:
        of: the ways from a row to the person, besides its columns with people.
        seats: columns with players; who sits there may read the row.
    """

    what: str
    columns: str
    of: str = ""
    seats: str = ""


HANDED: Mapping[str, Held] = {
    "play.person": Held(
        "who joined",
        "number name kind group moderates is_volunteer is_absent is_simulated is_removed joined",
        of="pk",
    ),
    "play.rostername": Held("a line on the roster", "name last_name student_number"),
    "play.joinrequest": Held("a request to join", "name at is_approved"),
    "play.presence": Held("when a page was last connected", "seen"),
    "play.seat": Held("a seat", "game player name", of="persons"),
    "play.note": Held("a note on participation", "person by text at"),
    "play.entry": Held("a move in a log", "game number move person role at", seats="move__player"),
    "play.slipversion": Held(
        "an order slip", "game opened_by player number orders is_sealed person role at"
    ),
    "play.message": Held(
        "a message",
        "game number turn person role at sender recipients text",
        seats="sender recipients",
    ),
    "play.mailbox": Held(
        "drafts; what a seat has read", "game player read drafts shown", seats="player"
    ),
    "play.messagereport": Held("a report of a message", "message player person reason at seen_at"),
    "play.contact": Held(
        "a talk that was noted",
        "game number turn person role at player partners text withdrawn_at",
        seats="player",
    ),
    "play.promise": Held(
        "a promise",
        (
            "game number turn person role at maker partner terms exchange answer "
            "answered_by answered_at answer_role"
        ),
        seats="maker partner",
    ),
    "play.playeroffer": Held(
        "an offer",
        (
            "game number maker partner move person at answer answered_by answered_at "
            "settled settled_by entry_number"
        ),
        seats="maker partner",
    ),
    "play.objection": Held(
        "an objection to a move", "game entry_number player person at dismissed_by", seats="player"
    ),
    "play.answer": Held("an answer in the debrief", "question player text at"),
    "play.comment": Held("a comment on a move", "game number by is_instructor text at"),
    "play.lateentry": Held(
        "why moves were typed later", "game first last by is_instructor played reason at"
    ),
    "play.secrecychange": Held("who changed what a game shows", "game by at"),
    "play.entrant": Held("a player of a tournament", "tournament number person name enters leaves"),
    "play.pairing": Held("a pairing", "round number red blue game", of="red__person blue__person"),
    "play.result": Held(
        "a result, and who recorded it",
        "pairing number outcome by role at",
        of="pairing__red__person pairing__blue__person",
    ),
    "play.securityevent": Held("a security event: numbers, no names", "at kind"),
    "play.classpractice_finished": Held(
        "who has finished the guided game, if the class chose so", "person"
    ),
}
"""The other columns are in docs/privacy.md, or in its test as those that are about nobody."""

PLAYERS_ONLY = frozenset({"play.mailbox.drafts"})
INSTRUCTORS_ONLY = frozenset(
    {"play.rostername.student_number", "play.rostername.last_name", "play.note"}
)
"""What somebody who has joined under a student's name doesn't get, since nobody checked it."""

Row = dict[str, Any]


def file_of(person: Person, *, is_for_instructor: bool) -> bytes:
    """The ZIP: for the person's instructor, without what only players may read; or for whoever is
    signed in as the person."""
    found = dict(_rows(person, is_for_instructor))
    about = {
        "class": person.classroom.name,
        "made": timezone.now().isoformat(timespec="seconds"),
        "for": "instructor" if is_for_instructor else "person",
        "tables": {label.removeprefix("play."): rows for label, rows in found.items() if rows},
    }
    tables = [
        (HANDED[label].what, [one.replace("_", " ") for one in rows[0]], map(_cells, rows))
        for label, rows in found.items()
        if rows
    ]
    page = {"person": person, "about": about, "tables": tables}
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as file:
        file.writestr("data.html", render_to_string("archive/person_file.html", page))
        text = json.dumps(about, ensure_ascii=False, indent=1, default=str)
        file.writestr("data.json", text)
    return made.getvalue()


def _rows(person: Person, is_for_instructor: bool) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each table."""
    seats = list(Seat.objects.filter(persons=person).values_list("game", "player"))
    hidden = instructor_may_not(person.classroom) if is_for_instructor else {}
    secret = PLAYERS_ONLY if is_for_instructor else INSTRUCTORS_ONLY
    named = _namer(person)
    for label, held in HANDED.items():
        columns = [one for one in held.columns.split() if f"{label}.{one}" not in secret]
        if columns and label not in secret:
            model = apps.get_model(label)
            rows = model._base_manager.filter(_of(person, model, held, seats))
            rows = rows.exclude(hidden.get(model, NONE)).order_by("pk").distinct()
            yield label, [_row(one, columns, named) for one in rows]


def _of(person: Person, model: type[Model], held: Held, seats: list[tuple[int, str]]) -> Q:
    """The rows that are about the person, by the person, or for the person's seats."""
    fields = model._meta.local_concrete_fields
    named = [one.name for one in fields if one.related_model is Person]
    wanted = Q(pk__in=[])
    for way in (*named, *held.of.split()):
        wanted |= Q(**{way: person.pk})
    if model is SecurityEvent:
        about = Q(kind__startswith="person.") | Q(kind__startswith="return_link.")
        wanted = Q(person=person.number) | about & Q(about=person.number)
        wanted &= Q(classroom=person.classroom_id)
    elif model is JoinRequest:
        asked = person.classroom.requests.values_list("pk", "name")
        same = [pk for pk, name in asked if person.name_key and name_key(name) == person.name_key]
        wanted |= Q(pk__in=same)
    for column in held.seats.split():
        for game, player in seats:
            # SQLite can't look into lists.
            rows = model._base_manager.filter(game=game).values_list("pk", column)
            wanted |= Q(pk__in=[pk for pk, value in rows if player in _players(value)])
    return wanted


def _players(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _namer(person: Person) -> Any:
    """What stands for another row: nobody else's name is in the file."""

    @cache
    def named(target: type[Model], pk: int) -> str:
        if target is Person:
            return gettext("this person") if pk == person.pk else gettext("somebody else")
        if target is Game:
            group, number = Game.objects.values_list("group__number", "number").get(pk=pk)
            return gettext("group %(group)d, game %(game)d") % {"group": group, "game": number}
        row = target._base_manager.get(pk=pk)
        texts = (getattr(row, one, None) for one in ("text", "title", "number"))
        return str(next(one for one in texts if one is not None))

    return named


def _row(row: Model, columns: list[str], named: Any) -> Row:
    found = {}
    for column in columns:
        field: Any = row._meta.get_field(column)
        value = getattr(row, field.attname)
        if isinstance(field, ForeignKey) and value is not None:
            value = named(field.related_model, value)
        found[column] = value
    if isinstance(row, Seat) and row.persons.count() > 1:
        found["name"] = ""  # typed for all of them
    if isinstance(row, Entry) and row.role in TRIGGERED:
        found["move"] = None
    return found


def _cells(row: Row) -> list[str]:
    """The row as a page shows it."""
    return [_cell(value) for value in row.values()]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    is_plain = not isinstance(value, (dict, list))
    return str(value) if is_plain else json.dumps(value, ensure_ascii=False)
