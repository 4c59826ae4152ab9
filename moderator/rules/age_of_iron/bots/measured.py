"""What is counted in games among bots: whole numbers, so that sums of any parts are exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any, NamedTuple

from moderator.rules.age_of_iron.bots.play import course, play_out
from moderator.rules.age_of_iron.bots.rival import drawn
from moderator.rules.age_of_iron.bots.steward import Steward
from moderator.rules.age_of_iron.bots.strategist import Strategist
from moderator.rules.age_of_iron.bots.view import Bot, BotMove, View
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.setup import read_scenario
from moderator.rules.age_of_iron.state import State, begin, is_met, leaders, score
from moderator.rules.balance import Tally
from moderator.rules.bots import Because
from moderator.rules.move import RandomBelow
from moderator.rules.wire import Wire

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


def mixed(players: int, chance: RandomBelow) -> list[Bot]:
    """A class: a third are Stewards, the others Rivals of any style."""
    return [Steward() if chance(3) == 0 else drawn(chance) for _ in range(players)]


def wins(winners: Sequence[int], players: int) -> list[int]:
    """Each country's part of a victory."""
    return [VICTORY // len(winners) if one in winners else 0 for one in range(players)]


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
    end = play_out(turned(start, first), mixed(players, chance), chance)
    place = wins(leaders(end), players)
    return {"games": 1, "place": place, "country": [*place[-first:], *place[:-first]]}


# Bots that differ from a class's.


def of_kind(start: State, chance: RandomBelow, number: int) -> Tally:
    """A game of a class of one kind."""
    players, kind = len(start.hand), number % len(KINDS)
    end = play_out(start, [_one_of(kind, chance) for _ in range(players)], chance)
    none, found = [0] * players, wins(leaders(end), players)
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


class Early(NamedTuple):
    """A bot that attacks in the last Game-turn but one already, as if it were the last."""

    bot: Bot

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        return self.bot.orders(hurried(view), chance)

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        return self.bot.act(hurried(view), chance)

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> tuple[bool, Because]:
        return self.bot.answers(view, trade, chance)


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
    for one in (rival, Early(rival)):
        bots[seat] = one
        parts = wins(leaders(play_out(start, bots, chance)), players)
        found.append([parts[seat] if player == seat else 0 for player in range(players)])
    games = [int(one == seat) for one in range(players)]
    return {"games": games, "late": found[0], "early": found[1]}


def of_strategists(start: State, chance: RandomBelow, number: int) -> Tally:
    """A game of Strategists; cost: seconds."""
    players = len(start.hand)
    end = play_out(start, [Strategist()] * players, chance)
    points = [score(end, player).total for player in range(players)]
    return {"games": 1, "wins": wins(leaders(end), players), "points": points}
