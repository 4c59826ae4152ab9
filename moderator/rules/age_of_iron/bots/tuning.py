"""A search for incomes and points with which all countries of a scenario win equally often."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import count
from typing import Any, NamedTuple

from moderator.rules.age_of_iron.bots.measured import VICTORY, begun, mixed, wins
from moderator.rules.age_of_iron.bots.play import play_out
from moderator.rules.age_of_iron.scenario import PRESENCE, Objective, Scenario
from moderator.rules.age_of_iron.state import State, leaders
from moderator.rules.balance import Cell, Figures, Suggestion, chance_of, share_of
from moderator.rules.errors import Refused
from moderator.rules.move import RandomBelow
from moderator.rules.wire import Wire

CHUNK = 50
"""Games between two looks at whether somebody wants to stop."""
FIRST_GAMES, MOST_GAMES = 200, 1200
"""Games of a change that is tried, and of one that stays better than what there was."""
FIRST_PROOF, MOST_PROOF = 400, 2000
"""Games that confirm the first suggestion, and later ones."""
FIRST_STEPS = (40, 30, 20, 15)
"""At first each country's income changes by so many percent of what its share is off."""

# What can be changed.


class Numbers(NamedTuple):
    """Each country's income by Game-turn, and each objective's points."""

    incomes: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


def numbers_of(start: State) -> Numbers:
    scenario, is_simultaneous = start.scenario, start.options.is_simultaneous
    turns = range(1, start.turns + 1)
    incomes = (
        tuple(player.income_in(turn, is_simultaneous) for turn in turns)
        for player in scenario.players
    )
    return Numbers(tuple(incomes), tuple(one.victory_points for one in scenario.objectives))


def changed(start: State, numbers: Numbers) -> Wire:
    """The scenario with these numbers: incomes only for the game's way of deployment."""
    wire: dict[str, Any] = dict(start.scenario.wire)
    key = "income_simultaneous" if start.options.is_simultaneous else "income"
    return wire | {
        "players": [
            {"income_simultaneous": player["income"], **player, key: _in_short(income)}
            for player, income in zip(wire["players"], numbers.incomes, strict=True)
        ],
        "objectives": [
            objective | {"victory_points": points}
            for objective, points in zip(wire.get("objectives", []), numbers.points, strict=True)
        ],
    }


def _in_short(income: tuple[int, ...]) -> int | list[int]:
    """As a scenario writes it: the last number applies to all further Game-turns."""
    last = income[-1]
    kept = max((turn for turn, rfs in enumerate(income) if rfs != last), default=-1)
    return last if kept < 0 else list(income[: kept + 2])


# What is measured.


class Tried(NamedTuple):
    """Numbers, and the games played with them."""

    numbers: Numbers
    wins: tuple[int, ...]
    games: int = 0

    @property
    def shares(self) -> list[float]:
        return [won / VICTORY / self.games for won in self.wins]

    @property
    def off(self) -> float:
        """How far a country's share is from an even one at most."""
        return max(abs(share - 1 / len(self.wins)) for share in self.shares)

    @property
    def loss(self) -> float:
        """The squared distances from an even share, without what chance adds to them."""
        even, games = 1 / len(self.wins), self.games
        return sum((share - even) ** 2 - share * (1 - share) / games for share in self.shares)


Trial = Generator[None, None, Tried]
"""Games are being played; None after each chunk, and in the end the result."""


def play_more(start: State, tried: Tried, games: int, chances: Iterator[RandomBelow]) -> Trial:
    """So many more games of mixed classes."""
    players, now = len(start.hand), begun(start, changed(start, tried.numbers))
    for number, chance in zip(range(1, games + 1), chances, strict=False):
        found = wins(leaders(play_out(now, mixed(players, chance), chance)), players)
        won = tuple(map(sum, zip(tried.wins, found, strict=True)))
        tried = tried._replace(wins=won, games=tried.games + 1)
        if number % CHUNK == 0:
            yield
    return tried


# The search.


def suggestions(start: State, seed: int) -> Iterator[Suggestion | None]:
    """Better and better numbers, each confirmed in games that the search does not use."""
    fresh = (chance_of(seed, "confirm", number) for number in count())
    proof = FIRST_PROOF
    best = yield from play_more(start, _untried(numbers_of(start)), proof, fresh)
    for found in _search(start, seed):
        yield None
        if found and found.off < best.off:
            confirmed = yield from play_more(start, _untried(found.numbers), proof, fresh)
            if confirmed.off < best.off:
                best, proof = confirmed, min(2 * proof, MOST_PROOF)
                yield suggestion(start, best)


def _search(start: State, seed: int) -> Iterator[Tried | None]:
    """What seems better than what was tried before; None in between."""
    chances = (chance_of(seed, "search", number) for number in count())
    draw = chance_of(seed, "steps", 0)
    now = yield from play_more(start, _untried(numbers_of(start)), FIRST_GAMES, chances)
    for step in FIRST_STEPS:
        numbers = _stepped(now, step)
        if numbers != now.numbers and _is_possible(start, numbers):
            now = yield from play_more(start, _untried(numbers), FIRST_GAMES, chances)
            yield now
    while True:
        if now.games < MOST_GAMES:
            now = yield from play_more(start, now, FIRST_GAMES, chances)
        numbers = _altered(start.scenario, now, draw)
        if not _is_possible(start, numbers):
            continue
        new = yield from play_more(start, _untried(numbers), FIRST_GAMES, chances)
        while new.loss < now.loss and new.games < MOST_GAMES:
            new = yield from play_more(start, new, new.games, chances)
        if new.loss < now.loss:
            now = new
            yield now


def _untried(numbers: Numbers) -> Tried:
    return Tried(numbers, (0,) * len(numbers.incomes))


def _is_possible(start: State, numbers: Numbers) -> bool:
    """Whether a scenario may have these numbers."""
    try:
        begun(start, changed(start, numbers))
    except Refused:
        return False
    return True


def _stepped(tried: Tried, percent: int) -> Numbers:
    """All incomes changed at once, by what the shares are off."""
    incomes = tried.numbers.incomes
    mean, even = sum(map(sum, incomes)) / len(incomes), 1 / len(incomes)
    rfs = [round((even - share) * mean * percent / 100) for share in tried.shares]
    return tried.numbers._replace(incomes=tuple(map(_levelled, incomes, rfs)))


def _levelled(income: tuple[int, ...], more: int) -> tuple[int, ...]:
    """So many RFs more, or fewer, one after the other where an income is lowest or highest."""
    found = list(income)
    for _ in range(abs(more)):
        extreme = min(found) if more > 0 else max(found)
        turns = [turn for turn, rfs in enumerate(found) if rfs == extreme]
        found[turns[0] if more > 0 else turns[-1]] += 1 if more > 0 else -1
    return tuple(found)


def _altered(scenario: Scenario, tried: Tried, draw: RandomBelow) -> Numbers:
    """One small change for a country that wins too seldom or too often: an RF more or less, now and
    then in another Game-turn, or a point for an objective."""
    incomes, points = list(tried.numbers.incomes), list(tried.numbers.points)
    about = [share + draw(40) / 1000 for share in tried.shares]
    is_more, kind = draw(2) == 0, draw(10)
    country = about.index(min(about) if is_more else max(about))
    own = [place for place, one in enumerate(scenario.objectives) if one.player == country]
    income = list(incomes[country])
    if kind == 0 and own:
        points[own[draw(len(own))]] += 1 if is_more else -1
    else:
        income[draw(len(income))] += 1 if is_more or kind == 1 else -1
        if kind == 1:
            income[draw(len(income))] -= 1
    incomes[country] = tuple(income)
    return Numbers(tuple(incomes), tuple(points))


# What is shown.


def suggestion(start: State, tried: Tried) -> Suggestion:
    """The numbers in a table, with the objectives that have changed in its note."""
    scenario, before, now = start.scenario, numbers_of(start), tried.numbers
    rows: list[tuple[Cell, ...]] = []
    for place, seat in enumerate(scenario.seats):
        old, new = (_text(one.incomes[place]) for one in (before, now))
        share = share_of(tried.wins[place] / VICTORY, tried.games)
        rows.append((seat.name, old, new if new != old else "the same", share))
    how = "written orders" if start.options.is_simultaneous else "one country after the other"
    note = (
        f"Incomes with {how}, by Game-turn. Confirmed in {tried.games:,} games on seeds and "
        "styles that the search did not use."
    )
    objectives = zip(scenario.objectives, before.points, now.points, strict=True)
    for one, old_points, points in objectives:
        if points != old_points:
            name, owner = objective_name(scenario, one), scenario.seats[one.player].name
            note += f" {owner}, {name}: {points} points instead of {old_points}."
    columns = ("Country", "Income now", "Income suggested", "Wins")
    title = f"At most {100 * tried.off:.1f} percentage points from an even share"
    figures = Figures(title, columns, tuple(rows), note, 1 / len(scenario.players))
    return Suggestion(tried.off, tried.games, figures, changed(start, now))


def objective_name(scenario: Scenario, objective: Objective) -> str:
    """An objective in a few words."""
    place, by = scenario.region_names[objective.region], objective.by
    if objective.kind == PRESENCE:
        return f"Presence in {place}"
    if len(by) == len(scenario.players) - 1:
        return f"nobody else in {place}"
    return f"no {', '.join(scenario.seats[one].name for one in by)} in {place}"


def _text(income: tuple[int, ...]) -> str:
    short = _in_short(income)
    return str(short) if isinstance(short, int) else ", ".join(map(str, short))
