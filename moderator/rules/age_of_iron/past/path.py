"""The winners' path: their points, RFs, attacks and trades compared with the others'."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from moderator.rules.age_of_iron.past import path_sentences
from moderator.rules.age_of_iron.past.contacts import AttackFact, TradeFact
from moderator.rules.age_of_iron.past.points import CountryPoints, Lead
from moderator.rules.age_of_iron.past.turns import TurnEnd
from moderator.rules.age_of_iron.state import State


@dataclass(frozen=True, slots=True)
class CountryPath:
    """What a country did, by its index in the order of play.

    `numbers` are those of `WinnersPath.series` at the end. `attacks`, `attacked` and `trades` are
    the entries of the attacks that it made and suffered, and of its trades.
    """

    player: int
    is_winner: bool
    total: int
    numbers: tuple[int, ...]
    attacks: tuple[int, ...]
    attacked: tuple[int, ...]
    trades: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PathSeries:
    """A number of each country, in the order of play, at the start and after each Game-turn.

    `label` names it; `are_points`: it is in Victory Points, otherwise in RFs.
    """

    label: str
    rows: tuple[tuple[int, ...], ...]
    are_points: bool = True


@dataclass(frozen=True, slots=True)
class WinnersPath:
    """How the winners got there, compared with the others; of a game that goes on, who leads.

    `countries` begin with the winners; then come those with the most points. `lead` is the one
    since which nobody has had more points than they. `series` begin with all points together.
    """

    winners: tuple[int, ...]
    lead: Lead
    countries: tuple[CountryPath, ...]
    series: tuple[PathSeries, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PathFacts:
    """What a path is made from: the state now, the points, and what the history has collected.

    `reveals` are the numbers of the entries that revealed orders.
    """

    now: State
    points: Sequence[CountryPoints]
    turns: Sequence[TurnEnd]
    leads: Sequence[Lead]
    attacks: Sequence[AttackFact]
    trades: Sequence[TradeFact]
    reveals: frozenset[int]


def winners_path(facts: PathFacts) -> WinnersPath | None:
    """The path of those who lead now or have won; None if nobody has Victory Points.

    Points for objectives are in two series only where all of them may be seen (`CountryPoints`),
    otherwise in one. A series in which nobody has anything is left out.

    Source: docs/rules/age-of-iron.md, "Victory Points".
    Cost: proportional to the number of Game-turns, of countries, of attacks and of trades.
    """
    winners = facts.leads[-1].players
    if not winners:
        return None
    kinds = _kinds(facts)
    totals = [one.total for one in facts.points]
    order = sorted(range(len(totals)), key=lambda one: (one not in winners, -totals[one]))
    countries = tuple(_country(facts, kinds, one) for one in order)
    series = (
        *(PathSeries(label, _rows(facts, number)) for label, number in kinds),
        PathSeries(
            "RFs on the Game Chart",
            tuple(zip(*(end.on_chart for end in facts.turns), strict=True)),
            are_points=False,
        ),
    )
    lead = since(facts.leads)
    before = facts.leads[facts.leads.index(lead) - 1].players if lead.number else ()
    course = path_sentences.PathCourse(facts.now, countries, series, lead, before, facts.reveals)
    sentences = tuple(path_sentences.sentences(course))
    return WinnersPath(winners, lead, countries, series, sentences)


def since(leads: Sequence[Lead]) -> Lead:
    """The lead since which those who lead last have always led, alone or with others.

    >>> since([Lead(0, 1, ()), Lead(3, 1, (0,)), Lead(8, 2, (0, 1)), Lead(9, 2, (0,))]).number
    3
    """
    last = set(leads[-1].players)
    found = leads[-1]
    for lead in reversed(leads):
        if not last.issubset(lead.players):
            break
        found = lead
    return found


_Number = Callable[[CountryPoints], int]


def _kinds(facts: PathFacts) -> list[tuple[str, _Number]]:
    """The kinds of points that somebody had at some time, all together first."""
    every = [one for end in facts.turns for one in end.points] + list(facts.points)
    are_open = all(one.presence is not None and one.prevent is not None for one in every)
    found: list[tuple[str, _Number]] = [
        ("Civilization", lambda one: one.civilization),
        ("Trade", lambda one: one.trade),
    ]
    if are_open:
        found[:0] = [
            ("Presence objectives", lambda one: cast(int, one.presence)),
            ("Prevent objectives", lambda one: cast(int, one.prevent)),
        ]
    else:
        found.insert(0, ("Objectives", lambda one: one.objectives))
    had = [kind for kind in found if any(map(kind[1], every))]
    return [("Victory Points", lambda one: one.total), *had]


def _country(facts: PathFacts, kinds: Sequence[tuple[str, _Number]], player: int) -> CountryPath:
    own = facts.points[player]
    on_chart = sum(row[player] for row in facts.now.chart)
    return CountryPath(
        player=player,
        is_winner=player in facts.leads[-1].players,
        total=own.total,
        numbers=(*(number(own) for _, number in kinds), on_chart),
        attacks=tuple(one.number for one in facts.attacks if one.attacker == player),
        attacked=tuple(one.number for one in facts.attacks if one.defender == player),
        trades=tuple(one.number for one in facts.trades if player in (one.player, one.partner)),
    )


def _rows(facts: PathFacts, number: _Number) -> tuple[tuple[int, ...], ...]:
    return tuple(zip(*(tuple(map(number, end.points)) for end in facts.turns), strict=True))
