"""The base of a move: a module of a game's `moves/` contains everything about one verb."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from moderator.rules.errors import Refused, refusal
from moderator.rules.kinds import PLAYER, Form, field, form_of
from moderator.rules.offer import Amounts, Choice
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel

# How a move is marked on the timeline of a replay.

FLAG, PAIR = "flag", "pair"


@dataclass(frozen=True, slots=True)
class Mark:
    """A move's mark: `shape` is `FLAG` for what one player does, `PAIR` for what two agree on.

    `label` explains it, such as "trade between". `players` are those concerned, from 0; the
    one who makes the move comes first.
    """

    shape: str
    label: str
    players: tuple[int, ...]


# Types for randomness, which is always passed in: the rules draw nothing themselves.


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice that a move needs in its `field`; each shows one of `faces`.

    With `count` None the field is a single die, otherwise a list of `count` dice.
    """

    field: str
    faces: tuple[str | int, ...]
    count: int | None = None


DIE = (1, 2, 3, 4, 5, 6)
"""The faces of an ordinary die."""
RandomBelow = Callable[[int], int]
"""A random source: given n, returns a whole number from 0 to n - 1, all equally likely."""


# The move.


class StateLike(Protocol):
    """What every game's state answers; players are numbered from 0, in the order of play."""

    @property
    def is_over(self) -> bool: ...
    @property
    def seats(self) -> tuple[SeatLabel, ...]: ...  # in the order of play
    def player(self, id: str) -> int: ...  # may raise Refused("unknown-player")
    def player_id(self, player: int) -> str: ...
    def player_name(self, player: int) -> str: ...  # safe to print


S = TypeVar("S", bound=StateLike)

NO_MORE_WORDS = "“{verb}” takes no further words; type just “{verb}”."


@dataclass(frozen=True, slots=True)
class Description:
    """A move in words: what the player does, and what comes of it (numbers before and after).

    >>> str(Description("Ariel places 5 in Yurt", " (0 → 5)"))
    'Ariel places 5 in Yurt (0 → 5)'
    """

    action: str
    outcome: str = ""

    def __str__(self) -> str:
        return self.action + self.outcome


class Move(ABC, Generic[S]):
    """A kind of move; an instance is one such move, with ids read as numbers.

    Subclasses are frozen dataclasses, which declare their fields with `kinds.field`. A move
    with a field `player` is made by that player, any other by nobody in particular: where a
    function takes a `player`, it gets the player's number for the former, None for the latter.
    """

    __slots__ = ()

    verb: ClassVar[str]
    """The `type` of the wire form."""
    words: ClassVar[tuple[str, ...]] = ()
    """The command words; a typed word is one of them or, with two letters, begins one."""
    label: ClassVar[str] = ""
    """An offer's label, after the player's name if a player makes the move."""
    is_moderators: ClassVar[bool] = False
    """Whether students can't record it themselves, even where players make their own moves."""
    is_legal_when_over: ClassVar[bool] = False
    """Whether it may be made after the game is over."""
    has_secret_choices: ClassVar[bool] = False
    """Whether its choices show what only its player may see, such as a hand of cards."""
    amounts_missing: ClassVar[str] = ""
    """The request for at least one of the `amounts`, as a sentence."""

    button: ClassVar[str] = "Record"
    """The button of its form."""
    title: ClassVar[str] = ""
    """What it is called on a phone and in the rules in short, if not like its `button`."""
    confirm: ClassVar[str] = "{button} {number}"
    """The button that confirms a move with a number."""
    question: ClassVar[str] = "Which"
    """The question that its choices answer."""
    unit: ClassVar[str] = ""
    """What its number counts; by default the field's name says it."""
    is_all_usual: ClassVar[bool] = False
    """Whether as many as possible is the usual number, so that forms begin with it."""
    usual_reason: ClassVar[str] = ""
    """Why another number than the lowest is the usual one, in two or three words."""
    counted: ClassVar[str] = ""
    """A heading in the plural if results count them."""

    def only_ends_turn(self, before: S) -> bool:
        """Whether it does nothing but end a turn, so that lists of moves can do without it."""
        return False

    # Fields

    @classmethod
    def is_players(cls) -> bool:
        """Whether a player makes it: whether it has a field `player`."""
        return "player" in form_of(cls).names

    @classmethod
    def form(cls, state: S) -> Form:
        """The fields that the move has in this game: all that are declared, by default."""
        return form_of(cls)

    @classmethod
    def dice(cls, state: S) -> tuple[Dice, ...]:
        """The dice that the move needs in this state; their fields come from the roll."""
        return ()

    @classmethod
    def check_wire(cls, state: S, wire: Wire) -> None:
        """Raise `Refused("bad-move")` for what the fields' own checks can't see."""

    @classmethod
    def read(cls, state: S, wire: Wire, is_rolled: bool = True) -> Self:
        """The move.

        Args:
            is_rolled: whether the fields of the dice must be there; otherwise they may not.

        Raises:
            Refused: `bad-move` if it is malformed; another code for an unknown id.
        """
        form = cls.form(state) if is_rolled else cls.form(state).unrolled
        form.check(state, wire)
        cls.check_wire(state, wire)
        values: dict[str, Any] = {}
        for one in form.fields:
            if one.name in wire:
                try:
                    values[one.attribute] = one.kind.read(state, wire[one.name])
                except Refused:
                    if one.kind.is_late:
                        cls.check_now(state, values.get("player"))
                    raise
        return cls(**values)

    def wire(self, state: S) -> dict[str, Any]:
        """The wire form, which `read` would read as this move."""
        return {"type": self.verb, **self._fields(state)}

    def _fields(self, state: S, without: str | None = None) -> dict[str, Any]:
        return {
            one.name: one.kind.write(state, value)
            for one in self.form(state).fields
            if one.name != without and (value := getattr(self, one.attribute)) is not None
        }

    # What it does

    @classmethod
    def check_now(cls, state: S, player: Any) -> None:
        """Raise `Refused` if the player can make no such move now, whatever its other fields.

        These are the checks that come first: the player's turn, and the phase.
        """

    def check(self, state: S) -> None:
        """Raise `Refused` for everything else, in the order of the game's page in docs/rules/."""

    @abstractmethod
    def apply(self, state: S) -> S:
        """The state after the move, which is legal."""

    @abstractmethod
    def describe(self, before: S) -> Description:
        """The move in words; without an outcome while its dice are missing."""

    def mark(self) -> Mark | None:
        """How the timeline of a replay marks the move; None if it doesn't."""
        return None

    # How it is offered

    @classmethod
    def is_in(cls, state: S) -> bool:
        """Whether there are offers of it at all in this game, or in this part of it.

        This only hides the offer: the move must be refused by one of its checks, too.
        """
        return True

    @classmethod
    def offered_to(cls, state: S, movers: Sequence[int]) -> Collection[int]:
        """The players whose moves of this kind the moderator is offered: those to move."""
        return movers

    @classmethod
    def offer_label(cls, state: S, player: Any) -> str:
        return cls.label if player is None else f"{state.player_name(player)} {cls.label}"

    @classmethod
    def says_why(cls, state: S, player: Any) -> bool:
        """Whether a phone says why it is refused now, instead of leaving it out."""
        return False

    @classmethod
    def choices(cls, state: S, player: Any) -> Iterable[Choice]:
        """The ways of making the move now, open or refused; `check_now` has passed.

        One at least if the move has a `check`, or a command line to complete.
        """
        return ()

    @classmethod
    def no_choice(cls, state: S, player: Any) -> Refused | None:
        """Why there are no choices; None if the move needs none."""
        return None

    @classmethod
    def amounts(cls, state: S, player: Any) -> tuple[Amounts, ...]:
        """Fields that are entered along with a choice, at least one of them."""
        return ()

    def choice(
        self,
        state: S,
        label: str,
        number: str | None = None,
        low: int | None = None,
        high: int | None = None,
        note: str = "",
        usual: int = 0,
    ) -> Choice:
        """The choice of which this is the least move.

        Args:
            number: the field that is still open; its limits are the field's own unless given.
            usual: the number that a phone begins with; by default the lowest.
        """
        values = self._fields(state, number)
        if number is not None and (low is None or high is None):
            limits = form_of(type(self)).limits(number)
            low = limits[0] if low is None else low
            high = limits[1] if high is None else high
        low = low or 0
        high = low if high is None else high
        return Choice(label, values, number, low, high, note, self.why_not(state), usual or low)

    def why_not(self, state: S) -> Refused | None:
        """The refusal by `check`; None if there is none."""
        return refusal(self.check, state)

    @classmethod
    def rules_in_short(cls, state: S) -> Iterable[str]:
        """Its section of the rules in short, if it has one of its own."""
        return ()

    # How it is typed

    @classmethod
    def parse(cls, state: S, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """The fields of a typed command, without `type` and `player`; they may be illegal.

        Args:
            words: in lower case and without accents, after the verb.
            text: the whole line as it was typed.

        Raises:
            Refused: `not-understood` or `ambiguous`, saying what would be right.
        """
        if words:
            raise Refused("not-understood", NO_MORE_WORDS, verb=cls.words[0])
        return {}

    @classmethod
    def lines(cls, state: S, choice: Choice) -> Iterable[str]:
        """The command lines that make an open choice, for completion; by default the verb, unless
        it needs dice: they aren't known before they are rolled.

        A number that a person has to say is `#`, or `#3` if it can only be 3; so is any
        other word that must not be completed (`words.fit`).
        """
        return cls.words[:1] if not cls.dice(state) else ()

    @classmethod
    def typed_examples(cls, state: S, player: int) -> Iterable[tuple[str, Self, str]]:
        """Commands of this very game, their moves (they may be illegal now), and further words.

        Args:
            player: who makes the move, if a player does.
        """
        return ()

    def lines_instead(self, state: S, code: str) -> tuple[str, ...]:
        """What can be typed if it was made on paper nevertheless: corrections with a reason.

        Args:
            code: of its refusal.
        """
        return ()


@dataclass(frozen=True, slots=True)
class PlayersMove(Move[S]):
    """A move that a player makes."""

    only_choice: ClassVar[str] = ""
    """The label of the only choice, if there is nothing to choose."""

    player: int = field(PLAYER)

    @classmethod
    def choices(cls, state: S, player: int) -> Iterable[Choice]:
        return [cls(player).choice(state, cls.only_choice)] if cls.only_choice else ()


def with_item(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The items with another one at this index."""
    return (*items[:index], item, *items[index + 1 :])


def check_turn(state: Any, player: int) -> None:
    """Raise `Refused("not-your-turn")` unless the player is the state's `active` one."""
    if player != state.active:
        active = "nobody" if state.active is None else state.player_name(state.active)
        message = "It is {active}’s turn, not {name}’s."
        raise Refused("not-your-turn", message, active=active, name=state.player_name(player))
