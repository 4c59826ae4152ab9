"""What a position is worth to a bot, and how an attack ends: its probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

from moderator.rules.move import DIE
from moderator.rules.war.board import GREEN_TILES
from moderator.rules.war.cards import Card
from moderator.rules.war.moves.fight import bonus
from moderator.rules.war.state import MOST_MOVES, SET_POINTS, State, points_for

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
    losses, units = [], 0
    for tile in mine:
        here = state.units_of(player, tile)
        units += here
        lead = -bonus(state, player, tile) if player == laid else 0
        if chance := max(_chances(state, player, tile, here, lead), default=0.0):
            number = found[symbols[tile] or ""]
            lost = 1 + len(found) * (number == 1) + SET_POINTS * (number == GREEN_TILES)
            losses.append(chance * (lost + UNIT * here))
    losses.sort()
    points = points_for(len(mine), found).total - risk * sum(losses[-MOST_MOVES:])
    return points + UNIT * units if has_turn(state, player) else points


def _chances(state: State, player: int, tile: int, units: int, lead: int) -> Iterator[float]:
    """The probability that the tile is taken, from each tile beside it."""
    for other in state.scenario.neighbours[tile]:
        stack = state.board[other]
        if stack is not None and stack.player != player and has_turn(state, stack.player):
            yield taken(stack.units, units, lead)


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
