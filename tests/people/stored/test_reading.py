"""Reading rosters: columns, encodings, and what is said of lines that can't be used."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable

import pytest
from openpyxl import Workbook

from moderator.core.class_models import NUMBER_LETTERS
from moderator.core.errors import InvalidInput
from moderator.features.people import roster_rows as workbooks
from moderator.features.people.roster_reading import (
    ReadName,
    ReadRoster,
    names_of_form,
    read_roster,
)
from moderator.features.people.roster_rows import file_rows, text_rows

BOTH = [("Ana Ruiz", "0123"), ("Zoë Ott", "")]


def read(text: str) -> ReadRoster:
    return read_roster(text_rows(text))


def pairs(roster: ReadRoster) -> list[tuple[str, str]]:
    return [(one.name, one.student_number) for one in roster.names]


@pytest.mark.parametrize(
    "text",
    [
        "Ana Ruiz\t0123\nZoë Ott",
        "Ana Ruiz;0123\r\nZoë Ott;\r\n",
        "0123,Ana Ruiz\n,Zoë Ott",
        "Student number,Name\n0123,Ana Ruiz\n,Zoë Ott",
        "Ruiz,Ana,0123\nOtt,Zoë,",
        "Name;Vorname;Matrikel-Nr.\nRuiz;Ana;0123\nOtt;Zoë;",
        '"First name","E-mail","Last Name","Student ID"\n"Ana","a@b","Ruiz","0123"\nZoë,,Ott,',
        "sep=;\nNachname;Vorname;Nr\nRuiz;Ana;0123\nOtt;Zoë\n",
    ],
)
def test_columns_are_recognized(text: str) -> None:
    assert pairs(read(text)) == BOTH


def test_a_list_of_names_alone() -> None:
    roster = read("Ana Ruiz\nBob\nCy\nZoë\n")
    assert [one.name for one in roster.names] == ["Ana Ruiz", "Bob", "Cy", "Zoë"]
    assert [read("Ruiz, Ana\nOtt, Zoë").is_last_first, roster.is_last_first] == [True, False]


@pytest.mark.parametrize(
    ("text", "sure", "ways"),
    [
        ("Ana Berg, 1001\nŁęcki, Kōji", ["Ana Berg/1001"], {2: ["Kōji Łęcki/", "Łęcki Kōji/"]}),
        ("Ana Berg;1001\nCy;1002\nŁęcki;Kōji", ["Ana Berg/1001", "Cy/1002"],
         {3: ["Kōji Łęcki/", "Łęcki Kōji/"]}),
        ("Ana Berg, 1001\n1002 Karl Mo", ["Ana Berg/1001"], {2: ["Karl Mo/1002", "1002 Karl Mo/"]}),
        ("Ana Berg, 1001\n1002, Karl Mo", ["Ana Berg/1001", "Karl Mo/1002"], {}),
        ("Ruiz, Ana\nOtt, Zoë\nBerg, 1003", ["Ana Ruiz/", "Zoë Ott/", "Berg/1003"], {}),
        ("Ana\nBob\nSmith, Jr.", ["Ana/", "Bob/"], {3: ["Jr. Smith/", "Smith Jr./"]}),
        ("Name,Number\nAna Berg,1001\nŁęcki,Kōji\n1003 Karl Mo\nCy,1004",
         ["Ana Berg/1001", "Cy/1004"],
         {3: ["Kōji Łęcki/", "Łęcki Kōji/"], 4: ["Karl Mo/1003", "1003 Karl Mo/"]}),
        ("Name;ID\nAna Berg;aberg\nCy;cy", ["Ana Berg/aberg", "Cy/cy"], {}),
        ("1001 Ana Berg\nKarl Mo 1002", ["Ana Berg/1001", "Karl Mo/1002"], {}),
        ("Student 1;1001\nStudent 2;1002", ["Student 1/1001", "Student 2/1002"], {}),
        ("K1,1001\nK2,1002\nAna,1003", ["K1/1001", "K2/1002", "Ana/1003"], {}),
        ("Ana Ruiz;ab12cde\nZoë Ott;fg34hij", ["Ana Ruiz/ab12cde", "Zoë Ott/fg34hij"], {}),
        ("Ana Ruiz;ana@x\nZoë Ott;zoe@x", ["Ana Ruiz/", "Zoë Ott/"], {}),
    ],
)  # fmt: skip
def test_lines_that_can_be_read_in_two_ways_are_asked_about(
    text: str, sure: list[str], ways: dict[int, list[str]]
) -> None:
    def shown(names: Iterable[ReadName]) -> list[str]:
        return [f"{one.name}/{one.student_number}" for one in names]

    roster = read(text)
    assert shown(roster.names) == sure
    assert {one.line: shown(one.ways) for one in roster.asked} == ways
    assert not roster.refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Name;Nr\nAna;1;7\nBob;2", {2: "Left out: “7”."}),
        (
            "Ana;1001\nBob;1002;B\nCy;1003\nDi;1004;B\nEd;1005",
            {2: "Left out in all lines: column 3, here “B”."},
        ),
        ("Ana;1001\nBob;1002;3\nCy;1003\nDi;1004", {2: "Left out: “1002”."}),
        ("Ana,1001\nBob,1002\nCy,1003,x\nDi,1004", {3: "Left out: “x”."}),
        ("Name;E-mail\nAna;a@x\nBob;b@x", {}),
    ],
)
def test_a_line_that_loses_a_part_says_so(text: str, said: dict[int, str]) -> None:
    assert {one.line: one.what for one in read(text).remarks} == said


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_encodings(encoding: str) -> None:
    text = "Name;Matrikelnummer\nAna Ruiz;0123\nZoë Ott;\n"
    assert pairs(read_roster(file_rows(text.encode(encoding)))) == BOTH


@pytest.mark.parametrize("text", ["Ana Ruiz;1\nAna Ruiz;2", "Ana Ruiz\nAna Ruiz"])
def test_two_students_of_one_name_are_advised(text: str) -> None:
    (refused,) = read(text).refused
    assert "If they are two students" in refused.what


def test_each_line_that_is_odd_is_explained_with_its_number() -> None:
    roster = read_roster(
        text_rows(
            "Name;Nr\n\nAna Ruiz;1\nana  ruiz;1\nAna Ruiz;2\n"
            "A\u200bda\u202e Lo;3\n12;13\nB\ufffdb;4\n\u0410nna;5\n" + "x" * 81 + ";6\n"
        )
    )
    assert roster.header == "Name · Nr"
    assert [(one.line, one.name) for one in roster.names] == [
        (3, "Ana Ruiz"), (6, "Ada Lo"), (9, "\u0410nna"),
    ]  # fmt: skip
    assert roster.blank == (2,)
    refused = {one.line: one.what for one in roster.refused}
    assert list(refused) == [4, 5, 7, 8, 10]
    for line, words in {
        4: "same as line 3",
        5: "two students",
        8: "CSV UTF-8",
        10: "too long",
    }.items():
        assert words in refused[line]
    remarks = {one.line: one.what for one in roster.remarks}
    assert "zero width space (U+200B)" in remarks[6]
    assert "right-to-left override (U+202E)" in remarks[6]
    assert "Latin, Cyrillic" in remarks[9]


def students(count: int) -> bytes:
    return "\n".join(f"Student {number:c}" for number in range(0x4E00, 0x4E00 + count)).encode()


def test_the_longest_list() -> None:
    assert read_roster(file_rows(students(500))).count == 500


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n;;\n",
        students(501),
        b"a" * 900_001,
        b"\xd0\xcf\x11\xe0 old Excel",
        b"PK\x03\x04 damaged",
    ],
)
def test_what_is_no_list_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput):
        read_roster(file_rows(data))


def test_the_longest_number() -> None:
    longest = "9" * NUMBER_LETTERS
    roster = read(f"Name\tNr\nAna\t{longest}\nBob\t{longest}9\n")
    assert pairs(roster) == [("Ana", longest)]
    assert [one.line for one in roster.refused] == [3]


def test_the_preview_sends_back_what_was_read() -> None:
    roster = read('Name\tNr\n"Ana ""A"" Ruiz"\t7\n=1+Bob, Jr.\t\n')
    again = names_of_form("\n".join(one.sent for one in roster.names))
    assert [(one.name, one.student_number) for one in again] == pairs(roster)
    assert next(csv.reader(['"Ana ""A"" Ruiz"']))[0] == again[0].name


def _workbook(rows: list[list[object]]) -> bytes:
    book = Workbook()
    book.active.append([])
    sheet = book.create_sheet("Students")
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook() -> None:
    data = _workbook(
        [["Last name", "First name", "ID"], ["Ruiz", "Ana", 123.0], [], ["Ott", "Zoë"]]
    )
    roster = read_roster(file_rows(data))
    assert pairs(roster) == [("Ana Ruiz", "123"), ("Zoë Ott", "")]
    assert [one.line for one in roster.names] == [2, 4]


def _changed(data: bytes, name: str, content: bytes) -> bytes:
    """The workbook with a file replaced or added."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for one in {*old.namelist()} - {name}:
            new.writestr(one, old.read(one))
        new.writestr(name, content)
    return file.getvalue()


@pytest.mark.slow
def test_a_long_text_that_many_cells_name_is_not_read_as_names() -> None:
    data = _workbook([["Name"], *[["x" * 30_000] * 10] * 100])
    assert len(data) < 100_000
    with pytest.raises(InvalidInput, match="too large"):
        file_rows(data)


@pytest.mark.slow
def test_a_workbook_that_unpacks_to_too_much_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = _workbook([["Name"], ["Ana"]])
    monkeypatch.setattr(workbooks, "_rows", lambda *args: pytest.fail("parsed"))
    bomb = _changed(data, "xl/media/a.xml", b" " * (workbooks.MOST_UNPACKED + 1))
    assert len(bomb) < 50_000
    lying = bytearray(bomb)  # says in its directory that it is small
    size = (workbooks.MOST_UNPACKED + 1).to_bytes(4, "little")
    lying[lying.rindex(size) : lying.rindex(size) + 4] = (100).to_bytes(4, "little")
    entities = _changed(data, "xl/styles.xml", "<!DOCTYPE x>".encode("utf-16"))
    # A few kilobytes each, which would take seconds or minutes.
    strings = _changed(data, "xl/sharedStrings.xml", b"<si/>" * workbooks.MOST_PARTS)
    sheets = _changed(data, "xl/workbook.xml", b'<sheet sheetId="1" r:id="rId1"/>' * 20_000)
    damaged = (data[:-30], _changed(data, "a", b"")[:500])
    for each in (bomb, bytes(lying), entities, strings, sheets, *damaged):
        with pytest.raises(InvalidInput):
            file_rows(each)
