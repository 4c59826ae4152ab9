"""What was said as lanes on the timeline of a debrief, and what can be concluded from it.

What was said comes only from what the reader may read (`Released`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, gettext

from moderator.core.cache import cached_page
from moderator.core.games import template_of
from moderator.core.log import past_of, rules_of
from moderator.core.look import Look
from moderator.core.written import has_records
from moderator.features.debrief.part import replay_at, said_in
from moderator.features.debrief.releases import Released, has_debrief
from moderator.rules.deals import (
    BROKEN,
    BROKEN_BY_IT,
    CONTACT,
    DECIDED,
    IN_FORCE,
    OFFERED,
    PARTLY,
    PROMISE,
    SaidLine,
    ToldBefore,
    ToldLine,
    Verdict,
    trust_in,
)
from moderator.rules.seating import SeatLabel

# What was said, on the timeline of a debrief: how much at each position, and each promise, which
# reaches to the move that decided it. The units are those of `timeline.py`.

TEXT_LETTERS = 120
LABELS_MOST = 12
COLUMN, ROW, GAP = 46.0, 23.0, 4.0
SAID = "said"  # messages, contacts, and promises that were never accepted

# A promise's mark, and that of its verdict, to the left and right of their middles.
_MARK, _VERDICT = 23.0, 11.0
_SHIFT = 42.0  # of a verdict that no later move decided


@dataclass(frozen=True, slots=True)
class LaneMark:
    """A mark, which is a link to position `number`: a promise of the first of two `seats` to the
    other one, or (`count`) so many things that were said, or that find no room."""

    number: int
    index: int
    x: float
    y: float
    label: str
    seats: tuple[SeatLabel, ...] = ()
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
class Placed:
    """Something that was said; `index`: of the position at which it was."""

    item: SaidLine
    index: int
    decided: int | None = None  # the index of the position that decided it, if any

    @property
    def decided_later(self) -> int | None:
        """`decided`, if that is a later position."""
        return self.decided if self.decided is not None and self.decided > self.index else None


def verdict_names() -> dict[str, str]:
    """The kinds of verdicts that have a mark, with their names."""
    return {
        "kept": gettext("kept"),
        "broken": gettext("broken"),
        "not-done": gettext("not done"),
        "void": gettext("void"),
    }


def label_of(item: SaidLine) -> str:
    """Who said what to whom, in a line."""
    facts: Mapping[str, str] = {
        "one": item.seat.name,
        "others": ", ".join(seat.name for seat in item.others),
    }
    if item.kind == PROMISE:
        return item.text
    if item.kind == CONTACT:
        head = gettext("%(one)s notes, with %(others)s") % facts
    else:
        head = gettext("%(one)s to %(others)s") % facts
    text = item.text
    short = text if len(text) <= TEXT_LETTERS else f"{text[:TEXT_LETTERS].rstrip()}…"
    return f"{head}: {short}"


def widths_for(placed: Sequence[Placed], count: int) -> tuple[float, ...]:
    """How much room the marks need at each of so many positions; empty without marks."""
    found = [0.0] * count
    for one in placed:
        found[one.index] = max(found[one.index], COLUMN)
        later = one.decided_later
        if later is not None:
            found[later] = max(found[later], 2 * (_VERDICT + GAP))
        elif decisive(one.item):
            found[one.index] = max(found[one.index], 2 * (_SHIFT + _VERDICT + GAP))
    return tuple(found) if any(found) else ()


def lanes_of(
    placed: Sequence[Placed], numbers: Sequence[int], middles: Sequence[float], rows: int
) -> tuple[Lane, ...]:
    """The lanes that have something, from above.

    Args:
        placed: in the order in which it was said.
        numbers, middles: of each position, its entry and its place on the timeline.
        rows: how many promises may stand below each other.
    """
    lanes, y = [], 0.0
    said = _said(placed, numbers, middles)
    if said:
        y = 2 * GAP + ROW
        lanes.append(Lane(SAID, gettext("Said"), 0.0, y, tuple(said)))
    promises = [one for one in placed if one.item.is_accepted]
    if promises:
        marks, verdicts, used = _promises(promises, numbers, middles, y + GAP, rows)
        height = 2 * GAP + used * ROW
        lanes.append(Lane(PROMISE, gettext("Promised"), y, height, tuple(marks), tuple(verdicts)))
    return tuple(lanes)


def _said(
    placed: Sequence[Placed], numbers: Sequence[int], middles: Sequence[float]
) -> list[LaneMark]:
    here: dict[int, list[str]] = {}
    for one in placed:
        if not one.item.is_accepted:
            here.setdefault(one.index, []).append(label_of(one.item))
    return [
        LaneMark(
            numbers[index],
            index,
            middles[index],
            GAP + ROW / 2,
            "\n".join(labels[:LABELS_MOST] + ["…"] * (len(labels) > LABELS_MOST)),
            count=len(labels),
        )
        for index, labels in here.items()
    ]


def _promises(
    placed: Sequence[Placed],
    numbers: Sequence[int],
    middles: Sequence[float],
    top: float,
    rows: int,
) -> tuple[list[LaneMark], list[VerdictMark], int]:
    """Each promise with its verdict in the first row that is free there; if there are too few, the
    last row says how many are left out."""
    found = _rows_of(placed, middles)
    used = max(found) + 1
    limit = used if used <= rows else rows - 1
    marks: list[LaneMark] = []
    verdicts: list[VerdictMark] = []
    left_out: dict[int, int] = {}
    for one, row in zip(placed, found, strict=True):
        start, number, y = middles[one.index], numbers[one.index], top + (row + 0.5) * ROW
        if row >= limit:
            left_out[one.index] = left_out.get(one.index, 0) + 1
            continue
        seats = one.item.seat, one.item.partner
        marks.append(LaneMark(number, one.index, start, y, label_of(one.item), seats))
        verdict = decisive(one.item)
        if verdict:
            entry = numbers[one.decided] if one.decided is not None else None
            sentence = verdict.sentence or verdict_names()[verdict.kind]
            x = _end(one, middles)
            verdicts.append(VerdictMark(entry, one.decided, start, x, y, verdict.kind, sentence))
    y = top + (limit + 0.5) * ROW
    for index, count in left_out.items():
        label = gettext("%(count)d more") % {"count": count}
        marks.append(LaneMark(numbers[index], index, middles[index], y, label, count=count))
    return marks, verdicts, min(used, rows)


def _rows_of(placed: Sequence[Placed], middles: Sequence[float]) -> list[int]:
    ends: list[float] = []  # of what stands in each row
    rows = []
    for one in placed:
        start = middles[one.index]
        free = (row for row, taken in enumerate(ends) if taken <= start - _MARK)
        row = next(free, len(ends))
        end = _end(one, middles) + _VERDICT if decisive(one.item) else start
        ends[row : row + 1] = [max(start + _MARK, end)]
        rows.append(row)
    return rows


def _end(one: Placed, middles: Sequence[float]) -> float:
    """The middle of the mark of its verdict."""
    later = one.decided_later
    return middles[one.index] + _SHIFT if later is None else middles[later]


def decisive(item: SaidLine) -> Verdict | None:
    """The verdict to mark: a broken promise of the two, if there is an exchange, or the last."""
    names = verdict_names()
    found = [verdict for *_, verdict in item.sides if verdict]
    decided = [one for one in found if one.kind in names]
    if not decided or len(decided) < len(found):
        return next((one for one in decided if one.kind == "broken"), None)
    return max(decided, key=lambda one: (one.kind == "broken", one.entry or 0))


# What players had told each other before a move, as far as somebody may read it.

TOLD_LAST = 3  # messages and contacts between two players


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
    said = {id(one) for found in last.values() for one in found[-TOLD_LAST:]}
    lines = [ToldLine(one, one.log_number) for one in recent if id(one) in said]
    lines += _promises_told(between, first, number, turn)
    return tuple(sorted(lines, key=lambda line: (line.number, line.said.at), reverse=True))


def _promises_told(
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
            decided = [
                bool(one and one.entry is not None and one.entry < first) for one in verdicts
            ]
            how = DECIDED if all(decided) else PARTLY if any(decided) else IN_FORCE
            if any(_was_broken(one, first, number) for one in verdicts):
                how = BROKEN_BY_IT
            said = after
        if how not in (DECIDED, OFFERED) or item.turn >= turn - 1:
            yield ToldLine(item, said, how)


def _was_broken(verdict: Verdict | None, first: int, number: int) -> bool:
    """Whether the move did it, whose entries are `first` to `number`."""
    if verdict is None or verdict.kind != BROKEN or verdict.entry is None:
        return False
    return first <= verdict.entry <= number


def _pairs(item: SaidLine, players: Collection[str]) -> list[tuple[str, ...]]:
    """The pairs of these players that it was said between."""
    return [pair for pair in item.pairs if set(pair) <= set(players)]


# What can be concluded from what was said and what was done: a part of the debrief's page.


class Findings:
    """What can be concluded. `told`: the moves that swung the points most, in their order; empty
    where nothing can be written. `trust`: None in games without promises.

    `has_all`: nothing that was said is missing. `history` is the rules' own, or None, and
    `path_template` shows the winners' path in it; empty if there is none. `replay`: the start of
    the URL of the chart after an entry.
    """

    def __init__(self, look: Look, what: Released) -> None:
        rules, start = rules_of(look.game), look.timeline.start
        past = past_of(look.fold, look.fold.number, look.viewer)
        self.seats = tuple(rules.seats_of(look.state))
        self.history = rules.history_view(start, past, look.viewer)
        items, has_words = said_in(look, what), has_debrief(look.fold)
        self.told = turning_points_told(self.history, self.seats, items) if has_words else ()
        self.trust = trust_in(self.seats, items) if has_records(look.fold) else None
        self.is_empty, self.has_all = not what.rows, what.has_all
        path = getattr(self.history, "path", None)
        self.path_template = template_of(look.game.rules, "history_path.html") if path else ""
        self.round_word, self.replay = rules.round_word, replay_at(look.game)


def findings_of(look: Look, what: Released) -> Findings:
    """The findings for somebody who may read `what`; cached until the game or that changes.

    Cost: reads the whole game.
    """
    rows = tuple((one.kind, one.number) for one in what.rows)
    facts = (
        look.game.uid,
        look.game.number,
        look.fold.key,
        look.game.changes,
        look.game.is_stopped,
        look.game.is_concluded,
        look.viewer,
    )
    key = (*facts, rows, what.has_all, get_language())
    return cached_page(
        "findings", key, lambda: Findings(look, what), lambda one: 60_000 + 2_000 * len(one.told)
    )
