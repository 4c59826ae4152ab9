"""Everything that is legal now, and why the rest is not: the reasons are the moves' own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from moderator.rules.errors import Refused
from moderator.rules.game import Choice, Offer
from moderator.rules.war import flow
from moderator.rules.war.cards import Card, in_words, wire
from moderator.rules.war.moves import (
    CombatCard,
    Draw,
    EndTurn,
    Fight,
    Move,
    MoveUnits,
    Place,
    Play,
    Reinforce,
    Withdraw,
)
from moderator.rules.war.moves.draw import MOST_DRAWN
from moderator.rules.war.moves.fight import bonus
from moderator.rules.war.moves.play import placeable, room
from moderator.rules.war.state import TURNS, State


def game_over() -> Refused:
    """The refusal that every move meets when the game is over."""
    return Refused("game-over", "The game is over: it takes only undo and redo.")


def why_not(state: State, move: Move) -> Refused | None:
    """The refusal that the move would meet, None if it is legal."""
    if state.is_over:
        return game_over()
    try:
        move.check(state)
    except Refused as refused:
        return refused
    return None


def offers(state: State, seat: str | None = None) -> tuple[Offer, ...]:
    """The kinds of move of this part of the game, open or refused.

    Args:
        seat: a player's id for what that player can do; None for the player in turn.

    Cost: proportional to the tiles, and to the ways to place the units of the cards in hand.
    """
    player = state.active or 0 if seat is None else state.player(seat)
    if state.part in (None, TURNS):
        return tuple(offer(state, player) for offer in _IN_TURNS)
    return (_place(state, player) if state.part == "place" else _reinforce(state, player),)


def _offer(
    state: State,
    verb: str,
    label: str,
    player: int,
    choices: Iterable[Choice],
    limits: Mapping[str, Mapping[str, int]] | None = None,
) -> Offer:
    """An offer that is refused if it belongs elsewhere, or else for its first choice's reason."""
    id, all_choices = state.players[player], tuple(choices)
    refused = game_over() if state.is_over else None
    try:
        flow.check_turn(state, player, verb)
    except Refused as reason:
        refused = refused or reason
    if refused is None and not any(choice.refused is None for choice in all_choices):
        refused = all_choices[0].refused if all_choices else None
    label = f"{state.player_name(player)} {label}"
    return Offer(verb, label, id, all_choices, refused, limits or {})


def _place(state: State, player: int) -> Offer:
    id, scenario = state.players[player], state.scenario
    choices = (
        Choice(tile, {"player": id, "tile": tile}, refused=why_not(state, Place(id, tile)))
        for tile, symbol in zip(scenario.tiles, scenario.symbols, strict=True)
        if symbol is None
    )
    return _offer(state, "place", "places a unit", player, choices)


def _reinforce(state: State, player: int) -> Offer:
    id = state.players[player]
    choices = (
        Choice(tile, {"player": id, "tile": tile}, refused=why_not(state, Reinforce(id, tile)))
        for tile in (state.scenario.tiles[i] for i in state.tiles_of(player))
    )
    return _offer(state, "reinforce", "reinforces a tile", player, choices)


def _play(state: State, player: int) -> Offer:
    """A choice for each card and each way to place its units.

    `limits` has, by symbol, how many each tile takes. A card of which nothing can be placed
    is one choice without `units`.
    """
    limits = {}
    for symbol in state.scenario.in_play:
        tiles = state.tiles_of(player, symbol)
        limits[symbol] = {state.scenario.tiles[i]: room(state, player, i) for i in tiles}
    choices: list[Choice] = []
    for card in _distinct(state.hands[player]):
        choices += _ways_to_play(state, player, card, limits.get(card.symbol, {}))
    if not choices:
        choices = [Choice("No card", refused=_no_card(state, player))]
    return _offer(state, "play", "plays a card", player, choices, limits)


def _ways_to_play(
    state: State, player: int, card: Card, free: Mapping[str, int]
) -> Iterator[Choice]:
    id, due = state.players[player], placeable(state, player, card)
    values = {"player": id, "card": list(card)}
    for units in _ways(due, list(free.items())) if due else ():
        where = ", ".join(f"{tile} +{n}" for tile, n in units.items())
        refused = why_not(state, Play(id, card, tuple(units.items())))
        yield Choice(f"{card}: {where}", {**values, "units": units}, refused=refused)
    if not due:
        tile = next(iter(free), None)
        nowhere = Refused(
            "bad-tile", f"{state.player_name(player)} controls no tile with {card.symbol}."
        )
        refused = nowhere if tile is None else why_not(state, Play(id, card, ((tile, 1),)))
        yield Choice(str(card), values, refused=refused)


def _ways(units: int, free: Sequence[tuple[str, int]]) -> Iterator[dict[str, int]]:
    """Every way to place so many units on tiles that take so many each."""
    if not free:
        if units == 0:
            yield {}
        return
    (tile, most), rest = free[0], free[1:]
    for here in range(min(units, most), -1, -1):
        for others in _ways(units - here, rest):
            yield {**({tile: here} if here else {}), **others}


def _combat_card(state: State, player: int) -> Offer:
    id = state.players[player]
    choices = [
        Choice(
            str(card),
            {"player": id, "card": list(card)},
            refused=why_not(state, CombatCard(id, card)),
        )
        for card in _distinct(state.hands[player])
    ]
    choices = choices or [Choice("No card", refused=_no_card(state, player))]
    return _offer(state, "combat-card", "lays a combat card", player, choices)


def _no_card(state: State, player: int) -> Refused:
    return Refused("no-such-card", f"{state.player_name(player)} holds no card.")


def _distinct(hand: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(hand))


def _move(state: State, player: int) -> Offer:
    """A choice for each own tile and each that touches it."""
    id, tiles = state.players[player], state.scenario.tiles
    choices = []
    for source in state.tiles_of(player):
        for target in state.scenario.neighbours[source]:
            stack = state.board[target]
            other = stack is not None and stack.player != player
            whom = f", attacking {state.player_name(stack.player)}" if stack and other else ""
            choices.append(
                Choice(
                    label=f"{tiles[source]} to {state.tile_name(target)}{whom}",
                    values={"player": id, "from": tiles[source], "to": tiles[target]},
                    number="units",
                    low=1,
                    high=state.units_of(player, source),
                    refused=why_not(state, MoveUnits(id, tiles[source], tiles[target], 1)),
                )
            )
    if not choices:
        nobody = Refused("bad-tile", f"{state.player_name(player)} has no units on the board.")
        choices = [Choice("Nobody", refused=nobody)]
    return _offer(state, "move", "moves", player, choices)


def _fight(state: State, player: int) -> Offer:
    """One choice; `limits` has the dice to come in, and what each side adds to its own."""
    id, attack = state.players[player], state.attack
    limits = {"dice": {"low": 1, "high": 6}}
    stack = state.board[attack.target] if attack else None
    if attack is not None and stack is not None and state.active is not None:
        limits["attacker"] = _side(attack.units, bonus(state, state.active, attack.target))
        limits["defender"] = _side(stack.units, bonus(state, stack.player, attack.target))
    choice = Choice("Fight", {"player": id}, refused=why_not(state, Fight(id, 1, 1)))
    return _offer(state, "fight", "fights", player, [choice], limits)


def _side(units: int, bonus: int) -> dict[str, int]:
    return {"units": units, "bonus": bonus}


def _withdraw(state: State, player: int) -> Offer:
    id = state.players[player]
    choice = Choice("Withdraw", {"player": id}, refused=why_not(state, Withdraw(id)))
    return _offer(state, "withdraw", "withdraws", player, [choice])


def _draw(state: State, player: int) -> Offer:
    """A choice for each two of the face-up cards, or for the last one."""
    id = state.players[player]
    count = min(MOST_DRAWN, len(state.face_up))
    choices = (
        Choice(
            in_words(some),
            {"player": id, "cards": wire(some)},
            refused=why_not(state, Draw(id, some)),
        )
        for some in dict.fromkeys(combinations(state.face_up, count))
    )
    return _offer(state, "draw", "draws", player, choices)


def _end_turn(state: State, player: int) -> Offer:
    id = state.players[player]
    choice = Choice("End turn", {"player": id}, refused=why_not(state, EndTurn(id)))
    return _offer(state, "end-turn", "ends the turn", player, [choice])


_IN_TURNS: tuple[Callable[[State, int], Offer], ...] = (
    _play,
    _combat_card,
    _move,
    _fight,
    _withdraw,
    _draw,
    _end_turn,
)
