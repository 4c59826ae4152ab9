"""A scenario, which is a map of tiles and a shuffled deck of cards; and the options of a game.

Source: docs/rules/war.md, "Components by number of players".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

from moderator.rules import reading
from moderator.rules.errors import Refused, printable
from moderator.rules.kinds import Option, switch
from moderator.rules.reading import toml
from moderator.rules.war import board
from moderator.rules.war.board import GREEN_TILES

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


def _is_card(value: object) -> bool:
    """Whether it is a symbol's name and any whole number."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    return isinstance(value[0], str) and reading.is_whole(value[1])


card = reading.fits(_is_card, "a card, a symbol and its value in a list")
cards = reading.fits(
    lambda value: isinstance(value, list) and all(map(_is_card, value)),
    "a list of cards, each a symbol and its value in a list",
)


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


# A scenario: a map of tiles and a shuffled deck, both random and so always part of a record.


@dataclass(frozen=True)
class Scenario:
    """A checked scenario; its size determines the number of players.

    `tiles` and `symbols` correspond, in the record's order; None is a brown tile. `wire`
    is the JSON object that it was read from.

    Source: docs/rules/war.md, "Setup in a record".
    """

    id: str
    tiles: tuple[str, ...]
    symbols: tuple[str | None, ...]
    deck: tuple[Card, ...]
    wire: Mapping[str, Any] = field(repr=False, compare=False)

    @cached_property
    def players(self) -> int:
        """The number of players that it is for, 2 to 4."""
        return _PLAYERS_WITH[len(self.tiles)]

    @cached_property
    def in_play(self) -> tuple[str, ...]:
        """The symbols in play, in the rules' order."""
        return SYMBOLS[: SYMBOLS_FOR[self.players]]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Each tile's index in `tiles`, by id."""
        return {tile: i for i, tile in enumerate(self.tiles)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each tile the indices of its neighbours."""
        return tuple(
            tuple(self.numbers[other] for other in board.neighbours(tile, self.tiles))
            for tile in self.tiles
        )


_PLAYERS_WITH = {2 * GREEN_TILES * symbols: players for players, symbols in SYMBOLS_FOR.items()}


_tiles = reading.fits(
    lambda value: (
        isinstance(value, dict) and all(isinstance(one, str | None) for one in value.values())
    ),
    "an object of tiles, each with a symbol or null",
)


def read_scenario(value: object) -> Scenario:
    """A scenario from its JSON object.

    Raises:
        Refused: `bad-scenario`. `check_players` checks the number of players.
    """
    problem = reading.problem(value, {"id": reading.text, "tiles": _tiles, "deck": cards})
    if problem is not None or not isinstance(value, dict):
        key, what = problem or (None, "")
        _refuse(f"In the scenario “{printable(key)}” {what}." if key else f"The scenario {what}.")
    tiles: dict[str, str | None] = value["tiles"]
    _check_tiles(tiles)
    read = Scenario(
        id=value["id"],
        tiles=tuple(tiles),
        symbols=tuple(tiles.values()),
        deck=tuple(Card(*item) for item in value["deck"]),
        wire=value,
    )
    _check_counts(read)
    _check_deck(read)
    return read


def read_scenario_toml(text: str) -> Scenario:
    """The same from TOML, where `""` is a tile without a symbol: TOML has no `null`.

    Raises:
        Refused: `bad-scenario`.
    """
    value = toml.load(text)
    tiles = value.get("tiles")
    if isinstance(tiles, dict):
        value["tiles"] = {tile: None if symbol == "" else symbol for tile, symbol in tiles.items()}
    return read_scenario(value)


def wrong_player_count(scenario: Scenario, players: int) -> str | None:
    """Why this number of players can't play the scenario, as a sentence; None if they can."""
    if players == scenario.players:
        return None
    return (
        f"The map has {len(scenario.tiles)} tiles, which is for {scenario.players} players; "
        f"{players} players need {2 * GREEN_TILES * SYMBOLS_FOR[players]}."
    )


def check_players(scenario: Scenario, players: int) -> None:
    """Raise `Refused("bad-scenario")` unless map and deck are for this number of players."""
    sentence = wrong_player_count(scenario, players)
    if sentence is not None:
        _refuse(sentence)


def _refuse(sentence: str) -> NoReturn:
    raise Refused("bad-scenario", sentence) from None


def _check_tiles(tiles: Mapping[str, str | None]) -> None:
    for tile in tiles:
        if not board.TILE.fullmatch(tile):
            _refuse(
                f"The tile “{printable(tile)}” should be a column letter and a row number from "
                "1 to 99, like “c12”."
            )
    if len(tiles) not in _PLAYERS_WITH:
        _refuse(f"The map has {len(tiles)} tiles; it should have 24, 30 or 36.")
    if not board.is_connected(map(board.place_of, tiles)):
        _refuse("The map should be one piece: each tile touches another along an edge.")


def _check_counts(scenario: Scenario) -> None:
    found = Counter(scenario.symbols)
    for symbol in found:
        if symbol is not None and symbol not in scenario.in_play:
            known = ", ".join(scenario.in_play)
            _refuse(f"The symbol “{printable(symbol)}” is not in play; {known} are.")
    for symbol in scenario.in_play:
        if found[symbol] != GREEN_TILES:
            _refuse(
                f"The map has {found[symbol]} tiles with {symbol}; it should have {GREEN_TILES}."
            )


def _check_deck(scenario: Scenario) -> None:
    size = GREEN_TILES * len(scenario.in_play)
    if len(scenario.deck) != size * len(PILES):
        _refuse(
            f"The deck has {len(scenario.deck)} cards; with {len(scenario.tiles)} tiles it should "
            f"have {size * len(PILES)}."
        )
    for place, (name, values) in enumerate(PILES):
        pile = scenario.deck[place * size : (place + 1) * size]
        if not is_pile(pile, values, scenario.in_play):
            expected = ", ".join(map(str, values))
            _refuse(
                f"Cards {place * size + 1} to {(place + 1) * size} of the deck should be the "
                f"{name} ones: {expected} of each symbol in play."
            )


# The options of a game (docs/rules/war.md, "Setup in a record").

OPTIONS = (
    Option(
        "gifts",
        "Starting cards",
        "Compensation for later players, since going first is an advantage.",
        switch(
            "Nobody has cards at the start; the youngest goes first.",
            "The second player starts with a card of value 1, the third with one of value 2, the "
            "fourth with both.",
        ),
    ),
)
