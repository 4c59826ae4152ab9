"""The questions of a debrief with their answers: for one student, who writes and changes the own
ones, and on the sheet of a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from moderator.core import access, queries
from moderator.core.access import actor_of, group_for, student_in
from moderator.core.errors import InvalidInput
from moderator.core.forms import whole_number
from moderator.core.frames import zone_of
from moderator.core.lesson import lesson_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Group, Person
from moderator.core.responses import UNPROCESSABLE, SeeOther, delivered, render_page, told
from moderator.core.written import MESSAGE_LETTERS, TYPED_MOST
from moderator.features.debrief.models import Answer, Question
from moderator.features.debrief.part import replay_at
from moderator.features.debrief.questions import (
    AskedQuestion,
    GivenAnswer,
    answer_write,
    answers_of,
    asked_in,
)
from moderator.features.printing.class_parts import Site, class_stamp
from moderator.features.printing.game_sheets import SheetRequest
from moderator.sheets.drawing import Page, fonts
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.layout import Block, Section, Sheet, paragraph, space, stacked
from moderator.sheets.layout.kind import SheetKind


@dataclass(frozen=True)
class QuestionForm:
    """A question with the student's own answer; `text` is what the form contains."""

    question: Question
    answer: Answer | None
    text: str
    error: str = ""


@dataclass(frozen=True)
class QuestionsPage:
    """What the student is asked; the forms still write where the question is not closed.

    `error`: why an answer to a question that is not asked any more was not stored; `lost` is its
    text.
    """

    group: Group
    person: Person
    forms: tuple[QuestionForm, ...]
    replay: str
    error: str = ""
    lost: str = ""
    letters: int = MESSAGE_LETTERS


@group_for("see-chart", "GET", "POST")
@delivered
def player_questions(request: HttpRequest, group: Group) -> HttpResponse:
    """The questions with the student's own answers.

    A POST stores one of them, or several: as many `text` as `question`, in the same order.
    """
    person = student_in(request, group.classroom)
    game = queries.game_now(group) if person else None
    seat = access.seat_of(actor_of(request), game) if game else None
    if person is None or (seat is None and person.group_id != group.pk):
        raise Http404
    asked = asked_in(look_at(game)) if game else ()
    page = QuestionsPage(group, person, _forms(asked, person), replay_at(game) if game else "")
    if request.method != "POST":
        return _render(request, page)
    given = zip(request.POST.getlist("question"), request.POST.getlist("text"), strict=False)
    player, first = seat.player if seat else "", 0
    for number, text in given:
        pk = whole_number(number) or 0
        first = first or pk
        page = _answered(page, pk, player, text)
    if not first:
        raise Http404
    if _is_refused(page):
        if "part" in request.POST:
            errors = (page.error, *(form.error for form in page.forms))
            return told(next(filter(None, errors)), UNPROCESSABLE)
        return _render(request, page)
    return SeeOther(f"{reverse('play-questions', args=[group.code])}#question-{first}")


def _answered(page: QuestionsPage, pk: int, player: str, text: str) -> QuestionsPage:
    """Store the answer; the page, with what was refused."""
    form = next((one for one in page.forms if one.question.pk == pk), None)
    if form is None:
        gone = gettext("This question is not asked any more.")
        return replace(page, error=gone, lost=text[:TYPED_MOST])
    try:
        stored = answer_write(form.question, page.person, player, text)
    except InvalidInput as invalid:
        changed = replace(form, text=text[:TYPED_MOST], error=str(invalid))
    else:
        changed = replace(form, answer=stored, text=stored.text if stored else "")
    return replace(page, forms=tuple(changed if one is form else one for one in page.forms))


def _is_refused(page: QuestionsPage) -> bool:
    return bool(page.error) or any(form.error for form in page.forms)


def _forms(asked: Sequence[Question], person: Person) -> tuple[QuestionForm, ...]:
    given = {answer.question_id: answer for answer in person.answers.filter(question__in=asked)}
    own = ((question, given.get(question.pk)) for question in asked)
    return tuple(
        QuestionForm(question, answer, answer.text if answer else "") for question, answer in own
    )


def _render(request: HttpRequest, page: QuestionsPage) -> HttpResponse:
    status = UNPROCESSABLE if _is_refused(page) else 200
    with timezone.override(zone_of(page.group)):
        return render_page(request, "debrief/phone_questions.html", page, status)


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
