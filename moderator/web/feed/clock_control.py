"""The buttons of a clock: what they need, and what a press does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play import credentials, services
from moderator.play.errors import InvalidInput
from moderator.play.lesson_now import ClockNow
from moderator.play.lesson_plan import LessonPace, LessonPlan, lesson_plan
from moderator.play.models import Classroom, Group, LessonSettings
from moderator.web.core.forms import whole_number
from moderator.web.core.idempotency import only_once
from moderator.web.feed import publishing

MINUTES = 5  # of a clock for anything else


@dataclass(frozen=True, slots=True)
class ClockControl:
    """The buttons of one clock, and the form that starts it.

    `once`: the idempotency key of the next press; `clock`: the present one, or None; `follows`: the
    class's clock, which runs for a group without one;
    `is_offered`: now is the time to start it; `label`, `minutes` and `is_locking`: what its form
    suggests; `plan`: of the lesson, whose rounds are called `round_word`, in the time zone `zone`;
    `error`: why the last press did nothing.
    """

    url: str
    clock: ClockNow | None
    label: str = ""
    minutes: int = MINUTES
    is_locking: bool = False
    is_offered: bool = False
    plan: LessonPlan | None = None
    round_word: str = ""
    zone: str = ""
    follows: ClockNow | None = None
    error: str = ""
    once: str = field(default_factory=credentials.new)

    @property
    def is_up(self) -> bool:
        """Whether the time of its clock is up."""
        return self.clock is not None and self.clock.is_up(timezone.now())

    @property
    def can_start(self) -> bool:
        """Whether the form to start it is shown."""
        return self.clock is None or self.is_up

    @property
    def is_due(self) -> bool:
        """Whether starting it is offered."""
        return self.is_offered and self.can_start


def plan_of(
    lesson: LessonSettings, pace: LessonPace | None, clock: ClockNow | None, most_minutes: int
) -> LessonPlan | None:
    """The plan of a lesson whose end is known and to come; None for games without rounds."""
    now = timezone.now()
    if pace is None or lesson.ends_at is None or lesson.ends_at <= now:
        return None
    until = clock.ends_at if clock and not clock.is_up(now) else None
    debrief = timedelta(minutes=lesson.debrief_minutes)
    most = min(lesson.negotiation_minutes, most_minutes)
    return lesson_plan(pace, now, lesson.ends_at, debrief, most, until)


def press(request: HttpRequest, classroom: Classroom, group: Group | None, back: str) -> str:
    """Do what was pressed, once, and publish it.

    Args:
        group: whose clock; None: the class's.
        back: the URL of the page that shows it.

    Returns:
        That URL.

    Raises:
        InvalidInput: nothing was changed; the message says why.
        BadRequest: the form has no idempotency key.
    """
    act = _ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise InvalidInput(gettext("Press one of the buttons."))

    def change() -> str:
        groups = act(request, classroom, group, whole_number(request.POST.get("seen", "")) or 0)
        if groups:
            publishing.publish_lesson(classroom.pk, groups)
        return back

    return only_once(request, change)


_Act = Callable[[HttpRequest, Classroom, Group | None, int], list[int]]


def _start(request: HttpRequest, classroom: Classroom, group: Group | None, seen: int) -> list[int]:
    post = request.POST
    minutes = whole_number(post.get("minutes", "")) or 0
    return services.clock_start(
        classroom, group, post.get("label", ""), minutes, "is_locking" in post, seen
    )


def _more(minutes: int) -> _Act:
    return lambda _, classroom, group, seen: services.clock_add(classroom, group, minutes, seen)


_ACTS: dict[str, _Act] = {
    "start": _start,
    "pause": lambda _, classroom, group, seen: services.clock_pause(classroom, group, seen),
    "resume": lambda _, classroom, group, seen: services.clock_resume(classroom, group, seen),
    "more": _more(1),
    "less": _more(-1),
    "stop": lambda _, classroom, group, seen: services.clock_stop(classroom, group, seen),
}
