"""The questions of a debrief for one student, who writes and changes the own answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import access, queries
from moderator.core.access import actor_of, group_for, student_in
from moderator.core.errors import InvalidInput
from moderator.core.forms import whole_number
from moderator.core.frames import zone_of
from moderator.core.look import look_at
from moderator.core.models import Group, Person
from moderator.core.responses import UNPROCESSABLE, SeeOther, delivered, render_page, told
from moderator.core.written import MESSAGE_LETTERS, TYPED_MOST
from moderator.features.debrief.models import Answer, Question
from moderator.features.debrief.part import replay_at
from moderator.features.debrief.questions.read import asked_in
from moderator.features.debrief.questions.write import answer_write


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
