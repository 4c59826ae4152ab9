"""Completions of a typed command, made from the offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moderator.rules.reading.words import fit
from moderator.rules.valley_of_war.command import command_text
from moderator.rules.valley_of_war.offers import offers
from moderator.rules.valley_of_war.state import State

MOST_COMPLETIONS = 8


def complete(state: State, text: str) -> Sequence[str]:
    """Completions of a typed command: at most eight whole lines, legal now."""
    out: list[str] = []
    for line in _lines(state) if text.strip() else ():
        without_verb = line.removeprefix("throw ")
        for one in dict.fromkeys((line, without_verb)):
            # Another number would be another throw, so typed numbers must match.
            if fit(one, text) == one and one not in out:
                out.append(one)
    return tuple(out[:MOST_COMPLETIONS])


def _lines(state: State) -> Iterator[str]:
    for offer in offers(state):
        if offer.verb == "throw":
            yield from (
                command_text({"type": "throw", **choice.values}) for choice in offer.choices
            )
        elif offer.is_open:
            yield "restart a body over the edge"
    yield from ("undo", "redo")
