"""A rehearsal: simulated students fill a class, play by a press, and leave by another."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, selectors, services
from moderator.play.dividing.divide import Attendance, divide
from moderator.play.dividing.drafts import Division, in_groups
from moderator.play.errors import InvalidInput
from moderator.play.log.entries import rules_of
from moderator.play.models import Classroom, Game, Group, Person
from moderator.rules.errors import Refused
from moderator.web.core.access import classroom_for, user_of
from moderator.web.core.forms import whole_number
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.lessons.game_choices import GameChoice, game_choice, game_choices

USUAL = 24
ROUND_MOVES, LESSON_MOVES = 80, 1_200  # at most, by one press: in a game, and in all of them


@dataclass(frozen=True)
class RehearsalGroup:
    """A group with simulated students, and what its game is doing."""

    group: Group
    game: Game
    sentence: str
    is_over: bool
    round_word: str
    simulated: int
    real: int


@dataclass(frozen=True)
class RehearsalPage:
    """The simulated students of a class, and their groups."""

    classroom: Classroom
    choices: tuple[tuple[str, tuple[GameChoice, ...]], ...]
    students: int
    games: int
    groups: tuple[RehearsalGroup, ...]
    once: str
    error: str = ""
    usual: int = USUAL

    @property
    def round_word(self) -> str:
        """What a round is called, if all games call it the same."""
        words = {group.round_word for group in self.groups}
        return words.pop() if len(words) == 1 else ""


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def rehearsal(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST names the action by `do`."""
    if request.method != "POST":
        return _show(request, classroom)
    action = _ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        raise Http404
    try:
        return action(request, classroom)
    except (InvalidInput, Refused) as invalid:
        return _show(request, classroom, str(invalid))


def _show(request: HttpRequest, classroom: Classroom, error: str = "") -> HttpResponse:
    page = RehearsalPage(
        classroom,
        game_choices(),
        services.simulated_students(classroom).count(),
        services.rehearsal_games(classroom).count(),
        tuple(_group_of(game) for game in _games(classroom)),
        credentials.new(),
        error,
    )
    status = UNPROCESSABLE if error else 200
    return render_page(request, "web/lessons/rehearsal.html", page, status)


def _games(classroom: Classroom) -> list[Game]:
    """The present games in which simulated students have seats."""
    present = selectors.present_games().filter(group__classroom=classroom)
    played = present.filter(seats__persons__in=services.simulated_students(classroom))
    return list(
        played.select_related("group__classroom").order_by("group__number", "pk").distinct()
    )


def _group_of(game: Game) -> RehearsalGroup:
    summary = selectors.game_summary(game.group)
    people = [person for seat in selectors.seats(game) for person in seat.persons.all()]
    simulated = sum(person.is_simulated for person in people)
    word = rules_of(game).round_word
    real = len(people) - simulated
    return RehearsalGroup(
        game.group, game, summary.sentence, summary.is_over, word, simulated, real
    )


def _back(classroom: Classroom) -> HttpResponse:
    return SeeOther(reverse("rehearsal", args=[classroom.pk]))


def _fill(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Simulated students join; with a chosen game they are divided and begin to play it."""
    count = whole_number(request.POST.get("count", "")) or 0
    choice = game_choice(request.POST.get("game", ""))
    by = services.instructor_person(classroom, user_of(request))

    def make() -> str:
        people = services.students_simulate(classroom, count)
        if choice is not None:
            division = _division(classroom, choice, people)
            new = choice.new_games
            at_once = replace(new, settings=replace(new.settings, is_waiting=False))
            groups = services.division_start(classroom, division, at_once, by)
            publishing.recheck_access(*(group.pk for group in groups))
        publishing.publish_class(classroom.pk)
        return reverse("rehearsal", args=[classroom.pk])

    return SeeOther(only_once(request, make))


def _division(classroom: Classroom, choice: GameChoice, people: list[Person]) -> Division:
    """The people in groups that have no game yet, or in new ones."""
    numbers = tuple(person.number for person in people)
    chance = Random(secrets.randbits(64))  # noqa: S311
    division = divide(Attendance(numbers), *choice.limits, {}, chance)
    free = [group.number for group in classroom.groups.filter(games=None).order_by("number")]
    return in_groups(division, free)


def _play(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The simulated students of one group, or of all, play one move or to the end of the round."""
    number = whole_number(request.POST.get("group", ""))
    games = [game for game in _games(classroom) if number in (None, game.group.number)]
    most = 1 if request.POST.get("pace") == "move" else ROUND_MOVES
    by = services.instructor_person(classroom, user_of(request))
    chance, left, made = Random(secrets.randbits(64)), LESSON_MOVES, 0  # noqa: S311
    for game in games:
        now = services.simulated_play(game, by, chance, min(most, left))
        left, made = left - now, made + now
        with transaction.atomic():
            publishing.publish_charts([game.group_id])
    if not made:
        raise InvalidInput(
            gettext("No simulated student is to move: games are over, or people are waited for.")
        )
    return _back(classroom)


def _remove(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    with transaction.atomic():
        groups = {game.group_id for game in _games(classroom)}
        services.simulated_remove(classroom, with_games="games" in request.POST)
        publishing.recheck_access(*groups)
        publishing.publish_class(classroom.pk)
    return _back(classroom)


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom], HttpResponse]] = {
    "fill": _fill,
    "play": _play,
    "remove": _remove,
}
