"""The Strategist: tries plans in games that it plays to their end, against what others may want."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from moderator.rules.age_of_iron.bots.dealing import Reply
from moderator.rules.age_of_iron.bots.play import play_on, play_out
from moderator.rules.age_of_iron.bots.raiding import promised, raids
from moderator.rules.age_of_iron.bots.rival import Rival, Style
from moderator.rules.age_of_iron.bots.steward import end_turn
from moderator.rules.age_of_iron.bots.view import Bot, BotMove, View
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.scenario import PRESENCE, Objective
from moderator.rules.age_of_iron.state import State, score
from moderator.rules.bots import Because
from moderator.rules.move import RandomBelow
from moderator.rules.seating import highest

T = TypeVar("T")

PLANS = (
    Style(),
    Style(fear=0, guard=0),
    Style(fear=15, guard=1, more=0),
    Style(fear=25, guard=3, more=0),
    Style(fear=40, guard=2, more=2),
    Style(fear=60, guard=4, more=1),
    Style(fear=90, guard=5, more=0, spite=10),
    Style(spite=5, envy=10, more=0),
    Style(spite=5, envy=10, more=3),
    Style(spite=40, envy=20, fear=10, guard=1, more=0),
    Style(spite=40, envy=80, fear=10, guard=1, more=1),
    Style(spite=30, envy=30, fear=50, guard=2, more=2),
)
"""The plans for a hand; opponents are taken to play by any of them."""
PLANNED_TURNS = 2
"""In so many last Game-turns plans are tried: before, all do the same."""
FIRST_TRIALS, TRIALS = 4, 32
"""How often each plan is tried before the worse half is given up, and how often the best ones are
in the end: a limit for the time of a decision."""
MOST_RAIDS = 5
NEAR_RFS = 3
"""RFs of a country in a region from which on it seems to want a Presence there."""
LEAD_MOST, LEAD_WEIGHT, VICTORY = 20, 4, 1000
"""A victory counts more than any lead in points."""


@dataclass(frozen=True)
class Strategist(Rival):
    """Plays as a Rival whose plan for the end is the one that has done best.

    Source: successive halving after Karnin, Koren and Somekh, "Almost Optimal Exploration in
    Multi-Armed Bandits", 2013.
    """

    trials: int = TRIALS

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        """The orders of the best plan, in the last Game-turns."""
        state = view.state
        if state.turns - state.turn >= PLANNED_TURNS:
            return super().orders(view, chance)
        written = (Rival(plan).orders(view, chance) for plan in PLANS)
        different = {tuple(one.move for one in orders): orders for orders in written}

        def end(orders: list[BotMove], state: State, bots: Sequence[Bot]) -> State:
            return play_out(state, bots, chance, given={view.seat: orders})

        return self._best(view, list(different.values()), end, chance)

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        """In the last Game-turn the best attack, or none."""
        if not view.is_last_turn:
            return super().act(view, chance)
        if owed := next(promised(view), None):
            return owed
        everybody = [100] * len(view.state.hand)
        found = sorted(raids(view, everybody, self.style.word), key=lambda one: -one.worth)
        choices = [BotMove(one.attack, one.because) for one in found[:MOST_RAIDS]]

        def end(choice: BotMove, state: State, bots: Sequence[Bot]) -> State:
            return play_on(state, choice.move, bots, chance)

        return self._best(view, [*choices, end_turn(view)], end, chance)

    def reply(self, view: View, move: Trade | SplitControl, chance: RandomBelow) -> Reply:
        """As a Rival; in the last Game-turns by games played with the trade and without it."""
        found, state = super().reply(view, move, chance), view.state
        if isinstance(move, SplitControl) or state.turns - state.turn >= PLANNED_TURNS:
            return found
        if not found.is_accepted or move.why_not(state._replace(active=move.player)):
            return found

        def end(is_made: bool, state: State, bots: Sequence[Bot]) -> State:
            return play_out(move.apply(state) if is_made else state, bots, chance)

        if self._best(view, [True, False], end, chance):
            return found
        return Reply(False, Because("Games that it tried end better without this trade.", {}))

    def _best(
        self,
        view: View,
        choices: Sequence[T],
        end: Callable[[T, State, Sequence[Bot]], State],
        chance: RandomBelow,
    ) -> T:
        """The choice whose games end best, all in the same guessed worlds.

        Args:
            end: the end of a game after a choice, from a guessed state and with these bots.
        """
        totals, left = [0] * len(choices), list(range(len(choices)))
        done, count = 0, FIRST_TRIALS
        while len(left) > 1 and done < self.trials:
            for _ in range(count):
                state, bots = guess(view, chance)
                for one in left:
                    totals[one] += value(end(choices[one], state, bots), view.seat)
            left.sort(key=lambda one: -totals[one])
            del left[max(len(left) // 2, 1) :]
            done, count = done + count, 2 * count
        return choices[left[0]]


def value(end: State, seat: int) -> int:
    """How good the end of a game is for a country: its share of the victory, then its lead."""
    totals = [score(end, player).total for player in range(len(end.hand))]
    best = highest(totals)
    share = VICTORY // len(best) if seat in best else 0
    lead = totals[seat] - max(total for player, total in enumerate(totals) if player != seat)
    return share + LEAD_WEIGHT * max(min(lead, LEAD_MOST), -LEAD_MOST)


def guess(view: View, chance: RandomBelow) -> tuple[State, list[Bot]]:
    """What may be true: a state with others' objectives, and how they play."""
    players, scenario = range(len(view.state.hand)), view.state.scenario
    others = [player for player in players if player != view.seat]
    guessed = [one for player in others for one in _objectives(view, player, chance)]
    scenario = replace(scenario, objectives=(*scenario.objectives, *guessed))
    bots: list[Bot] = [Rival(PLANS[chance(len(PLANS))]) for _ in players]
    bots[view.seat] = Rival()
    return view.state._replace(scenario=scenario), bots


def _objectives(view: View, player: int, chance: RandomBelow) -> Iterator[Objective]:
    """As many as one's own, with the same points: at home, then where the country's RFs are, then
    anywhere."""
    state, own = view.state, view.state.scenario.objectives
    others = tuple(one for one in range(len(state.hand)) if one != player)
    home = state.scenario.homes[player]
    abroad = [region for region in range(len(state.chart)) if region != home]
    abroad.sort(key=lambda one: (state.chart[one][player] < NEAR_RFS, chance(1000)))
    wanted = abroad if home is None else [home, *abroad]
    for place, one in enumerate(own):
        region = wanted[(place if one.kind == PRESENCE else chance(3)) % len(wanted)]
        if len(one.by) == len(others):
            region, by = wanted[0], others
        else:
            by = one.by and (others[chance(len(others))],)
        yield Objective(player, one.kind, region, by, one.victory_points)
