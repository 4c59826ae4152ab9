"""Makes a class again from its archive, all of it or nothing: unpacked into a temporary file and
checked before anything is locked, then stored."""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, NoReturn
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, transaction
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext

from moderator.core import credentials, publishing
from moderator.core.cache import forget_all
from moderator.core.class_models import OldCode
from moderator.core.codes import has_code_length
from moderator.core.databases import KNOWN, rows_insert
from moderator.core.errors import InvalidInput
from moderator.core.heads import contradicted, log_findings
from moderator.core.models import Classroom, Entry, Game, Group, code_shown
from moderator.core.queries import timeline
from moderator.core.text import time_zones
from moderator.features.archive.making import (
    FORMAT,
    MANIFEST,
    MOST_BYTES,
    MOST_ROW,
    MOST_ROWS,
    MOST_UNPACKED,
    heads_of,
)
from moderator.features.archive.tables import Row, Table, columns_of, json_read, tables
from moderator.rules.errors import printable
from moderator.rules.log import Timeline
from moderator.rules.registry import GAMES

MOST_FILES = 5_000
MOST_DIRECTORY = 2**20  # bytes; a file's name takes some 80
MOST_MANIFEST = 2**20
MOST_OLD_CODES = 200  # each is looked for while nobody else writes
MOST_ENTRIES = 20_000  # of one game: it is played, and each step takes some kB of memory
PIECE = 2**16

_END = struct.Struct("<4s4H2LH")  # the end of a ZIP's directory
_ENCRYPTED = 1  # a flag
_BROKEN = (BadZipFile, NotImplementedError, EOFError, OSError, ValueError, zlib.error, struct.error)


def _refuse(sentence: str) -> NoReturn:
    raise InvalidInput(sentence) from None


@dataclass(frozen=True, slots=True)
class Archive:
    """An unpacked archive: its tables' rows in one file, each as a line of JSON.

    `heads`: where it says that its logs end; those of earlier releases don't say it.
    """

    file: IO[bytes]
    starts: dict[type[Model], int]
    counts: dict[type[Model], int]
    heads: object

    def rows(self, table: Table) -> Iterator[tuple[int, Row]]:
        """Each row's place in the file, and its columns, as `columns_of` reads them."""
        at = self.starts.get(table.model, 0)
        for number in range(1, self.counts[table.model] + 1):
            yield at, self.row(table, at, number)
            at = self.file.tell()

    def row(self, table: Table, at: int, number: int = 0) -> Row:
        """The row at that place of the file.

        Raises:
            InvalidInput: it is none of this table, with its number.
        """
        self.file.seek(at)
        line = self.file.readline(MOST_ROW + 1)
        try:
            if len(line) > MOST_ROW:
                raise InvalidInput(gettext("it is too long"))
            return columns_of(table, _json(line), self.counts)
        except InvalidInput as why:
            _refuse(
                gettext("Line %(number)d of the table “%(table)s” is wrong: %(why)s.")
                % {"number": number, "table": table.name, "why": why}
            )


def _json(line: bytes) -> Any:
    try:
        return json_read(line)
    except ValueError:
        raise InvalidInput(gettext("it is not JSON")) from None


def archive_read(file: IO[bytes], size: int, room: IO[bytes]) -> Archive:
    """The archive, unpacked and checked; nothing is stored.

    Args:
        room: an empty file, into which it is unpacked.

    Raises:
        InvalidInput: it can't be brought back, with a sentence for the instructor.
    """
    if size > MOST_BYTES:
        _refuse(
            gettext("The archive is larger than %(most)d MB, which is the most that can be taken.")
            % {"most": MOST_BYTES // 2**20}
        )
    archive = _unpacked(file, size, room)
    _check_rows(archive)
    return archive


# Unpacking.


def _unpacked(file: IO[bytes], size: int, room: IO[bytes]) -> Archive:
    try:
        _check_end(file, size)
        with ZipFile(file) as packed:
            members = packed.infolist()
            _check_names(members)
            return _unpack(packed, members, _manifest(packed), room)
    except InvalidInput:  # a ValueError, too
        raise
    except _BROKEN:
        _refuse(
            gettext(
                "This file is not the archive of a class, or it is damaged. Choose the ZIP file as "
                "it was downloaded: one that was unpacked and packed again can’t be read."
            )
        )


def _check_end(file: IO[bytes], size: int) -> None:
    """Refuse a directory of files that would fill the memory once it is read."""
    file.seek(max(0, size - _END.size - 20))
    end = file.read()
    if len(end) <= _END.size:
        raise ValueError
    mark, *_disks, count, length, _at, comment = _END.unpack(end[-_END.size :])
    if mark != b"PK\5\6" or comment or end.startswith(b"PK\6\7"):  # no archive is so large
        raise ValueError
    if count > MOST_FILES or length > MOST_DIRECTORY:
        _refuse(gettext("The archive has too many files."))


def _check_names(members: list[ZipInfo]) -> None:
    names = set()
    for one in members:
        name = one.filename
        if name.startswith("/") or "\\" in name or ":" in name or ".." in name.split("/"):
            _refuse(
                gettext("The archive has a file whose path leads out of it: %s.") % printable(name)
            )
        if name in names:
            _refuse(gettext("The archive has two files of the name %s.") % printable(name))
        if one.flag_bits & _ENCRYPTED:
            _refuse(gettext("The archive is encrypted; one of this site never is."))
        if one.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise ValueError
        names.add(name)
    if sum(one.file_size for one in members) > MOST_UNPACKED:
        _refuse(_too_large())


def _too_large() -> str:
    return gettext("Unpacked, the archive is larger than %(most)d MB.") % {
        "most": MOST_UNPACKED // 2**20
    }


def _manifest(packed: ZipFile) -> dict[str, Any]:
    """What the archive says of itself."""
    try:
        with packed.open(MANIFEST) as file:
            about = json_read(file.read(MOST_MANIFEST))
    except KeyError:
        raise ValueError from None
    if not isinstance(about, dict) or not isinstance(about.get("files"), dict):
        raise ValueError
    if about.get("format") != FORMAT or str(about.get("migration")) not in KNOWN:
        _refuse(
            gettext(
                "The archive was made by a newer release of this program, which this one can’t "
                "read: its format is %(format)s, of %(migration)s."
            )
            % {name: printable(about.get(name)) for name in ("format", "migration")}
        )
    return about


def _unpack(
    packed: ZipFile, members: list[ZipInfo], about: dict[str, Any], room: IO[bytes]
) -> Archive:
    """The tables one after the other in `room`; every file is as the manifest has said."""
    models = {f"tables/{table.name}.jsonl": table.model for table in tables()}
    said = about["files"]
    archive = Archive(room, {}, dict.fromkeys(models.values(), 0), about.get("heads"))
    if {one.filename for one in members} != {MANIFEST, *said}:
        _refuse(gettext("The archive lacks files, or has some that don’t belong to it."))
    left = MOST_UNPACKED
    for member in members:
        name = member.filename
        model = models.get(name)
        if model is None and name.startswith("tables/"):
            _refuse(gettext("The archive has an unknown table: %s.") % printable(name))
        start, digest, lines = room.tell(), hashlib.sha256(), 0
        with packed.open(member) as file:
            while piece := file.read(PIECE):
                left -= len(piece)
                if left < 0:
                    _refuse(_too_large())
                digest.update(piece)
                if model is not None:
                    lines += piece.count(b"\n")
                    room.write(piece)
        if model is not None:
            archive.starts[model], archive.counts[model] = start, lines
        if name != MANIFEST and not _is_as_said(said[name], digest.hexdigest(), lines):
            _refuse(gettext("The file %s is not as it was when the archive was made.") % name)
    if sum(archive.counts.values()) > MOST_ROWS:
        _refuse(gettext("The archive has more than %(most)d rows.") % {"most": MOST_ROWS})
    if archive.counts.get(OldCode, 0) > MOST_OLD_CODES:
        _refuse(gettext("The archive has more than %(most)d codes.") % {"most": MOST_OLD_CODES})
    return archive


def _is_as_said(said: object, digest: str, rows: int) -> bool:
    if not isinstance(said, dict):
        return False
    return said.get("sha256") == digest and said.get("rows", 0) == rows


# Checking: each row is one of its table, and the rules can play each game's log.


def _check_rows(archive: Archive) -> None:
    if archive.counts[Classroom] != 1:
        _refuse(gettext("An archive has exactly one class."))
    entries: dict[int, array[int]] = {}
    games: list[int] = []
    for table in tables():
        for at, columns in archive.rows(table):
            if table.model is Classroom and columns["time_zone"] not in time_zones():
                _refuse(
                    gettext("This site doesn’t know the class’s time zone: %s.")
                    % printable(columns["time_zone"])
                )
            if table.model is Game:
                uid = columns["uid"]
                if not re.fullmatch("[0-9a-f]{32}", uid):
                    _refuse(gettext("A game’s id isn’t one of ours: %s.") % printable(uid))
                games.append(at)
            if table.model is Entry:
                entries.setdefault(columns["game_id"], array("q")).append(at)
    by_model = {table.model: table for table in tables()}
    for place, at in enumerate(games):
        game = archive.row(by_model[Game], at)
        places = entries.get(place, array("q"))
        moves = (archive.row(by_model[Entry], one)["move"] for one in places)
        if len(places) > MOST_ENTRIES or not _can_be_played(game, moves):
            _refuse(
                gettext("The log of the game %s can’t be played by its rules.")
                % printable(game["uid"])
            )


def _can_be_played(game: Row, moves: Iterator[Any]) -> bool:
    try:
        rules = GAMES[game["rules"]]
        now = Timeline(rules, rules.begin(rules.read_scenario(game["scenario"]), game["options"]))
        for move in moves:
            now = now.replay(move)
    except InvalidInput:
        raise
    except Exception:  # what somebody has written by hand can break anything in the rules
        return False
    return True


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
