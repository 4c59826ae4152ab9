"""The questions of a class's debrief: preparing and asking them, and collecting the answers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, services
from moderator.play.debrief_answers import AskedQuestion, answers_of
from moderator.play.debrief_questions import derived_questions
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom, Game, Question
from moderator.play.models.diplomacy import NOTE_LETTERS
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.tables import table_response
from moderator.web.feed import publishing
from moderator.web.lessons.question_lists import QuestionList, list_of, lists_of, of_class

ALL = "all"
TYPED_MOST = 4 * NOTE_LETTERS  # what is shown again of a text that is too long


@dataclass(frozen=True)
class QuestionDraft:
    """What the form for a new question contains; `to` is ALL or a group's number."""

    text: str = ""
    to: str = ALL


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
    draft: QuestionDraft = QuestionDraft()
    once: str = ""
    error: str = ""
    letters: int = NOTE_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def questions(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; `?part=answers` the answers alone, `?csv` as a file; a POST names its `do`."""
    if request.method == "POST":
        return _post(request, classroom)
    if "csv" in request.GET:
        return _file(classroom)
    if request.GET.get("part") == "answers":
        return _answers(request, classroom)
    return _show(request, classroom)


def _post(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    post, here = request.POST, reverse("debrief-questions", args=[classroom.pk])
    draft = QuestionDraft(post.get("text", ""), post.get("to", ALL))
    is_new = post.get("do") in ("keep", "keep-ask")
    try:
        with transaction.atomic():
            if is_new:
                return SeeOther(only_once(request, lambda: here + _write(classroom, draft, post)))
            return SeeOther(here + _change(classroom, post))
    except InvalidInput as invalid:
        shown = QuestionDraft(draft.text[:TYPED_MOST], draft.to[:10]) if is_new else QuestionDraft()
        return _show(request, classroom, shown, str(invalid))


def _write(classroom: Classroom, draft: QuestionDraft, post: QueryDict) -> str:
    game = None
    if draft.to != ALL:
        game = list_of(classroom, whole_number(draft.to) or 0).game
    question = services.question_make(classroom, draft.text, game)
    if post["do"] == "keep-ask":
        publishing.publish_lesson(classroom.pk, services.question_ask(question))
    return f"#question-{question.pk}"


def _change(classroom: Classroom, post: QueryDict) -> str:
    """Do what a form about prepared or derived questions asks for; the fragment to go to."""
    act = post.get("do", "")
    if act in _OF_LISTS:
        own = list_of(classroom, whole_number(post.get("group", "")) or 0)
        publishing.publish_lesson(classroom.pk, _OF_LISTS[act](own, post.get("text", "")))
        return f"#group-{own.number}"
    pk = whole_number(post.get("question", "")) or 0
    question = of_class(classroom).filter(pk=pk).first()
    if act not in _OF_ONE or question is None:
        raise Http404
    publishing.publish_lesson(classroom.pk, _OF_ONE[act](question, post.get("text", "")))
    return "" if act == "delete" else f"#question-{pk}"


def _take(own: QuestionList, text: str) -> Collection[int]:
    return _taken(own.game, lambda one: one == text)


def _take_all(own: QuestionList, _text: str) -> Collection[int]:
    return _taken(own.game, lambda _one: True)


def _taken(game: Game | None, is_wanted: Callable[[str], bool]) -> Collection[int]:
    derived = derived_questions(game) if game else ()
    if game and derived:
        services.questions_take(game, [one for one in derived if is_wanted(one.text)])
    return ()  # nobody sees them yet


def _ask_all(own: QuestionList, _text: str) -> Collection[int]:
    unasked = [one for one in own.questions if one.asked_at is None]
    return {pk for one in unasked for pk in services.question_ask(one)}


def _changed(question: Question, text: str) -> Collection[int]:
    services.question_change(question, text)
    return ()


def _deleted(question: Question, _text: str) -> Collection[int]:
    services.question_delete(question)
    return ()


_OF_LISTS: dict[str, Callable[[QuestionList, str], Collection[int]]] = {
    "take": _take,
    "take-all": _take_all,
    "ask-all": _ask_all,
}
_OF_ONE: dict[str, Callable[[Question, str], Collection[int]]] = {
    "change": _changed,
    "delete": _deleted,
    "up": lambda question, _: services.question_move(question, is_up=True),
    "down": lambda question, _: services.question_move(question, is_up=False),
    "ask": lambda question, _: services.question_ask(question),
    "withdraw": lambda question, _: services.question_withdraw(question),
    "close": lambda question, _: services.question_close(question, is_closed=True),
    "reopen": lambda question, _: services.question_close(question, is_closed=False),
}


def _show(
    request: HttpRequest, classroom: Classroom, draft: QuestionDraft | None = None, error: str = ""
) -> HttpResponse:
    lists, asked = lists_of(classroom), answers_of(classroom)
    page = ClassQuestionsPage(
        classroom=classroom,
        lists=lists,
        asked=asked,
        seen=_seen(asked),
        groups=tuple((str(one.number), one.title) for one in lists if one.is_present),
        draft=draft or QuestionDraft(),
        once=credentials.new(),
        error=error,
    )
    status = UNPROCESSABLE if error else 200
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(request, "web/lessons/questions.html", page, status)


def _answers(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The answers; 204 for a script that has these already."""
    asked = answers_of(classroom)
    page = ClassQuestionsPage(classroom, (), asked, _seen(asked))
    if request.GET.get("seen") == page.seen:
        # htmx is told to swap in every 2xx; this one has nothing.
        return HttpResponse(status=204, headers={"HX-Reswap": "none"})
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(request, "web/lessons/questions.html#answers", page)


def _seen(asked: tuple[AskedQuestion, ...]) -> str:
    """A text that changes with what the part with the answers shows."""
    facts = [(one.question.pk, one.question.closed_at, one.students) for one in asked]
    given = [
        (answer.answer.pk, answer.answer.text, answer.name, answer.player, group.name)
        for one in asked
        for group in one.groups
        for answer in group.answers
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
        for given in (given for group in one.groups for given in group.answers):
            roster = getattr(given.answer.person, "roster_name", None)
            number = roster.student_number if roster else ""
            at = given.answer.at.astimezone(zone).strftime("%Y-%m-%d %H:%M")
            who = [given.name, number, given.group, given.player]
            rows.append([one.question.text, about, asked, *who, at, given.answer.text])
    return table_response("answers.csv", rows)
