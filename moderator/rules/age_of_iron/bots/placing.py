"""Where a bot places its hand: what is worth most for an RF comes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple, cast

from moderator.rules.age_of_iron import promises
from moderator.rules.age_of_iron.bots.view import POINT, BotMove, View
from moderator.rules.age_of_iron.moves.build import Build, level
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.scenario import PRESENCE, PRESENCE_RFS
from moderator.rules.bots import GOAL, SEALED, Because

PROMISE_WORTH = 10 * POINT
"""What a promised Presence is worth: more than any objective of its size."""
BOXES = -1
"""The Civilization Chart, where otherwise a region's number stands."""


class Wish(NamedTuple):
    """RFs that a bot wants to place: in a region, or in boxes, all of them or none.

    `worth`: in hundredths of a point, all together.
    """

    place: int
    rfs: int
    worth: int
    because: Because


def presences(view: View) -> Iterator[Wish]:
    """What is missing for each Presence that is an objective; attacks so far lower its worth."""
    state, seat = view.state, view.seat
    left = state.turns - state.turn + 1
    kept_in_turn = 100 - view.risk
    for objective in state.scenario.objectives:
        region = objective.region
        missing = PRESENCE_RFS - state.chart[region][seat]
        if objective.kind == PRESENCE and missing > 0 and not view.is_closed(region):
            place_name, points = state.region_name(region), objective.victory_points
            facts = {"place": place_name, "points": points, **GOAL}
            text = "A Presence in {place} is an objective worth {points}."
            worth = objective.victory_points * POINT * kept_in_turn**left // 100**left
            yield Wish(region, missing, worth, Because(text, facts))
    for one in view.promised(promises.PRESENCE):
        region = cast(int, one.region)
        missing = PRESENCE_RFS - state.chart[region][seat]
        if missing > 0 and not view.is_closed(region):
            facts = {"place": state.region_name(region), "name": state.player_name(one.partner)}
            because = Because("A Presence in {place} was promised to {name}.", {**facts, **SEALED})
            yield Wish(region, missing, PROMISE_WORTH, because)


def boxes(view: View) -> Iterator[Wish]:
    """What is missing for each box."""
    scenario, built = view.state.scenario, view.state.built[view.seat]
    for number, points in enumerate(scenario.box_points):
        missing = (number + 1) * scenario.box - built
        if missing > 0:
            facts = {"level": level(number), "points": points}
            because = Because("Civilization Level {level} is worth {points}.", facts)
            yield Wish(BOXES, min(missing, scenario.box), points * POINT, because)


def place(view: View, wishes: Iterable[Wish]) -> list[BotMove]:
    """Orders for the whole hand: wishes by their worth for an RF, then whatever the rules allow."""
    hand, room = view.state.hand[view.seat], view.state.room(view.seat)
    placed: dict[int, int] = {}
    reasons: dict[int, Because] = {}
    wanted = sorted(wishes, key=lambda one: -one.worth * 1000 // one.rfs)
    for where, wished, _, because in chain(wanted, _rest(view, placed)):
        rfs = min(wished, hand, room) if where == BOXES else min(wished, hand)
        if rfs > 0:
            room -= rfs if where == BOXES else 0
            hand -= rfs
            placed[where] = placed.get(where, 0) + rfs
            reasons.setdefault(where, because)
            if not hand:
                break
    return [
        BotMove(
            Build(view.seat, rfs) if where == BOXES else Deploy(view.seat, where, rfs),
            reasons[where],
        )
        for where, rfs in placed.items()
    ]


def _rest(view: View, placed: Mapping[int, int]) -> Iterator[Wish]:
    """For what no other wish asks for: guards of a Presence, or boxes."""
    state, seat = view.state, view.seat
    free = [region for region, owners in enumerate(state.controlled) if not owners]
    opened = [region for region in free if not view.is_closed(region)] or free
    own = [one.region for one in state.scenario.objectives if one.kind == PRESENCE]
    guarded = [region for region in own if region in opened] or opened
    where, because = BOXES, Because("Nothing else can be placed.", {})
    if guarded:
        where = min(guarded, key=lambda one: state.chart[one][seat] + placed.get(one, 0))
        facts = {"place": state.region_name(where), **GOAL}
        because = Because("The Presence in {place} is guarded.", facts)
    yield Wish(where, state.hand[seat], 0, because)
