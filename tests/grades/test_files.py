"""The files of grades, each read back; and gradebooks of Canvas and Moodle that are filled."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import Workbook, load_workbook

from moderator.core.cache import forget_all
from moderator.core.class_models import Presence
from moderator.core.errors import InvalidInput
from moderator.core.models import Classroom, Group, Person
from moderator.core.written import Diplomacy, count_changed, settings_store
from moderator.features.classes.feature import note_write
from moderator.features.grades.feature import counting_change
from moderator.features.grades.files import workbook
from moderator.features.grades.filled import MOST_BYTES, MOST_ROWS, Filled
from moderator.features.grades.read import PARTS, Counting, Reached, Student
from tests.grades import graded
from tests.support.hostile_names import NAMES
from tests.support.web.reading import read
from tests.support.web.visits import undone
from tests.support.web.world import signed_in

MOST = {"points": 60, "promises": 20, "attendance": 20}
GRADE = Counting("Grade", {"attendance": 10})
FORMULA = "=+-@\t\r＝＋－＠"


class Page:
    """The page of grades, for the class's instructor."""

    def __init__(self, classroom: Classroom) -> None:
        self.teacher = signed_in(classroom.instructor)
        self.address = reverse("grades", args=[classroom.pk])

    def file(self, name: str) -> bytes:
        answer = self.teacher.get(self.address, {"file": name})
        assert answer.status_code == 200
        assert answer["Content-Disposition"].startswith("attachment")
        return answer.content

    def rows(self, name: str, encoding: str = "utf-8") -> list[list[str]]:
        return list(csv.reader(io.StringIO(self.file(name).decode(encoding), newline="")))

    def upload(self, data: bytes, name: str = "export.csv") -> Any:
        file = SimpleUploadedFile(name, data)
        return self.teacher.post(self.address, {"do": "fill", "gradebook": file})

    def filled(self, data: bytes) -> tuple[str, bytes]:
        """What the page says of a gradebook that is filled, and the file that it gives back."""
        answer = self.upload(data)
        page = read(answer)
        assert answer.status_code == 200, page.one("p", role="alert").text
        section = page.one("section", **{"aria-labelledby": "filled"})
        signed = section.one("input", name="file").attributes["value"]
        back = self.teacher.post(self.address, {"do": "download", "file": signed})
        assert back.status_code == 200
        assert back["Content-Disposition"].startswith("attachment")
        return " ".join(section.text.split()), back.content


@pytest.fixture
def page(classroom: Classroom, groups: list[Group]) -> Page:
    people = graded.make(classroom, groups)
    note_write(people["Li Wei"], '=HYPERLINK("http://evil.example","x")', people["Li Wei"])
    counting_change(classroom, "Negotiation", MOST)
    return Page(classroom)


GRADES = {
    "Ana Ruiz": "100",
    "Karl Mo": "79.5",
    "Abi Sent": "0",
    "Mia Chair": "100",
    "Guest Gus": "79.5",
    "Late Lou": "20",
}


@pytest.mark.slow
def test_each_file_is_read_back(page: Page, subtests: pytest.Subtests) -> None:
    for check in (
        a_general_csv_has_everybody_and_the_formula,
        canvas_gets_its_columns_and_the_row_of_maxima,
        moodle_gets_rows_with_numbers_and_grades_alone,
        a_workbook_has_a_sheet_for_each_group_and_one_with_the_formula,
        attendance_has_when_somebody_was_seen,
        promises_are_those_that_the_instructor_may_read,
        the_page_shows_the_same,
        a_gradebook_of_canvas_is_filled,
        a_gradebook_of_moodle_is_filled,
        a_workbook_of_moodle_is_filled,
        what_is_no_gradebook_is_refused,
        only_its_own_files_are_given_back,
    ):
        forget_all()  # they were kept by numbers that are given out again
        with subtests.test(check.__name__), undone():
            check(page)


def no_formulas(cells: Iterable[str]) -> None:
    for cell in cells:
        is_number = cell.lstrip("+-").replace(".", "").isdigit() or cell == "-"
        assert is_number or not cell.lstrip(" ").startswith(tuple(FORMULA)), cell
        assert not any(sign + mark in cell for sign in ",;\t\n\r" for mark in "=+-@"), cell


def a_general_csv_has_everybody_and_the_formula(page: Page) -> None:
    assert page.file("csv").startswith(b"\xef\xbb\xbf")
    head, *rows = page.rows("csv", "utf-8-sig")
    assert head[:4] == ["name", "student number", "group", "country"]
    assert head[4:6] == ["Points", "Points, of 60"]
    assert head[-2:] == ["Negotiation, of 100", "remarks"]
    people = {row[0]: row for row in rows[:13]}
    assert {name: people[name][-2] for name in GRADES} == GRADES
    assert people["Ana Ruiz"][:6] == ["Ana Ruiz", "1001", "Group 1", "Egypt", "22", "60"]
    assert people["'=SUM(1+1) Evil"][1] == "1009"
    assert rows[13] == []
    assert rows[14][0].startswith("Grade = 100 ×")
    assert any("changed seats" in row[0] for row in rows[14:])
    no_formulas(cell for row in rows for cell in row)


def canvas_gets_its_columns_and_the_row_of_maxima(page: Page) -> None:
    assert page.file("canvas").startswith(b"Student,")
    head, possible, *rows = page.rows("canvas")
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Negotiation"]
    assert possible == ["    Points Possible", "", "", "", "", "100"]
    assert ["Ruiz, Ana", "", "1001", "1001", "", "100"] in rows
    assert ["Åström, Zoë", "", "0007", "0007", "", "79.5"] in rows
    assert len(rows) == len(graded.NUMBERS)
    no_formulas(cell for row in rows for cell in row)


def moodle_gets_rows_with_numbers_and_grades_alone(page: Page) -> None:
    head, *rows = page.rows("moodle")
    assert head == ["ID number", "Full name", "Negotiation"]
    assert ["1001", "Ana Ruiz", "100"] in rows
    assert all(number and grade for number, _name, grade in rows)
    assert len(rows) == len(graded.NUMBERS) - 1  # Mia Chair has no number


def a_workbook_has_a_sheet_for_each_group_and_one_with_the_formula(page: Page) -> None:
    book = load_workbook(io.BytesIO(page.file("xlsx")))
    assert book.sheetnames == ["Class", "1 Group 1", "2 Group 2", "Formula"]
    rows = {row[0].value: row for row in book["Class"].iter_rows()}
    grades = {name: rows[name][-2].value for name in GRADES}
    assert grades == {name: float(grade) for name, grade in GRADES.items()}
    evil = rows["=SUM(1+1) Evil"][0]
    assert (evil.data_type[-3:], evil.quotePrefix, evil.hyperlink) == ("s", True, None)
    kinds = {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row}
    assert kinds <= {"s", "inlineStr", "n"}
    # With Mia Chair, who moderates.
    assert [len(list(book[name].rows)) for name in book.sheetnames[1:3]] == [1 + 6, 1 + 5]
    assert book["Formula"]["A1"].value.startswith("Grade = 100 ×")


def attendance_has_when_somebody_was_seen(page: Page) -> None:
    Presence.objects.create(person=Person.objects.get(name="Ana Ruiz"), seen=timezone.now())
    head, *rows = page.rows("attendance", "utf-8-sig")
    assert head[4:7] == ["here", "joined", "last seen"]
    people = {row[0]: row for row in rows}
    assert people["Ana Ruiz"][:5] == ["Ana Ruiz", "1001", "Group 1", "Egypt", "yes"]
    assert people["Ana Ruiz"][6][:4] == str(timezone.now().year)
    assert people["Karl Mo"][6] == ""
    assert people["Abi Sent"][4:7] == ["no", "", ""]


def promises_are_those_that_the_instructor_may_read(page: Page) -> None:
    (promise,) = page.rows("promises", "utf-8-sig")[1:]
    assert promise[4:8] == ["Egypt", "Ana Ruiz", "1001", "Babylon"]
    assert promise[-4:] == ["kept", "", "", "accepted"]
    game = Group.objects.get(name="Group 1").games.get()
    settings_store(game, readers=Diplomacy.Readers.NOBODY)
    count_changed(game.pk)
    assert page.rows("promises", "utf-8-sig")[1:] == []


def the_page_shows_the_same(page: Page) -> None:
    shown = read(page.teacher.get(page.address))
    rows = shown.one("table", class_="grades").one("tbody").all("tr")
    names = {row.one("th").text.split("  ")[0].strip(): row for row in rows}
    assert len(rows) == 13
    (ana,) = (row for name, row in names.items() if name.startswith("Ana Ruiz"))
    assert ana.all("td")[0].text.strip() == "100"
    assert "Grade = 100 ×" in shown.text
    form = {"do": "count", "title": "Seminar", **dict.fromkeys(MOST, "0"), "notes": "7"}
    form |= dict.fromkeys(("place", "among", "rounds", "messages"), "")
    answer = page.teacher.post(page.address, form)
    assert (answer.status_code, "from 0 to 1000" in answer.content.decode()) == (422, True)
    form |= dict.fromkeys(("place", "among", "rounds", "messages"), "0")
    for wrong in ({"notes": "1001"}, {"notes": "0"}, {"title": " "}, {"title": "Final Score"}):
        assert page.teacher.post(page.address, form | wrong).status_code == 422
    assert page.teacher.post(page.address, form).status_code == 303
    assert "Seminar" in page.teacher.get(page.address).content.decode()


CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Essay (11),Negotiation (12),Final Score
,,,,,,Manual Posting,
    Points Possible,,,,,10,20,(read only)
"Ruiz, Ana",9001,1001,aruiz,Tue,8,,80
"Mo, Karl",9002,1002,kmo,Tue,"=1+1",N/A,-
"Chair, Mia",9003,,mchair,Tue,5,,50
"Wei, Li",9004,1005,lwei,Tue,5,,50
"Nobody, Else",9005,5555,x,Tue,5,,50
"Cohen, Ben",1007,1006,bcohen,Tue,5,,50
"Student, Test",9006,,,Tue,,,
"Brown, Dani",9007,1008,,Tue,,,
"""


def a_gradebook_of_canvas_is_filled(page: Page) -> None:
    said, data = page.filled(CANVAS.encode())
    rows = list(csv.reader(io.StringIO(data.decode())))
    before = list(csv.reader(io.StringIO(CANVAS)))
    grades = {row[0]: row[6] for row in rows[3:]}
    assert grades == {
        "Ruiz, Ana": "20",
        "Mo, Karl": "15.9",
        "Chair, Mia": "20",
        "Wei, Li": "",
        "Nobody, Else": "",
        "Cohen, Ben": "15.9",
        "Student, Test": "",
        "Brown, Dani": "15.9",
    }
    assert rows[:3] == before[:3]
    assert rows[4][5] == "'=1+1"
    others = [[cell for k, cell in enumerate(row) if k not in (5, 6)] for row in rows]
    assert others == [[cell for k, cell in enumerate(row) if k not in (5, 6)] for row in before]
    assert "5 rows have a grade, in the column “Negotiation (12)”." in said
    assert "20 points possible" in said
    assert "Brown, Dani · 9007 · 1008 It has the number of Dan Brown." in said
    assert "Row 7 Wei, Li" in said
    assert "belong to different people" in said
    assert "Row 8 Nobody, Else" in said
    assert "Zoë Åström" in said.partition("isn’t in the file")[2]
    # A new column gets the class's own maximum.
    added = CANVAS.replace("Negotiation (12)", "Other (12)")
    said, data = page.filled(added.encode())
    rows = list(csv.reader(io.StringIO(data.decode())))
    assert [rows[0][-1], rows[2][-1], rows[3][-1]] == ["Negotiation", "100", "100"]
    assert "which was added" in said


MOODLE = """First name;Last name;ID number;Email address;Negotiation (Real);Negotiation (Feedback)
Ana;Ruiz;1001;ana@example.org;-;"two
lines"
Zoë;Åström;7;zoe@example.org;-;-
Dan;Brown;;1008@example.org;-;
Li;Wei;;;-;-
Li;Wei;;;-;-
Abi;Sent;1010;;3;-
Guest;Gus;;;-;-
"""


def a_gradebook_of_moodle_is_filled(page: Page) -> None:
    for encoding, mark in (("utf-8", b""), ("utf-8-sig", b"\xef\xbb\xbf"), ("utf-16", b"\xef\xbb")):
        said, data = page.filled(MOODLE.encode(encoding))
        assert data.startswith(mark)
        text = data.decode("utf-8-sig")
        assert text.split("\n")[0] == MOODLE.split("\n", maxsplit=1)[0]
        rows = list(csv.reader(io.StringIO(text), delimiter=";"))
        grades = [row[4] for row in rows[1:]]
        assert grades == ["100", "79.5", "79.5", "-", "-", "0", "79.5"]
        assert "Guest · Gus It is a name that isn’t on the roster." in said
        assert rows[1][5] == "two\nlines"
        assert said.count("Another row is of the same person.") == 2


def a_workbook_of_moodle_is_filled(page: Page) -> None:
    book = Workbook()
    assert book.active is not None
    for row in csv.reader(io.StringIO(MOODLE), delimiter=";"):
        book.active.append(row)
    book.active["G1"], book.active["G2"], book.active["H2"] = "Total", 12.5, "=1+1"
    data = io.BytesIO()
    book.save(data)
    said, filled = page.filled(data.getvalue())
    sheet = load_workbook(io.BytesIO(filled)).worksheets[0]
    assert [cell.value for cell in sheet["E"]][1:] == [100, 79.5, 79.5, "-", "-", 0, 79.5]
    assert (sheet["G2"].value, sheet.max_column) == (12.5, 7)  # H is empty
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "inlineStr", "n"}
    assert "5 rows have a grade" in said


def what_is_no_gradebook_is_refused(page: Page) -> None:
    png = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
    wrong = [b"", b"\n\n", png, b"%PDF-1.7\n", b"PK\x03\x04 no archive", b"\xd0\xcf\x11\xe0 old"]
    wrong += [b"a,b\n1,2\n", b"x" * (MOST_BYTES + 1), b'Student,ID\n"' + b"y" * 200_000]
    wrong += [b"Student\n" + b"a\n" * MOST_ROWS, b"Student" + b",x" * 600]
    wrong += [CANVAS.replace("Negotiation (12),Final Score", "x,Negotiation").encode()]
    for data in wrong:
        answer = page.upload(data)
        assert answer.status_code == 422, data[:20]
        assert read(answer).one("p", role="alert").text
    assert page.teacher.post(page.address, {"do": "fill"}).status_code == 422
    for name in NAMES:  # of headings and cells
        data = f'Student,"{name}"\n"{name}",1\n'.encode("utf-8", "surrogatepass")
        with suppress(InvalidInput):
            text = Filled(data, [student(name, "")], Counting("Grade", {"points": 1})).data.decode()
            no_formulas(cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row)


def only_its_own_files_are_given_back(page: Page) -> None:
    for signed in ("", "x", "a:b:c", ".eJw:1:2"):
        answer = page.teacher.post(page.address, {"do": "download", "file": signed})
        assert answer.status_code == 422
    for what in ({"do": "no"}, {}):
        assert page.teacher.post(page.address, what).status_code == 404
    assert page.teacher.get(page.address, {"file": "no"}).status_code == 404
    assert Client().get(page.address).status_code == 404


@pytest.mark.slow
def test_ten_thousand_rows_are_filled() -> None:
    numbers = range(10_000)
    students = [student(f"Student {n}", f"s{n}") for n in numbers]
    lines = [f'"{n}, Student",{n},s{n},,Tue,{n}' for n in reversed(numbers)]
    data = "\n".join(["Student,ID,SIS User ID,SIS Login ID,Section,Essay (1)", *lines, ""]).encode()
    filled = Filled(data, students, Counting("Grade", {"attendance": 10}))
    assert (filled.count, filled.unmatched, filled.missing) == (10_000, (), [])
    assert filled.data.count(b",10\n") >= 10_000
    with pytest.raises(InvalidInput):
        Filled(b"Student\n" * (MOST_ROWS + 2), students, Counting("Grade", {"attendance": 10}))


def test_a_long_heading_takes_no_time() -> None:
    heading = "a" + " " * 120_000 + "b"
    spent = time.process_time()
    filled = Filled(f"Student,{heading},Grade (12)\nAnn,,\n".encode(), [student("Ann", "")], GRADE)
    assert time.process_time() - spent < 5  # a pattern that tries each space takes minutes
    assert filled.data.decode().endswith("Ann,,10\n")
    assert heading in filled.data.decode()


def student(name: str, number: str) -> Student:
    reached = {part: Reached(1, 1.0) for part in PARTS}
    return Student(name, "", number, None, True, None, "", reached, ())


def test_headings_numbers_and_texts_of_any_size_are_read_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And one long text in many cells, of which a small workbook is made."""
    began = time.thread_time()
    wide = "a" + " " * 100_000 + "b"
    filled = Filled(f"Student,{wide}\nAnn,1\n".encode(), [], Counting("Grade", {"points": 5}))
    assert wide.encode() in filled.data
    assert time.thread_time() - began < 2
    monkeypatch.setattr("moderator.features.grades.filled.MOST_LETTERS", 100)
    with pytest.raises(InvalidInput, match="too large"):
        Filled(workbook([("a", [["x" * 30] * 4])]), [], Counting("Grade", {"points": 5}))
    assert b"PK" in workbook([("a", [[10**400]])])
