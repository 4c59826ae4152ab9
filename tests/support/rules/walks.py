"""Random games of any rules: a walk of legal moves, with undo and redo among them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.log import Timeline
from moderator.rules.offer import Choice, Offer
from moderator.rules.seating import Viewer

Json = dict[str, Any]
Chance = random.Random


def _nothing(state: Any, wire: Json, offer: Offer, chance: Chance) -> Json:
    return {}


@dataclass(frozen=True)
class Case:
    """A game as the contract needs it.

    `start` draws a game before its first move; `rest` gives the fields that an offer leaves to
    the player (besides its numbers and dice); `check` asserts what a move conserves; `twin` is
    the state with other secrets, which the viewer may not be able to tell from it (None: it has
    no secrets). `weights` are those of verbs in a walk, 1 if not named.
    """

    rules: Rules[Any]
    start: Callable[[Chance], Timeline]
    check: Callable[[Any, Json, Any], None]
    rest: Callable[[Any, Json, Offer, Chance], Json] = _nothing
    twin: Callable[[Any, Viewer, Chance], Any] | None = None
    weights: dict[str, int] = field(default_factory=dict)
    most_moves: int = 2_000  # until such a game has ended
    never: frozenset[str] = frozenset()  # verbs without which it ends

    def __str__(self) -> str:
        return self.rules.id


def wire_of(case: Case, state: Any, offer: Offer, choice: Choice | None, chance: Chance) -> Json:
    """A move of an offer: its choice, with numbers, dice, and all the rest."""
    wire: Json = {"type": offer.verb}
    if offer.player is not None:
        wire["player"] = offer.player
    if choice is not None:
        wire |= choice.values
        if choice.number:
            wire[choice.number] = chance.randint(choice.low, choice.high)
    for dice in case.rules.dice_of(state, wire):
        if dice.field not in wire:
            rolled = chance.choices(dice.faces, k=dice.count or 1)
            wire[dice.field] = rolled[0] if dice.count is None else rolled
    return wire | case.rest(state, wire, offer, chance)


def legal_wire(case: Case, timeline: Timeline, chance: Chance, undo: float = 0.1) -> Json | None:
    """A random legal move; None if there is none."""
    state = timeline.state
    if timeline.undone is not None and chance.random() < undo * 3:
        return {"type": "redo"}
    if timeline.standing is not None and chance.random() < undo:
        return {"type": "undo"}
    offers = [
        offer
        for offer in case.rules.offers(state)
        if offer.is_open and (undo or offer.verb not in case.never)
    ]
    if not offers:
        return None
    weights = [case.weights.get(offer.verb, 1) for offer in offers]
    (offer,) = chance.choices(offers, weights)
    open_ones = [choice for choice in offer.choices if choice.refused is None]
    return wire_of(case, state, offer, chance.choice(open_ones) if open_ones else None, chance)


def walk(case: Case, seed: int, most: int) -> Timeline:
    """A game after at most so many random moves."""
    chance = Chance(seed)
    timeline = case.start(chance)
    for _ in range(most):
        wire = legal_wire(case, timeline, chance)
        if wire is None:
            break
        timeline = timeline.play(wire)
    return timeline


def play_out(case: Case, seed: int) -> Timeline:
    """A whole game, without undo."""
    chance = Chance(seed)
    timeline = case.start(chance)
    while not case.rules.is_over(timeline.state):
        assert timeline.number < case.most_moves
        wire = legal_wire(case, timeline, chance, undo=0)
        assert wire is not None, "nothing is legal, but the game is not over"
        timeline = timeline.play(wire)
    return timeline


def viewers(case: Case, state: Any) -> Iterator[Viewer]:
    """Everybody who can look at a game."""
    yield from (Viewer(), Viewer(is_moderator=True))
    yield from (Viewer(seat=seat.id) for seat in case.rules.seats_of(state))


def refusal(timeline: Timeline, wire: Any) -> Refused | None:
    """The refusal of a move; None if it is accepted."""
    try:
        timeline.play(wire)
    except Refused as refused:
        return refused
    return None


def all_offers(case: Case, state: Any) -> list[Offer]:
    """The offers of the moderator, and of every seat."""
    seats = [seat.id for seat in case.rules.seats_of(state)]
    return [offer for seat in (None, *seats) for offer in case.rules.offers(state, seat)]


def wires(timeline: Timeline) -> list[Json]:
    """The wire forms of the moves in effect, as they would be written again."""
    return [step.move.wire(step.before) for step in reversed(list(timeline.steps()))]
