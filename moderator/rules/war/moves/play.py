"""Cards of the hand: played to place units on tiles of their symbol, or laid to help in fights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules import reading
from moderator.rules.command import need, number
from moderator.rules.errors import Refused, number_text
from moderator.rules.kinds import PLAYER, Kind, field
from moderator.rules.move import Description
from moderator.rules.offer import Choice, Choices
from moderator.rules.war import cards
from moderator.rules.war.cards import Card
from moderator.rules.war.state import (
    CARD,
    MOST_PLAYED,
    CardMove,
    State,
    check_in_hand,
    check_own,
    typed_card,
    with_item,
    with_units,
)


def _units(value: object) -> str | None:
    at_least_1 = reading.whole(1)
    is_units = (
        isinstance(value, dict)
        and len(value) > 0
        and all(at_least_1(units) is None for units in value.values())
    )
    return None if is_units else "an object of tiles, each with a whole number of at least 1"


UNITS = Kind(
    _units,
    read=lambda state, value: tuple((state.tile(id), units) for id, units in value.items()),
    write=lambda state, where: {state.scenario.tiles[tile]: units for tile, units in where},
    is_late=True,
)

Where = tuple[tuple[int, int], ...]
"""Tiles, each with a number of units."""


@dataclass(frozen=True, slots=True)
class Play(CardMove):
    """A player plays a card; `units` has tiles with the number of new units, at least 1 each."""

    verb = "play"
    words = ("play", "p")
    label = "plays a card"
    has_secret_choices = True

    player: int = field(PLAYER)
    card: Card = field(CARD)
    units: Where = field(UNITS)

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of docs/rules/war.md, "play"."""
        for tile, _ in self.units:
            check_own(state, self.player, tile)
            if state.scenario.symbols[tile] != self.card.symbol:
                raise Refused(
                    "bad-tile",
                    "{tile} does not carry the symbol of {card}.",
                    tile=state.tile_name(tile),
                    card=self.card,
                )
        check_in_hand(state, self.player, self.card)
        if state.played >= MOST_PLAYED:
            raise Refused(
                "too-many",
                "{name} has played {played} cards in this turn, which is the maximum.",
                name=state.player_name(self.player),
                played=state.played,
            )
        self._check_numbers(state)

    def _check_numbers(self, state: State) -> None:
        for tile, units in self.units:
            free = room(state, self.player, tile)
            if units > free:
                raise Refused(
                    "too-many",
                    "{tile} has room for {free} more in this turn, not {units}: a tile’s units "
                    "can at most double.",
                    tile=state.scenario.tiles[tile],
                    free=free,
                    units=number_text(units),
                )
        total = sum(units for _, units in self.units)
        count = placeable(state, self.player, self.card)
        if total != count:
            raise Refused(
                "too-many",
                "{card} places exactly {count} here, not {total}."
                if count
                else "{name} can’t place any units with {card} now.",
                name=state.player_name(self.player),
                card=self.card,
                count=count,
                total=number_text(total),
            )

    def apply(self, state: State) -> State:
        """The state with the units on their tiles, and without the card."""
        player, board = self.player, state.board
        for tile, units in self.units:
            board = with_units(board, tile, player, state.units_of(player, tile) + units)
        hand = cards.without(state.hands[player], self.card)
        hands = with_item(state.hands, player, hand)
        return replace(state, board=board, hands=hands, played=state.played + 1)

    def describe(self, before: State) -> Description:
        """The move in words, with each tile's number before and after."""
        tiles = before.scenario.tiles
        placed = " and ".join(f"{number_text(n)} in {tiles[tile]}" for tile, n in self.units)
        changes = []
        for tile, units in self.units:
            old = before.units_of(self.player, tile)
            name = f"{tiles[tile]} " if len(self.units) > 1 else ""
            changes.append(f"{name}{old} → {number_text(old + units)}")
        lost = self.card.value - sum(units for _, units in self.units)
        cannot = f"; {number_text(lost)} can’t be placed" if lost > 0 else ""
        return Description(
            f"{before.player_name(self.player)} plays {self.card} and places {placed}",
            f" ({', '.join(changes)}){cannot}",
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each card and each way of placing its units.

        A card that can't place any units is one choice without `units`.

        Cost: proportional to the number of ways.
        """
        moves = [
            cls(player, card, units)
            for card in dict.fromkeys(state.hands[player])
            for units in all_ways(state, player, card)
        ]
        return Choices(moves, lambda move: move._as_choice(state))

    def _as_choice(self, state: State) -> Choice:
        if self.units:
            where = ", ".join(f"{state.scenario.tiles[tile]} +{n}" for tile, n in self.units)
            return self.choice(state, f"{self.card}: {where}")
        values = {"player": state.player_id(self.player), "card": list(self.card)}
        return Choice(str(self.card), values, refused=self._why_nowhere(state))

    def _why_nowhere(self, state: State) -> Refused | None:
        tiles = state.tiles_of(self.player, self.card.symbol)
        if tiles:
            return replace(self, units=((tiles[0], 1),)).why_not(state)
        sentence, name = "{name} controls no tile with {symbol}.", state.player_name(self.player)
        return Refused("bad-tile", sentence, name=name, symbol=self.card.symbol)

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `play drop 2 a2`, with all units on one tile, or `play drop 2 a2 1 b3 1`."""

        line = f"play {state.scenario.in_play[0]} 2 {state.scenario.tiles[0]}"
        card, where = typed_card(state, words[:2], line), words[2:]
        need(len(where) == 1 or (len(where) > 0 and len(where) % 2 == 0), line)
        if len(where) == 1:
            units = max(1, placeable(state, player, Card(*card)))
            return {"card": card, "units": {where[0]: units}}
        pairs = zip(where[::2], where[1::2], strict=True)
        return {"card": card, "units": {tile: number(units, "units", 1) for tile, units in pairs}}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """The card and its tiles; the units have to be said if there are several."""
        line, units = f"play {Card(*choice.values['card'])}", choice.values["units"]
        where = " ".join(f"{tile} #{number}" for tile, number in units.items())
        alone = (f"{line} {next(iter(units))}",) if len(units) == 1 else ()
        return (*alone, f"{line} {where}")


def all_ways(state: State, player: int, card: Card) -> Iterator[Where]:
    """Every way of placing the card's units; an empty one if it can't place any."""
    tiles = state.tiles_of(player, card.symbol)
    free = [(tile, room(state, player, tile)) for tile in tiles]
    return _ways(placeable(state, player, card), free)


def _ways(units: int, free: Sequence[tuple[int, int]]) -> Iterator[Where]:
    """Every way of placing `units` units on tiles with limits."""
    if not free:
        if units == 0:
            yield ()
        return
    (tile, most), rest = free[0], free[1:]
    for here in range(min(units, most), -1, -1):
        for others in _ways(units - here, rest):
            yield (((tile, here), *others) if here else others)


def room(state: State, player: int, tile: int) -> int:
    """How many new units the player's tile can still take: a turn may at most double its units."""
    stack = state.opening[tile]
    return 2 * (stack.units if stack else 0) - state.units_of(player, tile)


def placeable(state: State, player: int, card: Card) -> int:
    """How many units the card must place: its value, or as many as tiles and supply allow."""
    free = sum(room(state, player, tile) for tile in state.tiles_of(player, card.symbol))
    return min(card.value, free, state.supply(player))


@dataclass(frozen=True, slots=True)
class CombatCard(CardMove):
    """A player lays a card face up until their next turn begins."""

    verb = "combat-card"
    words = ("combat-card", "c")
    label = "lays a combat card"
    has_secret_choices = True

    player: int = field(PLAYER)
    card: Card = field(CARD)

    def check(self, state: State) -> None:
        """Raise `no-such-card` or `too-many`."""
        check_in_hand(state, self.player, self.card)
        laid = state.combat[self.player]
        if laid is not None:
            raise Refused(
                "too-many",
                "{name} has already laid {laid} in this turn; only one combat card is allowed.",
                name=state.player_name(self.player),
                laid=laid,
            )

    def apply(self, state: State) -> State:
        """The state with the card moved from the hand to the table."""
        hand = cards.without(state.hands[self.player], self.card)
        return replace(
            state,
            hands=with_item(state.hands, self.player, hand),
            combat=with_item(state.combat, self.player, self.card),
        )

    def describe(self, before: State) -> Description:
        name = before.player_name(self.player)
        return Description(f"{name} lays {self.card} as the combat card")

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each card in hand."""
        hand = tuple(dict.fromkeys(state.hands[player]))
        return Choices(hand, lambda card: cls(player, card).choice(state, str(card)))

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `combat drop 4`."""
        line = f"combat {state.scenario.in_play[0]} 4"
        return {"card": typed_card(state, words, line)}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return (f"combat {Card(*choice.values['card'])}",)
