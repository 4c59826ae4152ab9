"""The server's dice: who rolls next, and when the seed is revealed.

`moderator.rules.dice.rolls` derives rolls from the seed; for what that proves see
docs/decisions/0008-server-dice.md.
"""

from __future__ import annotations

from typing import Any

from moderator.core.log import Fold, LoggedMove
from moderator.core.models import Game
from moderator.rules.dice import fairness
from moderator.rules.dice import rolls as dice_rolls
from moderator.rules.dice.fairness import CheckedRoll, RevealedSeed
from moderator.rules.wire import Wire


def opening(fold: Fold) -> int | None:
    """The number of the entry by which the game was first over; from then on the seed is public.

    It stays public, even if that entry is undone.
    """
    is_over = fold.timeline.game.is_over
    return next((entry.number for entry in fold.entries if is_over(entry.step.after)), None)


def is_opened(fold: Fold) -> bool:
    """Whether the game's seed is public."""
    return opening(fold) is not None


def rolls_here(game: Game, fold: Fold) -> bool:
    """Whether the server rolls the next dice. Once the seed is public they are typed."""
    return game.dice == Game.Dice.SERVER and not is_opened(fold)


def can_bots_play(game: Game, fold: Fold) -> bool:
    """Whether nobody has to roll real dice, so that a bot can play."""
    return not fold.timeline.game.has_dice or rolls_here(game, fold)


def is_rolled(game: Game, fold: Fold, entry: LoggedMove) -> bool:
    """Whether the entry's dice, if it has any, were rolled by the server."""
    if game.dice != Game.Dice.SERVER:
        return False
    last = opening(fold)
    return last is None or entry.number <= last


def commitment(game: Game) -> str:
    """The server's commitment to its dice; empty if they are rolled at the table."""
    return dice_rolls.commitment(_seed(game)) if game.dice == Game.Dice.SERVER else ""


def opened_seed(game: Game, fold: Fold) -> str:
    """The seed in hexadecimal; empty as long as it is secret."""
    return game.seed if game.dice == Game.Dice.SERVER and is_opened(fold) else ""


def record_keys(game: Game, fold: Fold) -> dict[str, str]:
    """A record's keys about the dice: always the commitment, and the seed once it is public."""
    if game.dice != Game.Dice.SERVER:
        return {}
    keys = {fairness.COMMITMENT: commitment(game)}
    return {**keys, fairness.SEED: game.seed} if is_opened(fold) else keys


def rolls(game: Game, fold: Fold) -> list[CheckedRoll]:
    """Every roll with what it should have been; empty as long as the seed is secret."""
    if not opened_seed(game, fold):
        return []
    opened = RevealedSeed(commitment(game), _seed(game), game.uid)
    entries = ((entry.number, entry.step.before, entry.move) for entry in fold.entries)
    return fairness.rolls(fold.timeline.game, entries, opened, opening(fold))


def with_rolls(game: Game, fold: Fold, wire: Any) -> Any:
    """The game's next move, with its dice if the server rolls them.

    Raises:
        Refused: `bad-move`, if the move has dice already that the server should roll.
    """
    now = fold.timeline
    needed = dice_rolls.needed(now.game, now.state, wire)
    if not needed or not rolls_here(game, fold):
        return wire
    return dice_rolls.filled(wire, needed, _seed(game), game.uid, fold.number + 1)


def without_rolls(game: Game, fold: Fold, entry: LoggedMove) -> Wire:
    """A logged move as the client sent it: without what the server rolled."""
    if not is_rolled(game, fold, entry):
        return entry.move
    return dice_rolls.without(
        entry.move, dice_rolls.needed(fold.timeline.game, entry.step.before, entry.move)
    )


def _seed(game: Game) -> bytes:
    return bytes.fromhex(game.seed)
