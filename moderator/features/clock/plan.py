"""How a lesson's time is divided among rounds, and what the console shows of the lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import credentials
from moderator.core.class_models import Clock, LessonSettings
from moderator.core.ended import EarlyEnd, early_end, is_ended
from moderator.core.errors import InvalidInput
from moderator.core.forms import PageForm, PostedNumber, PostedText, Typed, only_once
from moderator.core.lesson import lesson_now
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import Classroom, Group
from moderator.features.clock.write import (
    clock_add,
    clock_pause,
    clock_resume,
    clock_start,
    clock_stop,
)
from moderator.features.tournaments.read import pairing_line
from moderator.rules.seating import MODERATOR

# How a lesson's time is divided among the rounds of a game that are left.

MINUTE = timedelta(minutes=1)
USUAL_PLAY = 3 * MINUTE  # deploying and attacking in one round, until it has been measured
MOST_PLAY = 20 * MINUTE  # what took longer was a break


@dataclass(frozen=True, slots=True)
class LessonPace:
    """How far a game is, and how quickly it goes.

    `play`: the time that the moves of a round take; `rest`: what is left of it in the present
    round, or None if that has no moves yet, so that its negotiation is to come.
    """

    complete: int
    rounds: int
    play: timedelta
    rest: timedelta | None = None


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round: negotiation from `begins` for so many minutes, moves from `plays` to `ends`."""

    number: int
    begins: datetime
    plays: datetime
    ends: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """The rounds for which there is time before `ends_at`, of `rounds` of the game.

    `minutes`: of negotiation in each round that has not begun.
    """

    ends_at: datetime
    rounds: int
    planned: tuple[PlannedRound, ...]
    minutes: int

    @property
    def last(self) -> int:
        """The last round for which there is time; 0 if there is time for none."""
        return self.planned[-1].number if self.planned else 0

    @property
    def is_short(self) -> bool:
        """Whether there isn't time for all rounds."""
        return self.last < self.rounds


def lesson_plan(
    pace: LessonPace,
    now: datetime,
    ends_at: datetime,
    debrief: timedelta,
    most_minutes: int,
    negotiating_until: datetime | None = None,
) -> LessonPlan:
    """The plan for the time from now until the debrief.

    Args:
        most_minutes: of negotiation in a round.
        negotiating_until: when the present round's negotiation ends, if its clock runs.
    """
    at, number, planned = now, pace.complete + 1, []
    end = ends_at - debrief
    if pace.rest is not None:
        at, number = now + pace.rest, number + 1
    elif negotiating_until is not None and number <= pace.rounds:
        minutes = -((now - negotiating_until) // MINUTE)
        present = _round(number, now, minutes, pace.play)
        planned.append(
            replace(present, plays=negotiating_until, ends=negotiating_until + pace.play)
        )
        at, number = planned[0].ends, number + 1
    left = max(end - at, timedelta())
    count = min(max(pace.rounds - number + 1, 0), left // (pace.play + MINUTE))
    minutes = min(most_minutes, (left / count - pace.play) // MINUTE) if count else 0
    for one in range(number, number + count):
        planned.append(_round(one, at, minutes, pace.play))
        at = planned[-1].ends
    return LessonPlan(ends_at, pace.rounds, tuple(planned), minutes)


def _round(number: int, begins: datetime, minutes: int, play: timedelta) -> PlannedRound:
    plays = begins + minutes * MINUTE
    return PlannedRound(number, begins, plays, plays + play, minutes)


def pace_of(fold: Fold, now: datetime) -> LessonPace | None:
    """The game's pace according to its log; None for games without rounds, and after the end."""
    rules, end = fold.timeline.rules, early_end(fold)
    if end is None or not end.rounds:
        return None
    spans: dict[int, list[datetime]] = {}
    for entry in fold.entries:
        played = rules.rounds_played(entry.step.before)
        if played is not None:
            spans.setdefault(played[0], []).append(entry.at)
    took = [min(times[-1] - times[0], MOST_PLAY) for one, times in spans.items() if one < end.round]
    play = max(_middle(took), MINUTE) if took else USUAL_PLAY
    rest = None
    if end.left_out:
        rest = max(play - (now - spans[end.round][0]), MINUTE)
    return LessonPace(end.round, end.rounds, play, rest)


def pace_of_class(paces: Sequence[LessonPace]) -> LessonPace | None:
    """The pace by which a class is planned: of the group that has most to play, as quick as half
    of the groups are. None without any."""
    if not paces:
        return None
    last = max(paces, key=lambda pace: (pace.rounds - pace.complete, pace.rest is None))
    return replace(last, play=_middle([pace.play for pace in paces]))


def _middle(times: Sequence[timedelta]) -> timedelta:
    return sorted(times)[len(times) // 2]


# The buttons of a clock: what they need, and what a press does.

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
    clock: Clock | None
    label: str = ""
    minutes: int = MINUTES
    is_locking: bool = False
    is_offered: bool = False
    plan: LessonPlan | None = None
    round_word: str = ""
    zone: str = ""
    follows: Clock | None = None
    error: str = ""
    once: str = field(default_factory=credentials.new)

    @property
    def is_up(self) -> bool:
        return self.clock is not None and self.clock.is_up(timezone.now())

    @property
    def can_start(self) -> bool:
        """Whether the form to start it is shown."""
        return self.clock is None or self.is_up

    @property
    def is_due(self) -> bool:
        return self.is_offered and self.can_start


def suggested(
    lesson: LessonSettings,
    pace: LessonPace | None,
    clock: Clock | None,
    most_minutes: int,
    is_negotiation: bool,
) -> dict[str, Any]:
    """What the form of a `ClockControl` suggests, and the plan from which that follows: of a lesson
    whose end is known and to come; None for games without rounds.

    Args:
        is_negotiation: the clock is for negotiating; otherwise for anything.
    """
    now, plan = timezone.now(), None
    most = min(lesson.negotiation_minutes, most_minutes)
    if pace and lesson.ends_at and lesson.ends_at > now:
        until = clock.ends_at if clock and not clock.is_up(now) else None
        debrief = timedelta(minutes=lesson.debrief_minutes)
        plan = lesson_plan(pace, now, lesson.ends_at, debrief, most, until)
    minutes = plan.minutes if plan else most
    return {
        "label": gettext("Negotiation") if is_negotiation else "",
        "minutes": max(minutes, 1) if is_negotiation else MINUTES,
        "is_locking": lesson.is_clock_locking,
        "plan": plan,
    }


class ClockForm(PageForm):
    """The buttons of a clock, and of the lesson's plan."""

    act, label, is_locking = PostedText(), PostedText(), PostedText()
    minutes, seen = PostedNumber(), PostedNumber()
    group, ends = PostedText(), PostedText()
    debrief, negotiation = PostedNumber(-1), PostedNumber()


def press(
    request: HttpRequest, typed: Typed, classroom: Classroom, group: Group | None, back: str
) -> str:
    """Do what was pressed, once.

    Args:
        typed: of a `ClockForm`.
        group: whose clock; None: the class's.
        back: the URL of the page that shows it.

    Returns:
        That URL.

    Raises:
        InvalidInput: nothing was changed; the message says why.
        BadRequest: the form has no idempotency key.
    """
    act = _ACTS.get(typed["act"])
    if act is None:
        raise InvalidInput(gettext("Press one of the buttons."))

    def change() -> str:
        act(classroom, group, typed)
        return back

    return only_once(request, change)


def _start(classroom: Classroom, group: Group | None, typed: Typed) -> None:
    label, minutes, is_locking = typed["label"], typed["minutes"], bool(typed["is_locking"])
    clock_start(classroom, group, label, minutes, is_locking, typed["seen"])


_ACTS: dict[str, Callable[[Classroom, Group | None, Typed], None]] = {
    "start": _start,
    "pause": lambda classroom, group, typed: clock_pause(classroom, group, typed["seen"]),
    "resume": lambda classroom, group, typed: clock_resume(classroom, group, typed["seen"]),
    "more": lambda classroom, group, typed: clock_add(classroom, group, 1, typed["seen"]),
    "less": lambda classroom, group, typed: clock_add(classroom, group, -1, typed["seen"]),
    "stop": lambda classroom, group, typed: clock_stop(classroom, group, typed["seen"]),
}


# The lesson on the console: its options, stopping here, playing again, earlier games.


def lesson_of(look: Look, clock_error: str = "") -> Mapping[str, Any]:
    """What the console shows around a group's present game.

    `now`: what can be done, of "stop", "pause" and "again" (the same people begin another one), and
    whether it is "stopped" and has a "history"; `clock`: its buttons; `pause`: of the class, or of
    the group, which its moderator can end.

    Args:
        clock_error: why the last press on the clock's buttons did nothing.
    """
    rules, end, is_running = look.rules, early_end(look.fold), look.game.is_running
    pause = lesson_now(look.game.group, look.game).whole.pause
    again = is_ended(look) and not pairing_line(look.game)
    now = {
        "stopped": look.game.is_stopped,
        "stop": is_running and end is not None,
        "pause": is_running and not (pause or again),
        "again": again,
        "history": rules.has_history,
    }
    return {
        "now": frozenset(word for word, is_so in now.items() if is_so),
        "options": rules.options_in_force(look.state),
        "pause": pause,
        "clock": _clock(look, end if is_running else None, clock_error),
    }


def _clock(look: Look, end: EarlyEnd | None, error: str) -> ClockControl:
    """
    Args:
        end: where the game would stop now; None if it isn't played.
    """
    rules, lesson = look.rules, lesson_now(look.game.group, look.game)
    most = rules.negotiation_minutes
    is_planned = end and lesson.settings.ends_at and most
    pace = pace_of(look.fold, timezone.now()) if is_planned else None
    shown = lesson.seen_by(MODERATOR).clock
    own = shown if shown and shown.is_own else None
    follows = shown if shown and not own and not shown.is_up(timezone.now()) else None
    is_offered = bool(most and end and not end.left_out) and not follows
    return ClockControl(
        url=reverse("group-clock", args=[look.game.group.code]),
        clock=own,
        **suggested(lesson.settings, pace, shown, most, is_offered),
        is_offered=is_offered,
        round_word=rules.round_word,
        zone=look.game.group.classroom.time_zone,
        follows=follows,
        error=error,
    )
