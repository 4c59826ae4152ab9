"""Random legal moves and orders for simulated students. Pure: chance is the caller's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.offer import Choice, Offer
from moderator.rules.orders import OrderRules, Orders
from moderator.rules.wire import Wire

_TRIES = 6  # at orders that fit together


def random_move(
    rules: Rules[Any], state: Any, seats: Collection[str], chance: Random
) -> Wire | None:
    """A legal move of one of these seats, with dice; None if none of them is to move.

    Where nobody in particular is to move, it is the table's. Moves that need another player's
    agreement, or only a moderator's word, are not made.
    """
    movers: list[str | None] = [state.player_id(number) for number in rules.movers(state)]
    own = [seat for seat in movers if seat in seats] if movers else [None]
    chance.shuffle(own)
    for seat in own:
        offers = [one for one in rules.offers(state, seat) if not one.move.is_moderators]
        for offer, choice in _open_choices(offers, chance):
            wire = _wire(rules, state, offer, choice, chance)
            with suppress(Refused):
                rules.check(state, rules.read_move(state, wire))
                return wire
    return None


def random_orders(
    rules: Rules[Any], orders: OrderRules[Any], state: Any, player: str, chance: Random
) -> Orders:
    """Complete legal orders of the player: some at random, the rest as the rules fill them in."""
    kept = orders.read(state, player, [])
    offers = [one for one in rules.offers(state, player) if one.verb in orders.verbs]
    for _ in range(_TRIES):
        found = next(_open_choices(offers, chance), None)
        if found is None:
            break
        with suppress(Refused):
            kept = orders.read(state, player, [*kept, _wire(rules, state, *found, chance)])
    return orders.filled(state, player, kept)


def _open_choices(offers: Sequence[Offer], chance: Random) -> Iterator[tuple[Offer, Choice | None]]:
    """The open offers in random order, each with one of its open choices if it has any."""
    for offer in chance.sample(offers, len(offers)):
        if offer.is_open and not offer.amounts:
            choices = [choice for choice in offer.choices if choice.refused is None]
            yield offer, chance.choice(choices) if choices else None


def _wire(
    rules: Rules[Any], state: Any, offer: Offer, choice: Choice | None, chance: Random
) -> Wire:
    wire: dict[str, Any] = {"type": offer.verb}
    if offer.player is not None:
        wire["player"] = offer.player
    if choice is not None:
        wire |= choice.values
        if choice.number is not None:
            wire[choice.number] = chance.randint(choice.low, choice.high)
    for dice in rules.dice_of(state, wire):
        if dice.field not in wire:
            rolled = chance.choices(dice.faces, k=dice.count or 1)
            wire[dice.field] = rolled if dice.count else rolled[0]
    return wire
