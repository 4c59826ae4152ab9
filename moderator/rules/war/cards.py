"""Symbols and cards, and the order of a deck.

Source: docs/rules/war.md, "Components by number of players".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from moderator.rules.errors import printable

SYMBOLS = ("drop", "hammers", "circles", "bricks", "arrow", "crown")
"""All symbols; with fewer players the last ones are left out."""
SYMBOLS_FOR = {2: 4, 3: 5, 4: 6}
"""The number of symbols in play, by the number of players."""
PILES = (("green", (1, 1, 2)), ("pink", (1, 2, 3)), ("brown", (4, 5, 6)))
"""The three piles of the deck, the top one first: name, and the values of each symbol."""
FACE_UP = 4


class Card(NamedTuple):
    """A card; two cards with the same symbol and value are equal."""

    symbol: str
    value: int

    def __str__(self) -> str:
        return f"{printable(self.symbol)} {printable(self.value)}"


def card(value: object) -> str | None:
    """A check for a field: a symbol's name and any whole number."""
    is_card = (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and type(value[1]) is int
    )
    return None if is_card else "a card, a symbol and its value in a list"


def cards(value: object) -> str | None:
    """A check for a field: a list of cards, of any length."""
    is_list = isinstance(value, list) and all(card(item) is None for item in value)
    return None if is_list else "a list of cards, each a symbol and its value in a list"


def is_pile(pile: Sequence[Card], values: Sequence[int], symbols: Sequence[str]) -> bool:
    """Whether the cards are exactly these values of each symbol, in any order."""
    return Counter(pile) == Counter(Card(s, v) for s in symbols for v in values)


def without(cards: tuple[Card, ...], removed: Card) -> tuple[Card, ...]:
    """The cards without the first one equal to `removed`, which must be among them."""
    place = cards.index(removed)
    return cards[:place] + cards[place + 1 :]


def deal_gifts(
    deck: tuple[Card, ...], players: int
) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """Starting cards for later players: the rest of the deck, and the hands.

    Args:
        deck: in the order in which it is drawn.
        players: 2 to 4. The second gets the first 1, the third the first 2, the fourth the
            next of each.

    Source: docs/rules/war.md, "Setup in a record".
    """
    hands: list[tuple[Card, ...]] = []
    for values in ((), (1,), (2,), (1, 2))[:players]:
        hand: tuple[Card, ...] = ()
        for value in values:
            gift = next(one for one in deck if one.value == value)
            deck, hand = without(deck, gift), (*hand, gift)
        hands.append(hand)
    return deck, tuple(hands)


def wire(cards: Sequence[Card]) -> list[list[Any]]:
    return [[one.symbol, one.value] for one in cards]


def in_words(cards: Sequence[Card]) -> str:
    """The cards in words.

    >>> in_words([Card("drop", 1), Card("arrow", 2)])
    'drop 1 and arrow 2'
    """
    return " and ".join(map(str, cards)) or "nothing"
