"""Moves with cards: play, combat card, and what ends a turn: draw, or the end when none is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from moderator.rules import reading
from moderator.rules.command import example, need, number
from moderator.rules.errors import Refused, number_text
from moderator.rules.kinds import Kind, field
from moderator.rules.move import Description, with_item
from moderator.rules.offer import Choice, Choices
from moderator.rules.war.scenario import Card, in_words, without
from moderator.rules.war.state import (
    CARD,
    CARD_IDS,
    MOST_PLAYED,
    CardMove,
    State,
    WarMove,
    check_in_hand,
    check_own,
    combat_line,
    pass_turn,
    play_line,
    typed_card,
    with_units,
)

UNITS = Kind(
    reading.fits(
        lambda value: (
            isinstance(value, dict)
            and len(value) > 0
            and all(reading.is_whole(units) and units >= 1 for units in value.values())
        ),
        "an object of tiles, each with a whole number of at least 1",
    ),
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
        hand = without(state.hands[player], self.card)
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

        line = play_line(state)
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
    (tile, most), *rest = free
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
        hand = without(state.hands[self.player], self.card)
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
        return {"card": typed_card(state, words, combat_line(state))}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return (f"combat {Card(*choice.values['card'])}",)


# What ends a turn: taking two face-up cards, one of the lowest value; when none is left, "end".

MOST_DRAWN = 2


@dataclass(frozen=True, slots=True)
class Draw(WarMove):
    """A player takes cards, in the order in which they are added to the hand."""

    verb = "draw"
    words = ("draw", "d")
    label = "draws"

    cards: tuple[Card, ...] = field(CARD_IDS)

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of docs/rules/war.md, "draw"."""
        face_up = state.face_up
        for card in self.cards:
            if card not in face_up:
                raise Refused(
                    "no-such-card",
                    "{card} is not face up, or not that often; the face-up cards are {shown}.",
                    card=card,
                    shown=lambda: in_words(state.face_up),
                )
            face_up = without(face_up, card)
        count = min(MOST_DRAWN, len(state.face_up))
        if len(self.cards) != count:
            raise Refused(
                "too-many",
                "A player draws exactly {count} {noun}, not {number}.",
                count=count,
                noun="face-up card" if count == 1 else "face-up cards",
                number=len(self.cards),
            )
        lowest = min(card.value for card in state.face_up)
        if lowest not in [card.value for card in self.cards]:
            sentence = "One of the cards drawn must be of the lowest value, {lowest}."
            raise Refused("must-take-lowest", sentence, lowest=lowest)

    def apply(self, state: State) -> State:
        """The state with the cards in the hand, new cards face up, and the next player's turn."""
        player, face_up = self.player, state.face_up
        for card in self.cards:
            face_up = without(face_up, card)
        drawn = replace(
            state,
            hands=with_item(state.hands, player, state.hands[player] + self.cards),
            face_up=face_up + state.deck[:MOST_DRAWN],
            deck=state.deck[MOST_DRAWN:],
        )
        return pass_turn(drawn)

    def describe(self, before: State) -> Description:
        """The move in words, which say if these were the last cards."""
        is_last = not before.deck and len(self.cards) == len(before.face_up)
        return Description(
            f"{before.player_name(self.player)} draws {in_words(self.cards)}",
            "; no card is left, so the final turns begin" if is_last else "",
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each pair of face-up cards, or for the last one."""
        count = min(MOST_DRAWN, len(state.face_up))
        ways = tuple(dict.fromkeys(combinations(state.face_up, count)))
        return Choices(ways, lambda way: cls(player, way).choice(state, in_words(way)))

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `draw drop 1 arrow 2`."""

        def line() -> str:
            return example(state, cls, player) or f"draw {' 1 '.join(state.scenario.in_play[:2])} 1"

        need(len(words) in (2, 4), line)
        pairs = [words[:2], words[2:]] if len(words) == 4 else [words]
        return {"cards": [typed_card(state, pair, line) for pair in pairs]}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return ("draw " + " ".join(str(Card(*card)) for card in choice.values["cards"]),)


class EndTurn(WarMove):
    """The player ends the final turn."""

    __slots__ = ()

    verb = "end-turn"
    words = ("end", "end-turn", "e")
    label = "ends the turn"
    only_choice = "End turn"

    def apply(self, state: State) -> State:
        """The state at the next player's final turn, or at the end of the game."""
        return pass_turn(state)

    def describe(self, before: State) -> Description:
        ends = "; the game is over" if before.turn == before.last_turn else ""
        return Description(f"{before.player_name(self.player)} ends the final turn", ends)

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `end`, or `end turn`."""
        need(list(words) in ([], ["turn"]), "end-turn")
        return {}
