"""Completions of a typed command, made from the offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moderator.rules.errors import Refused
from moderator.rules.offer import Choice, Offer
from moderator.rules.reading.words import fit
from moderator.rules.rulebook import why_not
from moderator.rules.war.cards import Card
from moderator.rules.war.command import parse
from moderator.rules.war.moves import VERBS
from moderator.rules.war.offers import offers
from moderator.rules.war.state import State

MOST_COMPLETIONS = 8


def complete(state: State, text: str) -> Sequence[str]:
    """Completions of a typed command: at most eight whole lines, legal now.

    Dice are never completed: they aren't known before they are rolled.
    """
    out: list[str] = []
    for line in _lines(state) if text.strip() else ():
        fitted = fit(line, text)
        if fitted is not None and fitted not in out and _is_legal(state, line, fitted):
            out.append(fitted)
            if len(out) == MOST_COMPLETIONS:
                break
    return tuple(out)


def _is_legal(state: State, line: str, fitted: str) -> bool:
    """Whether the line is still legal after typed numbers have replaced its own."""
    if line == fitted:
        return True
    try:
        wire = parse(state, fitted)
        move = VERBS[wire["type"]].from_wire(wire)
    except Refused:
        return False
    return why_not(state, move) is None


def _lines(state: State) -> Iterator[str]:
    for offer in offers(state):
        if offer.is_open and offer.verb != "fight":
            for choice in offer.choices:
                if choice.refused is None:
                    yield _line(offer, choice)
    yield from ("undo", "redo")


def _line(offer: Offer, choice: Choice) -> str:
    values = choice.values
    if offer.verb in ("place", "reinforce"):
        return str(values["tile"])
    if offer.verb == "play":
        where = " ".join(f"{tile} {units}" for tile, units in values["units"].items())
        return f"play {Card(*values['card'])} {where}"
    if offer.verb == "combat-card":
        return f"combat {Card(*values['card'])}"
    if offer.verb == "move":
        return f"{values['from']} {values['to']} {choice.high}"
    if offer.verb == "draw":
        return "draw " + " ".join(str(Card(*card)) for card in values["cards"])
    return "end" if offer.verb == "end-turn" else offer.verb
