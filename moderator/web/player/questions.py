"""The questions of the debrief for one student, who writes and changes the own answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import access, selectors, services
from moderator.play.debrief_questions import asked_in
from moderator.play.errors import InvalidInput
from moderator.play.log import folds
from moderator.play.models import Answer, Group, Person, Question
from moderator.play.models.diplomacy import MESSAGE_LETTERS
from moderator.web.core.access import actor_of, group_for, student_in
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed.frames import zone_of
from moderator.web.feed.questions import replay_at

TYPED_MOST = 4 * MESSAGE_LETTERS  # what is shown again of a text that is too long


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


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("see-chart")
def questions(request: HttpRequest, group: Group) -> HttpResponse:
    """The questions with the student's own answers; a POST stores one of them."""
    person = student_in(request, group.classroom)
    game = selectors.game_now(group) if person else None
    seat = access.seat_of(actor_of(request), game) if game else None
    if person is None or (seat is None and person.group_id != group.pk):
        raise Http404
    asked = asked_in(game, folds.fold_of(game)) if game else ()
    page = QuestionsPage(group, person, _forms(asked, person), replay_at(game) if game else "")
    if request.method != "POST":
        return _render(request, page)
    pk = whole_number(request.POST.get("question", "")) or 0
    text = request.POST.get("text", "")
    found = next((one for one in asked if one.pk == pk), None)
    if found is None:
        gone = gettext("This question is not asked any more.")
        return _render(request, replace(page, error=gone, lost=text[:TYPED_MOST]))
    try:
        services.answer_write(found, person, seat.player if seat else "", text)
    except InvalidInput as invalid:
        forms = tuple(_typed(one, pk, text, str(invalid)) for one in page.forms)
        return _render(request, replace(page, forms=forms))
    return SeeOther(f"{reverse('play-questions', args=[group.code])}#question-{pk}")


def _forms(asked: Sequence[Question], person: Person) -> tuple[QuestionForm, ...]:
    given = {answer.question_id: answer for answer in person.answers.filter(question__in=asked)}
    own = ((question, given.get(question.pk)) for question in asked)
    return tuple(
        QuestionForm(question, answer, answer.text if answer else "") for question, answer in own
    )


def _typed(form: QuestionForm, pk: int, text: str, error: str) -> QuestionForm:
    is_it = form.question.pk == pk
    return replace(form, text=text[:TYPED_MOST], error=error) if is_it else form


def _render(request: HttpRequest, page: QuestionsPage) -> HttpResponse:
    is_refused = page.error or any(form.error for form in page.forms)
    status = UNPROCESSABLE if is_refused else 200
    with timezone.override(zone_of(page.group)):
        return render_page(request, "web/player/questions.html", page, status)
