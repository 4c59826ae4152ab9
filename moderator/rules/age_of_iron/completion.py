"""Completions of a typed command, made from the offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moderator.rules.age_of_iron.offers import offers
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.offer import Offer
from moderator.rules.reading.words import fit

MOST_COMPLETIONS = 8


def complete(state: State, text: str) -> Sequence[str]:
    """Completions of a typed command: at most eight whole lines, legal now.

    Every typed word must be a prefix of its word in the line; a typed number replaces the line's.
    """
    if not text.strip():
        return ()
    out: list[str] = []
    for line in _lines(state):
        fitted = fit(line, text)
        if fitted is not None and fitted not in out:
            out.append(fitted)
    return tuple(out[:MOST_COMPLETIONS])


def _lines(state: State) -> list[str]:
    """A command line for every choice that is legal now."""
    out = []
    for offer in offers(state):
        if offer.refused is not None:
            continue
        who = f"{offer.player} " if state.phase == DEPLOYMENT and offer.player else ""
        lines = [
            who + line
            for choice in offer.choices
            if choice.refused is None
            for line in _choice_lines(state, offer, dict(choice.values), choice.high)
        ]
        out += lines
    return [*out, "undo", "redo"]


def _choice_lines(state: State, offer: Offer, values: dict[str, Any], high: int) -> list[str]:
    if offer.verb == "deploy":
        return [f"{values['region']} {high}"]
    if offer.verb == "build":
        return [f"b {high}"]
    if offer.verb == "attack":
        return [f"a {values['defender']} {values['region']} {high}"]
    if offer.verb == "trade":
        mine, theirs = offer.limits[values["player"]], offer.limits[values["partner"]]
        give = [letter.lower() for letter, units in mine.items() if units]
        get = [letter.lower() for letter, units in theirs.items() if units]
        return [f"t {values['partner']} {g} {t}" for g in give for t in get if g != t]
    if offer.verb == "split-control":
        return [f"s {' '.join(values['players'])} {values['region']}"]
    if offer.verb == "extend":
        return [f"extend {state.turns + 1}"]
    return ["end"] if offer.verb == "end-turn" else []
