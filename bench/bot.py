"""How well the bot plays Age of War against a player who chooses legal moves at random.

    .venv/bin/python -m bench.bot [--games 1000] [--players 2] [--seed 1]

Both begin equally often. The random player picks one of the offers: each line that the roll fills,
and losing a die, with equal probability. A shared victory doesn't count as the bot's.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from moderator.rules.age_of_war import bot as age_of_war_bot
from moderator.rules.age_of_war.castles import CAVALRY, DICE, FACES, STANDARD
from moderator.rules.age_of_war.rules import AGE_OF_WAR
from moderator.rules.age_of_war.state import State

LEAST_SHARE = 0.7
MOST_MS = 20.0
BOT = "bot"
Player = Callable[[State, str], Any]


def at_random(chance: random.Random) -> Player:
    """Returns a player who chooses legal moves at random."""

    def move(state: State, seat: str) -> Any:
        offers = [offer for offer in AGE_OF_WAR.offers(state, seat) if offer.is_open]
        wires = [{"type": one.verb, **choice.values} for one in offers for choice in one.choices]
        return chance.choice(wires)

    return move


def play(players: dict[str, Player], chance: random.Random) -> State:
    """Plays a whole game with the players in this order, and returns its last state."""
    state = AGE_OF_WAR.begin(STANDARD, {"players": list(players)})
    while state.active is not None:
        seat = state.players[state.active]
        wire = players[seat](state, seat)
        for dice in AGE_OF_WAR.dice_of(state, wire):
            wire = {**wire, dice.field: chance.choices(FACES, k=dice.count or 1)}
        move = AGE_OF_WAR.read_move(state, wire)
        AGE_OF_WAR.check(state, move)
        state = AGE_OF_WAR.apply(state, move)
    return state


def games_won(games: int, count: int, seed: int, bot: Player) -> int:
    """Returns how many games against `count - 1` random players the bot wins alone."""
    chance = random.Random(seed)  # noqa: S311
    won = 0
    for number in range(games):
        others = [f"random-{i}" for i in range(1, count)]
        others.insert(number % count, BOT)
        state = play({id: bot if id == BOT else at_random(chance) for id in others}, chance)
        won += AGE_OF_WAR.summary(state)["winners"] == [BOT]
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, choices=range(2, 7), default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    times_ms: list[float] = []

    def bot(state: State, seat: str) -> Any:
        began = time.thread_time()
        wire = age_of_war_bot.move(state, seat)
        times_ms.append((time.thread_time() - began) * 1000)
        return wire

    rolled = State(("kim", "ed"), roll=(CAVALRY,) * DICE)
    bot(rolled, "kim")  # computes the tables of probabilities
    won = games_won(given.games, given.players, given.seed, bot)
    first, *rest = times_ms  # of this thread only: others may keep the CPU busy
    p99 = statistics.quantiles(rest, n=100)[98]
    print(f"games {given.games}, players {given.players}, seed {given.seed}")
    print(f"won by the bot alone: {won} ({100 * won / given.games:.1f} %)")
    print(f"{len(times_ms)} decisions, CPU: the first {first:.1f} ms, then")
    print(f"mean {statistics.mean(rest):.2f} ms, p99 {p99:.1f} ms, worst {max(rest):.1f} ms")
    if won < LEAST_SHARE * given.games or p99 > MOST_MS:
        raise SystemExit(f"Below {LEAST_SHARE:.0%}, or above {MOST_MS:.0f} ms.")


if __name__ == "__main__":
    main()
