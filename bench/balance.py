"""How soon a balance report has figures: `python -m bench.balance [SCENARIO …]`.

Its processes have been started before, as those of the site have when somebody asks for a report.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import perf_counter, process_time

from moderator.features.balance.playing import Balanced, Players
from moderator.rules.registry import GAMES

GAMES_PLAYED, SAMPLE = 1000, 200
PART = "mixed"


def main(names: list[str]) -> None:
    rules = GAMES["age-of-iron"]
    print(
        "| scenario | processes | first figures | 1,000 games | load before | CPU of 1,000 games |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for name in names or ["1800-bc-2", "900-bc-2"]:
        file = Path(__file__).parent.parent / "scenarios" / "age_of_iron" / f"{name}.toml"
        scenario = rules.read_scenario_toml(file.read_text(encoding="utf-8"))
        about = Balanced(rules.id, rules.scenario_wire(scenario), {}, 1)
        with Players() as players:
            for _ in players.tallies(about, PART, 10**6, 10**6 + players.count):
                pass  # each has begun
            load, began, first = os.getloadavg()[0], perf_counter(), 0.0
            for _number, chunk in players.tallies(about, PART, 0, GAMES_PLAYED):
                first = first or bool(chunk) * (perf_counter() - began)
            seconds = perf_counter() - began
        about.balance.tally(about.start, PART, range(1), 1)
        cpu = process_time()
        about.balance.tally(about.start, PART, range(SAMPLE), 1)
        cpu = (process_time() - cpu) * GAMES_PLAYED / SAMPLE
        times = f"{first:.2f} s | {seconds:.1f} s | {load:.1f} | {cpu:.1f} s"
        print(f"| {name} | {players.count} | {times} |")


if __name__ == "__main__":
    main(sys.argv[1:])
