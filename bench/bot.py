"""How well the bots of Age of War and War! play against players who choose legal moves at random.

    .venv/bin/python -m bench.bot [--game war] [--players 2] [--games 1000] [--seed 1]

The bot has each seat in turn. The others choose as in `bench.selfplay`. The lower end of the 95 %
interval (Wilson) of the bot's share of the victories is compared with the goal; of a shared one it
has a part. CPU time of this thread.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any, cast

from bench.selfplay import random_wire, start, step
from moderator.rules.bots import BotRules, Known, wilson
from moderator.rules.game import Rules
from moderator.rules.log import Timeline
from moderator.rules.registry import GAMES
from moderator.rules.seating import Viewer

LEAST_SHARE = 0.95
MOST_MS = {"age-of-war": 20.0, "war": 150.0}
"""Limits of all decisions but one in a hundred."""
Player = Callable[[Any, str], Any]


def play(rules: Rules[Any], state: Any, players: dict[str, Player], chance: random.Random) -> Any:
    """Plays a game to its end, and returns its last state."""
    while not state.is_over:
        seat = state.player_id(state.active)
        wire = players[seat](state, seat)
        for dice in rules.dice_of(state, wire):
            if dice.field not in wire:
                rolled = chance.choices(dice.faces, k=dice.count or 1)
                wire = {**wire, dice.field: rolled if dice.count else rolled[0]}
        state = step(rules, state, wire)
    return state


def at_random(rules: Rules[Any], chance: random.Random) -> Player:
    return lambda state, seat: random_wire(rules, state, chance)


def bot_of(rules: Rules[Any]) -> Player:
    """The game's bot of the highest level."""
    bots = cast(BotRules, rules.bots)

    def move(state: Any, seat: str) -> Any:
        known = Known(Timeline(rules, state), Viewer(seat=seat))
        (decision,) = bots.decide(known, bots.levels[-1].id, random.Random(1).randrange)  # noqa: S311
        return decision.wire

    return move


def share(rules: Rules[Any], games: int, count: int, seed: int, bot: Player) -> float:
    """The bot's share of the victories against `count - 1` others."""
    chance = random.Random(seed)  # noqa: S311
    won = 0.0
    for number in range(games):
        mine = f"p{number % count}"
        players = dict.fromkeys([f"p{i}" for i in range(count)], at_random(rules, chance))
        end = play(rules, start(rules, count, chance), {**players, mine: bot}, chance)
        winners = rules.summary(end)["winners"]
        won += (mine in winners) / len(winners)
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=MOST_MS, default="age-of-war")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rules, times_ms = GAMES[given.game], list[float]()
    move = bot_of(rules)

    def bot(state: Any, seat: str) -> Any:
        began = time.thread_time()
        wire = move(state, seat)
        times_ms.append((time.thread_time() - began) * 1000)
        return wire

    found = share(rules, given.games, given.players, given.seed, bot)
    low, high = wilson(found, given.games)
    # The first decisions make tables of probabilities.
    p99 = statistics.quantiles(times_ms, n=100)[98]
    print("| game | players | games | share | 95 % | decisions | mean ms | p99 ms | worst ms |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    print(
        f"| {given.game} | {given.players} | {given.games} | {found:.1%} | {low:.1%} to {high:.1%} "
        f"| {len(times_ms):,} | {statistics.mean(times_ms):.2f} | {p99:.1f} | {max(times_ms):.1f} |"
    )
    if low < LEAST_SHARE or p99 > MOST_MS[given.game]:
        raise SystemExit(f"Below {LEAST_SHARE:.0%}, or above {MOST_MS[given.game]:.0f} ms.")


if __name__ == "__main__":
    main()
