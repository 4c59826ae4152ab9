"""What is counted in games among bots; and a search for numbers with which all win as often."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict
from itertools import count, pairwise
from typing import Any, NamedTuple

from moderator.rules.age_of_iron.bots import Bot, BotMove, View, course, play_out
from moderator.rules.age_of_iron.bots.live import Rival, Steward, Strategist, drawn
from moderator.rules.age_of_iron.scenario import PRESENCE, Objective, Scenario
from moderator.rules.age_of_iron.setup import read_scenario
from moderator.rules.age_of_iron.state import State, begin, is_met, leaders, totals
from moderator.rules.age_of_iron.views import ends_of_turns
from moderator.rules.bots import Cell, Figures, Suggestion, Tally, chance_of, share_of
from moderator.rules.errors import refusal
from moderator.rules.move import RandomBelow
from moderator.rules.reading import Wire

VICTORY = 2520
"""A victory, which up to ten countries can share in whole numbers."""
MIDDLE = {"spite": 25, "envy": 30, "grudge": 10, "fear": 30, "guard": 2, "more": 1}
"""Of what differs among Rivals: between the least and the most that a style can have."""
SAID = {"guard": "guarding", "more": "mistrust"}
KINDS = (
    "Stewards alone",
    "Rivals alone",
    *(
        f"Rivals with {much} {SAID.get(name, name)}"
        for name in MIDDLE
        for much in ("little", "much")
    ),
)
"""Kinds of classes, by who plays in them."""


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


def played(start: State, bots: Sequence[Bot], chance: RandomBelow) -> Played:
    """One game of these bots."""
    states = list(course(start, bots, chance))
    ends = ends_of_turns([start, *(now for now, _ in states)])
    state, hits = states[-1]
    return Played(
        totals=totals(state),
        led=tuple(leaders(end) for _, end in ends),
        met=tuple(is_met(state, objective) for objective in state.scenario.objectives),
        trades=sum(map(sum, state.acquired)),
        removed=sum(map(sum, hits)),
    )


def mixed(players: int, chance: RandomBelow) -> list[Bot]:
    """A class: a third are Stewards, the others Rivals of any style."""
    return [Steward() if chance(3) == 0 else drawn(chance) for _ in range(players)]


def wins(winners: Sequence[int], players: int) -> list[int]:
    """Each country's part of a victory."""
    return [VICTORY // len(winners) if one in winners else 0 for one in range(players)]


def wins_of(start: State, bots: Sequence[Bot], chance: RandomBelow) -> list[int]:
    """The same in a game of these bots."""
    return wins(leaders(play_out(start, bots, chance)), len(bots))


def of_class(start: State, chance: RandomBelow, number: int) -> Tally:
    """A game of a mixed class: all that is counted."""
    return counted(played(start, mixed(len(start.hand), chance), chance))


def counted(game: Played) -> Tally:
    """A game in numbers.

    `changes`: how often the country that led alone has changed. `behind`: after how many of the
    `earlier` Game-turns no later winner led, and `late`: whether after the last of them.
    """
    alone = [led[0] for led in game.led if len(led) == 1]
    behind = [not set(led) & set(game.winners) for led in game.led[:-1]]
    return {
        "games": 1,
        "wins": wins(game.winners, len(game.totals)),
        "points": list(game.totals),
        "squares": [total * total for total in game.totals],
        "decided": int(len(game.winners) == 1),
        "changes": sum(one != before for before, one in pairwise(alone)),
        "behind": sum(behind),
        "earlier": len(behind),
        "late": int(any(behind[-1:])),
        "met": list(map(int, game.met)),
        "trades": game.trades,
        "removed": game.removed,
    }


# Starts that differ from the scenario's.


def begun(start: State, wire: Wire) -> State:
    """The start of another scenario with the same options; raises `Refused` if it is none."""
    return begin(read_scenario(wire), asdict(start.options))


def turned(start: State, number: int) -> State:
    """The start with the order of play turned: the country with this number, from 0, is first."""
    wire: dict[str, Any] = dict(start.scenario.wire)
    players = wire["players"]
    return begun(start, wire | {"players": [*players[number:], *players[:number]]})


def of_order(start: State, chance: RandomBelow, number: int) -> Tally:
    """A game of a mixed class with the order of play turned."""
    players = len(start.hand)
    first = number % players
    place = wins_of(turned(start, first), mixed(players, chance), chance)
    return {"games": 1, "place": place, "country": [*place[-first:], *place[:-first]]}


# Bots that differ from a class's.


def of_kind(start: State, chance: RandomBelow, number: int) -> Tally:
    """A game of a class of one kind."""
    players, kind = len(start.hand), number % len(KINDS)
    bots = [_one_of(kind, chance) for _ in range(players)]
    none, found = [0] * players, wins_of(start, bots, chance)
    return {
        "games": [int(one == kind) for one in range(len(KINDS))],
        "wins": [found if one == kind else none for one in range(len(KINDS))],
    }


def _one_of(kind: int, chance: RandomBelow) -> Bot:
    """A bot of a kind of class: drawn until one has little, or much, of what counts."""
    if kind == 0:
        return Steward()
    name, is_much = list(MIDDLE)[(kind - 2) // 2], kind % 2 == 1
    while True:
        rival = drawn(chance)
        if kind == 1 or (getattr(rival.style, name) >= MIDDLE[name]) == is_much:
            return rival


class Early(Rival):
    """A Rival that attacks in the last Game-turn but one already, as if it were the last."""

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        return super().orders(hurried(view), chance)

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        return super().act(hurried(view), chance)


def hurried(view: View) -> View:
    """What a country sees if it takes the last Game-turn but one for the last."""
    state = view.state
    if state.turn != state.turns - 1:
        return view
    return view._replace(state=state._replace(turns=state.turn))


def of_early(start: State, chance: RandomBelow, number: int) -> Tally:
    """Two games of a mixed class that begin alike: a Rival attacks as late as all others, and a
    Game-turn before them."""
    players = len(start.hand)
    seat, bots = number % players, mixed(players, chance)
    rival = drawn(chance)
    found = []
    for one in (rival, Early(rival.style)):
        bots[seat] = one
        parts = wins_of(start, bots, chance)
        found.append([parts[seat] if player == seat else 0 for player in range(players)])
    games = [int(one == seat) for one in range(players)]
    return {"games": games, "late": found[0], "early": found[1]}


def of_strategists(start: State, chance: RandomBelow, number: int) -> Tally:
    """A game of Strategists; cost: seconds."""
    players = len(start.hand)
    end = play_out(start, [Strategist()] * players, chance)
    return {"games": 1, "wins": wins(leaders(end), players), "points": list(totals(end))}


# A search for incomes and points with which all countries of a scenario win equally often.

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
        found = wins_of(now, mixed(players, chance), chance)
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
    return refusal(begun, start, changed(start, numbers)) is None


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
