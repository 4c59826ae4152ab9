"""How many random games a minute one core plays through `offers`, for every game and scenario.

    .venv/bin/python -m bench.selfplay [--seconds 5] [--seed 1] [--only age-of-iron]

A player to move takes one of the open offers of that seat, one of its open choices, and a number
within its limits, each with equal probability; the move is then read, checked and applied. The
reference in the same run is the rules alone: the same moves, read, checked and applied again
without any offers. CPU time of this thread.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moderator.rules.game import Rules
from moderator.rules.offer import Choice, Offer
from moderator.rules.reading import Wire
from moderator.rules.registry import GAMES

SCENARIOS = Path(__file__).parents[1] / "scenarios"
MAPS = 10
GOALS = {("age-of-iron", "1800-bc"): 10_000}
"""Games a minute that a game and scenario should reach."""


@dataclass(frozen=True)
class Setting:
    """A game that is played again and again, with one of several starts at a time."""

    rules: Rules[Any]
    scenario: str
    label: str
    starts: tuple[Any, ...]


def settings() -> Iterator[Setting]:
    """Every game with every scenario; Age of Iron with sequential and simultaneous deployment."""
    chance = random.Random(1)  # noqa: S311
    for rules in GAMES.values():
        if rules.players is None:
            for path in sorted((SCENARIOS / rules.id.replace("-", "_")).glob("*.toml")):
                scenario = rules.read_scenario_toml(path.read_text(encoding="utf-8"))
                for deployment in ("sequential", "simultaneous"):
                    start = rules.begin(scenario, {"deployment": deployment})
                    yield Setting(rules, path.stem, f"{path.stem}, {deployment}", (start,))
            for id, scenario in rules.own_scenarios.items():
                yield Setting(rules, id, id, (rules.begin(scenario, {}),))
            continue
        for count in range(rules.players[0], rules.players[1] + 1):
            maps = MAPS if rules.drawn_word else 1
            starts = tuple(start(rules, count, chance) for _ in range(maps))
            yield Setting(rules, "", f"{count} players", starts)


def start(rules: Rules[Any], players: int, chance: random.Random) -> Any:
    """The start of a game of so many players, p0 the first, whose scenario nobody chooses."""
    options = {"players": [f"p{i}" for i in range(players)]}
    draw = rules.draw_scenario if rules.drawn_word else lambda *_: next(iter(rules.own_scenarios))
    return rules.begin(rules.read_scenario(draw(options, chance.randrange)), options)


def any_of(items: Sequence[Any], chance: random.Random) -> Any:
    """One of the items, each with equal probability."""
    return items[int(chance.random() * len(items))]


def random_wire(rules: Rules[Any], state: Any, chance: random.Random) -> Wire:
    """A legal move of a player to move; where nobody moves, of the moderator."""
    movers: list[Any] = list(rules.movers(state)) or [None]
    found = None
    while found is None:
        mover = any_of(movers, chance)
        seat = None if mover is None else state.player_id(mover)
        found = _open_choice(list(rules.offers(state, seat)), chance)
        movers.remove(mover)
    offer, choice = found
    wire: dict[str, Any] = {"type": offer.verb, **choice.values}
    if choice.number is not None:
        wire[choice.number] = choice.low + int(chance.random() * (choice.high - choice.low + 1))
    for dice in rules.dice_of(state, wire):
        if dice.field not in wire:
            rolled = chance.choices(dice.faces, k=dice.count or 1)
            wire[dice.field] = rolled if dice.count else rolled[0]
    if offer.amounts:
        wire |= _goods(offer, state, wire, chance)
    return wire if offer.verb != "restart" else wire | {"reason": "at random"}


def _open_choice(offers: list[Offer], chance: random.Random) -> tuple[Offer, Choice] | None:
    """An open offer and one of its open choices: what is drawn and refused is drawn again."""
    while offers:
        offer = any_of(offers, chance)
        while offer.closed is None and offer.choices:
            choice = any_of(offer.choices, chance)
            if choice.refused is None:
                return offer, choice
            if not offer.is_open:
                break
        offers.remove(offer)
    return None


def _goods(offer: Offer, state: Any, wire: Wire, chance: random.Random) -> Wire:
    """One unit of a good of each side that has one."""
    sides = [state.goods(state.player(wire[name])) for name in ("player", "partner")]
    owned = [[good for good, units in side.items() if units] for side in sides]
    bundles = [{any_of(goods, chance): 1} if goods else {} for goods in owned]
    return dict(zip((one.field for one in offer.amounts), bundles, strict=True))


def step(rules: Rules[Any], state: Any, wire: Wire) -> Any:
    """The state after a move that is read, checked and applied."""
    move = rules.read_move(state, wire)
    rules.check(state, move)
    return rules.apply(state, move)


def play(rules: Rules[Any], start: Any, chance: random.Random) -> list[Wire]:
    """The moves of a whole random game."""
    state, wires = start, []
    while not rules.is_over(state):
        wires.append(random_wire(rules, state, chance))
        state = step(rules, state, wires[-1])
    return wires


def measure(setting: Setting, seconds: float, seed: int) -> tuple[float, float, float]:
    """Games a minute through offers, and by the rules alone; and moves in a game."""
    chance = random.Random(seed)  # noqa: S311
    games: list[tuple[Any, list[Wire]]] = []
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        start = setting.starts[len(games) % len(setting.starts)]
        games.append((start, play(setting.rules, start, chance)))
    played = time.thread_time() - began
    began = time.thread_time()
    for start, wires in games:
        state = start
        for wire in wires:
            state = step(setting.rules, state, wire)
    alone = time.thread_time() - began
    moves = sum(len(wires) for _, wires in games)
    return 60 * len(games) / played, 60 * len(games) / alone, moves / len(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="for each row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the id of a single game")
    given = parser.parse_args()
    print("| game | setting | moves | games/min | rules alone | ratio | µs a move |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    missed = []
    for setting in settings():
        if given.only not in ("", setting.rules.id):
            continue
        rate, alone, moves = measure(setting, given.seconds, given.seed)
        print(
            f"| {setting.rules.id} | {setting.label} | {moves:.0f} | {rate:,.0f} | {alone:,.0f} "
            f"| {alone / rate:.1f} | {60e6 / rate / moves:.0f} |",
            flush=True,
        )
        goal = GOALS.get((setting.rules.id, setting.scenario), 0)
        missed += [f"{setting.label}: {rate:,.0f} instead of {goal:,}"] if rate < goal else []
    if missed:
        raise SystemExit(f"Below the goal: {'; '.join(missed)}.")


if __name__ == "__main__":
    main()
