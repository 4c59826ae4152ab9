"""Grades, attendance, messages and promises as tables, those as CSV and as a workbook;
and how grades are made, in sentences."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext

from moderator.core import log
from moderator.core.links import file_name
from moderator.core.look import Look
from moderator.core.models import Classroom, Game, Person
from moderator.core.people import student_number
from moderator.core.responses import file_response, harmless, table_response, table_time
from moderator.core.whole_class import seen_of
from moderator.core.written import Written, do_teachers_read_now, said_line
from moderator.features.deals.models import Promise
from moderator.features.deals.records import RECORDS
from moderator.features.deals.records_part import rows_of
from moderator.features.grades.read import (
    AMONG,
    ATTENDANCE,
    MESSAGES,
    NOTES,
    PLACE,
    POINTS,
    PROMISES,
    ROUNDS,
    Counting,
    GradedClass,
    Student,
)
from moderator.features.messages.models import Message
from moderator.features.messages.part import MESSAGES as MESSAGE_BOOK
from moderator.rules.deals import SaidLine
from moderator.rules.seating import MODERATOR


def labels_of(graded: GradedClass) -> dict[str, str]:
    """What each part is called."""
    words = _words(graded)
    return {
        POINTS: gettext("Points"),
        PLACE: gettext("Place in the group"),
        AMONG: gettext("Place among the same %(seat)s") % words,
        ROUNDS: gettext("%(round)ss played") % words,
        PROMISES: gettext("Promises kept"),
        MESSAGES: gettext("Messages written"),
        ATTENDANCE: gettext("Attendance"),
        NOTES: gettext("Notes on participation"),
    }


def explained(graded: GradedClass) -> Mapping[str, str]:
    """How much of its maximum each part gives."""
    words = _words(graded)
    return {
        POINTS: gettext("divided by the most that anybody in the class has in the same scenario"),
        PLACE: gettext(
            "the first gets the maximum, the last nothing, those between equal steps; who ties has "
            "the place of the tie"
        ),
        AMONG: gettext(
            "the same %(seat)s in all groups of the scenario: the best gets the maximum, the last "
            "nothing"
        )
        % words,
        ROUNDS: gettext("how many are complete, divided by the most that any group completed"),
        PROMISES: gettext("those kept, divided by those kept or broken; open ones don’t count"),
        MESSAGES: gettext("how many, divided by the most that anybody in the class wrote"),
        ATTENDANCE: gettext(
            "the maximum for who has joined, isn’t marked as absent and was there in the last "
            "lesson in which something was played; else nothing"
        ),
        NOTES: gettext(
            "how many, divided by the most about anybody in the class; what they say isn’t judged"
        ),
    }


def formula(graded: GradedClass, counting: Counting) -> Iterator[str]:
    """The formula, what its parts are, and what was decided about special cases."""
    yield gettext(
        "Grade = %(total)d × what was reached ÷ the maxima of what could be reached, rounded to "
        "one decimal."
    ) % {"total": counting.total}
    labels, how = labels_of(graded), explained(graded)
    for part in counting.parts:
        facts = {"part": labels[part], "most": counting.most[part], "how": how[part]}
        yield gettext("%(part)s, at most %(most)d: %(how)s.") % facts
    yield from decisions(graded)


def decisions(graded: GradedClass) -> Iterator[str]:
    """What was decided about special cases."""
    words = _words(graded)
    yield gettext(
        "What can’t be said of somebody (–) is left out, and the rest counts for more: without "
        "promises that were judged, without anybody to compare with, or where a game has no such "
        "thing."
    )
    yield gettext(
        "Ties: equal points have the same place, the better one; where the rules break a tie for "
        "the first place, so does this."
    )
    yield (
        gettext(
            "Stopped games count as after their last complete %(round)s; without one, points and "
            "places can’t be said. Games that are still played count as if they ended now."
        )
        % words
    )
    yield gettext(
        "The newest game counts that each group has started; for somebody with seats in several "
        "groups, the one that was started last."
    )
    yield gettext(
        "Several people in one seat share its points, places and promises. A message counts for "
        "who wrote it; one that a moderator entered, for everybody in the seat."
    )
    yield gettext(
        "Who has changed seats has the points, places and promises of the present seat, and all "
        "their own messages."
    )
    yield gettext(
        "Who was absent and has no seat: nothing of the game can be said, so the grade is 0 if "
        "attendance counts, and else empty."
    )
    yield gettext(
        "Who was there without a seat gets nothing for the game. Of who moderates a group, nothing "
        "of the game can be said."
    )
    yield gettext(
        "Who isn’t on the roster is listed after those who are, and is left out of the files for "
        "Canvas and Moodle."
    )
    if hidden := graded.hidden:
        yield gettext(
            "%(groups)s: only the players may read their promises, so they don’t count."
        ) % {"groups": ", ".join(hidden)}


def _words(graded: GradedClass) -> dict[str, str]:
    return {
        "seat": graded.word("seat_word", gettext("seat")),
        "round": graded.word("round_word", gettext("round")),
    }


Rows = list[Sequence[Any]]
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NO_MARK = ""
"""A byte-order mark would become part of the first heading."""
POINTS_POSSIBLE = "    Points Possible"
"""Canvas knows the row with the maxima by it; its own files have the spaces, too."""


def number(value: float | None) -> str:
    """A number as people read it; nothing for none.

    >>> number(87.5), number(60.0), number(None)
    ('87.5', '60', '')
    """
    return "" if value is None else f"{value:.1f}".removesuffix(".0")


# The grades of a class.


def table_of(graded: GradedClass, counting: Counting, students: Iterable[Student]) -> Rows:
    """A row for each student, below a row of headings: what was counted, what that gives of each
    maximum, and the grade."""
    labels = labels_of(graded)
    seat = graded.word("seat_word", gettext("seat"))
    head = [gettext("name"), gettext("student number"), gettext("group"), seat]
    for part in counting.parts:
        facts = {"part": labels[part], "most": counting.most[part]}
        head += [labels[part], gettext("%(part)s, of %(most)d") % facts]
    grade = gettext("%(title)s, of %(most)d") % {"title": counting.title, "most": counting.total}
    rows: Rows = [[*head, grade, gettext("remarks")]]
    for one in students:
        cells: list[Any] = [one.name, one.number, one.group_name, one.seat]
        for part in counting.parts:
            reached = one.part(part, counting.most[part])
            cells += [one.reached[part].counted, reached and round(reached, 1)]
        rows.append([*cells, one.grade(counting), "; ".join(one.remarks)])
    return rows


def general_csv(graded: GradedClass, counting: Counting) -> HttpResponse:
    """The table and, below it, how it was made."""
    rows = [list(map(_text, row)) for row in table_of(graded, counting, graded.students)]
    notes = [[one] for one in formula(graded, counting)]
    return table_response(file_name(graded.whole.classroom, "grades.csv"), [*rows, [], *notes])


def _text(value: Any) -> str:
    return number(value) if isinstance(value, float | None) else str(value)


def canvas_csv(graded: GradedClass, counting: Counting) -> HttpResponse:
    """The grades of those on the roster as Canvas imports them: it finds a student by its own
    number, by both SIS columns, or else by the name."""
    fixed = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    rows: Rows = [[*fixed, counting.title], [POINTS_POSSIBLE, *[""] * 4, counting.total]]
    for one in graded.students:
        if one.is_on_roster and "Points Possible" not in one.name:
            found = [_sortable(one), "", one.number, one.number, ""]
            rows.append([*found, number(one.grade(counting))])
    return table_response(file_name(graded.whole.classroom, "grades-canvas.csv"), rows, NO_MARK)


def _sortable(one: Student) -> str:
    """The name as Canvas has it: “last, first”."""
    first = one.name.removesuffix(one.last_name).strip() if one.last_name else ""
    return f"{one.last_name}, {first}" if first and first != one.name else one.name


def moodle_csv(graded: GradedClass, counting: Counting) -> HttpResponse:
    """The same for Moodle, which needs a number or an address in each row, and takes an empty grade
    for one that is to be deleted: such rows are left out."""
    students = moodle_students(graded, counting)
    is_address = bool(students) and all("@" in one.number for one in students)
    head = ["Email address" if is_address else "ID number", "Full name", counting.title]
    rows = [[one.number, one.name, number(one.grade(counting))] for one in students]
    return table_response(
        file_name(graded.whole.classroom, "grades-moodle.csv"), [head, *rows], NO_MARK
    )


def moodle_students(graded: GradedClass, counting: Counting) -> tuple[Student, ...]:
    """Who is in the file for Moodle."""
    found = (one for one in graded.students if one.number and one.grade(counting) is not None)
    return tuple(found)


def grades_workbook(graded: GradedClass, counting: Counting) -> HttpResponse:
    """A sheet for the class, one for each group, and one with the formula."""
    sheets = [(gettext("Class"), table_of(graded, counting, graded.students))]
    for group in graded.whole.groups:
        own = [one for one in graded.students if one.group == group]
        # With the number it is unique, and none of the names that spreadsheets keep for themselves.
        sheets.append((f"{group.number} {group.name}", table_of(graded, counting, own)))
    notes: Rows = [[one] for one in formula(graded, counting)]
    data = workbook([*sheets, (gettext("Formula"), notes)])
    return file_response(
        data, XLSX, file_name(graded.whole.classroom, "grades.xlsx"), is_saved=True
    )


# Workbooks.

TITLE_LETTERS, CELL_LETTERS = 31, 32_767
_NO_TITLE = str.maketrans(dict.fromkeys("[]:*?/\\", " "))


def workbook(sheets: Iterable[tuple[str, Rows]]) -> bytes:
    """A workbook with these sheets; texts are texts, and neither formulas nor links."""
    # Imported here: it takes a while and some megabytes, and is rarely needed.
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for title, rows in sheets:
        sheet = book.create_sheet(title.translate(_NO_TITLE)[:TITLE_LETTERS].strip(" '"))
        sheet.freeze_panes = "A2"
        for row in rows:
            sheet.append([_cell(sheet, value) for value in row])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _cell(sheet: Any, value: Any) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, int) and abs(value) >= 10**15:
        value = str(value)  # a spreadsheet would round it
    if not isinstance(value, str):
        return value
    text = ILLEGAL_CHARACTERS_RE.sub("", value)[:CELL_LETTERS]
    cell = WriteOnlyCell(sheet, value=text)
    cell.data_type = "s"
    # Else a spreadsheet would calculate the text once somebody has opened and left its cell.
    cell.quotePrefix = harmless(text) != text
    return cell


# Attendance, and what was said in the games, as the instructor may read it.


def attendance_csv(graded: GradedClass) -> HttpResponse:
    """Everybody on the roster or in the class, with when they joined and were connected last."""
    head = ["name", "student number", "group", "seat", "here", "joined", "last seen", "remarks"]
    zone = graded.whole.classroom.time_zone
    rows: Rows = [head]
    for one in graded.everybody:
        is_here = "yes" if one.reached["attendance"].counted else "no"
        times = (one.person.joined, seen_of(one.person)) if one.person else (None, None)
        who = [one.name, one.number, one.group_name, one.seat]
        shown = (table_time(at, zone) for at in times)
        rows.append([*who, is_here, *shown, "; ".join(one.remarks)])
    return table_response(file_name(graded.whole.classroom, "attendance.csv"), rows)


_SAID = ["group", "game", "round", "time", "from", "written by", "student number", "to"]


def messages_csv(classroom: Classroom) -> HttpResponse:
    """The messages of all games that the instructor may read."""
    rows: Rows = [[*_SAID, "message"]]
    for look in _looks(classroom):
        book = MESSAGE_BOOK.of(look)
        reads_all = do_teachers_read_now(book.settings, look)
        seen = [one for one in book.messages if one.is_seen_by(MODERATOR, reads_all)]
        labels, writers = look.timeline.labels, _writers(Message, look.game)
        for one in seen:
            line = said_line(look.fold, labels, one)
            rows.append([*_said(look.game, line, writers.get(one.number)), line.text])
    return table_response(file_name(classroom, "messages.csv"), rows)


def promises_csv(classroom: Classroom) -> HttpResponse:
    """The promises of all games that the instructor may read, with the verdicts as of now."""
    judged = ["promise", "verdict", "in exchange", "verdict on the exchange", "answer"]
    rows: Rows = [[*_SAID, *judged]]
    for look in _looks(classroom):
        records = RECORDS.of(look)
        seen = records.seen_by(MODERATOR, do_teachers_read_now(records.settings, look))
        writers = _writers(Promise, look.game)
        lines = rows_of(look, seen, is_debrief=True)[1]
        for one, line in zip(seen.promises, lines, strict=True):
            verdicts = (each.kind if each else "" for each in (line.verdict, line.exchange_verdict))
            own, exchanged = verdicts
            what = [line.text, own, line.exchange, exchanged, line.answer]
            rows.append([*_said(look.game, line, writers.get(one.number)), *what])
    return table_response(file_name(classroom, "promises.csv"), rows)


def _looks(classroom: Classroom) -> Iterator[Look]:
    """Every game of the class that has been started, as the instructor sees it."""
    games = Game.objects.filter(group__classroom=classroom, is_waiting=False)
    ordered = games.select_related("group__classroom").order_by("group__number", "number")
    folds = log.folds_of(ordered)
    return (Look(game, folds[game.pk], MODERATOR) for game in ordered)


def _writers(model: type[Written], game: Game) -> Mapping[int, Person]:
    """Who has written each, by its number."""
    rows = model._default_manager.filter(game=game).select_related("person__roster_name")
    return {row.number: row.person for row in rows if row.person}


def _said(game: Game, line: SaidLine, writer: Person | None) -> list[str]:
    return [
        game.group.name,
        str(game.number),
        line.round,
        table_time(line.at, game.group.classroom.time_zone),
        line.seat.name,
        writer.display_name if writer else "",
        student_number(writer),
        ", ".join(one.name for one in line.others),
    ]


OF_GRADES: Mapping[str, Callable[[GradedClass, Counting], HttpResponse]] = {
    "canvas": canvas_csv,
    "moodle": moodle_csv,
    "csv": general_csv,
    "xlsx": grades_workbook,
    "attendance": lambda graded, _counting: attendance_csv(graded),
    "messages": lambda graded, _counting: messages_csv(graded.whole.classroom),
    "promises": lambda graded, _counting: promises_csv(graded.whole.classroom),
}
"""The files by the name that the address asks for."""
