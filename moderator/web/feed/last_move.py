"""The last move as charts say it; on the wall, with the letters of its seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.utils.translation import get_language

from moderator.play import log_lines, sentences
from moderator.play.log.folds import Fold
from moderator.rules.kinds import PLAYER
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import Viewer

LONG = 80


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of a sentence; with a `seat` it is that seat's name."""

    text: str
    seat: SeatLabel | None = None


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move that a viewer may see, or those that were recorded together with it."""

    number: int
    phrases: tuple[Phrase, ...]

    @property
    def is_long(self) -> bool:
        """Whether it needs small letters."""
        return sum(len(phrase.text) for phrase in self.phrases) > LONG


def last_sentence(fold: Fold, viewer: Viewer) -> str:
    """The last move in the log's words; empty before the first."""
    run = log_lines.last_move(fold, viewer)
    return sentences.run_sentence(fold, run, get_language()) if run else ""


def last_move(fold: Fold, viewer: Viewer) -> LastMove | None:
    """The last move in pieces; None before the first."""
    run = log_lines.last_move(fold, viewer)
    if run is None:
        return None
    seats = fold.timeline.game.seats_of(fold.timeline.state)
    sentence = sentences.run_sentence(fold, run, get_language())
    named = [seats[number] for number in _players(run[0].step.move)] if len(run) == 1 else []
    return LastMove(run[-1].number, tuple(phrases(sentence, named)))


def phrases(sentence: str, seats: Sequence[SeatLabel]) -> Iterator[Phrase]:
    """The sentence in pieces: the first time that each of the seats is named is one of its own.

    A place may have the name of a seat, so only the first time counts.

    >>> from moderator.rules.seating import seats
    >>> egypt, ur = seats([("egypt", "Egypt"), ("ur", "Ur")])
    >>> [one.text for one in phrases("Egypt attacks Ur in Ur with 5", [egypt, ur])]
    ['Egypt', ' attacks ', 'Ur', ' in Ur with 5']
    """
    found = {}
    for seat in seats:
        first = re.search(rf"(?<!\w){re.escape(seat.name)}(?!\w)", sentence)
        if first:
            found[first.span()] = seat
    at = 0
    for (start, end), seat in sorted(found.items(), key=lambda item: item[0]):
        if start < at:  # a name inside another one
            continue
        if start > at:
            yield Phrase(sentence[at:start])
        yield Phrase(sentence[start:end], seat)
        at = end
    if at < len(sentence):
        yield Phrase(sentence[at:])


def _players(move: Any) -> Iterator[int]:
    """The players whom a move names."""
    for one in fields(move):
        if one.metadata.get("kind") is PLAYER:
            yield getattr(move, one.name)
