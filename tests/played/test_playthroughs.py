"""Games to read: beside some of the records, what is said and shown after each move.

    python3 -m tests.played.test_playthroughs

writes them again. Read what `git diff` shows then: it is what players would notice of a change.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from moderator.rules.log import Timeline
from moderator.rules.reading import REDO, UNDO
from moderator.rules.registry import GAMES
from moderator.rules.seating import MODERATOR
from tests.played.games import HERE, play

TOLD = sorted(HERE.glob("*/*.txt"))


def told(path: Path) -> str:
    """The record beside this file, move by move: the sentence, its effects, the lines of the chart
    that have changed, and what each seat is told and may do. The whole chart first and last."""
    played = play(path.with_suffix(".json"))
    first, last = played.timelines[0], played.timelines[-1]
    lines = [played.record.more["about"], "", _chart(first), *_seats(first)]
    for wire, (before, after) in zip(played.record.moves, pairwise(played.timelines), strict=True):
        lines += ["", f"{after.number}. {_sentence(wire['type'], before, after)}"]
        effects = after.rules.effects(before.state, after.state, MODERATOR)
        lines += [f"   {effect}" for effect in effects]
        shown = _chart(before).splitlines()
        lines += [f"   | {line}" for line in _chart(after).splitlines() if line not in shown]
        lines += _seats(after)
    return "\n".join([*lines, "", _chart(last)]) + "\n"


def _sentence(verb: str, before: Timeline, after: Timeline) -> str:
    step = before.standing if verb == UNDO else after.standing
    assert step is not None
    word = {UNDO: f"Undone: {step.number}. ", REDO: f"Redone: {step.number}. "}.get(verb, "")
    return word + str(step.move.describe(step.before))


def _chart(timeline: Timeline) -> str:
    return str(timeline.rules.text(timeline.state)).rstrip()


def _seats(timeline: Timeline) -> Iterator[str]:
    """What each seat is told, and its open offers; of all who are told the same, a line."""
    rules, state = timeline.rules, timeline.state
    seats: dict[str, list[str]] = {}
    for seat in timeline.seats:
        task = rules.task(state, seat.id)
        words = " ".join(filter(None, (f"{task.sentence}.", task.hint)))
        offers = [offer.verb for offer in rules.offers(state, seat.id) if offer.is_open]
        seats.setdefault(f"{words} [{', '.join(offers)}]", []).append(seat.name)
    for said, names in seats.items():
        yield f"   {', '.join(names)}: {said}"


@pytest.mark.slow
@pytest.mark.parametrize("path", TOLD, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_game_is_told_as_it_was(path: Path) -> None:
    assert told(path).splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_each_game_has_one() -> None:
    assert {path.parent.name.replace("_", "-") for path in TOLD} == GAMES.keys()


if __name__ == "__main__":
    for path in TOLD:
        path.write_text(told(path), encoding="utf-8")
