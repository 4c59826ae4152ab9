"""The Rival: guards what it has, and attacks late, first those who attacked it or lead."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from moderator.rules.age_of_iron.bots import placing, raiding
from moderator.rules.age_of_iron.bots.dealing import is_ahead, missing
from moderator.rules.age_of_iron.bots.steward import Steward, end_turn
from moderator.rules.age_of_iron.bots.view import POINT, BotMove, View
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


USUAL = Style()


@dataclass(frozen=True)
class Rival(Steward):
    """Plays as a Steward up to the last Game-turn, and then for the victory. In trades it wants
    more than is fair, and minds what others gain, the leader's gain most."""

    style: Style = USUAL
    is_peaceful = False

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
        if not view.is_last_turn:
            return super().orders(view, chance)
        wishes = chain(
            placing.presences(view),
            placing.boxes(view),
            raiding.guards(view, self.style.fear, self.style.guard),
            raiding.raiding_parties(view, self.spite(view), self.style.more),
        )
        return placing.place(view, wishes)

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        """In the last Game-turn the attack that is worth most; before it, trades."""
        if not view.is_last_turn:
            return super().act(view, chance)
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
        return super().answers(view, trade, chance)


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
