"""The Rival: guards what it has, and attacks late, first those who attacked it or lead."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from moderator.rules.age_of_iron.bots import dealing, placing, raiding
from moderator.rules.age_of_iron.bots.dealing import Reply, fair, is_ahead, missing, proposal
from moderator.rules.age_of_iron.bots.steward import end_turn
from moderator.rules.age_of_iron.bots.view import POINT, BotMove, View
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.bots import Because
from moderator.rules.move import RandomBelow


class Style(NamedTuple):
    """How a Rival plays; all but `guard`, `more` and `word` in percent.

    `spite`: what it is worth that another country loses a point, `envy` what is added for the
    leader, `grudge` for each RF that a country has removed. `fear`: what guards are worth.
    `guard`: RFs beyond a Presence. `more`: RFs that others are expected to add where they are.
    `word`: what it costs to break a promise not to attack, in hundredths of a point.
    """

    spite: int = 20
    envy: int = 40
    grudge: int = 10
    fear: int = 25
    guard: int = 2
    more: int = 1
    word: int = 7 * POINT


class Rival(NamedTuple):
    """Plays as a Steward up to the last Game-turn, and then for the victory."""

    style: Style = Style()

    @property
    def is_peaceful(self) -> bool:
        return False

    def spite(self, view: View) -> list[int]:
        """For each country, what its loss of a point is worth, in percent."""
        style, players = self.style, range(len(view.state.hand))
        standings = [view.standing(player) for player in players]
        best = max(standings)
        return [
            style.spite
            + style.grudge * min(view.hits[player], 5)
            + (style.envy if standings[player] == best else 0)
            for player in players
        ]

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        """As a Steward; in the last Game-turn guards and attacks count, too."""
        wishes = chain(placing.presences(view), placing.boxes(view))
        if view.is_last_turn:
            style = self.style
            wishes = chain(
                wishes,
                raiding.guards(view, style.fear, style.guard),
                raiding.raiding_parties(view, self.spite(view), style.more),
            )
        return placing.place(view, wishes)

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        """In the last Game-turn the attack that is worth most; before it, trades."""
        if not view.is_last_turn:
            return proposal(view) or end_turn(view)
        if promised := next(raiding.promised(view), None):
            return promised
        found = raiding.raids(view, self.spite(view), self.style.word)
        best = max(found, key=lambda one: one.worth, default=None)
        return BotMove(best.attack, best.because) if best else end_turn(view)

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> tuple[bool, Because]:
        """Accepts what brings it closer to a set, but for the leader's last missing good."""
        other = trade.partner if trade.player == view.seat else trade.player
        if is_ahead(view, other) and missing(view.state, other) == 1:
            text = "{name} leads, and would complete a set."
            return False, Because(text, {"name": view.state.player_name(other)})
        return fair(view, trade)

    def reply(self, view: View, move: Trade | SplitControl, chance: RandomBelow) -> Reply:
        """Wants more than is fair, minds what others gain, the leader's gain most."""
        return dealing.reply(self, view, move)


def drawn(chance: RandomBelow) -> Rival:
    """A Rival of any style, as a class has them."""
    return Rival(
        Style(
            spite=10 + chance(30),
            envy=chance(60),
            grudge=chance(20),
            fear=10 + chance(40),
            guard=1 + chance(3),
            more=chance(3),
        )
    )
