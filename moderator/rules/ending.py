"""How a finished game is announced on charts: the winners, and the ranking with what its points
are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from moderator.rules.seating import SeatLabel

NUMBER, LETTER = 6.5, 1.25
"""The room that a number and each letter of a name take, in percent of the longest bar."""


class Counted(NamedTuple):
    """Points of one kind, with a name of its own if it has one.

    `shade` is how its bar is drawn: in the seat's colour, from full (1) over paler and palest to an
    outline (4).
    """

    kind: str
    shade: int
    points: int
    name: str = ""


class Scored(NamedTuple):
    """A seat's score; `place` from 1, shared by ties."""

    seat: SeatLabel
    place: int
    total: int
    parts: Sequence[Counted]


@dataclass(frozen=True, slots=True)
class ScorePart:
    """Points of one kind, above 0; `start` are those of the parts before it.

    `share` is its length, `middle` the middle of its bar, in percent of the highest total; `kind`
    has about as many letters as what it is called on pages.
    """

    kind: str
    shade: int
    points: int
    name: str
    start: int
    share: int
    middle: float

    @property
    def room(self) -> float:
        """What its number and its name take, in percent of the longest bar."""
        return NUMBER + LETTER * len(self.name or self.kind)

    @property
    def is_named(self) -> bool:
        """Whether its bar has room for its name."""
        return self.share >= self.room


@dataclass(frozen=True, slots=True)
class RankedSeat:
    """A line of the ranking. `step`: when it is announced, from 1 for the last line."""

    seat: SeatLabel
    place: int
    is_tied: bool
    total: int
    parts: tuple[ScorePart, ...]
    step: int

    @property
    def names_behind(self) -> tuple[str, ...]:
        """The names for which the parts' bars are too short, where there is room behind them."""
        short = [part for part in self.parts if part.name and not part.is_named]
        has_room = self.ends_at + sum(part.room for part in short) < 100
        return tuple(part.name for part in short) if has_room else ()

    @property
    def ends_at(self) -> int:
        """Where its bar ends, in percent of the longest."""
        return sum(part.share for part in self.parts)


@dataclass(frozen=True, slots=True)
class EndView:
    """The end of a game, or of a lesson that ended early (`is_stopped`).

    `margin`: the winners' points above those of `seconds`, who are empty if all share the victory;
    0 if a tie-break decided. `most`: the highest total, which is the whole length of a bar.
    `winners` are empty if nobody has points; `is_scored`: whether anything earns points. `kinds`
    are those of all parts with their shades, `more` what only this game tells.
    """

    is_stopped: bool
    is_scored: bool
    winners: tuple[SeatLabel, ...]
    seconds: tuple[SeatLabel, ...]
    margin: int
    most: int
    kinds: tuple[tuple[str, int], ...]
    ranking: tuple[RankedSeat, ...]
    more: Any

    @property
    def letters(self) -> int:
        """How many letters the winners' names have."""
        return sum(len(seat.name) for seat in self.winners)

    @property
    def last_step(self) -> int:
        """The step that announces the winners, after those of the ranking."""
        return len(self.ranking) + 1


def end_view(
    scores: Sequence[Scored],
    is_stopped: bool = False,
    is_scored: bool = True,
    more: Any = None,
) -> EndView:
    """The end with these scores, in any order."""
    ranked = sorted(scores, key=lambda one: one.place)
    places, most = [one.place for one in ranked], ranked[0].total
    next_place = min((place for place in places if place > 1), default=0)
    seconds = [one for one in ranked if one.place == next_place]
    return EndView(
        is_stopped=is_stopped,
        is_scored=is_scored,
        winners=tuple(one.seat for one in ranked if most and one.place == 1),
        seconds=tuple(one.seat for one in seconds),
        margin=most - seconds[0].total if seconds else 0,
        most=most,
        kinds=tuple(
            (kind, shade)
            for shade, kind in sorted(
                {(part.shade, part.kind) for one in ranked for part in one.parts if part.points}
            )
        ),
        ranking=tuple(
            RankedSeat(
                one.seat,
                one.place,
                places.count(one.place) > 1,
                one.total,
                tuple(_parts(one.parts, most)),
                len(ranked) - i,
            )
            for i, one in enumerate(ranked)
        ),
        more=more,
    )


def _parts(parts: Sequence[Counted], most: int) -> Iterator[ScorePart]:
    start = 0
    for kind, shade, points, name in parts:
        if points:
            middle = round(50 * (2 * start + points) / most, 1)
            yield ScorePart(kind, shade, points, name, start, 100 * points // most, middle)
        start += points
