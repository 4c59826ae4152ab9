"""Archives that are not taken: each with a sentence, and nothing is stored."""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from moderator.core.models import Classroom, Game, Group
from moderator.core.people import instructor_person, person_join
from moderator.core.text import is_showable
from moderator.features.archive import write
from moderator.features.archive.making import MANIFEST, MOST_BYTES
from moderator.features.classes.write import classroom_erase, groups_create
from tests.support.play.tables import war
from tests.support.web.archives import (
    Rows,
    archived,
    edited,
    members,
    packed,
    refusal,
    refused,
    replaced,
    rows,
    send,
)
from tests.support.web.world import signed_in, start

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ENTRY, GAME = "tables/entry.jsonl", "tables/game.jsonl"
DAMAGED = "This file is not the archive of a class, or it is damaged."


@pytest.fixture
def teacher(classroom: Classroom) -> Client:
    return signed_in(classroom.instructor)


_kept: list[bytes] = []


@pytest.fixture
def data(request: pytest.FixtureRequest, classroom: Classroom) -> bytes:
    """The archive of a class that is gone; made once for all tests."""
    if not _kept:
        request.getfixturevalue("played")
        person_join(classroom, "Ann")
        _kept.append(archived(classroom))
    classroom_erase(classroom)
    return _kept[0]


@pytest.mark.parametrize("content", [b"", b"PK\5\6", b"x" * 5000, b"PK\3\4" + bytes(5000)])
def test_what_is_no_zip(teacher: Client, content: bytes) -> None:
    assert DAMAGED in refused(teacher, content)


def test_a_form_without_a_file(teacher: Client, data: bytes) -> None:
    page = teacher.post(reverse("class-bring-back"), {"once": "a"})
    assert "Choose a file first." in refusal(page)


def test_a_damaged_one(teacher: Client, data: bytes) -> None:
    middle = len(data) // 2
    for cut in (data[:-1], data[:middle], data[1:], data + b"x", data + data[-22:] * 2):
        assert DAMAGED in refused(teacher, cut)
    torn = data[:1000] + bytes([data[1000] ^ 255]) + data[1001:]  # in the table of games
    words = refused(teacher, torn)
    assert DAMAGED in words or "is not as it was" in words


def test_one_that_is_too_large(
    teacher: Client, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "MOST_BYTES", len(data) - 1)
    assert "The archive is larger than 0 MB" in refused(teacher, data)
    assert MOST_BYTES == 32 * 2**20


def test_a_bomb(teacher: Client, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Zeros that are a thousand times as large when unpacked: it says so itself, or it lies."""
    monkeypatch.setattr(write, "MOST_UNPACKED", 3_000_000)
    bomb = replaced(data, "records/large.json", bytes(4_000_000))
    assert "Unpacked, the archive is larger than 2 MB." in refused(teacher, bomb)
    honest = struct.pack("<L", 4_000_000)
    assert bomb.count(honest) == 2
    lying = bomb.replace(honest, struct.pack("<L", 1000))
    assert DAMAGED in refused(teacher, lying)


def test_members_that_share_their_bytes(teacher: Client, data: bytes) -> None:
    """A bomb of files that lie over each other (Fifield, 2019)."""
    content = bytes(50_000)
    files = members(data)
    about = json.loads(files[MANIFEST])
    says = json.loads(members(replaced(data, "records/a.json", content))[MANIFEST])
    about["files"] |= {f"records/{name}.json": says["files"]["records/a.json"] for name in "ab"}
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, each in (files | {MANIFEST: json.dumps(about).encode()}).items():
            archive.writestr(name, each)
        archive.writestr("records/a.json", content)
        again = ZipInfo("records/b.json")
        for field in ("header_offset", "compress_size", "file_size", "CRC", "compress_type"):
            setattr(again, field, getattr(archive.getinfo("records/a.json"), field))
        archive.filelist.append(again)
        archive.NameToInfo[again.filename] = again
    assert DAMAGED in refused(teacher, file.getvalue())


def test_a_directory_that_would_fill_the_memory(teacher: Client, data: bytes) -> None:
    many = packed({f"{number:06}": b"" for number in range(write.MOST_FILES + 1)})
    assert "too many files" in refused(teacher, many)
    end = bytearray(many[-22:])
    end[8:12] = bytes(4)  # it says that it has none
    assert DAMAGED in refused(teacher, many[:-22] + bytes(end))
    large = many[-22:][:12] + struct.pack("<L", write.MOST_DIRECTORY + 1) + many[-6:]
    assert "too many files" in refused(teacher, many[:-22] + large)
    locator = b"PK\6\7" + bytes(16)  # of the other form, which can say anything
    assert DAMAGED in refused(teacher, data[:-22] + locator + data[-22:])


@pytest.mark.parametrize(
    "name", ["../x", "/etc/passwd", "tables/../../x", "C:x", "..\\x", "tables/..", ".."]
)
def test_a_path_that_leads_out(teacher: Client, data: bytes, name: str) -> None:
    words = refused(teacher, replaced(data, name, b"x"))
    assert "a file whose path leads out of it" in words
    assert is_showable(words)


def test_two_files_of_one_name(teacher: Client, data: bytes) -> None:
    file = io.BytesIO(data)
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(file, "a") as archive:
        archive.writestr(ENTRY, b"")
    assert f"two files of the name {ENTRY}" in refused(teacher, file.getvalue())


def test_an_encrypted_one(teacher: Client, data: bytes) -> None:
    with ZipFile(io.BytesIO(data)) as archive:
        at = archive.start_dir + 8  # the flags of its first file in the directory
    assert "encrypted" in refused(teacher, data[:at] + b"\1" + data[at + 1 :])


def test_another_way_of_packing(teacher: Client, data: bytes) -> None:
    file = io.BytesIO()
    with ZipFile(file, "w", compression=14) as archive:  # LZMA
        archive.writestr(MANIFEST, members(data)[MANIFEST])
    assert DAMAGED in refused(teacher, file.getvalue())


@pytest.mark.parametrize(
    "about",
    [b"", b"[]", b"{", b'{"format": "class-archive/1"}', b'{"files": []}', b"\xff", b"[" * 50_000],
)
def test_a_manifest_that_is_none(teacher: Client, data: bytes, about: bytes) -> None:
    assert DAMAGED in refused(teacher, packed(members(data) | {MANIFEST: about}))


@pytest.mark.parametrize("key", ["format", "migration"])
def test_a_newer_release(teacher: Client, data: bytes, key: str) -> None:
    files = members(data)
    for value in ("9999_later", 2, ["x"], None):
        about = json.loads(files[MANIFEST]) | {key: value}
        words = refused(teacher, packed(files | {MANIFEST: json.dumps(about).encode()}))
        assert "made by a newer release" in words


def test_files_that_are_missing_or_too_many(teacher: Client, data: bytes) -> None:
    files = members(data)
    assert "lacks files" in refused(teacher, packed(files | {"records/more.json": b"{}"}))
    del files[ENTRY]
    assert "lacks files" in refused(teacher, packed(files))
    del files[MANIFEST]
    assert DAMAGED in refused(teacher, packed(files))
    assert "unknown table" in refused(teacher, replaced(data, "tables/user.jsonl", b"{}\n"))


def test_a_file_that_was_changed(teacher: Client, data: bytes) -> None:
    for name in members(data).keys() - {MANIFEST}:
        words = refused(teacher, packed(members(data) | {name: members(data)[name] + b" "}))
        assert f"The file {name} is not as it was when the archive was made." in words
    about = json.loads(members(data)[MANIFEST])
    for says in (None, [], {"rows": 9}):
        about["files"][ENTRY] = says
        words = refused(teacher, packed(members(data) | {MANIFEST: json.dumps(about).encode()}))
        assert "is not as it was" in words


LINES = [
    b"\n", b"{\n", b"[]\n", b"1\n", b'"x"\n', b"\xff\n", b"[" * 100_000 + b"\n", b"NaN\n",
    b'{"game": 1e999}\n', b'{"game": Infinity}\n', b'{"a": "\\ud800"}\n', b'{"a": "\\u0000"}\n',
    b"9" * 5000 + b"\n", b"\0\n", b'{"no": 1}\n', b"{}\n",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_lines_that_are_no_rows(teacher: Client, data: bytes, line: bytes) -> None:
    words = refused(teacher, replaced(data, ENTRY, line))
    assert "Line 1 of the table “entry” is wrong: " in words


def test_a_line_that_is_too_long(
    teacher: Client, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "MOST_ROW", 40)
    assert "it is too long" in refused(teacher, data)


def put(**columns: Any) -> Callable[[Rows], None]:
    return lambda found: found[0].update(columns)


WRONG = [
    ("classroom", put(instructor=1), "instructor"),
    ("classroom", put(instructor=None), "instructor"),
    ("classroom", put(name="x" * 81), "name"),
    ("classroom", put(name="a\7b"), "name"),
    ("classroom", put(name="‮right to left"), "name"),
    ("classroom", put(created="2026-01-01T00:00:00"), "created"),
    ("classroom", put(created="0001-01-01T00:00:00+00:00"), "created"),
    ("classroom", put(created="yesterday"), "created"),
    ("classroom", put(created=5), "created"),
    ("classroom", put(tournaments_made=-1), "tournaments_made"),
    ("classroom", put(tournaments_made=2**70), "tournaments_made"),
    ("classroom", put(tournaments_made=True), "tournaments_made"),
    ("classroom", put(tournaments_made=1.0), "tournaments_made"),
    ("group", put(classroom=1), "classroom"),
    ("group", put(classroom=-1), "classroom"),
    ("group", put(classroom=True), "classroom"),
    ("group", put(classroom="0"), "classroom"),
    ("person", put(group=99), "group"),
    ("person", put(kind="root"), "kind"),
    ("person", put(kind=["student"]), "kind"),
    ("person", put(is_absent=0), "is_absent"),
    ("person", put(user=1), "user"),
    ("game", put(group=2), "group"),
    ("game", put(uid=None), "uid"),
    ("game", put(more=[]), "more"),
    ("game", put(scenario=None), "scenario"),
    ("entry", put(person=5000), "person"),
    ("entry", put(game=1), "game"),
    ("entry", put(role="god"), "role"),
    ("entry", put(number=-1), "number"),
    ("game", put(options=[]), "options"),
]


@pytest.mark.parametrize(("table", "edit", "column"), WRONG)
def test_values_that_no_row_has(
    teacher: Client, data: bytes, table: str, edit: Callable[[Rows], None], column: str
) -> None:
    words = refused(teacher, edited(data, table, edit))
    assert f"Line 1 of the table “{table}” is wrong: “{column}” can’t be" in words


CHANGED = [
    ("entry", put(at="2026-01-01T00:00:00+00:00"), "Entry 1 does not match its hash"),
    ("entry", put(key="another"), "Entry 1 does not match its hash"),
    ("entry", put(person=0, role="instructor"), "Entry 1 does not match its hash"),
    ("entry", lambda found: found.pop(1), "contradict each other"),
    ("entry", lambda found: found.insert(1, found[0]), "contradict each other"),
    ("entry", lambda found: found.reverse(), "contradict each other"),
    ("entry", put(move={"type": "no-such-move"}), "can’t be played by its rules"),
    ("entry", put(move=[1]), "can’t be played by its rules"),
    ("entry", put(move={"type": "undo"}), "can’t be played by its rules"),
    ("game", put(scenario={"id": "x"}), "can’t be played by its rules"),
    ("game", put(rules="chess"), "can’t be played by its rules"),
    ("game", put(options={"turns": -5}), "Entry 1 does not match its hash"),
    ("game", put(uid="f" * 32), "Entry 1 does not match its hash"),
    ("game", put(uid="pairing 7"), "A game’s id isn’t one of ours: pairing 7."),
    ("game", put(seed="ab"), "Entry 1 does not match its hash"),
    ("person", lambda found: found[-1].update(number=1), "contradict each other"),
    ("seat", put(player="nobody"), "names players who are not in their game"),
    ("classroom", put(code="../../x"), "a code that is none"),
    ("classroom", put(code=""), "a code that is none"),
    ("group", put(code="abcdefg"), "a code that is none"),
    ("classroom", put(time_zone="Mars/Olympus"), "doesn’t know the class’s time zone"),
    ("classroom", lambda found: found.append(found[0]), "exactly one class"),
    ("classroom", lambda found: found.clear(), "exactly one class"),
]


@pytest.mark.parametrize(("table", "edit", "why"), CHANGED)
def test_rows_that_were_changed(
    teacher: Client, data: bytes, table: str, edit: Callable[[Rows], None], why: str
) -> None:
    assert why in refused(teacher, edited(data, table, edit))


def test_more_than_one_can_check(
    teacher: Client, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as few:
        few.setattr(write, "MOST_ENTRIES", 4)
        assert "can’t be played by its rules" in refused(teacher, data)
    monkeypatch.setattr(write, "MOST_OLD_CODES", -1)
    assert "more than -1 codes" in refused(teacher, data)
    monkeypatch.setattr(write, "MOST_ROWS", 10)
    assert "more than 10 rows" in refused(teacher, data)
    monkeypatch.undo()
    monkeypatch.setattr(write, "MOST_ENTRIES", len(rows(data, "entry")))
    assert send(teacher, data).status_code == 303


def test_a_class_that_is_here(classroom: Classroom, teacher: Client, played: Game) -> None:
    words = refused(teacher, archived(classroom))
    assert "This class is on this site already" in words


def test_an_earlier_release_lacks_columns_and_tables(teacher: Client, data: bytes) -> None:
    def without(found: Rows) -> None:
        for row in found:
            del row["is_simulated"], row["moderates"]

    older = edited(data, "person", without)
    files = members(older)
    about = json.loads(files[MANIFEST]) | {"migration": "0001_initial"}
    del files["tables/secrecychange.jsonl"], about["files"]["tables/secrecychange.jsonl"]
    answer = send(teacher, packed(files | {MANIFEST: json.dumps(about).encode()}))
    assert answer.status_code == 303
    assert rows(archived(Classroom.objects.get()), "person") == rows(data, "person")


def test_only_an_instructor_may_bring_one(data: bytes) -> None:
    sent = {"archive": SimpleUploadedFile("class.zip", data), "once": "a"}
    address = reverse("class-bring-back")
    answer = Client().post(address, sent)
    assert (answer.status_code, Classroom.every.count()) == (302, 0)
    assert Client().get(address).status_code == 302


def test_a_form_of_another_site(classroom: Classroom, data: bytes) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(classroom.instructor)
    sent = {"archive": SimpleUploadedFile("class.zip", data), "once": "a"}
    assert strict.post(reverse("class-bring-back"), sent).status_code == 403


def test_the_same_form_twice_is_one_class(teacher: Client, data: bytes) -> None:
    address = reverse("class-bring-back")
    found = [
        teacher.post(address, {"archive": SimpleUploadedFile("c.zip", data), "once": "a"})
        for _ in range(2)
    ]
    assert found[0].headers["Location"] == found[1].headers["Location"]
    assert Classroom.objects.count() == 1


def test_no_archive_gives_a_hidden_deck_away(classroom: Classroom, teacher: Client) -> None:
    (group,) = groups_create(classroom, 1)
    game = war(group, instructor_person(classroom))
    for name in ("class-archive", "class-archive-zip"):
        answer = teacher.get(reverse(name, args=[classroom.pk]))
        assert "an archive would give away" not in answer.content.decode()
        assert f"{group.name}: {game.title}" in answer.content.decode()
    assert answer.status_code == 409
    for state in ({"is_waiting": True}, {"is_waiting": False, "stopped_at": classroom.created}):
        Game.objects.filter(pk=game.pk).update(**state)  # it can be started, or continued
        answer = teacher.get(reverse("class-archive-zip", args=[classroom.pk]))
        assert answer.status_code == 409
    start(group)
    answer = teacher.get(reverse("class-archive-zip", args=[classroom.pk]))
    assert answer.status_code == 200
    found = b"".join(answer.streaming_content)
    assert found == archived(classroom)
    assert zlib.crc32(members(found)[GAME])
    assert "records/group-1-game-1.json" not in members(found)


def test_whose_archive_it_is(classroom: Classroom, group: Group) -> None:
    for name in ("class-archive", "class-archive-zip"):
        assert Client().get(reverse(name, args=[classroom.pk])).status_code == 404
