"""Marks of what was said on the timeline of a debrief; `debrief_lanes` lays them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.rules.seating import SeatLabel
from moderator.web.feed.said import SaidItem

LETTERS_MOST = 3  # of those to whom something was said
TEXT_LETTERS = 120


@dataclass(frozen=True, slots=True)
class LaneMark:
    """A mark, which is a link to position `number`. `letters` of the others with their places.

    Of those that find no room there is only a mark with their number, `count`.
    """

    number: int
    index: int
    x: float
    y: float
    label: str
    seat: SeatLabel | None = None
    letters: tuple[tuple[SeatLabel | None, str, float], ...] = ()
    is_struck: bool = False
    count: int = 0


@dataclass(frozen=True, slots=True)
class VerdictMark:
    """The verdict on a promise of which the mark stands at `start`; `number` is None if no move
    decided it."""

    number: int | None
    index: int | None
    start: float
    x: float
    y: float
    kind: str
    label: str

    @property
    def width(self) -> float:
        """From the promise to the verdict."""
        return round(self.x - self.start, 1)


@dataclass(frozen=True, slots=True)
class Lane:
    """A kind of what was said, from `y` downwards."""

    kind: str
    label: str
    y: float
    height: float
    marks: tuple[LaneMark, ...]
    verdicts: tuple[VerdictMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Lanes:
    """The lanes that have something, from above."""

    lanes: tuple[Lane, ...]
    height: float

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdicts that occur, with their names."""
        names = verdict_names()
        found = {mark.kind for lane in self.lanes for mark in lane.verdicts}
        return {kind: name for kind, name in names.items() if kind in found}


def verdict_names() -> dict[str, str]:
    """The kinds of verdicts that have a mark, with their names."""
    return {
        "kept": gettext("kept"),
        "broken": gettext("broken"),
        "not-done": gettext("not done"),
        "void": gettext("void"),
    }


def letters_of(others: Sequence[SeatLabel]) -> tuple[tuple[SeatLabel | None, str, float], ...]:
    if len(others) > LETTERS_MOST:
        return ((None, f"+{len(others)}", 10.0),)
    step = 20 / len(others) if others else 0
    return tuple(
        (seat, seat.letter, round(step * (place + 0.5), 1)) for place, seat in enumerate(others)
    )


def label_of(item: SaidItem) -> str:
    """Who said what to whom, in a line."""
    facts: Mapping[str, str] = {
        "one": item.seat.name,
        "others": ", ".join(seat.name for seat in item.others),
    }
    if item.promise:
        return item.promise.sentence
    if item.contact:
        head = gettext("%(one)s notes, with %(others)s") % facts
        text = item.contact.contact.text
    else:
        head = gettext("%(one)s to %(others)s") % facts
        text = item.message.text if item.message else ""
    short = text if len(text) <= TEXT_LETTERS else f"{text[:TEXT_LETTERS].rstrip()}…"
    return f"{head}: {short}"
