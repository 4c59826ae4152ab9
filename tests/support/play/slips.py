"""Order slips of the game 1800 B.C., written and revealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.play import credentials, services
from moderator.play.log import folds
from moderator.play.models import Game, Person
from moderator.play.services import RecordedMove, SlipChange, WrittenSlip
from moderator.play.table.slips import book_of
from tests.support.play.play import deploy

# Of the first Game-turn: five moves.
ORDERS: Mapping[str, Sequence[Any]] = {
    "egypt": [deploy("egypt", "syria", 7), {"type": "build", "player": "egypt", "rfs": 4}],
    "babylon": [deploy("babylon", "elam", 11)],
    "assyria": [deploy("assyria", "mitanni", 11)],
    "hatti": [deploy("hatti", "cyprus", 10)],
}


def write(
    game: Game,
    player: str,
    by: Person,
    orders: Sequence[Any] | None = None,
    is_sealed: bool = True,
    role: str = "moderator",
) -> WrittenSlip:
    """Writes the player's slip as it is now, with a new key."""
    slip = book_of(game, folds.fold_of(game)).of(player)
    assert slip
    orders = ORDERS[player] if orders is None else orders
    change = SlipChange(player, slip.version, orders, is_sealed)
    return services.slip_write(game, change, credentials.new(), by, role)


def reveal(game: Game, by: Person) -> RecordedMove:
    """Seals the slips that are open, and reveals all."""
    for slip in book_of(game, folds.fold_of(game)).slips:
        if not slip.is_sealed:
            write(game, slip.player, by)
    seen = book_of(game, folds.fold_of(game)).public_number
    return services.slips_reveal(game, seen, credentials.new(), by, "moderator")
