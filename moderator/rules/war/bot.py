"""A bot: of all that it can do now, what leaves it the best position on average over the dice.

It looks two moves ahead, and sees only what its seat may see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, product
from operator import itemgetter
from typing import Any

from moderator.rules.bots import Because, BotLevel, BotRules, Decision, Known
from moderator.rules.move import DIE, RandomBelow
from moderator.rules.war.board import GREEN_TILES
from moderator.rules.war.moves.cards import MOST_DRAWN, CombatCard, Draw, EndTurn, Play, all_ways
from moderator.rules.war.moves.units import (
    Fight,
    MoveUnits,
    Place,
    Placing,
    Reinforce,
    Withdraw,
    bonus,
    move_in,
    open_tiles,
    under_way,
)
from moderator.rules.war.scenario import Card
from moderator.rules.war.state import (
    CARDS,
    FIGHT,
    MOST_MOVES,
    MOST_PLAYED,
    PLACE,
    REINFORCE,
    SET_POINTS,
    Attack,
    Stack,
    State,
    WarMove,
    points_for,
    with_units,
)

UNKNOWN = Card("", 0)
LOOKED_INTO = 8
"""After how many moves it looks for the next one."""


class Bots(BotRules):
    """The bot, which has one level, and needs no chance."""

    levels = (BotLevel("player", "Player"),)

    def decide(self, known: Known, level: str, below: RandomBelow) -> Sequence[Decision]:
        """Cost: some ten milliseconds."""
        state = known.timeline.state
        player = state.player(known.seat)
        if state.active != player:
            return []
        state = seen(state, player)
        move = _chosen(state, player)
        return [Decision(move.wire(state), _because(state, player, move))]


BOT_RULES = Bots()


def seen(state: State, player: int) -> State:
    """The state without what the player may not see: the deck, and the others' hands."""
    hands = [(UNKNOWN,) * len(hand) for hand in state.hands]
    hands[player] = state.hands[player]
    return replace(state, hands=tuple(hands), deck=(UNKNOWN,) * len(state.deck))


def _chosen(state: State, player: int) -> WarMove:
    if state.part == PLACE:
        tiles = open_tiles(state, player)
        return Place(player, max(tiles, key=partial(start_worth, state, player)))
    if state.part == REINFORCE:
        more = [Reinforce(player, tile) for tile in state.tiles_of(player)]
        return max(more, key=lambda one: _promise(one.apply(state), player))
    if state.step == FIGHT:
        withdraw = Withdraw(player)
        stays = worth(withdraw.apply(state), player)
        is_better = stays > _average(state, player, worth) and not withdraw.why_not(state)
        return withdraw if is_better else Fight(player)
    return _card(state, player) or _units_moved(state, player) or _end(state, player)


def _card(state: State, player: int) -> WarMove | None:
    """The card to play or to lay that promises most; None if keeping them all does."""
    if state.step != CARDS:
        return None
    found = [(_promise(one.apply(state), player), one) for one in _cards(state, player)]
    promise, best = max(found, key=itemgetter(0), default=(0.0, None))
    return best if promise > _promise(state, player) else None


def _cards(state: State, player: int) -> Iterator[Play | CombatCard]:
    for card in dict.fromkeys(state.hands[player]):
        if state.played < MOST_PLAYED:
            ways = filter(None, all_ways(state, player, card))
            yield from (Play(player, card, units) for units in ways)
        if state.combat[player] is None:
            yield CombatCard(player, card)


def _units_moved(state: State, player: int) -> MoveUnits | None:
    """The move to make; None if staying is better.

    What may follow is only looked at for the moves that are best by themselves.
    """
    found = [(_average(one.apply(state), player, worth), one) for one in _moves(state, player)]
    found.sort(key=itemgetter(0), reverse=True)
    for place, (_, one) in enumerate(found[:LOOKED_INTO]):
        found[place] = _average(one.apply(state), player, _promise), one
    value, best = max(found, key=itemgetter(0), default=(0.0, None))
    return best if value > worth(state, player) else None


def _moves(state: State, player: int) -> Iterator[MoveUnits]:
    """Moves of one unit, of all, and of all but one."""
    for source in state.tiles_of(player):
        if source == state.moved_from or state.moves_left:
            here = state.units_of(player, source)
            for target in state.scenario.neighbours[source]:
                for units in sorted({1, here - 1, here} - {0}):
                    yield MoveUnits(player, source, target, units)


def _promise(state: State, player: int) -> float:
    """What the position is worth after the best move, or as it is."""
    moved = [_average(one.apply(state), player, worth) for one in _moves(state, player)]
    return max([worth(state, player), *moved])


def _average(state: State, player: int, worth: Callable[[State, int], float]) -> float:
    """What the position is worth on average after the attack that is under way, if one is."""
    sides = under_way(state)
    if sides is None:
        return worth(state, player)
    attack, stack = sides
    lead = _lead(state, player, attack, stack)
    behind = state.units_of(player, attack.source) - attack.units
    total = 0.0
    for mine, theirs, chance in outcomes(attack.units, stack.units, lead):
        board = with_units(state.board, attack.source, player, behind + mine)
        board = with_units(board, attack.target, stack.player, theirs)
        after = replace(state, board=board, attack=None)
        if not theirs:
            after = move_in(after, player, attack.source, attack.target, mine)
        total += chance * worth(after, player)
    return total


def _end(state: State, player: int) -> WarMove:
    """Two cards, one of them of the lowest value; the end of the final turn."""
    if state.is_final:
        return EndTurn(player)
    ways = combinations(state.face_up, min(MOST_DRAWN, len(state.face_up)))
    legal = [draw for draw in (Draw(player, way) for way in ways) if not draw.why_not(state)]
    return max(legal, key=lambda draw: sum(card_worth(state, player, one) for one in draw.cards))


_REASONS: dict[type[WarMove], str] = {
    Place: "Near {tile} there is most to take.",
    Reinforce: "From {tile} most can be taken next.",
    Play: "{card} is worth more on the map than in the hand.",
    CombatCard: "{card} is worth more in a fight than in the hand.",
    MoveUnits: "Units in {tile} are worth more.",
    Fight: "The attack takes {tile} in {percent} of 100 cases.",
    Withdraw: "{tile} would be taken in {percent} of 100 cases, for more than it is worth.",
    Draw: "These cards are worth more than any others that may be taken.",
    EndTurn: "No move would gain more than it risks.",
}


def _because(state: State, player: int, move: WarMove) -> Because:
    facts: dict[str, Any] = {"card": str(getattr(move, "card", ""))}
    after = move.apply(state) if isinstance(move, MoveUnits) else state
    if sides := under_way(after):
        attack, stack = sides
        lead = _lead(after, player, attack, stack)
        facts["percent"] = round(100 * taken(attack.units, stack.units, lead))
        facts["tile"] = state.tile_name(attack.target)
        return Because(_REASONS[type(move) if state.attack else Fight], facts)
    if isinstance(move, Placing | MoveUnits):
        facts["tile"] = state.tile_name(move.target if isinstance(move, MoveUnits) else move.tile)
    return Because(_REASONS[type(move)], facts)


def _lead(state: State, player: int, attack: Attack, stack: Stack) -> int:
    """How much more the attacker's combat card adds to a fight than the defender's."""
    mine, theirs = (bonus(state, one, attack.target) for one in (player, stack.player))
    return mine - theirs


# An attack that is fought to its end.


@cache
def outcomes(attackers: int, defenders: int, lead: int) -> tuple[tuple[int, int, float], ...]:
    """How it can end: the units left on both sides, and the probability of that.

    Args:
        lead: how much more the attacker's combat card adds than the defender's.

    >>> [(mine, theirs, round(chance, 3)) for mine, theirs, chance in outcomes(2, 1, 0)]
    [(2, 0, 0.677), (1, 0, 0.161), (0, 1, 0.161)]
    """
    if not attackers or not defenders:
        return ((attackers, defenders, 1.0),)
    found: Counter[tuple[int, int]] = Counter()
    win = _win(attackers - defenders + lead)
    after = ((attackers, defenders - 1, win), (attackers - 1, defenders, 1 - win))
    for mine, theirs, chance in after:
        for mine_left, theirs_left, then in outcomes(mine, theirs, lead) if chance else ():
            found[mine_left, theirs_left] += chance * then  # type: ignore[assignment]
    return tuple((*left, chance) for left, chance in found.items())


@cache
def _win(lead: int) -> float:
    """The probability that the defender loses the next unit; ties are fought again."""
    differences = [mine + lead - theirs for mine, theirs in product(DIE, DIE)]
    wins = sum(one > 0 for one in differences)
    return wins / (len(differences) - differences.count(0))


@cache
def taken(attackers: int, defenders: int, lead: int) -> float:
    """The probability that the attack takes the tile.

    >>> round(taken(2, 1, 0), 3), round(taken(2, 4, 0), 3), taken(9, 1, 0)
    (0.839, 0.036, 1.0)
    """
    return sum(chance for mine, _, chance in outcomes(attackers, defenders, lead) if mine)


# A position. All is counted in points; the weights are those that won most games between bots.

UNIT = 0.4  # for each unit on the board, as long as its player has a turn to come
CARD = 0.25  # for each unit that a card in hand can place
COMBAT = 0.1  # for each unit of a card's value in a fight
RISK = 0.6  # of what a player expects to lose before the next turn


def worth(state: State, player: int) -> float:
    """What the position is worth to the player, as their turn ends: more than it is to others."""
    mine = 0.0
    if has_turn(state, player):
        mine += sum(card_worth(state, player, card) for card in state.hands[player])
    mine += _held_worth(state, player, RISK, laid=player)
    players = range(len(state.players))
    others = [_held_worth(state, one, RISK / 2) for one in players if one != player]
    return mine - (max(others) + sum(others) / len(others)) / 2


def has_turn(state: State, player: int) -> bool:
    """Whether the player has another turn after this one."""
    last = state.last_turn
    return last is None or last - (last - 1 - player) % len(state.players) > state.turn


def card_worth(state: State, player: int, card: Card) -> float:
    """What the card is worth in the player's hand: it can place units, or help in a fight."""
    room = sum(state.units_of(player, tile) for tile in state.tiles_of(player, card.symbol))
    return CARD * min(card.value, room) + COMBAT * card.value


def _held_worth(state: State, player: int, risk: float, laid: int | None = None) -> float:
    """What the player's tiles and units are worth.

    Args:
        laid: the player whose combat card still lies when others attack.
    """
    mine, symbols = state.tiles_of(player), state.scenario.symbols
    found = Counter(symbol for tile in mine if (symbol := symbols[tile]))
    may_attack = [one != player and has_turn(state, one) for one in range(len(state.players))]
    losses, units = [], 0
    for tile in mine:
        here = state.units_of(player, tile)
        units += here
        lead = -bonus(state, player, tile) if player == laid else 0
        stacks = [state.board[other] for other in state.scenario.neighbours[tile]]
        chances = [taken(one.units, here, lead) for one in stacks if one and may_attack[one.player]]
        if chance := max(chances, default=0.0):
            number = found[symbols[tile] or ""]
            lost = 1 + len(found) * (number == 1) + SET_POINTS * (number == GREEN_TILES)
            losses.append(chance * (lost + UNIT * here))
    losses.sort()
    points = points_for(len(mine), found).total - risk * sum(losses[-MOST_MOVES:])
    return points + UNIT * units if has_turn(state, player) else points


# Where a game begins.


def start_worth(state: State, player: int, tile: int) -> float:
    """What the tile is worth to begin on: for symbols near it, but for those of others' units."""
    symbols, neighbours = state.scenario.symbols, state.scenario.neighbours
    reached = {symbols[near] for mine in state.tiles_of(player) for near in neighbours[mine]}
    near = neighbours[tile]
    far = {other for one in near for other in neighbours[one]} - {tile, *near}
    total = 0.0
    for weight, tiles in ((2.0, near), (0.5, far)):
        for other in tiles:
            stack = state.board[other]
            if stack is not None and stack.player != player:
                total -= weight / 2
            elif symbols[other]:
                total += weight if symbols[other] not in reached else weight / 2
    return total
