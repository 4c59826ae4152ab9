"""The debrief with answers: each question of a class, with what students have written, by group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.layout.kind import SheetKind, SheetPart
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph, stacked
from moderator.sheets.stamp import Stamp

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


@dataclass(frozen=True, slots=True)
class AnswerSheet:
    """The questions of a class, in their order."""

    class_name: str
    questions: Sequence[PrintedQuestion]

    @property
    def title(self) -> str:
        return self.class_name

    @property
    def copyright(self) -> str:
        return ""

    @property
    def status_line(self) -> str:
        return ""


def answer_sheet(sheet: AnswerSheet, stamp: Stamp, paper: Paper = "a4") -> list[SheetPart]:
    """The sheet, over as many pages as necessary.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    kind = SheetKind("debrief-answers", gettext_lazy("Debrief with answers"), _fill)
    return kind.lay_out(sheet, stamp, paper, ())


def _fill(sheet: Sheet, view: AnswerSheet) -> None:
    width = sheet.right - sheet.left
    for number, question in enumerate(view.questions, start=1):
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
