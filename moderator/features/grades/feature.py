"""The page of grades: what counts, the table before it is downloaded, and filling a gradebook.

What grades add to what all features share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.core import signing
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext

from moderator.core.access import own_class
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.feature import Feature
from moderator.core.forms import ActionForm, PostedNumber, PostedText, Typed, posted_file
from moderator.core.lesson import lesson_locked, lesson_of
from moderator.core.links import file_name
from moderator.core.models import Classroom
from moderator.core.responses import CSV, UNPROCESSABLE, SeeOther, file_response, render_page
from moderator.core.text import text_read
from moderator.features.grades.files import (
    OF_GRADES,
    XLSX,
    explained,
    formula,
    labels_of,
    moodle_students,
    number,
)
from moderator.features.grades.filled import MOST_BYTES, Filled
from moderator.features.grades.read import (
    ATTENDANCE,
    MOST,
    PARTS,
    Counting,
    GradedClass,
    Student,
    counting_of,
    graded_class,
)
from moderator.features.people.roster_rows import is_workbook

# What counts, as the instructor chooses it.

TITLE_LETTERS = 80
MOST_ROWS = 200  # of a filled gradebook that are listed
_CANVAS_OWN = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")


class GradesForm(ActionForm):
    """What the grade is called, and the maximum of each part; and a filled file as it was sent."""

    title, file = PostedText(TITLE_LETTERS), PostedText()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= {part: PostedNumber(None) for part in PARTS}


@transaction.atomic
def counting_change(classroom: Classroom, title: str, most: Mapping[str, int | None]) -> None:
    """Store what counts for the grades of the class.

    Raises:
        InvalidInput: the title is empty or one of Canvas's own, or a number is out of range.
    """
    title = text_read(title, TITLE_LETTERS, gettext("Give the grade a name."))
    if _CANVAS_OWN.search(title):
        raise InvalidInput(gettext("Canvas has a column of that name. Choose another one."))
    if any(one is None or one > MOST for one in most.values()):
        raise InvalidInput(gettext("Type whole numbers from 0 to %(most)d.") % {"most": MOST})
    if not any(most.values()):
        raise InvalidInput(gettext("Nothing counts: type a maximum for at least one of these."))
    lesson = lesson_locked(classroom)
    lesson.grading = {"title": title, "most": {part: one for part, one in most.items() if one}}
    lesson.save(update_fields=["grading"])
    record(Kind.CLASS_CHANGED, classroom=classroom.pk)


# The page.


@own_class("GET", "POST")
def grades(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; `?file=` one of its files. A POST names its action by `do`."""
    graded, counting = graded_class(classroom), counting_of(lesson_of(classroom))
    name = request.GET.get("file")
    if request.method != "POST" and name is not None:
        if name not in OF_GRADES:
            raise Http404
        record(Kind.TABLE_EXPORTED, classroom=classroom.pk)
        return OF_GRADES[name](graded, counting)
    form = GradesForm.of(request, **_initial(counting))
    if form.is_bound:
        action = form.action(_ACTIONS)
        with form.errors_at():
            return action(request, graded, counting, form.typed)
    is_typed = "title" in request.POST  # else another form of the page was sent, if any
    return _show(request, graded, counting, form if is_typed else None, form.error)


def _initial(counting: Counting) -> dict[str, object]:
    """The title, and the maximum of each part, also of those that don't count."""
    return {"title": counting.title, **{part: counting.most.get(part, 0) for part in PARTS}}


def _show(
    request: HttpRequest,
    graded: GradedClass,
    counting: Counting,
    form: GradesForm | None = None,
    error: str = "",
    filled: Filled | None = None,
    file: str = "",
) -> HttpResponse:
    """The grades as they would be downloaded now. `error`: why nothing was changed. `filled`: a
    gradebook that was filled just now, and `file` is it, signed."""
    form = form or GradesForm(initial=_initial(counting))
    labels, how = labels_of(graded), explained(graded)
    return render_page(
        request,
        "grades/grades.html",
        status=UNPROCESSABLE if error else 200,
        classroom=graded.whole.classroom,
        graded=graded,
        counting=counting,
        form=form,
        error=error,
        parts=[(form[part], labels[part], how[part]) for part in PARTS],
        heads=[(labels[part], counting.most[part]) for part in counting.parts],
        rows=[_row(one, counting) for one in graded.students],
        formula=list(formula(graded, counting)),
        in_canvas=sum(one.is_on_roster for one in graded.students),
        in_moodle=len(moodle_students(graded, counting)),
        most=MOST,
        most_rows=MOST_ROWS,
        shown=f":{MOST_ROWS}",
        filled=filled,
        file=file,
    )


def _row(one: Student, counting: Counting) -> tuple[Student, list[tuple[str, str]], str]:
    """A student with what counts, counted and as a part of the maximum, and the grade."""
    cells = []
    for part in counting.parts:
        counted = one.reached[part].counted
        is_number = counted is not None and part != ATTENDANCE
        reached = number(one.part(part, counting.most[part]))
        cells.append((str(counted) if is_number else "", reached))
    return one, cells, number(one.grade(counting))


def _count(
    _request: HttpRequest, graded: GradedClass, _counting: Counting, typed: Typed
) -> HttpResponse:
    classroom = graded.whole.classroom
    counting_change(classroom, typed["title"], {part: typed[part] for part in PARTS})
    return SeeOther(reverse("grades", args=[classroom.pk]) + "#grades")


# Filling a gradebook: the page shows what became of its rows, and has the filled file in a form.


class _Bytes:
    """How a file is signed: as it is."""

    def dumps(self, data: bytes) -> bytes:
        return data

    def loads(self, data: bytes) -> bytes:
        return data


def _salt(graded: GradedClass) -> str:
    return f"moderator.grades.filled.{graded.whole.classroom.pk}"


def _fill(
    request: HttpRequest, graded: GradedClass, counting: Counting, _typed: Typed
) -> HttpResponse:
    file = posted_file(request, "gradebook")
    filled = Filled(file.read(MOST_BYTES + 1), graded.students, counting)
    signed = signing.dumps(filled.data, salt=_salt(graded), serializer=_Bytes, compress=True)
    if len(signed) > MOST_BYTES:
        raise InvalidInput(gettext("The filled file is too large. Leave out some of its columns."))
    return _show(request, graded, counting, filled=filled, file=signed)


def _download(
    _request: HttpRequest, graded: GradedClass, _counting: Counting, typed: Typed
) -> HttpResponse:
    try:
        data = signing.loads(typed["file"], salt=_salt(graded), serializer=_Bytes)
    except signing.BadSignature:
        raise InvalidInput(gettext("Choose the file once more.")) from None
    record(Kind.TABLE_EXPORTED, classroom=graded.whole.classroom.pk)
    kind, end = (XLSX, "xlsx") if is_workbook(data) else (CSV, "csv")
    return file_response(
        data, kind, file_name(graded.whole.classroom, f"gradebook.{end}"), is_saved=True
    )


_ACTIONS: Mapping[str, Callable[[HttpRequest, GradedClass, Counting, Typed], HttpResponse]] = {
    "count": _count,
    "fill": _fill,
    "download": _download,
}


FEATURE = Feature(urls=(path("classes/<int:pk>/grades/", grades, name="grades"),))
