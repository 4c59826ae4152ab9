"""What a bot wants: to place its hand where an RF is worth most, to attack, and to guard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, cast

from moderator.rules.age_of_iron import promises
from moderator.rules.age_of_iron.bots import FOREIGN_WORTH, HOME_WORTH, POINT, BotMove, View
from moderator.rules.age_of_iron.moves.attack import ODDS_LETTERS, Attack, odds_column
from moderator.rules.age_of_iron.moves.build import Build, level
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.promises import ATTACK
from moderator.rules.age_of_iron.scenario import (
    ATTACKER_ADVANTAGE,
    ODDS_TABLE,
    PRESENCE,
    PRESENCE_RFS,
)
from moderator.rules.age_of_iron.state import State
from moderator.rules.bots import GOAL, SEALED, Because

# Where it places its hand: what is worth most for an RF comes first.

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


# Attacks: which Presences it ends, and which of its own it guards.

Spite = Sequence[int]
"""For each country, in percent: what its loss of a point is worth to the bot."""


class Raid(NamedTuple):
    """An attack that ends a Presence; `worth` in hundredths of a point, own losses deducted."""

    attack: Attack
    worth: int
    because: Because


def raids(view: View, spite: Spite, word: int) -> list[Raid]:
    """The attacks that can be made now, end a Presence, and are worth more than they cost.

    Args:
        word: what it costs to break a promise.
    """
    found = []
    raided = _rolled if view.state.options.combat == ODDS_TABLE else _counted
    for region, defender in _presences_beside(view.state, view.seat):
        worth = _worth(view, region, defender, spite)
        worth -= word if view.spares(defender, region) else 0
        raid = raided(view, region, defender, worth)
        if raid and raid.worth > 0 and raid.attack.why_not(view.state) is None:
            found.append(raid)
    return found


def promised(view: View) -> Iterator[BotMove]:
    """The attacks that were promised for this Game-turn, and can be made now, with one RF."""
    state = view.state
    for one in view.promised(ATTACK):
        region, target = cast(int, one.region), cast(int, one.target)
        rfs = None if state.options.combat == ODDS_TABLE else 1
        attack = Attack(view.seat, target, region, rfs)
        if one.turn == state.turn and attack.why_not(state) is None:
            facts = {"name": state.player_name(one.partner), **SEALED}
            yield BotMove(attack, Because("{name} was promised this attack.", facts))


def _presences_beside(state: State, seat: int) -> Iterator[tuple[int, int]]:
    """Each region and defender with a Presence where the attacker has RFs, too."""
    for region, row in enumerate(state.chart):
        if row[seat]:
            for defender, rfs in enumerate(row):
                if rfs >= PRESENCE_RFS and defender != seat:
                    yield region, defender


def _counted(view: View, region: int, defender: int, worth: int) -> Raid | None:
    """With as many RFs as end the Presence."""
    row = view.state.chart[region]
    mine, rfs = row[view.seat], row[defender] - PRESENCE_RFS + 1
    if rfs > mine:
        return None
    left = mine - rfs + (view.state.options.combat == ATTACKER_ADVANTAGE)
    cost = _own_worth(view, region) if left < PRESENCE_RFS <= mine else 0
    attack = Attack(view.seat, defender, region, rfs)
    return Raid(attack, worth - cost, _why(view, region, defender))


def _rolled(view: View, region: int, defender: int, worth: int) -> Raid | None:
    """By the odds table: all that it may end, by the faces of the die."""
    row = view.state.chart[region]
    column = odds_column(row[view.seat], row[defender])
    if column is None:
        return None
    letters = [letters[column] for letters in ODDS_LETTERS]
    ended = len(letters) - letters.count("A")
    lost = len(letters) - letters.count("D") if row[view.seat] >= PRESENCE_RFS else 0
    value = (worth * ended - _own_worth(view, region) * lost) // len(letters)
    return Raid(Attack(view.seat, defender, region), value, _why(view, region, defender))


def _why(view: View, region: int, defender: int) -> Because:
    state = view.state
    facts = {"name": state.player_name(defender), "place": state.region_name(region)}
    if view.spares(defender, region):
        text = (
            "{name}’s Presence in {place} ends: that is worth more than the promise not to attack."
        )
        return Because(text, {**facts, **SEALED})
    return Because("{name}’s Presence in {place} ends.", facts)


def _worth(view: View, region: int, defender: int, spite: Spite) -> int:
    """What it is worth that the defender's Presence in the region ends: the defender's loss, and
    a share of own objectives that it prevents."""
    scenario = view.state.scenario
    lost = HOME_WORTH if region == scenario.homes[defender] else FOREIGN_WORTH
    found = lost * spite[defender] // 100
    for one in scenario.objectives:
        if one.region == region and defender in one.by:
            others = sum(view.state.has_presence(player, region) for player in one.by)
            found += one.victory_points * POINT // max(others, 1)
    return found


def _own_worth(view: View, region: int) -> int:
    """What the own Presence in the region is worth."""
    own = view.state.scenario.objectives
    met = (one for one in own if one.region == region and one.kind == PRESENCE)
    return sum(one.victory_points for one in met) * POINT


def raiding_parties(view: View, spite: Spite, more: int) -> Iterator[Wish]:
    """For each Presence of another country, the RFs that are missing to end it.

    Args:
        more: how many RFs the defender is expected to add.
    """
    state, seat = view.state, view.seat
    for region, row in enumerate(state.chart):
        if view.is_closed(region):
            continue
        spare = row[seat]
        if _own_worth(view, region):
            spare -= PRESENCE_RFS
        for defender, theirs in enumerate(row):
            if defender == seat or theirs < PRESENCE_RFS or view.spares(defender, region):
                continue
            rfs = theirs - PRESENCE_RFS + 1 + more - max(spare, 0)
            worth = _worth(view, region, defender, spite)
            if rfs > 0 and worth > 0:
                facts = {"name": state.player_name(defender), "place": state.region_name(region)}
                because = Because("{name} can be attacked in {place}.", facts)
                yield Wish(region, rfs, worth, because)


def guards(view: View, fear: int, most: int) -> Iterator[Wish]:
    """RFs beyond a Presence that is an objective, so that an attack costs more.

    Args:
        fear: what a guard is worth, in percent of the Presence: half of it where nobody is near.
        most: RFs in each region.
    """
    state, seat = view.state, view.seat
    for one in state.scenario.objectives:
        if one.kind != PRESENCE or view.is_closed(one.region):
            continue
        row = state.chart[one.region]
        beyond = max(row[seat] - PRESENCE_RFS, 0)
        if beyond >= most:
            continue
        near = sum(row) - row[seat]
        share = fear if near else fear // 2
        facts = {"place": state.region_name(one.region), "points": one.victory_points, **GOAL}
        because = Because("The Presence in {place}, worth {points}, needs guards.", facts)
        yield Wish(one.region, most - beyond, one.victory_points * share, because)
