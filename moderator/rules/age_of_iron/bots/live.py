"""The bots in games with people: what their country knows, and what they do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from moderator.rules.age_of_iron.agreed import AGREEMENTS, agreed_move
from moderator.rules.age_of_iron.bots import dealing
from moderator.rules.age_of_iron.bots.dealing import Dealer, Reply
from moderator.rules.age_of_iron.bots.play import hit, no_hits
from moderator.rules.age_of_iron.bots.rival import Rival, drawn
from moderator.rules.age_of_iron.bots.steward import Steward
from moderator.rules.age_of_iron.bots.strategist import Strategist
from moderator.rules.age_of_iron.bots.view import Bot, BotMove, View, view_of
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.promises import terms_of
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.bots import BotAnswer, BotLevel, BotRules, Decision, Known
from moderator.rules.deals import AcceptedPromise
from moderator.rules.errors import Refused
from moderator.rules.move import RandomBelow
from moderator.rules.wire import Wire

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
        found = bot.reply(seen, agreed_move(state, wire), below)
        return _answer(state, found)

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
        found = dealing.vow(_bot(level, below), view(known, state.player(seat)), terms, wanted)
        return _answer(state, found)

    def proposal(self, known: Known, level: str) -> Decision | None:
        """A trade that brings both closer to a set."""
        state = known.timeline.state
        found = dealing.proposal(view(known, state.player(known.seat)))
        return _decision(state, found) if found else None


def _bot(level: str, below: RandomBelow) -> Dealer:
    return BOTS[level]() if level in BOTS else drawn(below)


def _answer(state: State, found: Reply) -> BotAnswer:
    counter = found.counter.wire(state) if found.counter else None
    return BotAnswer(found.is_accepted, found.because, counter)


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
