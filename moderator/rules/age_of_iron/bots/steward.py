"""The Steward: the best points for an RF, fair trades, never an attack."""

from __future__ import annotations

from itertools import chain

from moderator.rules.age_of_iron.bots import dealing, placing
from moderator.rules.age_of_iron.bots.dealing import Reply, fair, proposal
from moderator.rules.age_of_iron.bots.view import BotMove, View
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.bots import Because
from moderator.rules.move import RandomBelow


class Steward:
    """Plays for its own points alone; other bots are Stewards that mind others, too."""

    is_peaceful = True

    def spite(self, view: View) -> list[int]:
        """What others gain costs it nothing."""
        return [0] * len(view.state.hand)

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        """Presences and boxes, by points for an RF."""
        return placing.place(view, chain(placing.presences(view), placing.boxes(view)))

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        """A trade towards a set, or the end of the turn."""
        return proposal(view) or end_turn(view)

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> tuple[bool, Because]:
        """Accepts what brings it closer to a set."""
        return fair(view, trade)

    def reply(self, view: View, move: Trade | SplitControl, chance: RandomBelow) -> Reply:
        """Accepts and asks for what is fair."""
        return dealing.reply(self, view, move)


def end_turn(view: View) -> BotMove:
    """The end of a turn in which nothing is left to do."""
    return BotMove(EndTurn(view.seat), Because("There is nothing more to gain in this turn.", {}))
