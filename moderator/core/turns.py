"""Whose turn it is, the last move as charts say it, and what a game's maps refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from moderator.core import dice, sentences
from moderator.core.cache import cached
from moderator.core.feature import FEATURES
from moderator.core.games import template_of
from moderator.core.log import Fold, LoggedMove, rules_of, scenario_of
from moderator.core.look import Look
from moderator.core.models import Game
from moderator.rules.kinds import PLAYER
from moderator.rules.seating import SeatLabel, Viewer
from moderator.rules.wire import Wire

# Whose turn it is, from the rules' offers.


def is_own_turn(look: Look) -> bool:
    """Whether it is the viewer's turn."""
    return look.game.is_running and look.viewer.seat in _awaited(look)


def bot_in_turn(look: Look, bots: frozenset[str]) -> SeatLabel | None:
    """The first of the bots whose turn it is, if it can play."""
    # Once the seed is public, dice are typed, which bots can't do.
    if not (bots and look.game.is_running and dice.can_bots_play(look)):
        return None
    awaited = bots & _awaited(look)
    seats = look.rules.seats_of(look.state)
    return next((seat for seat in seats if seat.id in awaited), None)


def bots_of(game: Game) -> frozenset[str]:
    if not rules_of(game).has_bot:
        return frozenset()
    return frozenset(game.seats.filter(is_partner=True).values_list("player", flat=True))


def _awaited(look: Look) -> frozenset[str]:
    """The players who have to act."""
    for feature in FEATURES:
        found = feature.awaited(look)
        if found is not None:
            return found
    return cached("in turn", (look.game.uid, look.fold.hash), lambda: _offered(look))


def _offered(look: Look) -> frozenset[str]:
    if look.rules.is_over(look.state):
        return frozenset()
    return frozenset(
        offer.player
        for offer in look.rules.offers(look.state)
        if offer.player and not offer.move.is_moderators and offer.is_open
    )


# A decided turn, which the server can play to its end.


def can_turn_end(look: Look) -> bool:
    """Whether the active player's turn is decided, and the server rolls what is left of it."""
    return dice.rolls_here(look) and next_to_end(look) is not None


def next_to_end(look: Look) -> Wire | None:
    """The next move of a decided turn; None if it isn't decided."""
    rules, state = look.rules, look.state
    moves = (rules.next_to_end_turn(state, player) for player in rules.movers(state))
    return next((move for move in moves if move is not None), None)


# The last move as charts say it; on the wall, with the letters of its seats.

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
    run = sentences.last_move(fold, viewer)
    return sentences.run_sentence(fold, run, get_language()) if run else ""


def last_move(fold: Fold, viewer: Viewer) -> LastMove | None:
    """The last move in pieces; None before the first."""
    run = sentences.last_move(fold, viewer)
    return said_move(fold, run) if run else None


def said_move(fold: Fold, run: Sequence[LoggedMove]) -> LastMove:
    """Entries that were recorded together, in pieces."""
    seats = fold.timeline.rules.seats_of(fold.timeline.state)
    sentence = sentences.run_sentence(fold, run, get_language()).replace(" → ", "\u00a0→\u00a0")
    named = [seats[number] for number in _players(run[0].step.move)] if len(run) == 1 else []
    return LastMove(run[-1].number, tuple(phrases(sentence, named)))


def phrases(sentence: str, seats: Sequence[SeatLabel]) -> Iterator[Phrase]:
    """The sentence in pieces: the first time that each of the seats is named is one of its own.

    A place may have the name of a seat, so only the first time counts.

    >>> from moderator.rules.seating import seats
    >>> egypt, ur = seats([("egypt", "Egypt"), ("ur", "Ur")])
    >>> [one.text for one in phrases("Egypt attacks Ur in Ur with 5", [egypt, ur])]
    ['Egypt', ' attacks ', 'Ur', ' in Ur with 5']
    >>> both = seats([("u", "Ur"), ("n", "Ur-Nammu")])
    >>> [one.text for one in phrases("Ur-Nammu attacks Ur", both)]
    ['Ur-Nammu', ' attacks ', 'Ur']
    """
    left = {seat.name: seat for seat in seats}
    # The longest first: a name may be the beginning of another one.
    names = "|".join(map(re.escape, sorted(left, key=len, reverse=True)))
    at = 0
    for found in re.finditer(rf"(?<!\w)(?:{names})(?!\w)", sentence) if left else ():
        seat = left.pop(found[0], None)
        if seat is None:
            continue
        if at < found.start():
            yield Phrase(sentence[at : found.start()])
        yield Phrase(found[0], seat)
        at = found.end()
    if at < len(sentence):
        yield Phrase(sentence[at:])


def _players(move: Any) -> Iterator[int]:
    """The players whom a move names."""
    for one in fields(move):
        if one.metadata.get("kind") is PLAYER:
            yield getattr(move, one.name)


# What a game's maps refer to: the same from move to move, so it is on the page and in no frame.


def map_base_of(game: Game | None, has_switch: bool = True) -> SafeString:
    """The game's `map_base.html`; empty if it has none.

    Args:
        has_switch: whether the page shows either the chart or the map, or both.
    """
    template = template_of(game.rules, "map_base.html") if game else ""
    if game is None or not template:
        return SafeString()

    def make() -> SafeString:
        return render_to_string(template, {"scenario": scenario_of(game), "has_switch": has_switch})

    return cached("base map", (game.uid, get_language(), has_switch), make)
