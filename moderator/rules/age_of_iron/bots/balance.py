"""How fair a scenario is among bots: who wins how often, and by what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import compress
from math import sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from moderator.rules.age_of_iron.bots import VERSION, measured
from moderator.rules.age_of_iron.bots.measured import VICTORY, objective_name
from moderator.rules.age_of_iron.scenario import Scenario
from moderator.rules.age_of_iron.state import State
from moderator.rules.bots import (
    BalanceRules,
    Cell,
    Figures,
    Part,
    Share,
    Suggestion,
    Tally,
    added,
    chance_of,
    share_of,
)
from moderator.rules.move import RandomBelow

RARE = 0.05
"""An objective that is met less often is hardly one."""


def _shares(counts: Iterable[int], games: int) -> list[Share]:
    """Each country's share of the victories."""
    return [share_of(parts / VICTORY, games) for parts in counts]


def _of_class(scenario: Scenario, found: dict[str, Any]) -> Iterator[Figures]:
    games, even = found["games"], 1 / len(scenario.players)
    rows = []
    for place, share in enumerate(_shares(found["wins"], games)):
        mean = found["points"][place] / games
        spread = sqrt(max(found["squares"][place] / games - mean * mean, 0))
        rows.append((scenario.seats[place].name, share, mean, spread))
    yield Figures(
        "Who wins",
        ("Country", "Wins", "Victory Points", "Spread"),
        tuple(rows),
        f"{games:,} games of programs, not students: Stewards and Rivals of mixed styles. An even "
        f"share is {100 * even:.0f} %.",
        even,
    )
    yield _course(found)
    if scenario.objectives:
        yield _objectives(scenario, found["met"], games)


def _course(found: dict[str, Any]) -> Figures:
    games = found["games"]
    rows: list[tuple[Cell, ...]] = [
        ("Games with one winner", share_of(found["decided"], games)),
        ("Changes of the lead in a game", found["changes"] / games),
    ]
    if found["earlier"]:
        rows += [
            (
                "Games whose winner did not lead a Game-turn before the end",
                share_of(found["late"], games),
            ),
            (
                "Earlier Game-turns after which the winner did not lead",
                Share(found["behind"] / found["earlier"]),
            ),
        ]
    rows += [
        ("Units of goods traded in a game", found["trades"] / games),
        ("RFs removed from others in a game", found["removed"] / games),
    ]
    return Figures("How the games went", ("", "Found"), tuple(rows))


def _objectives(scenario: Scenario, met: list[int], games: int) -> Figures:
    """How often each objective was met, and which nobody contests or hardly anybody meets."""
    listed, rows = [], []
    for one, count in zip(scenario.objectives, met, strict=True):
        name, owner = objective_name(scenario, one), scenario.seats[one.player].name
        listed.append(f"{name} ({owner})")
        rows.append((name, owner, share_of(count, games)))
    wanted = [(one.region, one.player) for one in scenario.objectives]
    others = [{player for at, player in wanted if at == region} - {own} for region, own in wanted]
    notes = {
        "Nobody else has an objective there": [not found for found in others],
        "Met in every game": [count == games for count in met],
        f"Met in fewer than {RARE:.0%} of the games": [count < RARE * games for count in met],
    }
    note = " ".join(
        f"{text}: {', '.join(compress(listed, chosen))}."
        for text, chosen in notes.items()
        if any(chosen)
    )
    return Figures("Objectives", ("Objective", "Of", "Met"), tuple(rows), note)


def _of_order(scenario: Scenario, found: dict[str, Any]) -> Iterator[Figures]:
    games, even = found["games"], 1 / len(scenario.players)
    places = [f"{place + 1}." for place in range(len(scenario.players))]
    yield Figures(
        "By place in the order of play",
        ("Place", "Wins"),
        tuple(zip(places, _shares(found["place"], games), strict=True)),
        f"{games:,} games in which each country was first, second and so on equally often.",
        even,
    )
    yield Figures(
        "By country, whatever its place",
        ("Country", "Wins"),
        tuple(zip(_names(scenario), _shares(found["country"], games), strict=True)),
        "The same games: what a drawn order of play would give.",
        even,
    )


def _of_kinds(scenario: Scenario, found: dict[str, Any]) -> Iterator[Figures]:
    """The shares in each kind of class, and their ranges without Stewards alone."""
    even = 1 / len(scenario.players)
    kinds = [
        (kind, tuple(_shares(counts, games)))
        for kind, counts, games in zip(measured.KINDS, found["wins"], found["games"], strict=True)
        if games
    ]
    rows = []
    for name, *shares in zip(_names(scenario), *(row for _, row in kinds[1:]), strict=True):
        values = [one.share for one in shares]
        rows.append((name, Share(sum(values) / len(values), (min(values), max(values)))))
    yield Figures(
        "Over all styles",
        ("Country", "Wins: mean and range"),
        tuple(rows),
        f"{sum(found['games']):,} games: the range over the kinds of classes below, but Stewards "
        "alone, who always play the same game.",
        even,
    )
    yield Figures(
        "By kind of class",
        ("Class", *_names(scenario)),
        tuple((kind, *shares) for kind, shares in kinds),
        "Spite and envy: losses of others and of the leader count. Grudge: towards those who have "
        "attacked. Fear and guarding: more RFs where one has a Presence. Mistrust: others are "
        "expected to add RFs.",
        even,
    )


def _of_early(scenario: Scenario, found: dict[str, Any]) -> Iterator[Figures]:
    rows = []
    for place, games in enumerate(found["games"]):
        if games:
            early, late = (found[one][place] / VICTORY for one in ("early", "late"))
            share, other = share_of(early, games), share_of(late, games)
            gain = f"{100 * (share.share - other.share):+.1f}".replace("-", "−")
            rows.append((scenario.seats[place].name, share, other, gain))
    yield Figures(
        "Attacking first",
        ("Country", "Wins if it attacks first", "Wins if it waits", "Percentage points gained"),
        tuple(rows),
        f"{sum(found['games']):,} pairs of games of Stewards and Rivals: a Rival attacks a "
        "Game-turn before all others, or with them in the last one.",
    )


def _of_strategists(scenario: Scenario, found: dict[str, Any]) -> Iterator[Figures]:
    games = found["games"]
    points = (points / games for points in found["points"])
    yield Figures(
        "Among Strategists",
        ("Country", "Wins", "Victory Points"),
        tuple(zip(_names(scenario), _shares(found["wins"], games), points, strict=True)),
        f"{games:,} games in which all plan ahead.",
        1 / len(scenario.players),
    )


def _names(scenario: Scenario) -> list[str]:
    return [seat.name for seat in scenario.seats]


# The parts of a report.


class Measured(NamedTuple):
    """Games of a part: how one is played, and what is shown of all."""

    part: Part
    play: Callable[[State, RandomBelow, int], Tally]
    show: Callable[[Scenario, dict[str, Any]], Iterator[Figures]]


PARTS = {
    "mixed": Measured(Part("Stewards and Rivals", 1000), measured.of_class, _of_class),
    "order": Measured(
        Part("Stewards and Rivals, the order of play turned", 400), measured.of_order, _of_order
    ),
    "kinds": Measured(Part("Classes of different kinds", 1400), measured.of_kind, _of_kinds),
    "early": Measured(
        Part("One country attacks a Game-turn early", 400), measured.of_early, _of_early
    ),
    "strategists": Measured(Part("Strategists", 40), measured.of_strategists, _of_strategists),
}


class Balance(BalanceRules[State]):
    """Age of Iron's bots, and what their games tell."""

    version = VERSION
    parts = MappingProxyType({name: one.part for name, one in PARTS.items()})

    def tally(self, start: State, part: str, numbers: Iterable[int], seed: int) -> Tally:
        total: Tally = {}
        for number in numbers:
            game = PARTS[part].play(start, chance_of(seed, part, number), number)
            total = added(total, {part: game})
        return total

    def figures(self, start: State, tally: Tally) -> tuple[Figures, ...]:
        parts = ((one, tally[name]) for name, one in PARTS.items() if name in tally)
        return tuple(table for one, found in parts for table in one.show(start.scenario, found))

    def suggestions(self, start: State, seed: int) -> Iterator[Suggestion | None]:
        return measured.suggestions(start, seed)


BALANCE = Balance()
