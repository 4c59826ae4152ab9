"""A game's log for the replay, position by position; and its timeline, from left to right."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from typing import Any

from django.utils.translation import get_language, gettext

from moderator.core import log, sentences
from moderator.core.cache import cached_page
from moderator.core.log import Fold, LoggedMove, rules_of
from moderator.core.models import Game
from moderator.rules.move import PAIR, Mark
from moderator.rules.reading import REDO, UNDO
from moderator.rules.seating import SeatLabel, Viewer


@dataclass(frozen=True, slots=True)
class Position:
    """The state after an entry, or after all that were recorded together; number 0 is the start.

    `run`: the entries. `is_turn` marks the first position of a turn, `stands` is False for a move
    that has been undone since.
    """

    number: int
    state: Any
    before: Any = None
    run: tuple[LoggedMove, ...] = ()
    stands: bool = True
    is_turn: bool = True

    @property
    def first(self) -> int:
        """The number of its first entry."""
        return self.run[0].number if self.run else self.number

    def has(self, number: int) -> bool:
        """Whether the entry with that number is shown here."""
        return self.first <= number <= self.number


@dataclass(frozen=True, slots=True)
class History:
    """The positions that one viewer may see, from the start; `is_cut` if secret ones follow."""

    fold: Fold
    places: tuple[Position, ...]
    is_cut: bool

    def at(self, number: int) -> int:
        """The index of the position with that entry, or of the last one before it."""
        return max(i for i, place in enumerate(self.places) if place.first <= number)

    def has(self, number: int) -> bool:
        """Whether the entry with that number is shown at one of the positions."""
        return any(place.has(number) for place in self.places)


def history_of(game: Game, viewer: Viewer, with_undone: bool = False) -> History:
    """The game's log for a viewer's replay.

    For everybody but the moderator it holds only moves that stand, up to the first one that is
    still secret: so every state shown comes from moves that the viewer may know. An undone move
    may have been secret when it was made, so only the moderator sees it.

    Args:
        with_undone: every entry, including undone moves, undo and redo; for the moderator only.

    Cost: proportional to the number of entries.
    """
    fold = log.fold_of(game)
    is_whole = with_undone and viewer.is_moderator
    standing = {step.number for step in fold.timeline.steps()}
    places = [Position(0, fold.timeline.start)]
    is_cut = False
    for run in log.runs(fold.entries) if is_whole else log.standing(fold):
        if log.is_hidden(fold, run, viewer):
            is_cut = True
            break
        places.append(_position(run, standing))
    return History(fold, tuple(_with_turns(fold, places)), is_cut)


def _position(run: tuple[LoggedMove, ...], standing: Collection[int]) -> Position:
    first, last = run[0], run[-1]
    if last.verb == UNDO:
        return Position(last.number, last.step.before, first.step.after, run)
    stands = last.verb == REDO or last.number in standing
    return Position(last.number, last.step.after, first.step.before, run, stands)


def _with_turns(fold: Fold, places: list[Position]) -> Iterator[Position]:
    last: object = None
    for place in places:
        turn = fold.timeline.rules.turn_of(place.state)
        yield replace(place, is_turn=turn != last)
        last = turn


# The timeline: every move from left to right, with the points after each. It is laid out in the
# units of the SVG's viewBox; a page shows one unit as about one CSS pixel.

REVEAL = "reveal"

_WIDTHS = {REVEAL: 14.0, PAIR: 42.0}
_WIDTH_OF_MARK, _WIDTH_OF_OTHERS = 28.0, 7.0
LEAST_WIDTH = 1200.0
_CURVES_TOP, _CURVES_BOTTOM = 68.0, 122.0
_ENDS_WIDTH, _END_HEIGHT, _ENDS_BOTTOM = 84.0, 24.0, 116.0


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A move with a mark: `x` is its middle, `seats` are those concerned, the acting one first.

    `shape` is that of the rules' `Mark`, or `REVEAL`; `label` explains it.
    """

    number: int
    shape: str
    label: str
    seats: tuple[SeatLabel, ...]
    sentence: str
    x: float


@dataclass(frozen=True, slots=True)
class ReplayTimeline:
    """The whole game for one viewer. `middles` and `totals` have an item for each position:
    its place on the timeline, and each seat's points. The last move ends at `end`. `bands`: the
    parts of the game (`Rules.round_of`), each with the first entry in it."""

    width: float
    end: float
    middles: tuple[float, ...]
    totals: tuple[tuple[int, ...], ...]
    bands: tuple[Mapping[str, Any], ...]
    marks: tuple[TimelineMark, ...]
    curves: tuple[Mapping[str, Any], ...]

    @property
    def legend(self) -> dict[str, str]:
        """The label of each shape that occurs."""
        return {mark.shape: mark.label for mark in self.marks}


def timeline_of(
    game: Game, history: History, viewer: Viewer, widths: Sequence[float] = ()
) -> ReplayTimeline:
    """The timeline of the positions that the viewer may see; cached until the log changes.

    Args:
        widths: the least of each position; empty if any will do.
    """
    shown = tuple(place.number for place in history.places)
    key = (game.uid, history.fold.key, viewer, shown, get_language(), tuple(widths))
    return cached_page(
        "timeline",
        key,
        lambda: _timeline(game, history, viewer, widths),
        lambda timeline: 200 * len(timeline.middles) + 2_000,  # 60 kB for 300 moves
    )


def _timeline(
    game: Game, history: History, viewer: Viewer, least: Sequence[float]
) -> ReplayTimeline:
    rules, places = rules_of(game), history.places
    seats = rules.seats_of(places[0].state)
    marks = [_mark(place) for place in places]
    widths = [
        _WIDTHS.get(mark.shape, _WIDTH_OF_MARK) if mark else _WIDTH_OF_OTHERS for mark in marks
    ]
    if least:
        widths = list(map(max, widths, least))
    totals = tuple(rules.points(place.state, viewer) for place in places)
    scale = max(1.0, (LEAST_WIDTH - (_ENDS_WIDTH if totals[0] else 0.0)) / sum(widths))
    ends = tuple(accumulate(round(one * scale, 1) for one in widths))
    starts = (0.0, *ends[:-1])
    middles = tuple(round((x + end) / 2, 1) for x, end in zip(starts, ends, strict=True))
    rounds = [rules.round_of(place.state) for place in places]
    return ReplayTimeline(
        width=round(ends[-1] + (_ENDS_WIDTH if totals[0] else 0.0), 1),
        end=round(ends[-1], 1),
        middles=middles,
        totals=totals,
        bands=tuple(_bands(places, rounds, starts, ends)),
        marks=tuple(
            TimelineMark(
                number=place.number,
                shape=mark.shape,
                label=mark.label,
                seats=tuple(seats[player] for player in mark.players),
                sentence=sentences.run_sentence(history.fold, place.run),
                x=x,
            )
            for place, mark, x in zip(places, marks, middles, strict=True)
            if mark
        ),
        curves=tuple(_curves(seats, totals, starts, ends)),
    )


def _mark(place: Position) -> Mark | None:
    """The position's mark; None for one without."""
    if not place.run or not place.stands:
        return None
    if log.is_group(place.run):
        return Mark(REVEAL, gettext("orders revealed"), ())
    mark: Mark | None = place.run[0].step.move.mark()
    return mark


def _bands(
    places: Sequence[Position],
    rounds: Sequence[str],
    starts: Sequence[float],
    ends: Sequence[float],
) -> Iterator[Mapping[str, Any]]:
    for name, run in groupby(range(len(places)), key=rounds.__getitem__):
        indices = list(run)
        x = starts[indices[0]]
        width = round(ends[indices[-1]] - x, 1)
        if name:
            number = places[indices[0]].number
            yield {"name": name, "number": number, "x": round(x, 1), "width": width}


def _curves(
    seats: Sequence[SeatLabel],
    totals: Sequence[Sequence[int]],
    starts: Sequence[float],
    ends: Sequence[float],
) -> Iterator[Mapping[str, Any]]:
    """Each seat's points over the game, from the lowest to the highest of all, as the `points` of
    an SVG polyline; the last are `total`.

    `end` is the height at which it ends, `label` that of the total beside it.

    >>> seats = [SeatLabel("egypt", "Egypt", "E", 1), SeatLabel("hatti", "Hatti", "H", 2)]
    >>> totals = [(20, 20), (30, 20), (40, 25)]
    >>> [curve["points"] for curve in _curves(seats, totals, (0, 10, 20), (10, 20, 30))]
    ['0,122 10,122 10,95 20,95 20,68 30,68', '0,122 20,122 20,108.5 30,108.5']
    """
    every = [points for row in totals for points in row] or [0]
    lowest, range_ = min(every), max(every) - min(every) or 1

    def y(points: int) -> float:
        share = (points - lowest) / range_
        return round(_CURVES_BOTTOM - share * (_CURVES_BOTTOM - _CURVES_TOP), 1)

    labels = _labels([y(total) for total in totals[-1]])
    for number, seat in enumerate(seats if totals[0] else ()):
        steps = [(starts[0], y(totals[0][number]))]
        for i, (before, after) in enumerate(pairwise(row[number] for row in totals), start=1):
            if before != after:
                steps += [(starts[i], y(before)), (starts[i], y(after))]
        total = totals[-1][number]
        steps.append((ends[-1], y(total)))
        points = " ".join(f"{x:g},{height:g}" for x, height in steps)
        line = {"points": points, "total": total, "end": y(total), "label": labels[number]}
        yield {"seat": seat, **line}


def _labels(heights: Sequence[float]) -> list[float]:
    """Where the total of each curve stands: beside its end, if there is room for all.

    >>> _labels([122.0, 70.0, 72.0])
    [116.0, 68.0, 92.0]
    """
    room = min(_END_HEIGHT, _ENDS_BOTTOM / (len(heights) or 1))
    order = sorted(range(len(heights)), key=lambda k: (heights[k], k))
    found = list(heights)
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + room)
    lowest = _ENDS_BOTTOM
    for k in reversed(order):
        found[k] = min(found[k], lowest)
        lowest = found[k] - room
    return found
