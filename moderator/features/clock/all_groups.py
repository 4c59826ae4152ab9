"""What is done for all groups at once: pausing, continuing, ending the lesson."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from django.db import DatabaseError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from moderator.core import log, queries
from moderator.core.access import own_class, user_of
from moderator.core.class_page import Step, refused_page, step_url
from moderator.core.ended import EarlyEnd, early_end, may_be_concluded
from moderator.core.errors import InvalidInput, NotAllowed, Stale
from moderator.core.forms import whole_number
from moderator.core.log import has_goals
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.people import instructor_person
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.features.clock.write import (
    game_continue,
    game_stop,
    lesson_end,
    pause_begin,
    pause_end,
    reason_read,
)

# Stopping and continuing the games of several groups, each on its own.

STOP, CONTINUE, END = "stop", "continue", "end"


Failure = tuple[Group, str]
"""A group for which something was not done, and why."""


class GroupNow:
    """A group, and where its game stands."""

    def __init__(self, group: Group) -> None:
        self.group, self.summary = group, queries.game_summary(group)

    @property
    def value(self) -> str:
        """The game in a form."""
        return _value(self.group, self.summary.game)

    @property
    def has_secrets(self) -> bool:
        """Whether its game would show secrets if it weren't continued."""
        game = self.summary.game
        if game is None:
            return False
        return may_be_concluded(game) or (self.end is not None and has_goals(game))

    @cached_property
    def end(self) -> EarlyEnd | None:
        """Where the game would stop; None if there is nothing to stop."""
        game = self.summary.game
        return early_end(log.fold_of(game)) if game and game.is_running else None


def change_games(
    do: str,
    groups: Sequence[Group],
    games: Collection[str] | None,
    by: Person,
    is_concluded: bool = False,
) -> tuple[Failure, ...]:
    """Stop (STOP, END) or continue (CONTINUE) the groups' games; one that fails stops no other.

    Those that won't be continued stay as they are: each console can continue its own.

    Args:
        games: those that may be stopped, as `GroupNow.value`; None: all.
        is_concluded: those that are stopped, or were before, won't be continued.

    Returns:
        The groups that failed. One that has nothing to stop or to continue does not.
    """
    failures = []
    for group in groups:
        if reason := _change(do, group, games, by, is_concluded):
            failures.append((group, reason))
    return tuple(failures)


def _change(
    do: str, group: Group, games: Collection[str] | None, by: Person, is_concluded: bool
) -> str:
    """Why it failed; empty if it didn't."""
    game = queries.game_now(group)
    if game is None or game.is_concluded:
        return ""
    if games is not None and _value(group, game) not in games:
        is_to_stop = GroupNow(group).end is not None
        return gettext("It plays another game than before.") if is_to_stop else ""
    try:
        if do == CONTINUE:
            game_continue(game, by, Entry.Role.INSTRUCTOR)
        else:
            game_stop(game, by, Entry.Role.INSTRUCTOR, is_concluded)
    except (InvalidInput, NotAllowed) as refused:
        return str(refused)
    except Stale:
        return gettext("Its game has been deleted.")
    except DatabaseError:
        return gettext("The database was busy. Try again.")
    return ""


def _value(group: Group, game: Game | None) -> str:
    return f"{group.number}-{game.number if game else 0}"


# What is done for all groups of a class at once: pausing, continuing, ending the lesson.

PAUSE, RESUME = "pause", "resume"


@own_class("GET", "POST")
def class_all(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """With `?do=end` the question before the lesson ends; a POST does what `do` names.

    A POST names the groups (`group`, all of them if none), and for stopping the games that the
    question was about (`game`), and whether they won't be continued (`conclude`).
    """
    if request.method != "POST":
        if request.GET.get("do") != END:
            return SeeOther(step_url(classroom, Step.PLAYING))
        return _show_end(request, classroom)
    do, groups = request.POST.get("do", ""), _groups(request, classroom)
    if do in (PAUSE, RESUME):
        _pause(request, classroom, do, groups)
        return SeeOther(step_url(classroom))
    if do not in (STOP, CONTINUE, END):
        raise Http404
    by = instructor_person(classroom, user_of(request))
    games = None if do == CONTINUE else request.POST.getlist("game")
    is_concluded = bool(request.POST.get("conclude"))
    failures = change_games(do, groups or queries.groups_of(classroom), games, by, is_concluded)
    if do == END:
        lesson_end(classroom)
    if not failures:
        return SeeOther(step_url(classroom))
    reasons = (f"{group.name}: {reason}" for group, reason in failures)
    told = "\n".join((gettext("Not done in these groups:"), *reasons))
    return refused_page(request, classroom, "", told, UNPROCESSABLE)


def _show_end(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What ending the lesson means for each group."""
    ends = tuple(map(GroupNow, queries.groups_of(classroom)))
    playing = [one for one in ends if one.end]  # whose game would be stopped
    secret = [one for one in ends if one.has_secrets]  # shown if it weren't continued
    is_after = bool(secret) and not playing  # only the question about stopped games is left
    return render_page(
        request,
        "clock/class_end.html",
        classroom=classroom,
        ends=ends,
        playing=playing,
        secret=secret,
        concerned=[one for one in ends if one.end or one.has_secrets],
        heading=gettext("The stopped games") if is_after else gettext("End the lesson?"),
        is_after=is_after,
    )


def _groups(request: HttpRequest, classroom: Classroom) -> list[Group]:
    """The groups that were named; 404 if there is no such group."""
    numbers = [whole_number(text) for text in request.POST.getlist("group")]
    groups = [group for group in queries.groups_of(classroom) if group.number in numbers]
    if len(groups) != len(set(numbers)):
        raise Http404
    return groups


def _pause(request: HttpRequest, classroom: Classroom, do: str, groups: list[Group]) -> None:
    """Pause or resume the class, or the groups that were named."""
    reason = reason_read(request.POST.get("reason", ""))
    with transaction.atomic():
        concerned: list[Group | None] = [*groups] or [None]
        for group in concerned:
            if do == PAUSE:
                pause_begin(classroom, group, reason)
            else:
                pause_end(classroom, group)
