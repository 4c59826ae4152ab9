"""`manage.py balance SCENARIO`: how fair a scenario of Age of Iron is among bots."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from moderator.core.games import scenarios_of
from moderator.rules.age_of_iron.bots.balance import balance, played, report
from moderator.rules.age_of_iron.rules import AGE_OF_IRON
from moderator.rules.age_of_iron.scenario import SEQUENTIAL, SIMULTANEOUS
from moderator.rules.errors import Refused

MOST_GAMES = 100_000
SHOWN = 200


class Command(BaseCommand):
    """Prints the balance; the same seed gives the same figures."""

    help = (
        "Lets bots of mixed styles play a scenario of Age of Iron many times, and prints who wins "
        "how often. They are programs, not students."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scenario", metavar="SCENARIO", help="an id, or a TOML file")
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--deployment",
            choices=(SEQUENTIAL, SIMULTANEOUS),
            help="by default what the scenario recommends",
        )

    def handle(
        self,
        *args: Any,
        scenario: str,
        games: int,
        seed: int,
        deployment: str | None,
        **options: Any,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise CommandError(f"--games is from 1 to {MOST_GAMES}.")
        found = scenarios_of(AGE_OF_IRON).get(scenario) or _read(scenario)
        start = AGE_OF_IRON.begin(found, {"deployment": deployment} if deployment else {})
        chance, all_played = random.Random(seed).randrange, []  # noqa: S311
        for number in range(1, games + 1):
            all_played.append(played(start, chance))
            if number % SHOWN == 0 and self.stderr.isatty():
                self.stderr.write(f"{number} of {games} games\r", ending="")
        for line in report(start, balance(all_played)):
            self.stdout.write(line)


def _read(name: str) -> Any:
    """The scenario of a file."""
    try:
        return AGE_OF_IRON.read_scenario_toml(Path(name).read_text(encoding="utf-8"))
    except Refused as refused:
        raise CommandError(f"{name}: {refused}") from refused
    except (OSError, UnicodeDecodeError) as error:
        ids = ", ".join(scenarios_of(AGE_OF_IRON))
        raise CommandError(
            f"{name} is neither a scenario ({ids}) nor a file that can be read."
        ) from error
