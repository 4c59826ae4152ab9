"""The sheet of a class with the questions of the debrief and the answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from moderator.core.lesson import lesson_of
from moderator.core.models import Classroom
from moderator.features.debrief.questions.read import AskedQuestion, GivenAnswer, answers_of
from moderator.features.printing.game_sheets import SheetRequest
from moderator.features.printing.people import Site, class_stamp
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.kind import SheetKind, SheetPart, plain_header
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph, stacked

# The debrief with answers: each question of a class, with what students have written, by group.

TEXT, LEADING = 9.5, 12.5
QUESTION, QUESTION_LEADING = 11.0, 14.5
SPACE = 5.0


@dataclass(frozen=True, slots=True)
class PrintedAnswer:
    """An answer; `who` may be empty, and is left out then."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class PrintedQuestion:
    """A question, whom it was for and which moves it is about, and the answers of each group.

    Args:
        about: in a few words; may be empty.
        groups: their names, empty for a question to one group, and their answers.
    """

    text: str
    about: str
    groups: Sequence[tuple[str, Sequence[PrintedAnswer]]]


def _fill(sheet: Sheet, questions: Sequence[PrintedQuestion]) -> None:
    width = sheet.right - sheet.left
    for number, question in enumerate(questions, start=1):
        title = _("Question %d") % number
        sheet.flow(Section(title, _rows(question, width)))


def _rows(question: PrintedQuestion, width: float) -> list[Block]:
    asked = paragraph(question.text, width, QUESTION, QUESTION_LEADING)
    if question.about:
        asked += paragraph(question.about, width, 9, 12)
    rows: list[Block] = [stacked(asked)]
    for name, answers in question.groups:
        heads = [_line(name, width)] if name else []
        for answer in answers:
            lines = _answer(answer, width)
            # What is written above the first lines stays with them.
            rows += [stacked([*heads, *lines[:3]]), *lines[3:]]
            heads = []
    if not question.groups:
        rows += paragraph(_("No answers."), width, TEXT, LEADING)
    return rows


def _answer(answer: PrintedAnswer, width: float) -> list[Block]:
    text = paragraph(answer.text, width, TEXT, LEADING)
    above = [_line(answer.who, width)] if answer.who else [Block(SPACE, _nothing)]
    return [*above, *text]


def _line(text: str, width: float) -> Block:
    """A line in bold, with some space above it."""

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            line = fonts.wrap(text, TEXT, width, 1, "bold")[0]
            page.text(x, y + SPACE + TEXT, line, TEXT, is_bold=True)

    return Block(SPACE + LEADING, draw)


def _nothing(_page: Page, _x: float, _y: float) -> None:
    """Space alone."""


answer_sheet = SheetKind(
    "debrief-answers", gettext_lazy("Debrief with answers"), _fill, header=plain_header
)
"""The questions of a class in their order, over as many pages as necessary."""

# The sheet's contents, from the database.


def answer_parts(classroom: Classroom, _site: Site, asked: SheetRequest) -> list[SheetPart]:
    """The pages; none before a question has been asked."""
    found = answers_of(classroom)
    if not found:
        return []
    is_named = lesson_of(classroom).are_names_printed
    with override(asked.language):
        printed = [_printed(one, is_named) for one in found]
        origin = _("Debrief of %s") % classroom.name
    times = [one.question.asked_at for one in found if one.question.asked_at]
    times += [
        given.answer.at for one in found for _name, answers in one.groups for given in answers
    ]
    made_from = json.dumps([asdict(one) for one in printed])
    stamp = class_stamp(
        classroom, origin, made_from, asked.language, max(times), title=classroom.name
    )
    stamp = replace(stamp, group_name=_("The class"))
    return answer_sheet.lay_out(printed, stamp, asked.paper)


def _printed(asked: AskedQuestion, is_named: bool) -> PrintedQuestion:
    about = [asked.group.name] if asked.group else []
    if asked.question.moves:
        numbers = ", ".join(str(number) for number in asked.question.moves)
        about.append(_("moves %s") % numbers)
    groups = [
        ("" if asked.group else name, [_printed_answer(one, is_named) for one in answers])
        for name, answers in asked.groups
    ]
    return PrintedQuestion(asked.question.text, ", ".join(about), groups)


def _printed_answer(given: GivenAnswer, is_named: bool) -> PrintedAnswer:
    who = [given.player, given.name if is_named else ""]
    return PrintedAnswer(", ".join(filter(None, who)), given.answer.text)
