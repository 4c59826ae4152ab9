"""Whole games among bots: for measuring them, for scenarios, and inside a Strategist's head."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from moderator.rules.age_of_iron.bots.view import Bot, BotMove, view_of
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.scenario import ODDS_TABLE
from moderator.rules.age_of_iron.state import DEPLOYMENT, State, settle
from moderator.rules.move import DIE, Move, RandomBelow

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
            if not bots[move.partner].answers(other, move, chance)[0]:
                declined |= {move.partner}
                continue
        before, state = state, step(state, move, chance)
        hits = hit(hits, before, move, state)
    return state, hits
