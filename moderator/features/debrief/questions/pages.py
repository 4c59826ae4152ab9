"""The questions of a debrief: the instructor's page, and each student's with the answers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.core import access, log, queries
from moderator.core.access import actor_of, classroom_for, group_for, student_in
from moderator.core.ended import is_ended
from moderator.core.errors import InvalidInput
from moderator.core.forms import PageForm, PostedNumber, PostedText, Typed, only_once, whole_number
from moderator.core.frames import zone_of
from moderator.core.look import Look, look_at
from moderator.core.models import (
    MESSAGE_LETTERS,
    TEXT_LETTERS,
    TYPED_MOST,
    Classroom,
    Game,
    Group,
    Person,
)
from moderator.core.queries import groups_of
from moderator.core.responses import (
    UNPROCESSABLE,
    SeeOther,
    delivered,
    render_page,
    table_response,
    told,
)
from moderator.core.whole_class import games_of
from moderator.features.debrief.models import Answer, Question
from moderator.features.debrief.part import replay_at
from moderator.features.debrief.questions.read import (
    AskedQuestion,
    answers_of,
    are_promises_sealed,
    asked_in,
    derived_questions,
    of_class,
    questions_of,
)
from moderator.features.debrief.questions.write import (
    answer_write,
    question_ask,
    question_change,
    question_close,
    question_delete,
    question_make,
    question_move,
    question_withdraw,
    questions_take,
)
from moderator.rules.deals import DebriefQuestion

# The questions of a class's debrief by whom they are for.


@dataclass(frozen=True, slots=True)
class QuestionList:
    """The questions for all groups, or (with `game`) for a group about its game.

    `number`: the group's, or 0. `derived`: what can be taken over from what happened.
    `is_present`: it is the group's newest game, so students can be asked. `has_ended`: they see
    what has been asked. `has_sealed`: promises that nobody may be asked about yet.
    """

    number: int
    title: str
    questions: tuple[Question, ...]
    game: Game | None = None
    derived: tuple[DebriefQuestion, ...] = ()
    is_present: bool = False
    has_ended: bool = False
    has_sealed: bool = False

    @property
    def can_ask(self) -> bool:
        return self.game is None or self.is_present

    @property
    def replay(self) -> str:
        """The start of the URL that shows the game after an entry."""
        if self.game is None:
            return ""
        return f"{reverse('replay', args=[self.game.group.code])}?game={self.game.number}&move="

    @property
    def unasked(self) -> int:
        """How many questions have not been asked."""
        return sum(one.asked_at is None for one in self.questions)


def lists_of(classroom: Classroom) -> tuple[QuestionList, ...]:
    """Those for all groups, then for each group about its present game, then about earlier ones.

    Cost: reads every present game that is over or stopped.
    """
    by_game: dict[int | None, list[Question]] = {}
    for question in questions_of(classroom):
        by_game.setdefault(question.game_id, []).append(question)
    lists = [QuestionList(0, gettext("All groups"), tuple(by_game.pop(None, ())))]
    for game in games_of(groups_of(classroom)).values():
        lists.append(_of_game(game, by_game.pop(game.pk, [])))
    for earlier in by_game.values():
        if game_then := earlier[0].game:
            title = f"{game_then.group.name}, {game_then}"
            lists.append(QuestionList(0, title, tuple(earlier), game_then))
    return tuple(lists)


def list_of(classroom: Classroom, number: int) -> QuestionList:
    """Those of the group with that number about its present game; 0: those for all groups."""
    if not number:
        return QuestionList(0, "", tuple(classroom.questions.select_related("classroom")))
    groups = classroom.groups.select_related("classroom").filter(number=number)
    for game in games_of(groups).values():
        return _of_game(game, list(of_class(classroom).filter(game=game).order_by("number")))
    raise Http404


def _of_game(game: Game, questions: list[Question]) -> QuestionList:
    known, fold = {question.text for question in questions}, log.fold_of(game)
    look = Look(game, fold)
    return QuestionList(
        number=game.group.number,
        title=game.group.name,
        questions=tuple(questions),
        game=game,
        derived=tuple(one for one in derived_questions(game) if one.text not in known),
        is_present=True,
        has_ended=is_ended(look),
        has_sealed=are_promises_sealed(look),
    )


# The questions of a class's debrief: preparing and asking them, and collecting the answers.

ALL = "all"


class AskForm(PageForm):
    """A new question `to` ALL or a group's number; or a button beside a prepared one."""

    do, text, to = PostedText(), PostedText(TEXT_LETTERS), PostedText()
    group, question = PostedNumber(), PostedNumber()


@dataclass(frozen=True)
class ClassQuestionsPage:
    """The questions of the class and their answers.

    `groups`: numbers and names of the groups that have a game. `seen`: changes with the answers.
    """

    classroom: Classroom
    lists: tuple[QuestionList, ...]
    asked: tuple[AskedQuestion, ...]
    seen: str
    groups: tuple[tuple[str, str], ...] = ()
    form: AskForm | None = None
    error: str = ""
    letters: int = TEXT_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def class_questions(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; `?part=answers` the answers alone, `?csv` as a file; a POST names its `do`."""
    if request.method == "POST":
        return _post(request, classroom)
    if "csv" in request.GET:
        return _file(classroom)
    if request.GET.get("part") == "answers":
        return _answers(request, classroom)
    return _show(request, classroom)


def _post(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    form, here = AskForm(request.POST), reverse("debrief-questions", args=[classroom.pk])
    typed = form.typed
    is_new = typed["do"] in ("keep", "keep-ask")
    with form.errors_at("text"), transaction.atomic():
        if is_new:
            return SeeOther(only_once(request, lambda: here + _write(classroom, typed)))
        return SeeOther(here + _change(classroom, typed))
    return _show(request, classroom, form if is_new else AskForm(), form.error)


def _write(classroom: Classroom, typed: Typed) -> str:
    game = None
    if typed["to"] not in ("", ALL):
        game = list_of(classroom, whole_number(typed["to"]) or 0).game
    question = question_make(classroom, typed["text"], game)
    if typed["do"] == "keep-ask":
        question_ask(question)
    return f"#question-{question.pk}"


def _change(classroom: Classroom, typed: Typed) -> str:
    """Do what a form about prepared or derived questions asks for; the fragment to go to."""
    act, pk = typed["do"], typed["question"]
    if act in _OF_LISTS:
        own = list_of(classroom, typed["group"])
        _OF_LISTS[act](own, typed["text"])
        return f"#group-{own.number}"
    question = of_class(classroom).filter(pk=pk).first()
    if act not in _OF_ONE or question is None:
        raise Http404
    _OF_ONE[act](question, typed["text"])
    return "" if act == "delete" else f"#question-{pk}"


def _take(own: QuestionList, is_wanted: Callable[[str], bool]) -> None:
    derived = derived_questions(own.game) if own.game else ()
    if own.game and derived:
        questions_take(own.game, [one for one in derived if is_wanted(one.text)])


def _ask_all(own: QuestionList, _text: str) -> None:
    for question in own.questions:
        if question.asked_at is None:
            question_ask(question)


_OF_LISTS: dict[str, Callable[[QuestionList, str], None]] = {
    "take": lambda own, text: _take(own, lambda one: one == text),
    "take-all": lambda own, _: _take(own, lambda _one: True),
    "ask-all": _ask_all,
}
_OF_ONE: dict[str, Callable[[Question, str], None]] = {
    "change": question_change,
    "delete": lambda question, _: question_delete(question),
    "up": lambda question, _: question_move(question, is_up=True),
    "down": lambda question, _: question_move(question, is_up=False),
    "ask": lambda question, _: question_ask(question),
    "withdraw": lambda question, _: question_withdraw(question),
    "close": lambda question, _: question_close(question, is_closed=True),
    "reopen": lambda question, _: question_close(question, is_closed=False),
}


def _show(
    request: HttpRequest, classroom: Classroom, form: AskForm | None = None, error: str = ""
) -> HttpResponse:
    lists, asked = lists_of(classroom), answers_of(classroom)
    page = ClassQuestionsPage(
        classroom=classroom,
        lists=lists,
        asked=asked,
        seen=_seen(asked),
        groups=tuple((str(one.number), one.title) for one in lists if one.is_present),
        form=form or AskForm(),
        error=error,
    )
    status = UNPROCESSABLE if error else 200
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(request, "debrief/questions.html", page, status)


def _answers(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The answers; 204 for a script that has these already."""
    asked = answers_of(classroom)
    page = ClassQuestionsPage(classroom, (), asked, _seen(asked))
    if request.GET.get("seen") == page.seen:
        # htmx is told to swap in every 2xx; this one has nothing.
        return HttpResponse(status=204, headers={"HX-Reswap": "none"})
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(request, "debrief/questions.html#answers", page)


def _seen(asked: tuple[AskedQuestion, ...]) -> str:
    """A text that changes with what the part with the answers shows."""
    facts = [(one.question.pk, one.question.closed_at, one.students) for one in asked]
    given = [
        (answer.answer.pk, answer.answer.text, answer.name, answer.player, name)
        for one in asked
        for name, answers in one.groups
        for answer in answers
    ]
    text = repr((facts, given))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _file(classroom: Classroom) -> HttpResponse:
    """The answers as a table."""
    head = ["question", "about moves", "asked", "name", "student number", "group", "seat"]
    rows = [[*head, "time", "answer"]]
    zone = ZoneInfo(classroom.time_zone)
    for one in answers_of(classroom):
        about = ", ".join(str(number) for number in one.question.moves)
        asked = one.group.name if one.group else gettext("All groups")
        for given in (given for _name, answers in one.groups for given in answers):
            roster = getattr(given.answer.person, "roster_name", None)
            number = roster.student_number if roster else ""
            at = given.answer.at.astimezone(zone).strftime("%Y-%m-%d %H:%M")
            who = [given.name, number, given.group, given.player]
            rows.append([one.question.text, about, asked, *who, at, given.answer.text])
    return table_response("answers.csv", rows)


# The questions of the debrief for one student, who writes and changes the own answers.


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
