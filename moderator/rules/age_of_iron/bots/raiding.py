"""Attacks: which Presences a bot ends, and which of its own it guards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from moderator.rules.age_of_iron.bots.placing import Wish
from moderator.rules.age_of_iron.bots.view import (
    FOREIGN_WORTH,
    HOME_WORTH,
    POINT,
    BotMove,
    View,
)
from moderator.rules.age_of_iron.moves.attack import ODDS_LETTERS, Attack, odds_column
from moderator.rules.age_of_iron.promises import ATTACK
from moderator.rules.age_of_iron.scenario import (
    ATTACKER_ADVANTAGE,
    ODDS_TABLE,
    PRESENCE,
    PRESENCE_RFS,
)
from moderator.rules.age_of_iron.state import State
from moderator.rules.bots import GOAL, SEALED, Because

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
