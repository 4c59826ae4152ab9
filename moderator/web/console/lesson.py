"""The lesson on the console: its options, stopping here, playing again, earlier games."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.stopped import EarlyEnd, early_end, end_of_stopped
from moderator.play.tournaments import selectors as tournaments


@dataclass(frozen=True)
class Lesson:
    """What the console shows around the game.

    `stopped`: where the game stopped, if it is; `can_stop`: whether it can be stopped now;
    `can_play_again`: whether the same people can begin another one.
    """

    game: Game
    stopped: EarlyEnd | None
    can_stop: bool
    can_play_again: bool
    options: tuple[str, ...]


def lesson_of(game: Game, fold: Fold) -> Lesson:
    """The lesson of a group's present game."""
    stopped, now = end_of_stopped(game, fold), fold.timeline
    is_ended = stopped is not None or now.game.is_over(now.state)
    return Lesson(
        game=game,
        stopped=stopped,
        can_stop=game.is_running and early_end(fold) is not None,
        can_play_again=is_ended and not tournaments.pairing_line(game),
        options=now.game.options_in_force(now.state),
    )
