"""The interface of moves that two players agree on: one offers, the other accepts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from moderator.rules.errors import Refused
from moderator.rules.seating import SeatLabel
from moderator.rules.wire import Wire

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class OfferStart:
    """What a player can offer another one now.

    `id` is unique for the player, `wire` the move with empty fields where something is to be
    filled in, `refused` why it can't be offered.
    """

    id: str
    wire: Wire
    label: str
    partner: SeatLabel
    refused: Refused | None = None


class AgreementRules(ABC, Generic[S]):
    """Which moves of a game two players agree on. Every function is pure.

    An agreed move is one like any other; only how it comes to be recorded is different.
    """

    verbs: ClassVar[frozenset[str]]
    """The kinds of moves that one player offers and another one accepts."""
    confirmed: ClassVar[frozenset[str]]
    """The kinds of moves that both players can object to after a moderator has recorded them."""

    @abstractmethod
    def period(self, state: S) -> object | None:
        """What identifies the time in which an offer is good; None once the game is over."""

    @abstractmethod
    def are_made(self, state: S) -> bool:
        """Whether players can offer each other anything in this game, now or in another turn."""

    @abstractmethod
    def players(self, wire: Wire) -> tuple[str, str]:
        """The two players concerned by a legal move of the `verbs` or the `confirmed` ones."""

    @abstractmethod
    def read(self, state: S, maker: str, wire: object) -> Wire:
        """The move that the maker offers, in normal form.

        Raises:
            Refused: it is malformed, or not the maker's to offer.
        """

    @abstractmethod
    def check_terms(self, state: S, wire: Wire) -> None:
        """Raise `Refused` unless the move would be legal if it were the time for it."""

    @abstractmethod
    def check_now(self, state: S, wire: Wire) -> None:
        """Raise `Refused` unless the move, `as_recorded`, is legal now; it says what is missing."""

    @abstractmethod
    def from_side(self, state: S, wire: Wire, player: str) -> Wire:
        """The same move as this one of the two would offer it."""

    @abstractmethod
    def as_recorded(self, state: S, wire: Wire) -> Wire:
        """The move as the rules want it recorded, whichever of the two offered it."""

    @abstractmethod
    def starts(self, state: S, maker: str) -> tuple[OfferStart, ...]:
        """Everything that the player can offer somebody now, and why the rest can't be offered."""

    @abstractmethod
    def terms(self, state: S, wire: Wire, seat: str) -> Any:
        """What the move means for one of the two, ready for the game's template of an offer."""

    @abstractmethod
    def inputs(self, state: S, wire: Wire, maker: str) -> Any:
        """What the maker can fill in, ready for the game's template of the form."""
