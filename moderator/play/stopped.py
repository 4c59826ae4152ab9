"""Whether a game has ended, and where it stands if the lesson ends before it: after its last
complete round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from moderator.play.log.folds import Fold
from moderator.play.models import Game


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The last complete round of so many; `word` is what players call a round.

    `state`: the state after it, which is ranked, and `number` the entry that ended it; None and 0
    if no round is complete. `left_out`: how many entries that stand came after it.
    """

    word: str
    round: int
    rounds: int
    state: Any
    number: int
    left_out: int

    @property
    def sentence(self) -> str:
        """Where the game stopped, without a full stop."""
        facts = {"word": self.word, "round": self.round, "rounds": self.rounds}
        if not self.round:
            return gettext("Stopped before the end of %(word)s 1 of %(rounds)d") % facts
        return gettext("Stopped after %(word)s %(round)d of %(rounds)d") % facts


def is_ended(game: Game, fold: Fold) -> bool:
    """Whether the game is over, or has been stopped."""
    return game.is_stopped or fold.timeline.game.is_over(fold.timeline.state)


def has_ended_for_good(game: Game, fold: Fold) -> bool:
    """Whether the game has ended for good: it is over, or stopped and the group plays another one.

    A moderator can continue the group's present game after stopping it.
    """
    if fold.timeline.game.is_over(fold.timeline.state):
        return True
    return game.is_stopped and is_followed(game)


def is_followed(game: Game) -> bool:
    """Whether the group has begun another game since."""
    return Game.objects.filter(group=game.group_id, number__gt=game.number).exists()


def end_of_stopped(game: Game, fold: Fold) -> EarlyEnd | None:
    """Where the game stopped; None if it is not stopped."""
    return early_end(fold) if game.is_stopped else None


def early_end(fold: Fold) -> EarlyEnd | None:
    """Where the game would stop now; None for games without rounds, and after the end.

    Cost: proportional to the entries since the last complete round.
    """
    now, rules = fold.timeline, fold.timeline.game
    played = rules.rounds_played(now.state)
    if played is None or rules.is_over(now.state):
        return None
    complete, rounds = played
    left_out = 0
    for step in now.steps():
        before = rules.rounds_played(step.before)
        if before is not None and before[0] < complete:
            return EarlyEnd(rules.round_word, complete, rounds, step.after, step.number, left_out)
        left_out += 1
    return EarlyEnd(rules.round_word, 0, rounds, None, 0, left_out)
