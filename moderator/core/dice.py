"""The server's dice: who rolls next, and when the seed is revealed.

`moderator.rules.dice` derives rolls from the seed; for what that proves see
docs/decisions/0008-server-dice.md.
"""

from __future__ import annotations

from typing import Any

from moderator.core.log import Fold, LoggedMove
from moderator.core.look import Look
from moderator.core.models import Game
from moderator.rules import dice as rules_dice
from moderator.rules.dice import CheckedRoll, RevealedSeed
from moderator.rules.reading import Wire


def opening(fold: Fold) -> int | None:
    """The number of the entry by which the game was first over; from then on the seed is public.

    It stays public, even if that entry is undone.
    """
    is_over = fold.timeline.rules.is_over
    return next((entry.number for entry in fold.entries if is_over(entry.step.after)), None)


def is_opened(fold: Fold) -> bool:
    """Whether the game's seed is public."""
    return opening(fold) is not None


def rolls_here(look: Look) -> bool:
    """Whether the server rolls the next dice. Once the seed is public they are typed."""
    return look.game.dice == Game.Dice.SERVER and not is_opened(look.fold)


def can_bots_play(look: Look) -> bool:
    """Whether nobody has to roll real dice, so that a bot can play."""
    return rolls_here(look) or not any(verb.dice(look.state) for verb in look.rules.moves)


def is_rolled(look: Look, entry: LoggedMove) -> bool:
    """Whether the entry's dice, if it has any, were rolled by the server."""
    if look.game.dice != Game.Dice.SERVER:
        return False
    last = opening(look.fold)
    return last is None or entry.number <= last


def commitment(game: Game) -> str:
    """The server's commitment to its dice; empty if they are rolled at the table."""
    if game.dice != Game.Dice.SERVER:
        return ""
    return rules_dice.commitment(bytes.fromhex(game.seed))


def opened_seed(look: Look) -> str:
    """The seed in hexadecimal; empty as long as it is secret."""
    return look.game.seed if look.game.dice == Game.Dice.SERVER and is_opened(look.fold) else ""


def record_keys(look: Look) -> dict[str, str]:
    """A record's keys about the dice: always the commitment, and the seed once it is public."""
    if look.game.dice != Game.Dice.SERVER:
        return {}
    keys = {rules_dice.COMMITMENT: commitment(look.game)}
    return {**keys, rules_dice.SEED: look.game.seed} if is_opened(look.fold) else keys


def rolls(look: Look) -> list[CheckedRoll]:
    """Every roll with what it should have been; empty as long as the seed is secret."""
    if not opened_seed(look):
        return []
    opened = RevealedSeed(commitment(look.game), bytes.fromhex(look.game.seed), look.game.uid)
    entries = ((entry.number, entry.step.before, entry.move) for entry in look.fold.entries)
    return rules_dice.checked_rolls(look.rules, entries, opened, opening(look.fold))


def with_rolls(look: Look, wire: Any) -> Any:
    """The game's next move, with its dice if the server rolls them.

    Raises:
        Refused: `bad-move`, if the move has dice already that the server should roll.
    """
    now = look.timeline
    needed = rules_dice.needed(now.rules, now.state, wire)
    if not needed or not rolls_here(look):
        return wire
    return rules_dice.filled(
        wire, needed, bytes.fromhex(look.game.seed), look.game.uid, look.fold.number + 1
    )


def without_rolls(look: Look, entry: LoggedMove) -> Wire:
    """A logged move as the client sent it: without what the server rolled."""
    if not is_rolled(look, entry):
        return entry.move
    return rules_dice.without(
        entry.move, rules_dice.needed(look.rules, entry.step.before, entry.move)
    )
