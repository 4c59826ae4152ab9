"""The interfaces of promises, counting those kept, and of moves that two players agree on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from moderator.rules.errors import Refused
from moderator.rules.seating import SeatLabel
from moderator.rules.wire import Wire

if TYPE_CHECKING:
    from moderator.rules.log import Timeline

# The interface of promises that one player makes another: their forms, and whether they are kept.
#
# A promise is no move. Its terms are a JSON object with a `kind`; free text is never judged.

S = TypeVar("S")

BAD_PROMISE = "bad-promise"
"""The code of the refusal of a promise."""

KEPT, BROKEN, PENDING, VOID, NOT_DONE = "kept", "broken", "pending", "void", "not-done"


@dataclass(frozen=True, slots=True)
class PromiseField:
    """An input of a form: one of the `choices`, or without them a whole number from 0 to `most`.

    A choice is a value and its label; an empty value leaves the field out. A name with a dot is a
    path: `pay.gold` is `{"pay": {"gold": …}}`, without what is 0.
    `often`: so many of the choices, the first ones, are likely; 0 if that isn't known.
    """

    name: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    most: int = 0
    often: int = 0

    @property
    def likely(self) -> tuple[tuple[str, str], ...]:
        return self.choices[: self.often or None]

    @property
    def rare(self) -> tuple[tuple[str, str], ...]:
        return self.choices[self.often :] if self.often else ()


@dataclass(frozen=True, slots=True)
class PromiseForm:
    """A kind of promise that can be made now."""

    kind: str
    label: str
    fields: tuple[PromiseField, ...]

    def wire(self, typed: Mapping[str, str]) -> dict[str, Any]:
        """The terms in a filled-in form, by the fields' names; `PromiseRules.read` checks them.

        >>> fields = (PromiseField("until", "Until"), PromiseField("pay.gold", "Gold", most=9))
        >>> PromiseForm("truce", "Truce", fields).wire({"until": "4", "pay.gold": "0"})
        {'kind': 'truce', 'until': 4, 'pay': {}}
        """
        wire: dict[str, Any] = {"kind": self.kind}
        for field in self.fields:
            text = typed.get(field.name, "").strip()
            value = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
            name, _, key = field.name.partition(".")
            inner = wire.setdefault(name, {}) if key else wire
            if value != "" and (value != 0 or not key):
                inner[key or name] = value
        return wire


@dataclass(frozen=True, slots=True)
class AcceptedPromise:
    """A promise to be judged.

    Args:
        terms: as `PromiseRules.read` returned them.
        accepted_after: the number of the log's last entry when it was accepted; 0 for none.
    """

    maker: str
    partner: str
    terms: Wire
    accepted_after: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a promise was kept, and why.

    Args:
        kind: `KEPT`, `BROKEN`, `PENDING`, `VOID`, or `NOT_DONE` for what takes both sides.
        entry: the number of the log's entry that decided it; None while it is pending, and if no
            entry did, as when a game is stopped.
        turn: the round (`GameSetup.round_word`) in which that was, if there is an entry.
    """

    kind: str
    entry: int | None
    turn: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class DebriefQuestion:
    """A question in one to three sentences, and the entries that it is about, in order."""

    text: str
    moves: tuple[int, ...]


class PromiseRules(ABC, Generic[S]):
    """What players can promise each other, and how that is judged. Every function is pure."""

    @abstractmethod
    def forms(self, state: S, maker: str, partner: str) -> tuple[PromiseForm, ...]:
        """The kinds of promises that the maker can make the partner now; none after the game."""

    @abstractmethod
    def read(self, state: S, maker: str, partner: str, wire: object) -> Wire:
        """The terms in normal form.

        To be asked when a promise is made, and once more when it is accepted.

        Raises:
            Refused: `bad-promise`, with what is wrong or already impossible.
        """

    @abstractmethod
    def sentence(self, state: S, maker: str, partner: str, terms: Wire) -> str:
        """What is promised, as a sentence about the maker; the terms were read before."""

    @abstractmethod
    def judge(
        self,
        timeline: Timeline,
        moves: Sequence[Wire],
        promises: Sequence[AcceptedPromise],
        is_stopped: bool = False,
    ) -> tuple[Verdict, ...]:
        """A verdict for each promise, by the moves in effect that were made after its acceptance.

        Args:
            moves: all entries of the timeline's log, undo and redo among them.
            is_stopped: whether no more moves will be made, although the game is not over.

        Cost: one pass over the moves for all promises together.
        """

    def questions(
        self,
        timeline: Timeline,
        moves: Sequence[Wire],
        deals: Sequence[Sequence[AcceptedPromise]],
        is_stopped: bool = False,
    ) -> tuple[DebriefQuestion, ...]:
        """A handful of questions for a debrief, the most telling first; none by default.

        Only these promises are named in them, or can be concluded from them.

        Args:
            moves, is_stopped: as in `judge`.
            deals: each a promise, or two in exchange for each other.

        Cost: two passes over the moves for all promises together.
        """
        return ()


# Promises counted by who made them to whom: how many were kept, and how many were not.

JudgedFor = tuple[str, str, Verdict | None]
"""Maker and partner of an accepted promise, by their ids, and the verdict; None: not yet."""


@dataclass(frozen=True, slots=True)
class PromiseCount:
    """How many promises there are of each verdict. `broken_by`: the entries that broke some."""

    kept: int = 0
    broken: int = 0
    not_done: int = 0
    void: int = 0
    pending: int = 0
    broken_by: tuple[int, ...] = ()

    @property
    def made(self) -> int:
        return self.kept + self.broken + self.not_done + self.void + self.pending

    @property
    def decided(self) -> int:
        """Those that were kept or broken; what takes both sides is neither."""
        return self.kept + self.broken


@dataclass(frozen=True, slots=True)
class Trust:
    """The promises of a game: `cells` are makers by partners in the order of `seats`, and
    `by_maker` has all promises of each."""

    seats: tuple[SeatLabel, ...]
    cells: tuple[tuple[PromiseCount, ...], ...]
    by_maker: tuple[PromiseCount, ...]

    @property
    def made(self) -> int:
        return sum(one.made for one in self.by_maker)

    @property
    def has_decided(self) -> bool:
        """Whether any promise was kept or broken."""
        return any(one.decided for one in self.by_maker)


def trust_of(seats: Sequence[SeatLabel], promises: Iterable[JudgedFor]) -> Trust:
    """The promises counted.

    Args:
        promises: all that were accepted; a promise in exchange is one of the partner's.

    Cost: proportional to the number of promises times the square of the number of seats.
    """
    found = tuple(promises)
    return Trust(
        tuple(seats),
        tuple(
            tuple(
                _count(one for one in found if one[:2] == (maker.id, partner.id))
                for partner in seats
            )
            for maker in seats
        ),
        tuple(_count(one for one in found if one[0] == maker.id) for maker in seats),
    )


def _count(promises: Iterable[JudgedFor]) -> PromiseCount:
    verdicts = [verdict for _, _, verdict in promises]
    kinds = [verdict.kind if verdict else "" for verdict in verdicts]
    broken = {one.entry for one in verdicts if one and one.kind == BROKEN and one.entry}
    return PromiseCount(
        kept=kinds.count(KEPT),
        broken=kinds.count(BROKEN),
        not_done=kinds.count(NOT_DONE),
        void=kinds.count(VOID),
        pending=sum(kind not in (KEPT, BROKEN, NOT_DONE, VOID) for kind in kinds),
        broken_by=tuple(sorted(broken)),
    )


# Moves that two players agree on: one offers, the other accepts.


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
