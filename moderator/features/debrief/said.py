"""What was said in a game, in its order; and what players had told each other before a move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from moderator.core.look import Look
from moderator.core.written import labels_of, said_line
from moderator.features.deals.records.part import rows_of
from moderator.features.debrief.releases.read import Released
from moderator.rules.promises import BROKEN, Verdict
from moderator.rules.said import (
    BROKEN_BY_IT,
    DECIDED,
    IN_FORCE,
    OFFERED,
    PARTLY,
    PROMISE,
    SaidLine,
    ToldBefore,
    ToldLine,
)
from moderator.rules.seating import SeatLabel


def said_in(look: Look, what: Released) -> tuple[SaidLine, ...]:
    """What somebody may read: messages, contacts and promises, the oldest first.

    Cost: one judging of all promises for each log and book.
    """
    labels = labels_of(look.fold)
    messages = (said_line(look.fold, labels, one) for one in what.messages)
    contacts, promises = rows_of(look, what.records, is_debrief=True)
    lines = (*messages, *contacts, *promises)
    return tuple(sorted(lines, key=lambda line: (line.log_number, line.at)))


# What players had told each other before a move, as far as somebody may read it.

LAST = 3  # messages and contacts between two players


def turning_points_told(
    history: Any, seats: Sequence[SeatLabel], items: Sequence[SaidLine]
) -> tuple[ToldBefore, ...]:
    """The moves that swung the points most, in their order, each with what had been told before.

    Args:
        history: the rules' own, or None: then there are none.
        items: as in `told_lines`.
    """
    return tuple(_told(seats, items, point) for point in getattr(history, "swings", ()))


def _told(seats: Sequence[SeatLabel], items: Sequence[SaidLine], point: Any) -> ToldBefore:
    players = frozenset(seats[player].id for player in point.players)
    return ToldBefore(
        point.number,
        point.turn,
        point.sentence,
        point.effects,
        tuple((seats[one], before, after) for one, before, after, _ in point.changes),
        told_lines(items, players, point.first, point.number, point.turn),
    )


def told_lines(
    items: Iterable[SaidLine], players: Collection[str], first: int, number: int, turn: int
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
    last: dict[tuple[str, ...], list[SaidLine]] = {}
    for one in recent:
        if one.kind != PROMISE:
            for pair in _pairs(one, players):
                last.setdefault(pair, []).append(one)
    said = {id(one) for found in last.values() for one in found[-LAST:]}
    lines = [ToldLine(one, one.log_number) for one in recent if id(one) in said]
    lines += _promises(between, first, number, turn)
    return tuple(sorted(lines, key=lambda line: (line.number, line.said.at), reverse=True))


def _promises(
    between: Iterable[SaidLine], first: int, number: int, turn: int
) -> Iterator[ToldLine]:
    for item in between:
        if item.kind != PROMISE:
            continue
        after = item.accepted_after
        if after is None or after >= number:
            how, said = OFFERED, item.log_number
        else:
            verdicts = [verdict for *_, verdict in item.sides]
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


def _pairs(item: SaidLine, players: Collection[str]) -> list[tuple[str, ...]]:
    """The pairs of these players that it was said between."""
    return [pair for pair in item.pairs if set(pair) <= set(players)]
