"""Completions of a typed command, made from the offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moderator.rules.age_of_war import faces
from moderator.rules.age_of_war.offers import offers
from moderator.rules.age_of_war.state import State
from moderator.rules.reading.words import fit

MOST_COMPLETIONS = 8


def complete(state: State, text: str) -> Sequence[str]:
    """Completions of a typed command: at most eight whole lines, legal now.

    A roll is never completed: its dice aren't known before they are rolled.
    """
    out: list[str] = []
    for line in _lines(state) if text.strip() else ():
        if fit(line, text) == line and line not in out:
            out.append(line)
    return tuple(out[:MOST_COMPLETIONS])


def _lines(state: State) -> Iterator[str]:
    for offer in offers(state):
        if offer.verb == "fill":
            for choice in offer.choices:
                values = choice.values
                yield f"fill {values['castle']} {values['line']} {faces.short(values['dice'])}"
        elif offer.verb == "lose" and offer.is_open:
            yield "lose"
    yield from ("undo", "redo")
