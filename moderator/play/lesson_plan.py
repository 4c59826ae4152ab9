"""How a lesson's time is divided among the rounds of a game that are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from moderator.play.log.folds import Fold
from moderator.play.stopped import early_end

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
    rules, end = fold.timeline.game, early_end(fold)
    if end is None:
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
