"""What players wrote in a game, as one reader sees it: the same for pages, film and paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from moderator.rules.deals import Trust, Verdict, trust_of
from moderator.rules.seating import SeatLabel

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
