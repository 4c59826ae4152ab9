"""The types in which every game's rules list the legal moves: offers and their choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, overload

from moderator.rules.errors import Refused, refusal

if TYPE_CHECKING:
    from moderator.rules.game import Rules
    from moderator.rules.move import Move


# Attributes that are computed when they are first read.

T = TypeVar("T")


class lazy(Generic[T]):
    """Like `functools.cached_property`, without the lock that that takes before Python 3.12."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, owner: Any, _: type | None = None) -> T:
        value = owner.__dict__[self._name] = self._compute(owner)
        return value


# Offers.


class Choice(NamedTuple):
    """One way to make an offered move.

    `values` are the move's fields that this choice sets; `number` names the field that is
    still open, a whole number from `low` to `high`, `usual` the one that a phone begins with.
    `note` is worth knowing before choosing; `refused` is the refusal that this choice would get.
    """

    label: str
    values: Mapping[str, Any]
    number: str | None = None
    low: int = 0
    high: int = 0
    note: str = ""
    refused: Refused | None = None
    usual: int = 0


class Amount(NamedTuple):
    """The most of one thing that can be entered, and what is filled in; `id`: its key in a move."""

    id: str
    name: str
    most: int
    filled: int = 0


@dataclass(frozen=True, slots=True)
class Amounts:
    """A field of a move with a whole number for each of several things, and its label in a form."""

    field: str
    label: str
    each: tuple[Amount, ...]


class Choices(Sequence[Choice]):
    """Choices that are only made when they are looked at.

    Args:
        keys: one for each choice, in order.
        make: makes the choice of a key.
    """

    __slots__ = ("_keys", "_made", "_make")

    def __init__(self, keys: Sequence[Any], make: Callable[[Any], Choice]) -> None:
        self._keys = keys
        self._make = make
        self._made: list[Choice | None] = [None] * len(keys)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | Sequence[Choice]:
        if isinstance(index, slice):
            return tuple(self)[index]
        choice = self._made[index]
        if choice is None:
            choice = self._made[index] = self._make(self._keys[index])
        return choice


class Offer:
    """A kind of move for one player (None: for nobody in particular), legal now or refused.

    All that it says is found out when it is asked for; an offer for which it is not the time
    (`closed`) has no choices.

    Args:
        player_number: None for nobody in particular.
    """

    def __init__(
        self, rules: Rules[Any], move: type[Move[Any]], state: Any, player_number: int | None
    ) -> None:
        self.rules = rules
        self.move = move
        self.state = state
        self.player_number = player_number

    def __repr__(self) -> str:
        return f"<Offer {self.verb} for {self.player}: {self.refused or tuple(self.choices)}>"

    @lazy
    def closed(self) -> Refused | None:
        """Why it is not the time for it, whatever is chosen."""
        return refusal(self.rules.check_now, self.state, self.move, self.player_number)

    @property
    def verb(self) -> str:
        """The `type` of the move."""
        return self.move.verb

    @property
    def player(self) -> str | None:
        """The player's id."""
        return None if self.player_number is None else self.state.player_id(self.player_number)

    @lazy
    def label(self) -> str:
        """What the move is called on a button."""
        return self.move.offer_label(self.state, self.player_number)

    @lazy
    def choices(self) -> Sequence[Choice]:
        """The ways of making the move, open or refused."""
        if self.closed:
            return ()
        choices = self.move.choices(self.state, self.player_number)
        return choices if isinstance(choices, Choices) else tuple(choices)

    @lazy
    def refused(self) -> Refused | None:
        """Why no choice at all is open; None if one is, or if the move needs no choice."""
        if self.closed:
            return self.closed
        if not self.choices:
            return self.move.no_choice(self.state, self.player_number)
        is_open = any(choice.refused is None for choice in self.choices)
        return None if is_open else self.choices[0].refused

    @property
    def is_open(self) -> bool:
        """Whether the move can be made now."""
        return self.refused is None

    @lazy
    def amounts(self) -> tuple[Amounts, ...]:
        """Fields that are entered along with a choice, at least one of them."""
        return self.move.amounts(self.state, self.player_number)

    @property
    def amounts_missing(self) -> str:
        """The request for one of the `amounts`."""
        return self.move.amounts_missing
