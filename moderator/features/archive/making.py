"""Writes the archive of a class: a ZIP with a file for each table, and each game's record.

The same content gives the same bytes. And everything that is stored about one person as a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from io import BytesIO
from typing import IO, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.apps import apps
from django.db.models import ForeignKey, Model, Q
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import queries
from moderator.core.databases import KNOWN, one_moment
from moderator.core.ended import is_followed
from moderator.core.errors import InvalidInput
from moderator.core.events import SecurityEvent
from moderator.core.heads import game_ends
from moderator.core.log import folds_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Entry, Game, Person, Seat
from moderator.core.text import name_key
from moderator.core.written import Diplomacy
from moderator.features.archive.tables import LEFT_OUT, row_of, tables
from moderator.features.bots.models import BotReason
from moderator.features.deals.models import Contact, Promise
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.features.people.models import JoinRequest
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.read import book_of
from moderator.features.tournaments.read import pairings_with_results, result_hashes
from moderator.rules import record
from moderator.rules.bots import SEALED

FORMAT = "class-archive/1"
MANIFEST = "manifest.json"
README = "README.txt"
MOST_BYTES, MOST_UNPACKED = 32 * 2**20, 256 * 2**20
MOST_ROWS = 60_000  # in all tables: on SQLite nobody else writes while they are stored
MOST_ROW = 4 * 2**20  # a game's, with what it keeps of an imported record

TEXT = """\
{name}

This is a class of the moderator, with all that is needed to make it again: its groups, people
and roster, its games with their logs, and what was written in them. Keep it as it is: a ZIP that
was unpacked and packed again isn't taken. To bring the class back, on any site of this program,
open "Your classes", press "Bring back a class from its archive", and upload this file there.

It has names, student numbers, notes, messages, and all secrets of the games, and nothing in it is
encrypted: keep it as you keep grades. It opens nothing: it has no PINs, links or passwords. What
players have not sealed, or may keep to themselves, is not in it.

records/ has each game as a record, which other programs can read.
tables/ has the rows of the database, one JSON object in a line. A number that stands for another
row is its line there, counted from 0.

{rows}

What it doesn't have:
{left_out}
"""

NONE = Q(pk=None)
Files = dict[str, dict[str, Any]]


def games_hidden(classroom: Classroom) -> list[Game]:
    """The games with dice or a deck that nobody may know yet: they can be played on, also if they
    are stopped, or wait."""
    games = Game.objects.filter(group__classroom=classroom).exclude(seed="").select_related("group")
    seeded = games.order_by("group__number", "number")
    folds = folds_of(seeded)
    unfinished = [game for game in seeded if not folds[game.pk].timeline.is_over]
    return [game for game in unfinished if not is_followed(game)]


def archive_make(classroom: Classroom, file: IO[bytes]) -> None:
    """Write the class's archive into an empty file.

    Raises:
        InvalidInput: it would be larger than an archive may be.
    """
    with ZipFile(file, "w") as archive:
        files: Files = {}
        with one_moment():
            for name, lines in _tables(classroom):
                files[name] = _add(archive, name, lines)
            heads = heads_of(classroom)
        for game in Game.objects.filter(group__classroom=classroom).order_by("pk"):
            now = queries.timeline(game)
            if not now.rules.is_sealed(now.state):
                name = f"records/group-{game.group.number}-game-{game.number}.json"
                files[name] = _add(archive, name, [record.write(queries.record_of(game))])
        files[README] = _add(archive, README, [_readme(classroom, files)])
        about: dict[str, Any] = {"format": FORMAT, "migration": max(KNOWN), "class": classroom.name}
        about |= {"heads": heads, "files": files}
        _add(archive, MANIFEST, [json.dumps(about, indent=1).encode()])
    unpacked = sum(one["bytes"] for one in files.values())
    count = sum(one.get("rows", 0) for one in files.values())
    if file.tell() > MOST_BYTES or unpacked > MOST_UNPACKED or count > MOST_ROWS:
        raise InvalidInput(gettext("The class is too large for an archive."))
    file.seek(0)


def heads_of(classroom: Classroom) -> dict[str, list[Any]]:
    """The number and hash with which each log of the class ends: of games by their ids, of results
    by tournament, round and pairing."""
    ends = game_ends()
    games = Game.objects.filter(group__classroom=classroom).order_by("pk")
    heads: dict[str, list[Any]] = {uid: [*ends[uid]] for uid in games.values_list("uid", flat=True)}
    for pairing in pairings_with_results().filter(round__tournament__classroom=classroom):
        place = pairing.round.tournament.number, pairing.round.number, pairing.number
        heads["results {} {} {}".format(*place)] = [*max(result_hashes(pairing).items())]
    return heads


def instructor_may_not(classroom: Classroom) -> dict[type[Model], Q]:
    """The rows that an instructor may not read: what is written where only its readers may, until
    all of it is released, and orders that are not sealed."""
    games = Game.objects.filter(group__classroom=classroom)
    closed = [
        game.pk
        for game in games.filter(diplomacy__readers=Diplomacy.Readers.NOBODY)
        if not any(one.is_all for one in game.debrief_releases.filter(withdrawn_at=None))
    ]
    found: dict[type[Model], Q] = {
        **dict.fromkeys((Message, Mailbox, Contact, Promise), Q(game__in=closed)),
        MessageReport: Q(message__game__in=closed),
        BotReason: Q(game__in=closed)
        & (Q(what=BotReason.PROMISE) | Q(facts__has_key=next(iter(SEALED)))),
        SlipVersion: NONE,
    }
    for game in games:
        book = book_of(look_at(game))
        drafts = Q(player__in=[slip.player for slip in book.missing]) | Q(is_sealed=False)
        if book.is_open:
            found[SlipVersion] |= Q(game=game, opened_by=book.opened_by) & drafts
    return found


def _tables(classroom: Classroom) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The file of each table, with its lines; each must be read before the next one."""
    places: dict[type[Model], dict[int, int]] = {}
    private = instructor_may_not(classroom)
    owner = classroom.instructor_id

    def lines(table: Any, own: dict[int, int]) -> Iterator[bytes]:
        rows = table.rows(classroom, private.get(table.model, NONE))
        for place, (pk, *columns) in enumerate(rows):
            own[pk] = place
            row = row_of(table, columns, places, owner)
            yield json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    for table in tables():
        own = places[table.model] = {}
        yield f"tables/{table.name}.jsonl", lines(table, own)


def _add(archive: ZipFile, name: str, pieces: Iterable[bytes]) -> dict[str, Any]:
    """Add a file; what the manifest says of it."""
    info = ZipInfo(name)  # of 1980: the time of making is no content
    info.compress_type = ZIP_DEFLATED
    digest, size, count = hashlib.sha256(), 0, 0
    with archive.open(info, "w") as file:
        for piece in pieces:
            file.write(piece)
            digest.update(piece)
            size += len(piece)
            count += 1
    rows = {"rows": count} if name.startswith("tables/") else {}
    return {**rows, "bytes": size, "sha256": digest.hexdigest()}


def _readme(classroom: Classroom, files: Files) -> bytes:
    rows = "\n".join(f"{one['rows']:7} {name}" for name, one in files.items() if one.get("rows"))
    left_out = "\n".join(f"- {name}: {why}" for name, why in LEFT_OUT.items())
    text = TEXT.format(name=classroom.name, rows=rows, left_out=left_out)
    return text.replace("\n", "\r\n").encode()  # every editor shows it


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
        (
            HANDED[label].what,
            [one.replace("_", " ") for one in rows[0]],
            [map(_cell, row.values()) for row in rows],
        )
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


def _cell(value: Any) -> str:
    """A value as a page shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    is_plain = not isinstance(value, (dict, list))
    return str(value) if is_plain else json.dumps(value, ensure_ascii=False)
