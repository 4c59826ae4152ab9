"""What a move at a cell would do, in words and numbers, before it is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.play import dice
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.rules.cells import CellChange
from moderator.rules.errors import Refused
from moderator.rules.wire import Wire


@dataclass(frozen=True)
class CellOutcome:
    """What would be recorded: `action`, with `changes` or the `outcome` in words.

    `missing` asks for what has to be chosen first; `refused` is why it can't be recorded.
    """

    action: str = ""
    outcome: str = ""
    changes: tuple[CellChange, ...] = ()
    missing: str = ""
    refused: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether it can be recorded as it is."""
        return not (self.missing or self.refused)


def preview_of(game: Game, fold: Fold, wire: Wire, place: str) -> CellOutcome:
    """The move in words, with the numbers at the place before and after. Nothing is stored."""
    rules, state = fold.timeline.game, fold.timeline.state
    is_rolled = dice.rolls_here(game, fold) and bool(rules.dice_of(state, wire))
    try:
        move = rules.read_move(state, wire, is_rolled=not is_rolled)
        rules.check(state, move)
    except Refused as refused:
        return CellOutcome(refused=str(refused))
    words = rules.describe(state, move)
    if is_rolled or rules.cells is None:
        return CellOutcome(words.action)
    changes = rules.cells.changes(state, rules.apply(state, move), place)
    return CellOutcome(words.action, words.outcome.strip(" :;"), changes)
