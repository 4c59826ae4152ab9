"""Makes a class again from its archive: all of it, or nothing."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, transaction
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext

from moderator.core import credentials, publishing
from moderator.core.cache import forget_all
from moderator.core.class_models import OldCode
from moderator.core.codes import has_code_length
from moderator.core.databases import rows_insert
from moderator.core.errors import InvalidInput
from moderator.core.heads import contradicted, log_findings
from moderator.core.models import Classroom, Game, Group, code_shown
from moderator.core.queries import timeline
from moderator.features.archive.making import heads_of
from moderator.features.archive.reading import Archive
from moderator.features.archive.tables import Row, Table, tables
from moderator.rules.errors import printable

Keys = dict[type[Model], "array[int]"]
"""The primary keys of the new rows, in the order of their table."""


NewCode = dict[str, str]
"""The `old` code, which was taken, of the class or group of that `name`, and the `new` one."""


def class_bring_back(archive: Archive, owner: User) -> tuple[Classroom, list[NewCode]]:
    """The class of an archive that was read, now of this instructor, and its new codes.

    Raises:
        InvalidInput: it is here already, a log doesn't verify, or rows contradict each other.
            Nothing is stored then.
    """
    try:
        with transaction.atomic():
            return _made(archive, owner)
    except (IntegrityError, DataError, RecursionError):  # the last by JSON in JSON
        _check_new(archive)  # somebody else was quicker
        raise InvalidInput(
            gettext("Rows of the archive contradict each other: it was changed.")
        ) from None


def _made(archive: Archive, owner: User) -> tuple[Classroom, list[NewCode]]:
    _check_new(archive)
    keys: Keys = {}
    codes: list[NewCode] = []
    for table in tables():
        rows = _rows(archive, table, keys, owner)
        if table.model in (Classroom, Group, OldCode):
            rows = _with_free_codes(rows, codes)
        keys[table.model] = array("q", rows_insert(table.model, rows))
    classroom = Classroom.objects.get(pk=keys[Classroom][0])
    games = Game.objects.filter(group__classroom=classroom).order_by("pk")
    games.update(changes=1)  # 0 says that nothing was written
    for game in games:
        for finding in log_findings(game)[:1]:
            raise InvalidInput(
                gettext("The log of the game %(game)s doesn’t verify. %(finding)s")
                % {"game": printable(game.uid), "finding": finding}
            )
    is_other = archive.heads is not None and heads_of(classroom) != archive.heads
    if is_other or contradicted(games):
        raise InvalidInput(gettext("Logs in the archive are not as they were recorded."))
    _check_players(classroom)
    # What is kept in memory is named by a game's id: of a class that was deleted, too.
    publishing.forget_all()
    transaction.on_commit(forget_all)
    return classroom, codes


PLAYERS = {"player", "players", "maker", "partner", "partners", "sender", "recipients"}
"""The columns that name players of the row's game: an id, or a list of them."""


def _check_players(classroom: Classroom) -> None:
    """Refuse rows that name somebody who doesn't play in their game: its pages would fail."""
    games = Game.objects.filter(group__classroom=classroom)
    seats = {game.pk: {"", *(one.id for one in timeline(game).seats)} for game in games}
    for table in tables():
        names = [field.name for field in table.fields if field.name in PLAYERS]
        if not names or all(field.name != "game" for field in table.fields):
            continue
        rows = table.model._base_manager.filter(game__in=seats).values_list("game", *names)
        for game, *values in rows.iterator():
            for value in values:
                ids = value if isinstance(value, list) else [value]
                if not all(isinstance(one, str) and one in seats[game] for one in ids):
                    raise InvalidInput(
                        gettext("The archive names players who are not in their game.")
                    )


def _check_new(archive: Archive) -> None:
    """Refuse a class of which a game is here."""
    table = next(one for one in tables() if one.model is Game)
    uids = [columns["uid"] for _at, columns in archive.rows(table)]
    if Game.objects.filter(uid__in=uids).exists():
        raise InvalidInput(
            gettext(
                "This class is on this site already: games of the archive are here. A class that "
                "you have deleted can be brought back from your list of classes."
            )
        )


def _rows(archive: Archive, table: Table, keys: Keys, owner: User) -> Iterator[Model]:
    """The rows as new ones, with the primary keys of those that they name."""
    named = [field for field in table.fields if isinstance(field, ForeignKey)]
    for _at, columns in archive.rows(table):
        for field in named:
            if columns[field.attname] is not None:
                columns[field.attname] = _key(field, columns, keys, owner)
        yield table.model(**columns)


def _key(field: ForeignKey[Model, Model], columns: Row, keys: Keys, owner: User) -> int:
    target = field.remote_field.model
    return owner.pk if target is User else keys[target][columns[field.attname]]


def _with_free_codes(rows: Iterator[Any], codes: list[NewCode]) -> Iterator[Model]:
    """The rows with codes that nobody has; a former code that is taken is left out."""
    for row in rows:
        old = row.code
        if credentials.code_read(old) != old or not has_code_length(old):
            raise InvalidInput(gettext("The archive has a code that is none: %s.") % printable(old))
        if not credentials.is_code_free(old):
            if isinstance(row, OldCode):
                continue
            row.code = credentials.code_new()
            new = code_shown(row.code)
            codes.append({"name": row.name, "old": code_shown(old), "new": new})
        yield row
