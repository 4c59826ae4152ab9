"""Practice: one country is played by a person, and the others by bots, each by its own view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from moderator.rules.age_of_iron.bots.play import Hits, hit, no_hits, rolled
from moderator.rules.age_of_iron.bots.rival import Rival, drawn
from moderator.rules.age_of_iron.bots.steward import Steward
from moderator.rules.age_of_iron.bots.view import Bot, BotMove, View, view_of
from moderator.rules.age_of_iron.moves import MOVES
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import DEPLOYMENT, State, settle
from moderator.rules.move import RandomBelow
from moderator.rules.practice import (
    ASKED,
    DECLINED,
    MADE,
    GuideStep,
    Happened,
    PracticeRules,
    Practised,
)
from moderator.rules.wire import Wire

_VERBS = {move.verb: move for move in MOVES}

EASY, MIDDLE = "easy", "middle"


class AgeOfIronPractice(PracticeRules[State]):
    """Stewards are easy, Rivals of any style are in the middle."""

    levels = {EASY: "Easy: they never attack", MIDDLE: "Middle: they attack late in the game"}
    guide = (
        GuideStep(
            "You are Egypt. Whoever has the most Victory Points at the end wins. You have 10 "
            "Resource Factors (RFs). Place 5 in Canaan: 5 RFs in a region are a Presence, and one "
            "in Canaan is your first objective.",
            "You have a Presence in Canaan: 6 Victory Points, if it is still there at the end.",
            {"type": "deploy", "region": "canaan", "rfs": 5},
        ),
        GuideStep(
            "Build with the other 5: they complete Level I of your civilization, which nobody can "
            "attack.",
            "Level I is complete: 4 Victory Points that stay.",
            {"type": "build", "rfs": 5},
        ),
        GuideStep(
            "Offer Babylon a trade, 1 Grain for 1 Tin: you need one unit of each good for a set.",
            "Babylon has accepted, as it needs Grain for its own set.",
            {"type": "trade", "partner": "babylon", "give": {"G": 1}, "get": {"T": 1}},
        ),
        GuideStep(
            "End your turn: the others place and trade now, one after the other.",
            "It was the others’ turn.",
            {"type": "end-turn", "player": "egypt"},
        ),
        GuideStep(
            "Hatti offers you Silver, the last good for your set. Accept.",
            "Your set of goods is complete: 6 Victory Points.",
            {"type": "trade", "player": "hatti", "partner": "egypt"},
        ),
        GuideStep(
            "Hatti has taken Syria, which you want, too. Place all 10 RFs there: you need enough "
            "for an attack, and 5 that are left afterwards.",
            "You have 10 RFs in Syria, Hatti has 5.",
            {"type": "deploy", "region": "syria", "rfs": 10},
        ),
        GuideStep(
            "Attack Hatti in Syria with 5: both of you remove 5, so Hatti’s Presence ends, and "
            "yours stays.",
            "Syria is yours: 5 Victory Points, and 4 more because Hatti has no Presence there.",
            {"type": "attack", "defender": "hatti", "region": "syria", "rfs": 5},
        ),
        GuideStep(
            "End your turn. It is the last one: the others play, and then the points are counted.",
            "The game is over. What counts is what is on the chart now. In class, a game is "
            "longer, and you talk with the others: whoever makes the best deals usually wins.",
            {"type": "end-turn", "player": "egypt"},
        ),
    )

    def bots_go_on(self, game: Practised) -> Sequence[Happened]:
        """Orders of all bots are written before the first one counts."""
        found: list[Happened] = []
        now = _now(game)
        while more := list(_next(game, *now)):
            found += more
            game = game.then(more)
            now = _after(*now, (one.wire for one in more if one.what == MADE))
        return found

    def answered(self, game: Practised, wire: Wire) -> Happened:
        """A trade that the partner's bot accepts or declines."""
        state, hits = _now(game)
        trade = Trade.read(state, wire)
        view = view_of(state, trade.partner, hits[trade.partner])
        is_accepted, because = _bot(game, view.seat).answers(view, trade, _chance(game))
        if is_accepted:
            return Happened(MADE, game.player, wire, str(because))
        return Happened(DECLINED, state.player_id(trade.partner), wire, str(because))

    def hint(self, game: Practised) -> Happened:
        """What a Rival of the usual style would do."""
        state, hits = _now(game)
        seat, bot = state.player(game.player), Rival()
        view = view_of(state, seat, hits[seat], _declined(game, state))
        if asked := game.asked:
            is_good, because = bot.answers(view, Trade.read(state, asked.wire), _chance(game))
            return Happened(MADE if is_good else DECLINED, game.player, asked.wire, str(because))
        return next(_told(state, seat, _decided(view, bot, game), game))


def _decided(view: View, bot: Bot, game: Practised) -> list[BotMove]:
    if view.state.must_place(view.seat):
        return bot.orders(view, _chance(game))
    return [bot.act(view, _chance(game))]


def _chance(game: Practised) -> RandomBelow:
    return game.chance(str(len(game.happened)))


def _bot(game: Practised, seat: int) -> Bot:
    return Steward() if game.level == EASY else drawn(game.chance(f"style {seat}"))


def _now(game: Practised) -> tuple[State, Hits]:
    """The present state, and who has hit whom so far."""
    return _after(game.start, no_hits(len(game.start.hand)), game.moves)


def _after(state: State, hits: Hits, wires: Iterable[Wire]) -> tuple[State, Hits]:
    for wire in wires:
        move = _VERBS[wire["type"]].read(state, wire)
        before, state = state, settle(move.apply(state))
        hits = hit(hits, before, move, state)
    return state, hits


def _declined(game: Practised, state: State) -> frozenset[int]:
    """Who has declined a trade in this player-turn."""
    found = set[int]()
    for one in reversed(game.happened):
        if one.what == MADE and one.wire["type"] == EndTurn.verb:
            break
        if one.what == DECLINED:
            found.add(state.player(one.by))
    return frozenset(found)


def _next(game: Practised, state: State, hits: Hits) -> Iterator[Happened]:
    """What happens next; nothing if the player has to decide, or at the end."""
    own = state.player(game.player)
    if game.asked or state.is_over or state.active == own:
        return
    if state.phase == DEPLOYMENT:
        if state.must_place(own):
            return
        writers = [seat for seat in range(len(state.hand)) if state.must_place(seat)]
        for seat in writers:
            view = view_of(state, seat, hits[seat])
            yield from _told(state, seat, _bot(game, seat).orders(view, _chance(game)), game)
        return
    seat = state.active or 0
    view = view_of(state, seat, hits[seat], _declined(game, state))
    decided = _decided(view, _bot(game, seat), game)
    first = decided[0]
    if not isinstance(first.move, Trade):
        yield from _told(state, seat, decided, game)
        return
    wire, name, why = first.move.wire(state), state.player_id(seat), str(first.because)
    if first.move.partner == own:
        yield Happened(ASKED, name, wire, why)
        return
    other = view_of(state, first.move.partner, hits[first.move.partner])
    bot = _bot(game, other.seat)
    is_accepted, because = bot.answers(other, first.move, _chance(game))
    if is_accepted:
        yield Happened(MADE, name, wire, why)
    else:
        yield Happened(DECLINED, state.player_id(other.seat), wire, str(because))


def _told(
    state: State, seat: int, decided: Sequence[BotMove], game: Practised
) -> Iterator[Happened]:
    """Moves of a bot, with their dice; where it places RFs follows from its objectives."""
    for move, because in decided:
        is_secret = isinstance(move, Deploy)
        wire = rolled(state, move, _chance(game)).wire(state)
        yield Happened(MADE, state.player_id(seat), wire, str(because), is_secret)


PRACTICE = AgeOfIronPractice()
