"""How much stronger each bot of Age of Iron is than the one below it, and how fast they play.

    .venv/bin/python -m bench.ladder [--games 400] [--seed 1] [--only strategist]

One bot sits among others of the level below, in each seat in turn: Steward among players who choose
legal moves at random, Rival among Stewards, Strategist among Rivals of all styles, in both
scenarios with written orders. Its share of the victories, of which several countries may have a
part, has a 95 % interval after Wilson; the interval's lower end is compared with the goal. CPU time
of this thread; the reference of the speed in the same run is the game of random moves.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.bots import Bot, BotMove, View, play_out
from moderator.rules.age_of_iron.bots.live import Rival, Steward, Strategist, drawn, end_turn
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import State, leaders
from moderator.rules.bots import Because, wilson
from moderator.rules.move import Move, RandomBelow

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "age_of_iron"
AT_RANDOM = Because("It is drawn at random.", {})


class AtRandom:
    """Chooses legal moves at random."""

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        state, seat = view.state, view.seat
        found: list[BotMove] = []
        while state.must_place(seat):
            rfs = 1 + chance(state.hand[seat])
            place = chance(len(state.chart) + 1)
            move: Move[State] = Build(seat, min(rfs, max(state.room(seat), 1)))
            if place < len(state.chart):
                move = Deploy(seat, place, rfs)
            if move.why_not(state) is None:
                found.append(BotMove(move, AT_RANDOM))
                state = move.apply(state)
        return found

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        moves = [end_turn(view).move, *_attacks(view), *_trades(view)]
        return BotMove(moves[chance(len(moves))], AT_RANDOM)

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> bool:
        return bool(chance(2))


def _attacks(view: View) -> Iterator[Attack]:
    for region, row in enumerate(view.state.chart):
        for defender, rfs in enumerate(row):
            attack = Attack(view.seat, defender, region, max(min(rfs, row[view.seat]), 1))
            if attack.why_not(view.state) is None:
                yield attack


def _trades(view: View) -> Iterator[Trade]:
    players = view.state.scenario.players
    for partner, player in enumerate(players):
        if partner not in view.declined and player.good:
            own = players[view.seat].good or ""
            trade = Trade(view.seat, partner, {own: 1}, {player.good: 1})
            if trade.why_not(view.state) is None:
                yield trade


@dataclass(frozen=True)
class Rung:
    """A bot among others; `goal` is a number of times its even share."""

    name: str
    others: str
    bot: Bot
    other: Callable[[RandomBelow], Bot]
    goal: float
    is_of_all: bool = False


RUNGS = (
    Rung("steward", "random", Steward(), lambda chance: AtRandom(), 0.95, is_of_all=True),
    Rung("rival", "stewards", Rival(), lambda chance: Steward(), 1.6),
    Rung("strategist", "rivals", Strategist(), drawn, 1.4),
)


def climb(rung: Rung, start: State, games: int, seed: int) -> tuple[float, float]:
    """The bot's share of the victories, and its games a minute."""
    chance, players, share = random.Random(seed).randrange, len(start.hand), 0.0  # noqa: S311
    began = time.thread_time()
    for number in range(games):
        seat = number % players
        bots = [rung.bot if one == seat else rung.other(chance) for one in range(players)]
        best = leaders(play_out(start, bots, chance))
        share += 1 / len(best) if seat in best else 0
    return share / games, 60 * games / (time.thread_time() - began)


def speed(other: Callable[[RandomBelow], Bot], start: State, games: int) -> float:
    """Games a minute among bots of one level."""
    chance = random.Random(1).randrange  # noqa: S311
    began = time.thread_time()
    for _ in range(games):
        play_out(start, [other(chance) for _ in start.hand], chance)
    return 60 * games / (time.thread_time() - began)


def starts() -> Iterator[tuple[str, State]]:
    """Both scenarios, with written orders."""
    for id in ("1800-bc", "900-bc"):
        text = (SCENARIOS / f"{id}.toml").read_text(encoding="utf-8")
        scenario = AGE_OF_IRON.read_scenario_toml(text)
        yield id, AGE_OF_IRON.begin(scenario, {"deployment": "simultaneous"})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the name of a bot")
    given = parser.parse_args()
    missed = []
    print("| bot | others | scenario | share | 95 % | goal | games/min |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for rung in RUNGS:
        for id, start in starts():
            if given.only not in ("", rung.name):
                continue
            share, rate = climb(rung, start, given.games, given.seed)
            low, high = wilson(share, given.games)
            goal = rung.goal if rung.is_of_all else rung.goal / len(start.hand)
            print(
                f"| {rung.name} | {rung.others} | {id} | {share:.1%} | {low:.1%} to {high:.1%} "
                f"| {goal:.0%} | {rate:,.0f} |",
                flush=True,
            )
            missed += [f"{rung.name}, {id}: {low:.1%}"] if low < goal else []
    print(
        "\n| bots | scenario | games/min | times those of random moves |\n| --- | --- | --- | --- |"
    )
    for id, start in starts():
        reference = speed(lambda chance: AtRandom(), start, 200)
        for name, other in (("stewards", lambda chance: Steward()), ("rivals", drawn)):
            rate = speed(other, start, 1000)
            print(f"| {name} | {id} | {rate:,.0f} | {rate / reference:.1f} |", flush=True)
    if missed:
        raise SystemExit(f"Below the goal: {'; '.join(missed)}.")


if __name__ == "__main__":
    main()
