"""What of a class an archive has: the rows of all tables that belong to it, but for what is named
here. A row is a JSON object; it names other rows by their places in their tables, from 0."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import (
    CASCADE,
    PROTECT,
    BooleanField,
    CharField,
    DateTimeField,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
    Q,
)
from django.utils.translation import gettext

from moderator.core.errors import InvalidInput
from moderator.core.feature import held_tables
from moderator.core.models import Classroom
from moderator.core.text import is_showable, json_values
from moderator.rules.errors import Refused, printable

LEFT_OUT: Mapping[str, str] = {
    "auth": "accounts and passwords: whoever brings a class back owns it",
    "contenttypes": "Django’s list of the tables",
    "sessions": "who is signed in",
    "play.signinlink": "an account’s",
    "play.secondfactor": "an account’s",
    "play.recoverycode": "an account’s",
    "play.passkey": "an account’s",
    "play.schoolidentity": "an account’s",
    "play.accountsession": "who is signed in",
    "play.securityevent": "the site’s own, with numbers that mean nothing elsewhere",
    "play.eventaddress": "the site’s own",
    "play.wrongtries": "the site’s own",
    "play.news": "the site’s own",
    "play.compaction": "the site’s own",
    "play.sitetime": "the site’s own",
    "play.head": "the site’s own; the manifest has those of the class",
    "play.erasure": "there only while something is deleted",
    "play.tournamenterasure": "there only while something is deleted",
    "play.balancereport": "an instructor’s, of no class",
    "play.botjob": "which process moves bots now",
    "play.donekey": "made from the site’s key, for forms that are open now",
    "play.joinrequest": "keys of browsers that wait to be let in",
    "play.recentjoins": "hashes of addresses",
    "play.course": "a platform's: the next launch from it links the class again",
    "play.practicegame": "of browsers; nothing of it is the class’s",
    "play.classpractice": "chosen again for each class",
    "play.classpractice_finished": "who has practised isn't part of the class",
    "play.pack": "made again from the rest; may have PINs and links",
    "play.classroom.deleted_at": "a deleted class has no archive",
    "play.classroom.deleted_on": "a class that is brought back isn't deleted by itself",
    "play.game.changes": "for pages that are open now; it counts drafts, too",
    "play.group.link_generation": "links and PINs are made afresh",
    "play.person.return_generation": "links are made afresh",
    "play.person.joined_by": "a key of the person’s browser",
    "play.person.joined_from": "a hash of the person’s address",
}
"""Apps, tables and columns that no archive has, each with the reason."""

FRESH = ("play.group.link_generation", "play.person.return_generation")
"""Columns from which links are derived: a random number ends all that there have ever been."""

MOST_GENERATION = 2**30
YEARS = range(2000, 2200)  # of times; the first and last years can't be shown in every time zone

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of which an archive has the rows of one class.

    `ways`: lookups from a row to its class; a row belongs to it by any of them.
    """

    model: type[Model]
    fields: Sequence[Any]
    ways: Sequence[str]

    @property
    def name(self) -> str:
        return str(self.model._meta.model_name)

    def rows(self, classroom: Classroom, private: Q) -> Iterator[tuple[Any, ...]]:
        """The primary keys and columns of the class's rows, the oldest first, but for these."""
        wanted = Q(*((way, classroom.pk) for way in self.ways), _connector=Q.OR)
        names = [field.attname for field in self.fields]
        found = self.model._base_manager.filter(wanted, ~private).order_by("pk")
        return found.values_list("pk", *names).iterator()


@cache
def tables() -> tuple[Table, ...]:
    """All of them; each after those that its rows name."""
    found: dict[type[Model], Table] = {}
    while True:
        known = len(found)
        for model in apps.get_models(include_auto_created=True):
            table = None if model in found else _table_of(model, found)
            if table is not None:
                found[model] = table
        if len(found) == known:
            return tuple(found.values())


@cache
def left_out() -> Mapping[str, str]:
    """The same with the columns that only players may read."""
    own = {
        f"{label}.{column}": "what nobody has sent"
        for label, (_model, held) in held_tables().items()
        for column in held.players_only.split()
    }
    return {**LEFT_OUT, **own}


def is_left_out(model: type[Model], column: str = "") -> bool:
    meta = model._meta
    if column:
        return f"{meta.label_lower}.{column}" in left_out()
    return meta.app_label in LEFT_OUT or meta.label_lower in LEFT_OUT


def _table_of(model: type[Model], found: Mapping[type[Model], Table]) -> Table | None:
    """The table of a model, once all that its rows name are known; None if it isn't of a class."""
    meta = model._meta
    columns = [one for one in meta.local_concrete_fields if one is not meta.auto_field]
    named = [one for one in columns if isinstance(one, ForeignKey)]
    owners = [one for one in named if one.remote_field.model in found]
    is_known = len(owners) == sum(one.remote_field.model is not User for one in named)
    if is_left_out(model) or not is_known or not (owners or model is Classroom):
        return None
    # A row that belongs to one thing belongs to that one's class; otherwise to that of any.
    owners = [one for one in owners if one.remote_field.on_delete in (CASCADE, PROTECT)]
    owners = [one for one in owners if not one.null][:1] or owners
    ways = [f"{one.name}__{way}" for one in owners for way in found[one.remote_field.model].ways]
    kept = [one for one in columns if not is_left_out(model, one.name)]
    return Table(model, kept, ways or ["pk"])


# A row as JSON.


def row_of(
    table: Table,
    columns: Sequence[Any],
    places: Mapping[type[Model], Mapping[int, int]],
    owner: int,
) -> Row:
    """The row with these columns.

    Args:
        places: of the rows of earlier tables, by their primary keys.
        owner: the class's instructor, the only account that is known as one's own.
    """
    row: Row = {}
    for field, value in zip(table.fields, columns, strict=True):
        if isinstance(value, datetime):
            value = value.astimezone(UTC).isoformat()
        elif isinstance(field, ForeignKey) and value is not None:
            target = field.remote_field.model
            value = (value == owner or None) if target is User else places[target][value]
        row[field.name] = value
    return row


def columns_of(table: Table, row: object, counts: Mapping[type[Model], int]) -> Row:
    """The columns of an uploaded row, by their names in the database; places stay places.

    Args:
        counts: how many rows the earlier tables have.

    Raises:
        InvalidInput: the row is not one of this table.
    """
    if not isinstance(row, dict):
        raise InvalidInput(gettext("it is not an object"))
    names = {field.name for field in table.fields}
    for name in row:
        if name not in names:
            raise InvalidInput(gettext("there is no column “%s”") % printable(name))
    columns = {}
    for field in table.fields:
        try:
            columns[field.attname] = _column(field, row, counts)
        except (ValueError, ValidationError, Refused):
            value = printable(row.get(field.name, gettext("nothing")))
            raise InvalidInput(
                gettext("“%(column)s” can’t be %(value)s") % {"column": field.name, "value": value}
            ) from None
    for field in table.model._meta.local_concrete_fields:
        if f"{table.model._meta.label_lower}.{field.name}" in FRESH:
            columns[field.attname] = secrets.randbelow(MOST_GENERATION)
    return columns


def _column(field: Any, row: Row, counts: Mapping[type[Model], int]) -> Any:
    """The value of a column; an archive of an earlier release may lack it.

    Raises:
        ValueError, ValidationError, Refused: it isn't one.
    """
    if field.name not in row:
        if field.has_default() or field.null:
            return field.get_default()
        raise ValueError
    value = row[field.name]
    if value is None and field.null:
        return None
    if isinstance(field, DateTimeField):
        value = datetime.fromisoformat(value) if isinstance(value, str) else None
        is_right = value is not None and value.tzinfo is not None and value.year in YEARS
    elif isinstance(field, ForeignKey):
        target = field.remote_field.model
        is_right = value is True if target is User else _is_place(value, counts[target])
    elif isinstance(field, JSONField):
        kind = type(field.get_default()) if field.has_default() and not field.null else object
        is_right = isinstance(value, kind) and value is not None
    else:
        is_right = _is_plain(field, value)
    if not is_right:
        raise ValueError
    return value


def _is_place(value: object, count: int) -> bool:
    return type(value) is int and 0 <= value < count


def _is_plain(field: Any, value: Any) -> bool:
    """Whether it is a value of a column with numbers, truths or texts."""
    kinds = ((BooleanField, bool), (IntegerField, int), (CharField, str))
    kind = next(kind for column, kind in kinds if isinstance(field, column))
    if type(value) is not kind or not is_showable(str(value)):
        return False
    field.run_validators(value)
    return not field.choices or value == "" or value in dict(field.flatchoices)


# Reading JSON that somebody has uploaded.


def json_read(text: bytes) -> Any:
    """The JSON value; `ValueError` if it is none that every database can store."""
    try:
        value = json.loads(text.decode(), parse_constant=_no_number, parse_float=_number)
        # Only escapes can hold what the text itself, as UTF-8, can't.
        return json_values(value, "") if b"\\u" in text else value
    except (Refused, RecursionError):
        raise ValueError from None


def _no_number(text: str) -> float:
    raise ValueError(text)


def _number(text: str) -> float:
    number = float(text) or 0.0  # as `json_values`
    return number if abs(number) < float("inf") else _no_number(text)
