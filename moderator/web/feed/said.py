"""What was said in a game, in the order in which it was written: messages, contacts, promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.table.debrief import Released
from moderator.rules.seating import SeatLabel
from moderator.web.feed.messages import MessageLine, labels_of, line_of
from moderator.web.feed.records import ContactRow, PromiseRow, rows_of

MESSAGE, CONTACT, PROMISE = "message", "contact", "promise"


@dataclass(frozen=True, slots=True)
class SaidItem:
    """A message, a contact or a promise. `kind` is one of the constants above, `seat` whose it is,
    `others` to or with whom; only the part of that kind is set.

    `log_number`: the log's last entry when it was written; `turn`: the round.
    """

    kind: str
    seat: SeatLabel
    others: tuple[SeatLabel, ...]
    turn: int
    log_number: int
    at: datetime
    message: MessageLine | None = None
    contact: ContactRow | None = None
    promise: PromiseRow | None = None

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """All who take part in it, in the order of play."""
        return tuple(sorted((self.seat, *self.others), key=lambda seat: seat.number))


def said_in(game: Game, fold: Fold, what: Released) -> tuple[SaidItem, ...]:
    """What somebody may read, the oldest first.

    Cost: one judging of all promises for each log and book.
    """
    items = (*_messages(fold, what), *_records(game, fold, what))
    return tuple(sorted(items, key=lambda item: (item.log_number, item.at)))


def _messages(fold: Fold, what: Released) -> Iterator[SaidItem]:
    labels = labels_of(fold)
    for one in what.messages:
        line = line_of(fold, labels, one)
        yield SaidItem(
            MESSAGE, line.sender, line.recipients, one.turn, one.log_number, one.at, message=line
        )


def _records(game: Game, fold: Fold, what: Released) -> Iterator[SaidItem]:
    contacts, promises = rows_of(game, fold, what.records, is_debrief=True)
    for row in contacts:
        note = row.contact
        yield SaidItem(
            CONTACT, row.seat, row.partners, note.turn, note.log_number, note.at, contact=row
        )
    for line in promises:
        made = line.promise
        yield SaidItem(
            PROMISE, line.maker, (line.partner,), made.turn, made.log_number, made.at, promise=line
        )
