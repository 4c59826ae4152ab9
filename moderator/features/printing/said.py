"""What of messages and records is printed on a sheet: only what its readers may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from moderator.core.beside import table_of
from moderator.core.look import Look
from moderator.features.deals.records.part import ContactRow, PromiseRow
from moderator.features.debrief.releases.read import Released, has_debrief
from moderator.features.debrief.said import (
    BROKEN_BY_IT,
    DECIDED,
    IN_FORCE,
    OFFERED,
    PARTLY,
    SaidItem,
    ToldLine,
    TurningPointTold,
    said_in,
    turning_points_told,
)
from moderator.rules.promises import Verdict
from moderator.sheets.snapshot import (
    Said,
    SaidContact,
    SaidLine,
    SaidMessage,
    SaidPromise,
    ToldBefore,
    ToldItem,
)


@dataclass(frozen=True, slots=True)
class PrintedSaid:
    """What is printed, and whether it is more than everybody may read."""

    said: Said
    is_secret: bool


def said_of(
    look: Look,
    is_for_moderator: bool = False,
    move: int | None = None,
    history: Any = None,
) -> PrintedSaid:
    """What has been released; for the moderator what the moderator may read, if that is more.

    Args:
        move: only what was written until that entry of the log, and the verdicts then.
        history: the rules' own, on sheets that say what had been told before turning points.
    """
    now = look.timeline
    seats = now.rules.seats_of(now.state)
    if not has_debrief(look.fold):
        return PrintedSaid(Said(seats), is_secret=False)
    is_secret = is_for_moderator and has_more(look)
    what = readable(look, is_secret)
    items = said_in(look, what)
    if move is not None:
        items = tuple(item for item in items if item.log_number <= move)
    said = Said(
        seats,
        tuple(_line(item, move) for item in items),
        now.rules.round_word,
        what.has_all,
        "" if what.has_all else gettext("Only what has been released."),
        _told(turning_points_told(history, seats, items), move) if items else (),
    )
    return PrintedSaid(said, is_secret)


def readable(look: Look, is_for_moderator: bool) -> Released:
    """What everybody may read of the game, or what its moderators may."""
    table = table_of(look)
    return (table.released_to_teachers if is_for_moderator else table.released)(look)


def has_more(look: Look) -> bool:
    """Whether moderators may read more than everybody."""
    if not has_debrief(look.fold):
        return False
    return readable(look, True).has_all and not readable(look, False).has_all


def _told(points: Iterable[TurningPointTold], move: int | None) -> tuple[ToldBefore, ...]:
    return tuple(
        ToldBefore(
            point.number,
            point.turn,
            point.sentence,
            tuple((one.seat, one.before, one.after) for one in point.changes),
            tuple(_told_item(one, move) for one in point.lines),
        )
        for point in points
    )


def _told_item(told: ToldLine, move: int | None) -> ToldItem:
    """With how a promise stood then; the line of one that was never accepted has its answer."""
    line = _line(told.item, move)
    is_accepted = isinstance(line, SaidPromise) and line.is_accepted
    standing = {
        OFFERED: gettext("Promise, accepted later") if is_accepted else gettext("Promise"),
        BROKEN_BY_IT: gettext("Promise, broken by this"),
        IN_FORCE: gettext("Promise, in force"),
        PARTLY: gettext("Promise, still in force on one side"),
        DECIDED: gettext("Promise, decided before"),
    }
    return ToldItem(line, told.number, standing.get(told.promise, ""))


def _line(item: SaidItem, move: int | None) -> SaidLine:
    if item.contact:
        return said_contact(item.contact)
    if item.promise:
        return said_promise(item.promise, move)
    text, is_entered = (item.message.text, item.message.is_entered) if item.message else ("", False)
    return SaidMessage(item.turn, item.log_number, item.seat, item.others, text, is_entered)


def said_contact(row: ContactRow) -> SaidContact:
    """A line of a record, to be printed."""
    one = row.contact
    return SaidContact(
        one.turn, one.log_number, row.seat, row.partners, one.text, one.is_entered, one.is_struck
    )


def said_promise(row: PromiseRow, move: int | None = None) -> SaidPromise:
    """A promise, to be printed; `move` as in `said_of`."""
    one = row.promise
    is_known = move is None or (one.accepted_after or 0) <= move
    return SaidPromise(
        one.turn,
        one.log_number,
        row.maker,
        row.partner,
        row.sentence,
        row.exchange,
        one.answer if is_known else "",
        one.accepted_after if is_known else None,
        _until(row.verdict, move),
        _until(row.exchange_verdict, move),
        one.is_entered,
        one.is_answer_entered and is_known,
    )


def _until(verdict: Verdict | None, move: int | None) -> Verdict | None:
    """The verdict, if the entry that decided it was made by then."""
    is_known = verdict and (move is None or (verdict.entry is not None and verdict.entry <= move))
    return verdict if is_known else None
