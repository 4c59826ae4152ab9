"""Promises, counting those kept, moves that two players agree on, and what players wrote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from moderator.rules.errors import Refused
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel

if TYPE_CHECKING:
    from moderator.rules.log import Timeline


# The interface of promises that one player makes another: their forms, and whether they are kept.
#
# A promise is no move. Its terms are a JSON object with a `kind`; free text is never judged.

S_contra = TypeVar("S_contra", contravariant=True)

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


class PromiseRules(Protocol[S_contra]):
    """What players can promise each other, and how that is judged. Every function is pure."""

    def forms(self, state: S_contra, maker: str, partner: str) -> tuple[PromiseForm, ...]:
        """The kinds of promises that the maker can make the partner now; none after the game."""

    def read(self, state: S_contra, maker: str, partner: str, wire: object) -> Wire:
        """The terms in normal form.

        To be asked when a promise is made, and once more when it is accepted.

        Raises:
            Refused: `bad-promise`, with what is wrong or already impossible.
        """

    def sentence(self, state: S_contra, maker: str, partner: str, terms: Wire) -> str:
        """What is promised, as a sentence about the maker; the terms were read before."""

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


class AgreementRules(Protocol[S_contra]):
    """Which moves of a game two players agree on. Every function is pure.

    An agreed move is one like any other; only how it comes to be recorded is different.
    """

    verbs: ClassVar[frozenset[str]]
    """The kinds of moves that one player offers and another one accepts."""
    confirmed: ClassVar[frozenset[str]]
    """The kinds of moves that both players can object to after a moderator has recorded them."""

    def period(self, state: S_contra) -> object | None:
        """What identifies the time in which an offer is good; None once the game is over."""

    def are_made(self, state: S_contra) -> bool:
        """Whether players can offer each other anything in this game, now or in another turn."""

    def players(self, wire: Wire) -> tuple[str, str]:
        """The two players concerned by a legal move of the `verbs` or the `confirmed` ones."""

    def read(self, state: S_contra, maker: str, wire: object) -> Wire:
        """The move that the maker offers, in normal form.

        Raises:
            Refused: it is malformed, or not the maker's to offer.
        """

    def check_terms(self, state: S_contra, wire: Wire) -> None:
        """Raise `Refused` unless the move would be legal if it were the time for it."""

    def check_now(self, state: S_contra, wire: Wire) -> None:
        """Raise `Refused` unless the move, `as_recorded`, is legal now; it says what is missing."""

    def from_side(self, state: S_contra, wire: Wire, player: str) -> Wire:
        """The same move as this one of the two would offer it."""

    def as_recorded(self, state: S_contra, wire: Wire) -> Wire:
        """The move as the rules want it recorded, whichever of the two offered it."""

    def starts(self, state: S_contra, maker: str) -> tuple[OfferStart, ...]:
        """Everything that the player can offer somebody now, and why the rest can't be offered."""

    def terms(self, state: S_contra, wire: Wire, seat: str) -> Any:
        """What the move means for one of the two, ready for the game's template of an offer."""

    def inputs(self, state: S_contra, wire: Wire, maker: str) -> Any:
        """What the maker can fill in, ready for the game's template of the form."""


# What players wrote in a game, as one reader sees it: the same for pages, film and paper.

MESSAGE, CONTACT, PROMISE = "message", "contact", "promise"


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A message, a contact or a promise: `kind` is one of the constants above.

    Args:
        seat, others: whose it is, and to or with whom, in the order of play.
        text: what was written; of a promise, what was promised as a sentence.
        turn, log_number: the round and the log's last entry when it was written; `round` and
            `when`: that in words.
        order: its place among what the reader may read of its kind, of a message in its
            conversation, from 1: a number of the whole game would tell how much others wrote.
        is_entered, is_answer_entered: a moderator has entered it, or the answer, for the player.
        is_struck: its writer has struck out the contact.
        exchange: what was promised in exchange; empty for nothing.
        answer, accepted_after: as in the model `Promise`.
        verdict, exchange_verdict: None where there is none, or the reader may not know it yet.
        is_own, is_new, is_reported: of a message, for those who take part in its conversation.
        report: the URL of the form that reports it; empty for what can't be reported.
    """

    kind: str
    seat: SeatLabel
    others: tuple[SeatLabel, ...]
    text: str
    turn: int
    log_number: int
    at: datetime
    round: str = ""
    when: str = ""
    order: int = 0
    is_entered: bool = False
    is_struck: bool = False
    exchange: str = ""
    answer: str = ""
    accepted_after: int | None = None
    is_answer_entered: bool = False
    verdict: Verdict | None = None
    exchange_verdict: Verdict | None = None
    is_own: bool = False
    is_new: bool = False
    is_reported: bool = False
    report: str = ""

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """All who take part in it, in the order of play."""
        return tuple(sorted((self.seat, *self.others), key=lambda seat: seat.number))

    @property
    def pairs(self) -> tuple[tuple[str, ...], ...]:
        """Between whom it was said: the ids of both, sorted."""
        return tuple(tuple(sorted((self.seat.id, other.id))) for other in self.others)

    def is_between(self, *seats: SeatLabel) -> bool:
        """Whether one of these two said it to or about the other."""
        return tuple(sorted(seat.id for seat in seats)) in self.pairs

    @property
    def is_open(self) -> bool:
        """Whether it is a promise that waits for an answer."""
        return self.kind == PROMISE and not self.answer

    @property
    def is_accepted(self) -> bool:
        return self.accepted_after is not None

    @property
    def partner(self) -> SeatLabel:
        """To whom it is promised."""
        return self.others[0]

    @property
    def sides(self) -> tuple[tuple[SeatLabel, SeatLabel, str, Verdict | None], ...]:
        """Who promised what to whom, with the verdict: twice for an exchange."""
        if self.kind != PROMISE:
            return ()
        made = (self.seat, self.partner, self.text, self.verdict)
        if not self.exchange:
            return (made,)
        return made, (self.partner, self.seat, self.exchange, self.exchange_verdict)


def trust_in(seats: Sequence[SeatLabel], lines: Iterable[SaidLine]) -> Trust:
    """The accepted promises counted."""
    accepted = (side for one in lines if one.is_accepted for side in one.sides)
    return trust_of(
        seats, ((maker.id, partner.id, judged) for maker, partner, _, judged in accepted)
    )


# What players had told each other before a move that swung the points.

BROKEN_BY_IT, IN_FORCE, PARTLY = "broken-by-it", "in-force", "partly"
DECIDED, OFFERED = "decided", "offered"


@dataclass(frozen=True, slots=True)
class ToldLine:
    """Something that was said. `number`: the log's last entry then; of a promise when it was
    accepted. `promise`: one of the constants above, how it stood before the move, or empty."""

    said: SaidLine
    number: int
    promise: str = ""


@dataclass(frozen=True, slots=True)
class ToldBefore:
    """A move that swung the points, and what those concerned had told each other before it.

    Args:
        number, turn: its last entry, and its round.
        sentence: without a full stop.
        points: whose points changed, with those before and after it.
        lines: the newest first.
    """

    number: int
    turn: int
    sentence: str
    effects: tuple[str, ...] = ()
    points: tuple[tuple[SeatLabel, int, int], ...] = ()
    lines: tuple[ToldLine, ...] = ()
