"""A game's log: it is append-only, undo and redo are entries, and folding it gives the state.

Source: docs/rules/record.md, "Undo and redo" and "Hashes".
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Rules
from moderator.rules.reading import REDO, UNDO, Wire
from moderator.rules.seating import SeatLabel


@dataclass(frozen=True, slots=True)
class Step:
    """A move that is in effect or was undone: its entry, the states around it, the step before."""

    number: int
    move: Any
    before: Any
    after: Any
    earlier: Step | None


@dataclass(frozen=True, slots=True)
class Timeline:
    """A log folded so far. Immutable: `play` and `replay` give a new one.

    `standing` and `undone` are the newest of the moves in effect and of those that `redo`
    would restore; each links to the earlier ones. `before` is the state before the last entry.
    """

    rules: Rules[Any]
    start: Any
    number: int = 0
    standing: Step | None = None
    undone: Step | None = None
    before: Any = None

    @property
    def state(self) -> Any:
        """What the log folds to."""
        return self.standing.after if self.standing else self.start

    @property
    def is_over(self) -> bool:
        return self.rules.is_over(self.state)

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """In the order of play."""
        return self.rules.seats_of(self.state)

    @property
    def labels(self) -> dict[str, SeatLabel]:
        """The seats by their ids."""
        return {seat.id: seat for seat in self.seats}

    def play(self, wire: object) -> Timeline:
        """The log with one more entry; `Refused` (with the entry's number) if it is illegal."""
        return self._next(wire, is_checked=True)

    def replay(self, wire: Wire) -> Timeline:
        """The same for an entry that was accepted before: faster, since nothing is checked."""
        return self._next(wire, is_checked=False)

    def steps(self) -> Iterator[Step]:
        """The moves in effect, newest first."""
        step = self.standing
        while step is not None:
            yield step
            step = step.earlier

    def _next(self, wire: object, is_checked: bool) -> Timeline:
        try:
            kind = wire.get("type") if isinstance(wire, dict) else None
            if kind in (UNDO, REDO):
                return self._undo(wire) if kind == UNDO else self._redo(wire)
            state = self.state
            move = self.rules.read_move(state, wire)
            if is_checked:
                self.rules.check(state, move)
            after = self.rules.apply(state, move)
        except Refused as refused:
            raise refused.at(self.number + 1) from None
        step = Step(self.number + 1, move, state, after, self.standing)
        return self._then(step, None, state)

    def _then(self, standing: Step | None, undone: Step | None, before: Any) -> Timeline:
        """The log with an entry more, after which these are the newest moves."""
        return Timeline(self.rules, self.start, self.number + 1, standing, undone, before)

    def _undo(self, wire: Any) -> Timeline:
        _check_no_fields(wire)
        step = self.standing
        if step is None:
            raise Refused("nothing-to-undo", "There is no move to undo.")
        return self._then(step.earlier, replace(step, earlier=self.undone), step.after)

    def _redo(self, wire: Any) -> Timeline:
        _check_no_fields(wire)
        step = self.undone
        if step is None:
            message = "There is no move to redo: none has been undone since the last move."
            raise Refused("nothing-to-redo", message)
        return self._then(replace(step, earlier=self.standing), step.earlier, step.before)


def _check_no_fields(wire: Any) -> None:
    if set(wire) != {"type"}:
        extra = ", ".join(sorted(set(wire) - {"type"}))
        raise Refused("bad-move", f"“{wire['type']}” takes no fields, but has {printable(extra)}.")


def fold(game: Rules[Any], start: Any, wires: Iterable[Wire]) -> Timeline:
    """The timeline of a stored log; its entries were accepted before and aren't checked again.

    Cost: proportional to the number of entries.
    """
    timeline = Timeline(game, start)
    for wire in wires:
        timeline = timeline.replay(wire)
    return timeline


def standing_numbers(wires: Iterable[Wire]) -> list[int]:
    """For each number of entries, from 0 on, the newest move in effect after them; 0 for none.

    >>> standing_numbers([{"type": "fill"}, {"type": "undo"}, {"type": "redo"}])
    [0, 1, 0, 1]
    """
    standing, undone, found = [0], list[int](), [0]
    for number, wire in enumerate(wires, start=1):
        if wire["type"] == UNDO:
            undone.append(standing.pop())
        elif wire["type"] == REDO:
            standing.append(undone.pop())
        else:
            standing.append(number)
            undone.clear()
        found.append(standing[-1])
    return found


def canonical(value: object) -> bytes:
    """The canonical JSON of a value, for hashing: sorted keys, no spaces, ASCII."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return text.encode("ascii")


def genesis(header: object) -> str:
    """The first hash of a log: SHA-256 of its game's set-up, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(header)).hexdigest()


def chain(previous: str, entry: object) -> str:
    """The hash of an entry: SHA-256 over the previous entry's hash and the entry itself."""
    return hashlib.sha256(previous.encode("ascii") + canonical(entry)).hexdigest()
