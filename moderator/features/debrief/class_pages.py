"""The debrief of a class: what is released in each group, its questions, and the answers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import log
from moderator.core.access import own_class
from moderator.core.ended import is_ended
from moderator.core.errors import InvalidInput, Stale
from moderator.core.events import Kind, record
from moderator.core.forms import PageForm, PostedNumber, PostedText, Typed, only_once, whole_number
from moderator.core.look import Look
from moderator.core.models import TEXT_LETTERS, Classroom, Game
from moderator.core.people import student_number
from moderator.core.queries import groups_of
from moderator.core.responses import (
    UNPROCESSABLE,
    SeeOther,
    render_page,
    table_response,
    table_time,
)
from moderator.core.whole_class import games_of
from moderator.features.debrief.models import Question
from moderator.features.debrief.questions import (
    AskedQuestion,
    answers_of,
    are_promises_sealed,
    derived_questions,
    of_class,
    question_ask,
    question_change,
    question_close,
    question_delete,
    question_make,
    question_move,
    question_withdraw,
    questions_of,
    questions_take,
)
from moderator.features.debrief.releases import (
    GroupDebrief,
    can_release_all,
    release,
    section_of,
)
from moderator.rules.deals import DebriefQuestion

# What a class talks about: all groups together, and each about its games.


@dataclass(frozen=True, slots=True)
class Talk:
    """The questions for all groups, or (with `game`) what a group talks about after its game.

    `number`: the group's, or 0. `derived`: what can be taken over from what happened.
    `is_present`: it is the group's newest game, so students can be asked. `has_ended`: they see
    what has been asked. `has_sealed`: promises that nobody may be asked about yet.
    """

    number: int
    questions: tuple[Question, ...]
    game: Game | None = None
    released: GroupDebrief | None = None
    derived: tuple[DebriefQuestion, ...] = ()
    is_present: bool = False
    has_ended: bool = False
    has_sealed: bool = False

    @property
    def id(self) -> str:
        """Of its section on the page."""
        return section_of(self.game, self.is_present) if self.game else "all-groups"

    @property
    def is_quiet(self) -> bool:
        """Whether there is nothing of it to release, to ask or to take over."""
        is_refused = self.released is None or bool(self.released.refusal)
        return is_refused and not (self.questions or self.derived or self.has_sealed)

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


def _talks(classroom: Classroom) -> Iterator[Talk]:
    """All groups together, then each group about its present game and about earlier ones.

    Cost: reads every game that is over or stopped, unless its group has a newer one.
    """
    by_game: dict[int | None, list[Question]] = {}
    for question in questions_of(classroom):
        by_game.setdefault(question.game_id, []).append(question)
    yield Talk(0, tuple(by_game.get(None, ())))
    for game in games_of(groups_of(classroom)).values():
        yield _of_game(game, by_game.get(game.pk, ()))
        started = game.group.games.filter(number__lt=game.number, is_waiting=False)
        for earlier in started.order_by("-number"):
            released = GroupDebrief(earlier)
            if earlier.pk in by_game or not released.refusal:
                yield Talk(0, tuple(by_game.get(earlier.pk, ())), earlier, released)


def _talk_of(classroom: Classroom, number: int) -> Talk:
    """That of the group with that number about its present game; 0: that of all groups."""
    if not number:
        return Talk(0, tuple(classroom.questions.select_related("classroom")))
    groups = classroom.groups.select_related("classroom").filter(number=number)
    for game in games_of(groups).values():
        return _of_game(game, of_class(classroom).filter(game=game).order_by("number"))
    raise Http404


def _of_game(game: Game, questions: Iterable[Question]) -> Talk:
    asked = tuple(questions)
    known, look = {question.text for question in asked}, Look(game, log.fold_of(game))
    return Talk(
        number=game.group.number,
        questions=asked,
        game=game,
        released=GroupDebrief(game),
        derived=tuple(one for one in derived_questions(game) if one.text not in known),
        is_present=True,
        has_ended=is_ended(look),
        has_sealed=are_promises_sealed(look),
    )


# The page: releasing what was written, preparing and asking questions, collecting the answers.

ALL = "all"


class AskForm(PageForm):
    """A new question `to` ALL or a group's number; or a button beside a prepared one."""

    do, text, to = PostedText(), PostedText(TEXT_LETTERS), PostedText()
    group, question = PostedNumber(), PostedNumber()


@own_class("GET", "POST")
def class_questions(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The former address of the questions; a POST is answered as at the page's own."""
    if request.method == "POST":
        return _post(request, classroom)
    query = request.GET.urlencode()
    return SeeOther(_url(classroom) + (query and f"?{query}"))


@own_class("GET", "POST")
def class_debrief(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; `?part=answers` the answers alone, `?csv` as a file. A POST names its `do` with
    questions; another one releases something, or withdraws a release."""
    if request.method == "POST":
        return _post(request, classroom)
    if "csv" in request.GET:
        return _file(classroom)
    if request.GET.get("part") == "answers":
        return _answers(request, classroom)
    return _show(request, classroom, AskForm())


def _url(classroom: Classroom) -> str:
    return reverse("class-debrief", args=[classroom.pk])


def _post(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    form, here = AskForm(request.POST), _url(classroom)
    typed = form.typed
    is_new = typed["do"] in ("keep", "keep-ask")
    with form.errors_at("text"), transaction.atomic():
        if is_new:
            return SeeOther(only_once(request, lambda: here + _write(classroom, typed)))
        try:
            change = _change(classroom, typed) if typed["do"] else release(classroom, request.POST)
        except Stale:
            raise InvalidInput(gettext("This game has been deleted.")) from None
        return SeeOther(here + change)
    return _show(request, classroom, form if is_new else AskForm(), form.error)


def _write(classroom: Classroom, typed: Typed) -> str:
    game = None
    if typed["to"] not in ("", ALL):
        number = whole_number(typed["to"])
        if not number:
            raise Http404
        game = _talk_of(classroom, number).game
    question = question_make(classroom, typed["text"], game)
    if typed["do"] == "keep-ask":
        question_ask(question)
    return f"#question-{question.pk}"


def _change(classroom: Classroom, typed: Typed) -> str:
    """Do what a form about prepared or derived questions asks for; the fragment to go to."""
    act, pk = typed["do"], typed["question"]
    if act in _OF_LISTS:
        own = _talk_of(classroom, typed["group"])
        _OF_LISTS[act](own, typed["text"])
        return f"#{own.id}"
    question = of_class(classroom).filter(pk=pk).first()
    if act not in _OF_ONE or question is None:
        raise Http404
    _OF_ONE[act](question, typed["text"])
    return "" if act == "delete" else f"#question-{pk}"


def _take(own: Talk, is_wanted: Callable[[str], bool]) -> None:
    derived = derived_questions(own.game) if own.game else ()
    if own.game and derived:
        questions_take(own.game, [one for one in derived if is_wanted(one.text)])


def _ask_all(own: Talk, _text: str) -> None:
    for question in own.questions:
        if question.asked_at is None:
            question_ask(question)


_OF_LISTS: dict[str, Callable[[Talk, str], None]] = {
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
    request: HttpRequest, classroom: Classroom, form: AskForm, error: str = ""
) -> HttpResponse:
    """What each group talks about, and the answers.

    `error`: why nothing was changed; `quiet`: the groups without anything to talk about, by why;
    `has_words`: anything can be written in a game; `can_all`: there are several groups in which
    everything can be released now.
    """
    asked, talks = answers_of(classroom), tuple(_talks(classroom))
    released = [talk.released for talk in talks if talk.released]
    present = [talk.released for talk in talks if talk.is_present and talk.released]
    quiet: dict[str, list[Talk]] = {}
    for talk in talks:
        if talk.released and talk.is_quiet:
            quiet.setdefault(talk.released.refusal, []).append(talk)
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(
            request,
            "debrief/class_debrief.html",
            status=UNPROCESSABLE if error else 200,
            classroom=classroom,
            asked=asked,
            seen=_seen(asked),
            talks=talks,
            quiet=quiet,
            has_words=any(one.has_words for one in released),
            can_all=sum(map(can_release_all, present)) > 1,
            form=form,
            error=error,
            letters=TEXT_LETTERS,
        )


def _answers(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The answers; 204 for a script that has these already."""
    asked = answers_of(classroom)
    seen = _seen(asked)
    if request.GET.get("seen") == seen:
        # htmx is told to swap in every 2xx; this one has nothing.
        return HttpResponse(status=204, headers={"HX-Reswap": "none"})
    template = "debrief/class_debrief.html#answers"
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(request, template, classroom=classroom, asked=asked, seen=seen)


def _seen(asked: Iterable[AskedQuestion]) -> str:
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
    record(Kind.TABLE_EXPORTED, classroom=classroom.pk)
    head = ["question", "about moves", "asked", "name", "student number", "group", "seat"]
    rows = [[*head, "time", "answer"]]
    for one in answers_of(classroom):
        about = ", ".join(str(number) for number in one.question.moves)
        asked = one.group.name if one.group else gettext("All groups")
        for given in (given for _name, answers in one.groups for given in answers):
            at = table_time(given.answer.at, classroom.time_zone)
            number = student_number(given.answer.person)
            who = [given.name, number, given.group, given.player]
            rows.append([one.question.text, about, asked, *who, at, given.answer.text])
    return table_response("answers.csv", rows)
