"""What was said in a game, as far as it is printed: messages, contacts and promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from moderator.rules.promises import Verdict
from moderator.rules.seating import SeatLabel


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
    def halves(self) -> Iterator[tuple[SeatLabel, SeatLabel, Verdict | None]]:
        """Who promised something to whom, with the verdict: twice for an exchange."""
        yield self.maker, self.partner, self.verdict
        if self.exchange:
            yield self.partner, self.maker, self.verdict_on_exchange


SaidLine = SaidMessage | SaidContact | SaidPromise


@dataclass(frozen=True, slots=True)
class Said:
    """What the readers of a sheet may read.

    Args:
        lines: in the order in which they were written.
        has_all: whether nothing of the game is missing.
        note: what is missing, as a sentence; empty if `has_all`.
    """

    seats: tuple[SeatLabel, ...] = ()
    lines: tuple[SaidLine, ...] = ()
    round_word: str = ""
    has_all: bool = False
    note: str = ""

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
