"""The Steward: the best points for an RF, fair trades, never an attack."""

from __future__ import annotations

from itertools import chain

from moderator.rules.age_of_iron.bots import placing, trading
from moderator.rules.age_of_iron.bots.view import Because, BotMove, View
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.move import RandomBelow


class Steward:
    """Plays for its own points alone."""

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        """Presences and boxes, by points for an RF."""
        return placing.place(view, chain(placing.presences(view), placing.boxes(view)))

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        """A trade towards a set, or the end of the turn."""
        return trading.proposal(view) or end_turn(view)

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> tuple[bool, Because]:
        """Accepts what brings it closer to a set."""
        return fair(view, trade)


def end_turn(view: View) -> BotMove:
    """The end of a turn in which nothing is left to do."""
    return BotMove(EndTurn(view.seat), Because("There is nothing more to gain in this turn.", {}))


def fair(view: View, trade: Trade) -> tuple[bool, Because]:
    """Whether a trade is good for the one who is asked, and why."""
    if trading.is_good(view, trade):
        return True, Because("It brings a set of goods closer.", {})
    return False, Because("It brings no set of goods closer.", {})
