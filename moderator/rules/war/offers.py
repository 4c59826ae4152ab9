"""All legal moves, and why the others are refused: the reasons come from the moves' checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from moderator.rules.errors import Refused
from moderator.rules.offer import Choice, Offer
from moderator.rules.rulebook import game_over, why_not
from moderator.rules.war import flow
from moderator.rules.war.cards import Card, in_words, wire
from moderator.rules.war.moves import (
    CombatCard,
    Draw,
    MoveUnits,
    Place,
    Play,
    Reinforce,
    Withdraw,
)
from moderator.rules.war.moves.draw import MOST_DRAWN
from moderator.rules.war.moves.fight import bonus
from moderator.rules.war.moves.play import placeable, room
from moderator.rules.war.state import PLACE, REINFORCE, State


def offers(state: State, seat: str | None = None) -> tuple[Offer, ...]:
    """The offers of this part of the game, open or refused.

    An offer that belongs to another step, or another player's turn, has no choices.

    Args:
        seat: a player's id, for what that player can do; None for the active player.

    Cost: proportional to the tiles, and to the ways of placing the units of the cards in hand.
    """
    player = state.active or 0 if seat is None else state.player(seat)
    verbs = (state.part,) if state.part in (PLACE, REINFORCE) else tuple(_IN_TURNS)
    return tuple(_offer(state, player, verb) for verb in verbs if verb)


def _offer(state: State, player: int, verb: str) -> Offer:
    """An offer, refused if it isn't possible now, or with its first choice's reason."""
    id, (label, choices_of) = state.players[player], _VERBS[verb]
    label, refused = f"{state.player_name(player)} {label}", not_now(state, player, verb)
    if refused is not None:
        return Offer(verb, label, id, refused=refused)
    choices = tuple(choices_of(state, player))
    is_open = any(choice.refused is None for choice in choices)
    limits = _LIMITS[verb](state, player) if verb in _LIMITS else {}
    return Offer(verb, label, id, choices, None if is_open else choices[0].refused, limits)


def not_now(state: State, player: int, verb: str) -> Refused | None:
    """Why the player can't make any such move now; None if the time is right."""
    if state.is_over:
        return game_over()
    try:
        flow.check_turn(state, player, verb)
    except Refused as refused:
        return refused
    return None


def _place(state: State, player: int) -> Iterator[Choice]:
    id, scenario = state.players[player], state.scenario
    for tile, symbol in zip(scenario.tiles, scenario.symbols, strict=True):
        if symbol is None:
            refused = why_not(state, Place(id, tile))
            yield Choice(tile, {"player": id, "tile": tile}, refused=refused)


def _reinforce(state: State, player: int) -> Iterator[Choice]:
    id = state.players[player]
    for tile in (state.scenario.tiles[i] for i in state.tiles_of(player)):
        refused = why_not(state, Reinforce(id, tile))
        yield Choice(tile, {"player": id, "tile": tile}, refused=refused)


def _play(state: State, player: int) -> Iterator[Choice]:
    """A choice for each card and each way of placing its units.

    A card that can't place any units is one choice without `units`.
    """
    for card in _distinct(state.hands[player]):
        yield from _ways_to_play(state, player, card)
    if not state.hands[player]:
        yield _no_card(state, player)


def _room(state: State, player: int) -> Limits:
    """How many new units each tile can take, by symbol."""
    return {
        symbol: {
            state.scenario.tiles[i]: room(state, player, i) for i in state.tiles_of(player, symbol)
        }
        for symbol in state.scenario.in_play
    }


def _ways_to_play(state: State, player: int, card: Card) -> Iterator[Choice]:
    id, count = state.players[player], placeable(state, player, card)
    values = {"player": id, "card": list(card)}
    free = _room(state, player)[card.symbol]
    for units in _ways(count, list(free.items())) if count else ():
        where = ", ".join(f"{tile} +{n}" for tile, n in units.items())
        refused = why_not(state, Play(id, card, tuple(units.items())))
        yield Choice(f"{card}: {where}", {**values, "units": units}, refused=refused)
    if not count:
        tile = next(iter(free), None)
        nowhere = Refused(
            "bad-tile", f"{state.player_name(player)} controls no tile with {card.symbol}."
        )
        refused = nowhere if tile is None else why_not(state, Play(id, card, ((tile, 1),)))
        yield Choice(str(card), values, refused=refused)


def _ways(units: int, free: Sequence[tuple[str, int]]) -> Iterator[dict[str, int]]:
    """Every way of placing `units` units on tiles with limits."""
    if not free:
        if units == 0:
            yield {}
        return
    (tile, most), rest = free[0], free[1:]
    for here in range(min(units, most), -1, -1):
        for others in _ways(units - here, rest):
            yield {**({tile: here} if here else {}), **others}


def _combat_card(state: State, player: int) -> Iterator[Choice]:
    id = state.players[player]
    for card in _distinct(state.hands[player]):
        refused = why_not(state, CombatCard(id, card))
        yield Choice(str(card), {"player": id, "card": list(card)}, refused=refused)
    if not state.hands[player]:
        yield _no_card(state, player)


def _no_card(state: State, player: int) -> Choice:
    sentence = f"{state.player_name(player)} holds no card."
    return Choice("No card", refused=Refused("no-such-card", sentence))


def _distinct(hand: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(hand))


def _move(state: State, player: int) -> Iterator[Choice]:
    """A choice for each of the player's tiles and each of its neighbours."""
    id, tiles = state.players[player], state.scenario.tiles
    mine = state.tiles_of(player)
    for source, target in ((a, b) for a in mine for b in state.scenario.neighbours[a]):
        stack = state.board[target]
        is_attack = stack is not None and stack.player != player
        whom = f", attacking {state.player_name(stack.player)}" if stack and is_attack else ""
        yield Choice(
            label=f"{tiles[source]} to {state.tile_name(target)}{whom}",
            values={"player": id, "from": tiles[source], "to": tiles[target]},
            number="units",
            low=1,
            high=state.units_of(player, source),
            refused=why_not(state, MoveUnits(id, tiles[source], tiles[target], 1)),
        )
    if not mine:
        sentence = f"{state.player_name(player)} has no units on the board."
        yield Choice("Nobody", refused=Refused("bad-tile", sentence))


def _fight(state: State, player: int) -> Iterator[Choice]:
    yield Choice("Fight", {"player": state.players[player]})


def _sides(state: State, player: int) -> Limits:
    """The range of the dice, and what each side adds to its die."""
    dice, attack = {"low": 1, "high": 6}, state.attack
    stack = state.board[attack.target] if attack else None
    if attack is None or stack is None:
        return {"dice": dice}
    mine, theirs = (bonus(state, side, attack.target) for side in (player, stack.player))
    return {
        "dice": dice,
        "attacker": {"units": attack.units, "bonus": mine},
        "defender": {"units": stack.units, "bonus": theirs},
    }


def _withdraw(state: State, player: int) -> Iterator[Choice]:
    id = state.players[player]
    yield Choice("Withdraw", {"player": id}, refused=why_not(state, Withdraw(id)))


def _draw(state: State, player: int) -> Iterator[Choice]:
    """A choice for each pair of face-up cards, or for the last one."""
    id, count = state.players[player], min(MOST_DRAWN, len(state.face_up))
    for some in dict.fromkeys(combinations(state.face_up, count)):
        values = {"player": id, "cards": wire(some)}
        yield Choice(in_words(some), values, refused=why_not(state, Draw(id, some)))


def _end_turn(state: State, player: int) -> Iterator[Choice]:
    yield Choice("End turn", {"player": state.players[player]})


Choices = Callable[[State, int], Iterator[Choice]]
Limits = dict[str, dict[str, int]]

_BEFORE_TURNS: dict[str, tuple[str, Choices]] = {
    PLACE: ("places a unit", _place),
    REINFORCE: ("reinforces a tile", _reinforce),
}
_IN_TURNS: dict[str, tuple[str, Choices]] = {
    "play": ("plays a card", _play),
    "combat-card": ("lays a combat card", _combat_card),
    "move": ("moves", _move),
    "fight": ("fights", _fight),
    "withdraw": ("withdraws", _withdraw),
    "draw": ("draws", _draw),
    "end-turn": ("ends the turn", _end_turn),
}
_VERBS = _BEFORE_TURNS | _IN_TURNS
_LIMITS: dict[str, Callable[[State, int], Limits]] = {"play": _room, "fight": _sides}
