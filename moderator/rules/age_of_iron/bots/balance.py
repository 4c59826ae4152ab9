"""How fair a scenario is among bots: who wins how often, and by what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from moderator.rules.age_of_iron.bots.play import course
from moderator.rules.age_of_iron.bots.rival import drawn
from moderator.rules.age_of_iron.bots.steward import Steward
from moderator.rules.age_of_iron.bots.view import Bot
from moderator.rules.age_of_iron.state import State, is_met, leaders, score
from moderator.rules.intervals import wilson
from moderator.rules.move import RandomBelow


class Played(NamedTuple):
    """A game that bots have played; players and objectives are in the scenario's order.

    `led`: who led after each Game-turn. `met`: whether each objective was met. `trades`: units that
    changed hands, `removed`: RFs that attacks removed from defenders.
    """

    totals: tuple[int, ...]
    led: tuple[tuple[int, ...], ...]
    met: tuple[bool, ...]
    trades: int
    removed: int

    @property
    def winners(self) -> tuple[int, ...]:
        return self.led[-1]


def mixed(players: int, chance: RandomBelow) -> list[Bot]:
    """A class: a third are Stewards, the others Rivals of any style."""
    return [Steward() if chance(3) == 0 else drawn(chance) for _ in range(players)]


def played(start: State, chance: RandomBelow) -> Played:
    """One game of a mixed class."""
    states = list(course(start, mixed(len(start.hand), chance), chance))
    turns = pairwise([start, *(now for now, _ in states)])
    led = [leaders(now) for before, now in turns if now.turn != before.turn or now.is_over]
    state, hits = states[-1]
    return Played(
        totals=tuple(score(state, player).total for player in range(len(state.hand))),
        led=tuple(led),
        met=tuple(is_met(state, objective) for objective in state.scenario.objectives),
        trades=sum(map(sum, state.acquired)),
        removed=sum(map(sum, hits)),
    )


@dataclass(frozen=True, slots=True)
class CountryBalance:
    """A country in all games: its share of the victories with its 95 % interval, from 0 to 1, and
    its Victory Points with their standard deviation."""

    share: float
    interval: tuple[float, float]
    points: float
    spread: float


@dataclass(frozen=True, slots=True)
class Balance:
    """What games among bots tell of a scenario.

    `decided`: the share of games with one winner. `changes`: how often the lead changed in a game.
    `drama`: the share of earlier Game-turns after which the later winner did not lead. `met`: how
    often each objective was met, from 0 to 1. `trades` and `removed` are means.
    """

    games: int
    countries: tuple[CountryBalance, ...]
    decided: float
    changes: float
    drama: float
    met: tuple[float, ...]
    trades: float
    removed: float

    @property
    def off(self) -> float:
        """How far the share of a country is from an even one at most."""
        even = 1 / len(self.countries)
        return max(abs(one.share - even) for one in self.countries)


def balance(games: Sequence[Played]) -> Balance:
    """The balance of games of one scenario; at least one."""
    count, players = len(games), range(len(games[0].totals))
    return Balance(
        games=count,
        countries=tuple(_country(games, player) for player in players),
        decided=_mean(len(game.winners) == 1 for game in games),
        changes=_mean(map(_changes, games)),
        drama=_mean(map(_drama, games)),
        met=tuple(map(_mean, zip(*(game.met for game in games), strict=True))),
        trades=_mean(game.trades for game in games),
        removed=_mean(game.removed for game in games),
    )


def _country(games: Sequence[Played], player: int) -> CountryBalance:
    parts = [1 / len(game.winners) if player in game.winners else 0.0 for game in games]
    points = [game.totals[player] for game in games]
    share, mean = _mean(parts), _mean(points)
    spread = sqrt(_mean((one - mean) ** 2 for one in points))
    return CountryBalance(share, wilson(share, len(games)), mean, spread)


def _changes(game: Played) -> int:
    """How often the country that led alone has changed."""
    alone = [led[0] for led in game.led if len(led) == 1]
    return sum(one != before for before, one in pairwise(alone))


def _drama(game: Played) -> float:
    before = game.led[:-1]
    behind = sum(not set(led) & set(game.winners) for led in before)
    return behind / len(before) if before else 0.0


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def lines(start: State, games: int, below: RandomBelow) -> Iterator[str]:
    """The balance of so many games as lines of Markdown.

    Cost: four to six seconds for 1,000 games.
    """
    return report(start, balance([played(start, below) for _ in range(games)]))


def report(start: State, found: Balance) -> Iterator[str]:
    even, scenario = 1 / len(found.countries), start.scenario
    yield f"{found.games:,} games of programs, not students; an even share is {even:.0%}."
    yield ""
    yield "| country | wins | 95 % | Victory Points | spread |"
    yield "| --- | --: | --- | --: | --: |"
    for seat, one in zip(scenario.seats, found.countries, strict=True):
        low, high = one.interval
        yield (
            f"| {seat.name} | {one.share:.1%} | {low:.1%} to {high:.1%} "
            f"| {one.points:.1f} | {one.spread:.1f} |"
        )
    yield ""
    yield (
        f"Games with one winner: {found.decided:.0%}. The lead changed {found.changes:.1f} times; "
        f"after {found.drama:.0%} of the earlier Game-turns the winner did not lead. A game had "
        f"{found.trades:.1f} traded units, and attacks removed {found.removed:.1f} RFs of others."
    )
    if not scenario.objectives:
        return
    yield ""
    yield "| objective | of | met |"
    yield "| --- | --- | --: |"
    for objective, share in zip(scenario.objectives, found.met, strict=True):
        kind = "Presence in" if objective.kind == "presence" else "nobody else in"
        names = ", ".join(scenario.seats[one].name for one in objective.by)
        if objective.by and len(objective.by) < len(scenario.seats) - 1:
            kind = f"no {names} in"
        place = scenario.region_names[objective.region]
        yield f"| {kind} {place} | {scenario.seats[objective.player].name} | {share:.0%} |"
