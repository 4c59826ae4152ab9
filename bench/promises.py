"""Random games of Age of Iron with random promises, judged twice; and what judging costs.

    .venv/bin/python -m bench.promises [--games 300] [--moves 100] [--seed 1]

The second judge (tests/support/rules/second_judge.py) knows only what was logged and printed, and
shares no code with the rules. Every verdict and its entry have to be the same.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from tests.support.rules.promise_games import PromiseGame

KINDS = ("kept", "broken", "not-done", "pending", "void")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--moves", type=int, default=100, help="at most, in each game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.process_time()
    judging, entries, differences = 0.0, 0, 0
    found: Counter[tuple[str, str]] = Counter()
    for seed in range(given.seed, given.seed + given.games):
        game = PromiseGame(seed, given.moves)
        start = time.process_time()
        first = game.first_answers()
        judging += time.process_time() - start
        entries += len(game.moves)
        for promise, one, other in zip(game.promises, first, game.second_answers(), strict=True):
            found[promise.terms["kind"], one[0]] += 1
            if one != other:
                differences += 1
                print(f"game {seed}: {promise} is {one}, or {other}")
    total = sum(found.values())
    print(f"{given.games} games, {entries} entries, {total} promises, {differences} differences")
    print(f"CPU: {time.process_time() - began:.1f} s, of which the rules judged {judging:.2f} s:")
    print(f"{1000 * judging / given.games:.2f} ms a game\n")
    print(f"| promise | {' | '.join(KINDS)} |\n| --- |{' --- |' * len(KINDS)}")
    for kind in sorted({kind for kind, _ in found}):
        print(f"| {kind} | {' | '.join(str(found[kind, one]) for one in KINDS)} |")
    if differences:
        raise SystemExit("The two judges differ.")


if __name__ == "__main__":
    main()
