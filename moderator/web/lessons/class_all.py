"""What is done for all groups of a class at once: pausing, stopping, continuing, ending."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from moderator.play import selectors, services
from moderator.play.lesson_now import LessonPart, PauseNow, lesson_now
from moderator.play.models import Classroom, Group
from moderator.rules.viewer import PUBLIC
from moderator.web.core.access import classroom_for, user_of
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.lessons.stopping import (
    CONTINUE,
    END,
    STOP,
    Failure,
    GroupEnd,
    change_games,
    ends_of,
)

PAUSE, RESUME = "pause", "resume"
TO_CONFIRM = (STOP, END)


@dataclass(frozen=True)
class GroupState:
    """A group, where its game stands, and its pause."""

    group: Group
    summary: selectors.GameSummary
    lesson: LessonPart


@dataclass(frozen=True)
class ClassAllPage:
    """The groups of a class, and what can be done for all of them.

    `pause`: of the whole class. `failures`: the groups for which the last press failed, and why.
    """

    classroom: Classroom
    groups: tuple[GroupState, ...]
    pause: PauseNow | None
    stopped: int
    failures: tuple[Failure, ...] = ()

    @property
    def is_anybody_paused(self) -> bool:
        """Whether the class or a group is paused."""
        return any(state.lesson.pause for state in self.groups)


@dataclass(frozen=True)
class ConfirmPage:
    """What stopping or ending (`do`) means for each group."""

    classroom: Classroom
    do: str
    ends: tuple[GroupEnd, ...]

    @property
    def is_end(self) -> bool:
        """Whether the lesson ends."""
        return self.do == END

    @property
    def playing(self) -> tuple[GroupEnd, ...]:
        """The groups whose game would be stopped."""
        return tuple(end for end in self.ends if end.end)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def class_all(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page, with `?do=` the question before stopping; a POST does it.

    A POST names the groups (`group`, all of them if none), and for stopping the games that the
    question was about (`game`).
    """
    if request.method != "POST":
        do = request.GET.get("do", "")
        if do in TO_CONFIRM:
            page = ConfirmPage(classroom, do, ends_of(selectors.groups_of(classroom)))
            return render_page(request, "web/lessons/class_stop.html", page)
        return _show(request, classroom)
    do, groups = request.POST.get("do", ""), _groups(request, classroom)
    if do in (PAUSE, RESUME):
        _pause(request, classroom, do, groups)
        return SeeOther(reverse("class-all", args=[classroom.pk]))
    if do not in (STOP, CONTINUE, END):
        raise Http404
    by = services.instructor_person(classroom, user_of(request))
    games = None if do == CONTINUE else request.POST.getlist("game")
    failures = change_games(do, groups or selectors.groups_of(classroom), games, by)
    if do == END:
        _end_lesson(classroom)
    if failures:
        return _show(request, classroom, failures)
    return SeeOther(reverse("class-all", args=[classroom.pk]))


def _groups(request: HttpRequest, classroom: Classroom) -> list[Group]:
    """The groups that were named; 404 if there is no such group."""
    numbers = [whole_number(text) for text in request.POST.getlist("group")]
    groups = [group for group in selectors.groups_of(classroom) if group.number in numbers]
    if len(groups) != len(set(numbers)):
        raise Http404
    return groups


def _pause(request: HttpRequest, classroom: Classroom, do: str, groups: list[Group]) -> None:
    """Pause or resume the class, or the groups that were named."""
    reason = services.reason_read(request.POST.get("reason", ""))
    with transaction.atomic():
        concerned: list[Group | None] = [*groups] or [None]
        for group in concerned:
            if do == PAUSE:
                changed = services.pause_begin(classroom, group, reason)
            else:
                changed = services.pause_end(classroom, group)
            publishing.publish_lesson(classroom.pk, changed)


def _end_lesson(classroom: Classroom) -> None:
    """No pause and no clock is left for the next lesson."""
    with transaction.atomic():
        publishing.publish_lesson(classroom.pk, services.lesson_end(classroom))


def _show(
    request: HttpRequest, classroom: Classroom, failures: tuple[Failure, ...] = ()
) -> HttpResponse:
    states = tuple(_state(group) for group in selectors.groups_of(classroom))
    pauses = (state.lesson.pause for state in states)
    page = ClassAllPage(
        classroom=classroom,
        groups=states,
        pause=next((pause for pause in pauses if pause and not pause.is_own), None),
        stopped=sum(bool((game := s.summary.game) and game.is_stopped) for s in states),
        failures=failures,
    )
    with timezone.override(ZoneInfo(classroom.time_zone)):
        status = UNPROCESSABLE if failures else 200
        return render_page(request, "web/lessons/class_all.html", page, status)


def _state(group: Group) -> GroupState:
    summary = selectors.game_summary(group)
    return GroupState(group, summary, lesson_now(group, summary.game).seen_by(PUBLIC))
