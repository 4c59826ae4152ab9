"""Order slips of the game 1800 B.C., written and revealed."""

from __future__ import annotations

from typing import Any

from moderator.core import credentials
from moderator.core.look import look_at
from moderator.core.models import Game, Person
from moderator.core.recording import Done, RecordedMove
from moderator.features.slips.read import Slip, SlipBook, book_of
from moderator.features.slips.write import SlipChange, slip_write, slips_reveal
from tests.support.play.play import deploy

EGYPT = [deploy("egypt", "syria", 7), {"type": "build", "player": "egypt", "rfs": 4}]
ORDERS: dict[str, list[Any]] = {
    "egypt": EGYPT,
    "babylon": [deploy("babylon", "elam", 11)],
    "assyria": [deploy("assyria", "mitanni", 11)],
    "hatti": [deploy("hatti", "cyprus", 10)],
}


def book(game: Game) -> SlipBook:
    return book_of(look_at(game))


def slip(game: Game, player: str) -> Slip:
    found = book(game).of(player)
    assert found
    return found


def write(
    game: Game,
    by: Person,
    player: str = "egypt",
    orders: list[Any] | None = None,
    is_sealed: bool = True,
    key: str = "",
    role: str = "moderator",
) -> Done:
    version = slip(game, player).version
    change = SlipChange(player, version, ORDERS[player] if orders is None else orders, is_sealed)
    return slip_write(game, change, key or credentials.new(), by, role)


def reveal(game: Game, by: Person, key: str = "") -> RecordedMove:
    """Reveals all slips; those that are not sealed are written as in `ORDERS` before."""
    for player in [slip.player for slip in book(game).slips]:
        if not slip(game, player).is_sealed:
            write(game, by, player)
    return slips_reveal(game, book(game).public_number, key or credentials.new(), by, "moderator")
