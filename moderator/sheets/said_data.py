"""What was said in a game, as far as it is printed: messages, contacts and promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from moderator.rules.promises import Verdict
from moderator.rules.seating import SeatLabel
from moderator.rules.trust import JudgedFor, Trust, trust_of


@dataclass(frozen=True, slots=True)
class SaidMessage:
    """A message. `turn`: the round in which it was written; `after`: the log's last entry then.

    `is_entered`, also of contacts: a moderator has entered it for the player.
    """

    turn: int
    after: int
    sender: SeatLabel
    recipients: tuple[SeatLabel, ...]
    text: str
    is_entered: bool = False

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """All who take part in the conversation, in the order of play."""
        return tuple(sorted((self.sender, *self.recipients), key=lambda seat: seat.number))


@dataclass(frozen=True, slots=True)
class SaidContact:
    """A line of a player's diplomatic record; `turn` and `after` as of messages."""

    turn: int
    after: int
    seat: SeatLabel
    partners: tuple[SeatLabel, ...]
    text: str
    is_entered: bool = False
    is_struck: bool = False


@dataclass(frozen=True, slots=True)
class SaidPromise:
    """A promise with its answer as in `play.models.Promise`; `turn` and `after` as of messages.

    Args:
        sentence, exchange: what was promised, and in exchange for what; empty for nothing.
        is_entered, is_answer_entered: a moderator has entered it, or the answer, for the player.
        verdict, verdict_on_exchange: None where there is none, or its readers may not know it yet.
    """

    turn: int
    after: int
    maker: SeatLabel
    partner: SeatLabel
    sentence: str
    exchange: str = ""
    answer: str = ""
    accepted_after: int | None = None
    verdict: Verdict | None = None
    verdict_on_exchange: Verdict | None = None
    is_entered: bool = False
    is_answer_entered: bool = False

    @property
    def is_accepted(self) -> bool:
        """Whether it held."""
        return self.accepted_after is not None

    @property
    def judged(self) -> Iterator[JudgedFor]:
        """Who promised something to whom, with the verdict: twice for an exchange."""
        yield self.maker.id, self.partner.id, self.verdict
        if self.exchange:
            yield self.partner.id, self.maker.id, self.verdict_on_exchange


SaidLine = SaidMessage | SaidContact | SaidPromise


@dataclass(frozen=True, slots=True)
class ToldItem:
    """Something that was said before a move. `after` as of messages, of a promise when it was
    accepted; `standing`: how a promise stood then, in words."""

    line: SaidLine
    after: int
    standing: str = ""


@dataclass(frozen=True, slots=True)
class ToldBefore:
    """What those concerned had told each other before a move that swung the points.

    Args:
        number, turn: the move, and its round.
        sentence: the move, without a full stop.
        points: whose points changed, with those before and after it.
        lines: the newest first.
    """

    number: int
    turn: int
    sentence: str
    points: tuple[tuple[SeatLabel, int, int], ...] = ()
    lines: tuple[ToldItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What the readers of a sheet may read.

    Args:
        lines: in the order in which they were written.
        told: of these lines, those before the moves that swung the points most; only if there are
            any lines.
        has_all: whether nothing of the game is missing.
        note: what is missing, as a sentence; empty if `has_all`.
    """

    seats: tuple[SeatLabel, ...] = ()
    lines: tuple[SaidLine, ...] = ()
    round_word: str = ""
    has_all: bool = False
    note: str = ""
    told: tuple[ToldBefore, ...] = ()

    @property
    def messages(self) -> tuple[SaidMessage, ...]:
        """The messages."""
        return tuple(one for one in self.lines if isinstance(one, SaidMessage))

    @property
    def contacts(self) -> tuple[SaidContact, ...]:
        """The contacts."""
        return tuple(one for one in self.lines if isinstance(one, SaidContact))

    @property
    def promises(self) -> tuple[SaidPromise, ...]:
        """The promises, whatever was answered."""
        return tuple(one for one in self.lines if isinstance(one, SaidPromise))

    @property
    def trust(self) -> Trust:
        """The accepted promises counted."""
        accepted = (one for one in self.promises if one.is_accepted)
        return trust_of(self.seats, (judged for one in accepted for judged in one.judged))
