"""The bots in games with people: what their country knows, and what they do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from moderator.rules.age_of_iron.bots.play import hit, no_hits
from moderator.rules.age_of_iron.bots.rival import Rival, drawn
from moderator.rules.age_of_iron.bots.steward import Steward
from moderator.rules.age_of_iron.bots.strategist import Strategist
from moderator.rules.age_of_iron.bots.view import Bot, BotMove, View, view_of
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.bots import BotLevel, BotRules, Decision, Known
from moderator.rules.move import RandomBelow

BOTS: Mapping[str, Callable[[], Bot]] = {
    "steward": Steward,
    "rival": Rival,
    "strategist": Strategist,
}


def view(known: Known, seat: int) -> View:
    """The game as the country with this number knows it: the seat's own, or a partner's."""
    timeline, state = known.timeline, known.timeline.state
    hits = no_hits(len(state.hand))
    for step in reversed([*timeline.steps()]):
        hits = hit(hits, step.before, step.move, step.after)
    points = timeline.rules.points(state, known.viewer)
    return view_of(state, seat, hits[seat], points=points)


class LiveBots(BotRules):
    """The three bots, one decision at a time."""

    levels = (
        BotLevel("steward", "Steward", "takes the best points for its RFs and never attacks"),
        BotLevel("rival", "Rival", "guards what it has, and attacks late"),
        BotLevel("strategist", "Strategist", "tries its plans in games of its own first"),
    )

    def decide(self, known: Known, level: str, below: RandomBelow) -> Sequence[Decision]:
        """Everything that it places at once, or else its next move."""
        state, seat = known.timeline.state, known.timeline.state.player(known.seat)
        bot = BOTS[level]() if level else drawn(below)
        if state.must_place(seat) and (state.phase == DEPLOYMENT or state.active == seat):
            return [_decision(state, one) for one in bot.orders(view(known, seat), below)]
        if state.phase == DEPLOYMENT or state.active != seat or state.is_over:
            return ()
        return [_decision(state, _next(known, bot, seat, below))]


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
        if Rival().answers(view(known, asked), found.move, below)[0]:
            return found
        declined.add(asked)


def _decision(state: State, one: BotMove) -> Decision:
    return Decision(one.move.wire(state), one.because)


BOT_RULES = LiveBots()
