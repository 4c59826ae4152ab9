"""The sheet of a class with the questions of the debrief and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from moderator.core.lesson import lesson_of
from moderator.core.models import Classroom
from moderator.features.debrief.questions.read import AskedQuestion, GivenAnswer, answers_of
from moderator.features.printing.class_parts import Site, class_stamp
from moderator.features.printing.game_sheets import SheetRequest
from moderator.sheets.drawing import Page, fonts
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.layout import Block, Section, Sheet, paragraph, space, stacked
from moderator.sheets.layout.kind import SheetKind

# The debrief with answers: each question of a class, with what students have written, by group.

TEXT, LEADING = 9.5, 12.5
QUESTION, QUESTION_LEADING = 11.0, 14.5
SPACE = 5.0


def _fill(sheet: Sheet, questions: Sequence[AskedQuestion], is_named: bool) -> None:
    for number, question in enumerate(questions, start=1):
        title = _("Question %d") % number
        sheet.flow(Section(title, _rows(question, sheet.width, is_named)))


def _rows(asked: AskedQuestion, width: float, is_named: bool) -> list[Block]:
    head = paragraph(asked.question.text, width, QUESTION, QUESTION_LEADING)
    if about := _about(asked):
        head += paragraph(about, width, 9, 12)
    rows: list[Block] = [stacked(head)]
    for name, answers in asked.groups:
        heads = [] if asked.group or not name else [_line(name, width)]
        for given in answers:
            lines = _answer(given, width, is_named)
            # What is written above the first lines stays with them.
            rows += [stacked([*heads, *lines[:3]]), *lines[3:]]
            heads = []
    if not asked.groups:
        rows += paragraph(_("No answers."), width, TEXT, LEADING)
    return rows


def _answer(given: GivenAnswer, width: float, is_named: bool) -> list[Block]:
    text = paragraph(given.answer.text, width, TEXT, LEADING)
    who = _who(given, is_named)
    above = [_line(who, width)] if who else [space(SPACE)]
    return [*above, *text]


def _line(text: str, width: float) -> Block:
    """A line in bold, with some space above it."""

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            line = fonts.wrap(text, TEXT, width, 1, "bold")[0]
            page.text(x, y + SPACE + TEXT, line, TEXT, is_bold=True)

    return Block(SPACE + LEADING, draw)


def _about(asked: AskedQuestion) -> str:
    """Whom a question was for and which moves it is about, in a few words; may be empty."""
    about = [asked.group.name] if asked.group else []
    if asked.question.moves:
        moves = asked.question.moves
        text = ngettext("move %s", "moves %s", len(moves))
        about.append(text % ", ".join(map(str, moves)))
    return ", ".join(about)


def _who(given: GivenAnswer, is_named: bool) -> str:
    return ", ".join(filter(None, (given.player, given.name if is_named else "")))


# The sheet, from the database: each question in its order, over as many pages as necessary.


def answer_parts(classroom: Classroom, _site: Site, asked: SheetRequest) -> list[SheetPart]:
    """The pages; none before a question has been asked."""
    found = answers_of(classroom)
    if not found:
        return []
    is_named = lesson_of(classroom).are_names_printed
    with override(asked.language):
        origin, group_name = _("Debrief of %s") % classroom.name, _("The class")
    times = [one.question.asked_at for one in found if one.question.asked_at]
    times += [
        given.answer.at for one in found for _name, answers in one.groups for given in answers
    ]
    stamp = class_stamp(classroom, origin, asked.language, max(times), classroom.name)
    fill = partial(_fill, is_named=is_named)
    name = gettext_lazy("Debrief with answers")
    kind = SheetKind("debrief-answers", name, fill, status="")
    return kind.lay_out(found, replace(stamp, group_name=group_name), asked.paper)
