"""The three bots, Steward, Rival and Strategist, and how they play in games with people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple, TypeVar

from moderator.rules.age_of_iron.agreed import AGREEMENTS, agreed_move
from moderator.rules.age_of_iron.bots import (
    POINT,
    Bot,
    BotMove,
    View,
    dealing,
    hit,
    no_hits,
    play_on,
    play_out,
    view_of,
    wishes,
)
from moderator.rules.age_of_iron.bots.dealing import (
    Dealer,
    fair,
    is_ahead,
    missing,
    proposal,
)
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.promises import terms_of
from moderator.rules.age_of_iron.scenario import PRESENCE, Objective
from moderator.rules.age_of_iron.state import DEPLOYMENT, State, totals
from moderator.rules.bots import Because, BotAnswer, BotLevel, BotRules, Decision, Known
from moderator.rules.deals import AcceptedPromise
from moderator.rules.errors import Refused
from moderator.rules.move import RandomBelow
from moderator.rules.reading import Wire
from moderator.rules.seating import highest

# The Steward: the best points for an RF, fair trades, never an attack.


class Steward:
    """Plays for its own points alone; other bots are Stewards that mind others, too."""

    is_peaceful = True

    def spite(self, view: View) -> list[int]:
        """What others gain costs it nothing."""
        return [0] * len(view.state.hand)

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        """Presences and boxes, by points for an RF."""
        return wishes.place(view, chain(wishes.presences(view), wishes.boxes(view)))

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        """A trade towards a set, or the end of the turn."""
        return proposal(view) or end_turn(view)

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> bool:
        """Accepts what brings it closer to a set."""
        return fair(view, trade)

    def reply(self, view: View, move: Trade | SplitControl, chance: RandomBelow) -> BotAnswer:
        """Accepts and asks for what is fair."""
        return dealing.reply(self, view, move)


def end_turn(view: View) -> BotMove:
    """The end of a turn in which nothing is left to do."""
    return BotMove(EndTurn(view.seat), Because("There is nothing more to gain in this turn.", {}))


# The Rival: guards what it has, and attacks late, first those who attacked it or lead.


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
        wanted = chain(
            wishes.presences(view),
            wishes.boxes(view),
            wishes.guards(view, self.style.fear, self.style.guard),
            wishes.raiding_parties(view, self.spite(view), self.style.more),
        )
        return wishes.place(view, wanted)

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        """In the last Game-turn the attack that is worth most; before it, trades."""
        if not view.is_last_turn:
            return super().act(view, chance)
        if promised := next(wishes.promised(view), None):
            return promised
        found = wishes.raids(view, self.spite(view), self.style.word)
        best = max(found, key=lambda one: one.worth, default=None)
        return BotMove(best.attack, best.because) if best else end_turn(view)

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> bool:
        """Accepts what brings it closer to a set, but for the leader's last missing good."""
        other = trade.from_side(view.seat).partner
        would_complete = is_ahead(view, other) and missing(view.state, other) == 1
        return not would_complete and super().answers(view, trade, chance)


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


# The Strategist: tries plans in games that it plays to their end, against what others may want.

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
        if owed := next(wishes.promised(view), None):
            return owed
        everybody = [100] * len(view.state.hand)
        found = sorted(wishes.raids(view, everybody, self.style.word), key=lambda one: -one.worth)
        choices = [BotMove(one.attack, one.because) for one in found[:MOST_RAIDS]]

        def end(choice: BotMove, state: State, bots: Sequence[Bot]) -> State:
            return play_on(state, choice.move, bots, chance)

        return self._best(view, [*choices, end_turn(view)], end, chance)

    def reply(self, view: View, move: Trade | SplitControl, chance: RandomBelow) -> BotAnswer:
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
        return BotAnswer(False, Because("Games that it tried end better without this trade.", {}))

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
        values, left = [0] * len(choices), list(range(len(choices)))
        done, count = 0, FIRST_TRIALS
        while len(left) > 1 and done < self.trials:
            for _ in range(count):
                state, bots = guess(view, chance)
                for one in left:
                    values[one] += value(end(choices[one], state, bots), view.seat)
            left.sort(key=lambda one: -values[one])
            del left[max(len(left) // 2, 1) :]
            done, count = done + count, 2 * count
        return choices[left[0]]


def value(end: State, seat: int) -> int:
    """How good the end of a game is for a country: its share of the victory, then its lead."""
    points = totals(end)
    best = highest(points)
    share = VICTORY // len(best) if seat in best else 0
    lead = points[seat] - max(total for player, total in enumerate(points) if player != seat)
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


# Games with people: what their country knows, and what they do next.

BOTS: Mapping[str, Callable[[], Dealer]] = {
    "steward": Steward,
    "rival": Rival,
    "strategist": Strategist,
}


def view(known: Known, seat: int) -> View:
    """The game as the country with this number knows it: the seat's own, or a partner's."""
    timeline, state = known.timeline, _with_agreed(known)
    hits = no_hits(len(state.hand))
    for step in reversed([*timeline.steps()]):
        hits = hit(hits, step.before, step.move, step.after)
    points = timeline.rules.points(state, known.viewer)
    asked = frozenset(map(state.player, known.asked))
    made = [terms_of(state, one.maker, one.partner, one.terms) for one in known.promises]
    return view_of(state, seat, hits[seat], asked, points, made)


def _with_agreed(known: Known) -> State:
    """The state in which what is agreed on has been recorded already."""
    state: State = known.timeline.state
    for wire in known.agreed:
        with suppress(Refused):
            AGREEMENTS.check_terms(state, wire)
            state = agreed_move(state, wire).apply(state)
    return state


class LiveBots(BotRules):
    """The three bots, one decision at a time."""

    levels = (
        BotLevel("steward", "Steward", "takes the best points for its RFs and never attacks"),
        BotLevel("rival", "Rival", "guards what it has, and attacks late"),
        BotLevel(
            "strategist", "Strategist", "tries its plans in games of its own first", is_quick=False
        ),
    )

    def decide(self, known: Known, level: str, below: RandomBelow) -> Sequence[Decision]:
        """Everything that it places at once, or else its next move."""
        state, seat = known.timeline.state, known.timeline.state.player(known.seat)
        bot = _bot(level, below)
        if state.must_place(seat) and (state.phase == DEPLOYMENT or state.active == seat):
            return [_decision(state, one) for one in bot.orders(view(known, seat), below)]
        if state.phase == DEPLOYMENT or state.active != seat or state.is_over:
            return ()
        return [_decision(state, _next(known, bot, seat, below))]

    def answer(self, known: Known, level: str, wire: Wire, below: RandomBelow) -> BotAnswer:
        """By the level; with what it would trade instead."""
        state, bot = known.timeline.state, _bot(level, below)
        seen = view(known, state.player(known.seat))
        return bot.reply(seen, agreed_move(state, wire), below)

    def vow(
        self,
        known: Known,
        level: str,
        made: AcceptedPromise,
        exchange: Wire | None,
        below: RandomBelow,
    ) -> BotAnswer:
        """By what it would do anyway, and by what it gets."""
        state, seat = known.timeline.state, known.seat
        terms = terms_of(state, made.maker, seat, made.terms)
        wanted = terms_of(state, seat, made.maker, exchange) if exchange else None
        return dealing.vow(_bot(level, below), view(known, state.player(seat)), terms, wanted)

    def proposal(self, known: Known, level: str) -> Decision | None:
        """A trade that brings both closer to a set."""
        state = known.timeline.state
        found = dealing.proposal(view(known, state.player(known.seat)))
        return _decision(state, found) if found else None


def _bot(level: str, below: RandomBelow) -> Dealer:
    return BOTS[level]() if level in BOTS else drawn(below)


def _next(known: Known, bot: Bot, seat: int, below: RandomBelow) -> BotMove:
    """The next move; a trade if its partner agrees."""
    state, own = known.timeline.state, view(known, seat)
    everybody = range(len(state.hand))
    declined = {one for one in everybody if state.player_id(one) not in known.partners}
    while True:
        found = bot.act(own._replace(declined=frozenset(declined)), below)
        if not isinstance(found.move, Trade):
            return found
        asked = found.move.partner
        if Rival().answers(view(known, asked), found.move, below):
            return found
        declined.add(asked)


def _decision(state: State, one: BotMove) -> Decision:
    return Decision(one.move.wire(state), one.because)


BOT_RULES = LiveBots()
