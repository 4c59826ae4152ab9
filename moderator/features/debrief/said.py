"""What was said in a game, in its order; and what players had told each other before a move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.features.deals.records.part import ContactRow, PromiseRow, rows_of
from moderator.features.debrief.releases.read import Released
from moderator.features.messages.part import MessageLine, labels_of, line_of
from moderator.rules.promises import BROKEN, Verdict
from moderator.rules.seating import SeatLabel

# What was said in a game, in the order in which it was written: messages, contacts, promises.

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


def said_in(look: Look, what: Released) -> tuple[SaidItem, ...]:
    """What somebody may read, the oldest first.

    Cost: one judging of all promises for each log and book.
    """
    items = (*_messages(look.fold, what), *_records(look, what))
    return tuple(sorted(items, key=lambda item: (item.log_number, item.at)))


def _messages(fold: Fold, what: Released) -> Iterator[SaidItem]:
    labels = labels_of(fold)
    for one in what.messages:
        line = line_of(fold, labels, one)
        yield SaidItem(
            MESSAGE, line.sender, line.recipients, one.turn, one.log_number, one.at, message=line
        )


def _records(look: Look, what: Released) -> Iterator[SaidItem]:
    contacts, promises = rows_of(look, what.records, is_debrief=True)
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


# What players had told each other before a move, as far as somebody may read it.

LAST = 3  # messages and contacts between two players
BROKEN_BY_IT, IN_FORCE, PARTLY = "broken-by-it", "in-force", "partly"
DECIDED, OFFERED = "decided", "offered"


@dataclass(frozen=True, slots=True)
class ToldLine:
    """Something that was said. `number`: the log's last entry then; of a promise when it was
    accepted. `promise`: one of the constants above, how it stood before the move, or empty."""

    item: SaidItem
    number: int
    promise: str = ""


@dataclass(frozen=True, slots=True)
class PointsMoved:
    seat: SeatLabel
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TurningPointTold:
    """A move that swung the points, and what those concerned had told each other before it.

    `number` is its last entry; `sentence` is without a full stop.
    """

    number: int
    turn: int
    sentence: str
    effects: tuple[str, ...]
    changes: tuple[PointsMoved, ...]
    seats: tuple[SeatLabel, ...]
    lines: tuple[ToldLine, ...]


def turning_points_told(
    history: Any, seats: Sequence[SeatLabel], items: Sequence[SaidItem]
) -> tuple[TurningPointTold, ...]:
    """The moves that swung the points most, in their order, each with what had been told before.

    Args:
        history: the rules' own, or None: then there are none.
        items: as in `told_lines`.
    """
    return tuple(_told(seats, items, point) for point in getattr(history, "swings", ()))


def _told(seats: Sequence[SeatLabel], items: Sequence[SaidItem], point: Any) -> TurningPointTold:
    concerned = tuple(seats[player] for player in point.players)
    players = frozenset(seat.id for seat in concerned)
    return TurningPointTold(
        number=point.number,
        turn=point.turn,
        sentence=point.sentence,
        effects=point.effects,
        changes=tuple(
            PointsMoved(seats[one.player], one.before, one.after) for one in point.changes
        ),
        seats=concerned,
        lines=told_lines(items, players, point.first, point.number, point.turn),
    )


def told_lines(
    items: Iterable[SaidItem], players: Collection[str], first: int, number: int, turn: int
) -> tuple[ToldLine, ...]:
    """What these players had told each other, the newest first.

    These are the last messages and contacts between each two of them in that round and the one
    before, the promises made in these rounds, and all that were in force.

    Args:
        items: in the order in which they were said.
        players: the ids of those concerned.
        first, number: the entries of the move; several of a reveal.
        turn: the round of the move.
    """
    between = [one for one in items if one.log_number < number and _pairs(one, players)]
    recent = [one for one in between if one.turn >= turn - 1]
    last: dict[tuple[str, ...], list[SaidItem]] = {}
    for one in recent:
        if one.kind != PROMISE:
            for pair in _pairs(one, players):
                last.setdefault(pair, []).append(one)
    said = {id(one) for found in last.values() for one in found[-LAST:]}
    lines = [ToldLine(one, one.log_number) for one in recent if id(one) in said]
    lines += _promises(between, first, number, turn)
    return tuple(sorted(lines, key=lambda line: (line.number, line.item.at), reverse=True))


def _promises(
    between: Iterable[SaidItem], first: int, number: int, turn: int
) -> Iterator[ToldLine]:
    for item in between:
        row = item.promise
        if row is None:
            continue
        after = row.promise.accepted_after
        if after is None or after >= number:
            how, said = OFFERED, item.log_number
        else:
            verdicts = [row.verdict, *([row.exchange_verdict] if row.exchange else [])]
            decided = [_was_decided(one, first) for one in verdicts]
            how = DECIDED if all(decided) else PARTLY if any(decided) else IN_FORCE
            if any(_was_broken(one, first, number) for one in verdicts):
                how = BROKEN_BY_IT
            said = after
        if how not in (DECIDED, OFFERED) or item.turn >= turn - 1:
            yield ToldLine(item, said, how)


def _was_decided(verdict: Verdict | None, first: int) -> bool:
    return verdict is not None and verdict.entry is not None and verdict.entry < first


def _was_broken(verdict: Verdict | None, first: int, number: int) -> bool:
    """Whether the move did it, whose entries are `first` to `number`."""
    if verdict is None or verdict.kind != BROKEN or verdict.entry is None:
        return False
    return first <= verdict.entry <= number


def _pairs(item: SaidItem, players: Collection[str]) -> list[tuple[str, ...]]:
    """The pairs of these players that it was said between."""
    return [
        tuple(sorted((item.seat.id, other.id)))
        for other in item.others
        if item.seat.id in players and other.id in players
    ]
