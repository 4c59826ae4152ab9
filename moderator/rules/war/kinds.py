"""Kinds of fields: tiles, read as their numbers, and cards; and typed cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moderator.rules.command import need, number
from moderator.rules.kinds import Kind
from moderator.rules.reading import fields
from moderator.rules.reading.words import Names, match
from moderator.rules.war import cards
from moderator.rules.war.cards import Card
from moderator.rules.war.state import State

TILE = Kind(
    fields.text,
    read=lambda state, id: state.tile(id),
    write=lambda state, tile: state.scenario.tiles[tile],
    is_late=True,
)
CARD = Kind(
    cards.card,
    read=lambda state, value: Card(*value),
    write=lambda state, card: list(card),
)
CARDS = Kind(
    cards.cards,
    read=lambda state, value: tuple(Card(*item) for item in value),
    write=lambda state, some: cards.wire(some),
)


def typed_card(state: State, words: Sequence[str], example: str | Callable[[], str]) -> list[Any]:
    """A typed symbol and value as a card's wire form; `Refused("not-understood" | "ambiguous")`."""
    need(len(words) == 2, example)
    symbols = state.scenario.in_play
    return [symbols[match(words[0], Names(symbols, symbols), "symbol")], number(words[1])]
