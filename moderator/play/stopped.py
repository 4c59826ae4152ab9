"""Where a game stands if the lesson ends before it: after its last complete Game-turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from moderator.play.log.folds import Fold
from moderator.play.models import Game


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The last complete Game-turn of so many.

    `state`: the state after it, which is ranked, and `number` the entry that ended it; None and 0
    if no Game-turn is complete. `left_out`: how many entries that stand came after it.
    """

    turn: int
    turns: int
    state: Any
    number: int
    left_out: int

    @property
    def sentence(self) -> str:
        """Where the game stopped, without a full stop."""
        facts = {"turn": self.turn, "turns": self.turns}
        if not self.turn:
            return gettext("Stopped before the end of Game-turn 1 of %(turns)d") % facts
        return gettext("Stopped after Game-turn %(turn)d of %(turns)d") % facts


def end_of_stopped(game: Game, fold: Fold) -> EarlyEnd | None:
    """Where the game stopped; None if it is not stopped."""
    return early_end(fold) if game.is_stopped else None


def early_end(fold: Fold) -> EarlyEnd | None:
    """Where the game would stop now; None for games without Game-turns, and after the end.

    Cost: proportional to the entries since the last complete Game-turn.
    """
    now, rules = fold.timeline, fold.timeline.game
    played = rules.turns_played(now.state)
    if played is None or rules.is_over(now.state):
        return None
    complete, turns = played
    left_out = 0
    for step in now.steps():
        before = rules.turns_played(step.before)
        if before is not None and before[0] < complete:
            return EarlyEnd(complete, turns, step.after, step.number, left_out)
        left_out += 1
    return EarlyEnd(0, turns, None, 0, left_out)
