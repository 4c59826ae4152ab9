"""The lesson on the console: its options, stopping here, playing again, earlier games."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.lesson_now import PauseNow, lesson_now
from moderator.play.lesson_plan import pace_of
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.stopped import EarlyEnd, early_end, end_of_stopped, is_ended
from moderator.play.tournaments import selectors as tournaments
from moderator.rules.viewer import MODERATOR
from moderator.web.feed.clock_control import MINUTES, ClockControl, plan_of


@dataclass(frozen=True)
class Lesson:
    """What the console shows around the game.

    `stopped`: where the game stopped, if it is; `can_stop`: whether it can be stopped now;
    `can_play_again`: whether the same people can begin another one; `clock`: its buttons;
    `pause`: of the class, or of the group, which its moderator can end.
    """

    game: Game
    stopped: EarlyEnd | None
    can_stop: bool
    can_play_again: bool
    options: tuple[str, ...]
    pause: PauseNow | None
    clock: ClockControl


def lesson_of(game: Game, fold: Fold, clock_error: str = "") -> Lesson:
    """The lesson of a group's present game.

    `clock_error`: why the last press on the clock's buttons did nothing.
    """
    stopped, now = end_of_stopped(game, fold), fold.timeline
    return Lesson(
        game=game,
        stopped=stopped,
        can_stop=game.is_running and early_end(fold) is not None,
        can_play_again=is_ended(game, fold) and not tournaments.pairing_line(game),
        options=now.game.options_in_force(now.state),
        pause=lesson_now(game.group, game).whole.pause,
        clock=_clock(game, fold, clock_error),
    )


def _clock(game: Game, fold: Fold, error: str) -> ClockControl:
    rules, lesson = fold.timeline.game, lesson_now(game.group, game)
    pace = None if game.is_stopped or game.is_waiting else pace_of(fold, timezone.now())
    most = rules.negotiation_minutes
    shown = lesson.seen_by(MODERATOR).clock
    own = shown if shown and shown.is_own else None
    follows = shown if shown and not own and not shown.is_up(timezone.now()) else None
    is_offered = bool(most and pace and pace.rest is None) and not follows
    plan = plan_of(lesson.settings, pace, shown, most) if most else None
    minutes = plan.minutes if plan else min(lesson.settings.negotiation_minutes, most)
    return ClockControl(
        url=reverse("group-clock", args=[game.group.code]),
        clock=own,
        label=gettext("Negotiation") if is_offered else "",
        minutes=max(minutes, 1) if is_offered else MINUTES,
        is_locking=lesson.settings.is_clock_locking,
        is_offered=is_offered,
        plan=plan,
        round_word=rules.round_word,
        zone=game.group.classroom.time_zone,
        follows=follows,
        error=error,
    )
