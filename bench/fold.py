"""What it costs to fold a whole game, and to make views and offers of its states.

    .venv/bin/python -m bench.fold [RECORD]

The reference, in the same run: parsing the record's JSON, which is always necessary.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from moderator.rules import log, record
from moderator.rules.registry import GAMES
from moderator.rules.seating import MODERATOR, PUBLIC

ROOT = Path(__file__).resolve().parent.parent
FULL_GAME = ROOT / "tests" / "played" / "age_of_iron" / "1800-bc.json"
BUDGET_S = 2.0  # for each row
LEAST = 5


def shipped(game: str) -> Mapping[str, Any]:
    read = GAMES[game].read_scenario_toml
    files = (ROOT / "scenarios" / game.replace("-", "_")).glob("*.toml")
    return {path.stem: read(path.read_text(encoding="utf-8")) for path in files}


def times_ms(act: Callable[[], object]) -> list[float]:
    """Runs `act` repeatedly, and returns how long each run took."""
    act()
    found: list[float] = []
    end = time.perf_counter() + BUDGET_S
    while time.perf_counter() < end or len(found) < LEAST:
        began = time.perf_counter()
        act()
        found.append((time.perf_counter() - began) * 1000)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("record", nargs="?", type=Path, default=FULL_GAME)
    data = parser.parse_args().record.read_bytes()
    read = record.read(data)
    scenarios = shipped(read.game)
    game, _, start = record.start(read, scenarios)
    states = [start]
    for wire in read.moves:
        states.append(states[-1].replay(wire))
    count = len(read.moves)

    acts: list[tuple[str, int, Callable[[], object]]] = [
        ("reading its JSON (reference)", 1, lambda: json.loads(data)),
        ("reading and checking the record", 1, lambda: record.read(data)),
        ("folding the log", 1, lambda: log.fold(game, start.state, read.moves)),
        ("playing it, every move checked", 1, lambda: record.replay(read, scenarios)),
        ("offers to the moderator, a state", count, lambda: [game.offers(s.state) for s in states]),
        (
            "the moderator's view, a state",
            count,
            lambda: [game.view(s.state, MODERATOR, s.before) for s in states],
        ),
        (
            "the public's view, a state",
            count,
            lambda: [game.view(s.state, PUBLIC, s.before) for s in states],
        ),
    ]
    print(f"{read.game}, {count} moves\n\n| what | p50 ms | p95 ms | times the reference |")
    print("| --- | --- | --- | --- |")
    reference = 0.0
    for name, parts, act in acts:
        found = times_ms(act)
        p50, p95 = (statistics.quantiles(found, n=20)[at] / parts for at in (9, 18))
        reference = reference or p50
        print(f"| {name} | {p50:.3f} | {p95:.3f} | {p50 / reference:.1f} |")


if __name__ == "__main__":
    main()
