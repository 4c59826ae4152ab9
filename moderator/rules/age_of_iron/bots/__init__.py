"""Programs that play Age of Iron: what a bot may know, what it decides, and games among bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple, Protocol

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.promises import NO_ATTACK, NO_PLACEMENT, NO_PRESENCE, PromiseTerms
from moderator.rules.age_of_iron.scenario import ODDS_TABLE, PRESENCE_RFS
from moderator.rules.age_of_iron.state import DEPLOYMENT, State, settle
from moderator.rules.age_of_iron.views.for_viewer import visible
from moderator.rules.bots import Because
from moderator.rules.move import DIE, Move, RandomBelow
from moderator.rules.seating import Viewer

VERSION = 1
"""Raised when a bot decides otherwise than before: results are kept with it."""
POINT = 100
"""One Victory Point, as bots count: values are whole hundredths of a point."""
FOREIGN_WORTH, HOME_WORTH, ALONE_WORTH = 5 * POINT, 6 * POINT, 5 * POINT
"""What a bot believes that an unknown objective is worth: a Presence abroad or at home, and a home
without anybody else's."""
MORE_RISK = 25
"""Percent by which attacks are expected to grow."""


class BotMove(NamedTuple):
    """A move, and why."""

    move: Move[State]
    because: Because


class View(NamedTuple):
    """A game as one country sees it; a bot gets nothing else.

    `state` has no secret of anybody else: no objectives, no briefings, and of this Game-turn's
    orders only the country's own. `hits`: how many RFs each country has removed from this one by
    attacks. `declined`: who is asked for no more trades in this Game-turn. `points`: the Victory
    Points of all, where the country may compare them; otherwise empty. `promises`: those that were
    accepted, made by this country or to it.
    """

    state: State
    seat: int
    hits: tuple[int, ...]
    declined: frozenset[int] = frozenset()
    points: tuple[int, ...] = ()
    promises: tuple[PromiseTerms, ...] = ()

    @property
    def is_last_turn(self) -> bool:
        return self.state.turn >= self.state.turns

    @property
    def risk(self) -> int:
        """How much of what it places others are expected to remove in a Game-turn, in percent: what
        they have removed so far, and more; 0 before the first attack."""
        hits, state = sum(self.hits), self.state
        if not hits:
            return 0
        player, is_simultaneous = state.scenario.players[self.seat], state.options.is_simultaneous
        turns = range(1, state.turn + 1)
        received = sum(player.income_in(turn, is_simultaneous) for turn in turns)
        return min(100 * hits // max(received, 1) + MORE_RISK, 100)

    def promised(self, *kinds: str) -> Iterator[PromiseTerms]:
        """What the country itself has promised, of these kinds, and may still keep or break."""
        for one in self.promises:
            if one.maker == self.seat and one.kind in kinds and one.turn >= self.state.turn:
                yield one

    def is_closed(self, region: int) -> bool:
        """Whether the country may not place RFs there, or has promised not to."""
        return bool(self.state.controlled[region]) or any(
            one.region == region for one in self.promised(NO_PLACEMENT, NO_PRESENCE)
        )

    def spares(self, player: int, region: int) -> bool:
        """Whether the country has promised not to attack that one there."""
        return any(
            one.target == player and one.region in (None, region)
            for one in self.promised(NO_ATTACK)
        )

    def standing(self, player: int) -> int:
        """What a country seems to have now, in hundredths of a point."""
        if self.points:
            return self.points[player] * POINT
        state, scenario = self.state, self.state.scenario
        found = sum(scenario.box_points[: state.built[player] // scenario.box]) * POINT
        found += scenario.trade_points * POINT if state.has_set(player) else 0
        home = scenario.homes[player]
        for region, row in enumerate(state.chart):
            if row[player] >= PRESENCE_RFS:
                found += HOME_WORTH if region == home else FOREIGN_WORTH
        if home is not None:
            others = (rfs for i, rfs in enumerate(state.chart[home]) if i != player)
            found += ALONE_WORTH if max(others, default=0) < PRESENCE_RFS else 0
        return found


def view_of(
    state: State,
    seat: int,
    hits: tuple[int, ...],
    declined: frozenset[int] = frozenset(),
    points: tuple[int, ...] = (),
    promises: Sequence[PromiseTerms] = (),
) -> View:
    """The view of the country with this number, from 0: what it may not know is left out here."""
    seen = visible(state, Viewer(seat=state.player_id(seat)))
    seen = seen._replace(scenario=state.scenario.known_by[seat])
    own = tuple(one for one in promises if seat in (one.maker, one.partner))
    return View(seen, seat, hits, declined, points, own)


class Bot(Protocol):
    """A way to play. Every function is pure; chance comes from the caller.

    A bot places its whole hand at once (`orders`), then makes one move after the other (`act`):
    trades, which the partner `answers`, attacks, and in the end `EndTurn`.
    """

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]: ...

    def act(self, view: View, chance: RandomBelow) -> BotMove: ...

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> bool: ...


# Whole games among bots: for measuring them, for scenarios, and inside a Strategist's head.

Hits = tuple[tuple[int, ...], ...]
"""For each country, how many RFs each one has removed from it by attacks."""
NO_ORDERS: Mapping[int, Sequence[BotMove]] = MappingProxyType({})


def no_hits(players: int) -> Hits:
    """Nobody has attacked yet.

    >>> no_hits(2)
    ((0, 0), (0, 0))
    """
    return ((0,) * players,) * players


def hit(hits: Hits, before: State, move: Move[State], after: State) -> Hits:
    """The hits after a move, with the states before and after it."""
    if not isinstance(move, Attack):
        return hits
    lost = before.chart[move.region][move.defender] - after.chart[move.region][move.defender]
    rows = list(map(list, hits))
    rows[move.defender][move.player] += lost
    return tuple(map(tuple, rows))


def play_out(
    state: State,
    bots: Sequence[Bot],
    chance: RandomBelow,
    hits: Hits | None = None,
    given: Mapping[int, Sequence[BotMove]] = NO_ORDERS,
) -> State:
    """The state at the end of the game.

    Args:
        state: if orders are written, all hands are still full, or nobody's bot needs to know.
        bots: one for each country, in the order of play.
        given: the next orders of some countries, by number, instead of those of their bots.

    Cost: about 3 ms for a whole game of Rivals, 1 ms for the last Game-turn.
    """
    for now, _ in course(state, bots, chance, hits, given):
        state = now
    return state


def course(
    state: State,
    bots: Sequence[Bot],
    chance: RandomBelow,
    hits: Hits | None = None,
    given: Mapping[int, Sequence[BotMove]] = NO_ORDERS,
) -> Iterator[tuple[State, Hits]]:
    """The state after each reveal and each country's turn, up to the end of the game, and the hits
    so far; the arguments are those of `play_out`."""
    hits = hits or no_hits(len(bots))
    while not state.is_over:
        if state.phase == DEPLOYMENT:
            state = _place_all(state, bots, chance, hits, given)
        else:
            state, hits = _player_turn(state, bots, chance, hits, given)
        given = NO_ORDERS
        yield state, hits


def play_on(state: State, move: Move[State], bots: Sequence[Bot], chance: RandomBelow) -> State:
    """The state at the end of the game, after this move of the active country."""
    after = step(state, move, chance)
    return play_out(after, bots, chance, hit(no_hits(len(bots)), state, move, after))


def step(state: State, move: Move[State], chance: RandomBelow) -> State:
    """The state after a move, which is legal; its die, if it needs one, is rolled."""
    return settle(rolled(state, move, chance).apply(state))


def rolled(state: State, move: Move[State], chance: RandomBelow) -> Move[State]:
    """The move with its die, if it needs one."""
    if isinstance(move, Attack) and state.options.combat == ODDS_TABLE:
        return replace(move, die=DIE[chance(len(DIE))])
    return move


def _place_all(
    state: State,
    bots: Sequence[Bot],
    chance: RandomBelow,
    hits: Hits,
    given: Mapping[int, Sequence[BotMove]],
) -> State:
    """All orders are written before the first one counts, without knowing each other."""
    seats = [seat for seat in range(len(bots)) if state.must_place(seat)]
    orders = {
        seat: given.get(seat) or bots[seat].orders(view_of(state, seat, hits[seat]), chance)
        for seat in seats
    }
    for seat in seats:
        for decision in orders[seat]:
            state = step(state, decision.move, chance)
    return state


def _player_turn(
    state: State,
    bots: Sequence[Bot],
    chance: RandomBelow,
    hits: Hits,
    given: Mapping[int, Sequence[BotMove]],
) -> tuple[State, Hits]:
    """The state after the active country's turn, and the hits."""
    seat, turn, declined = state.active or 0, state.turn, frozenset[int]()
    if state.must_place(seat):
        view = view_of(state, seat, hits[seat])
        for decision in given.get(seat) or bots[seat].orders(view, chance):
            state = step(state, decision.move, chance)
    while (state.active, state.turn) == (seat, turn):
        view = view_of(state, seat, hits[seat], declined)
        move = bots[seat].act(view, chance).move
        if isinstance(move, Trade):
            other = view_of(state, move.partner, hits[move.partner])
            if not bots[move.partner].answers(other, move, chance):
                declined |= {move.partner}
                continue
        before, state = state, step(state, move, chance)
        hits = hit(hits, before, move, state)
    return state, hits
