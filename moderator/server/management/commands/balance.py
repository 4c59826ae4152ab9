"""`manage.py balance SCENARIO`: how fair a scenario is among bots."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from moderator.core.games import scenarios_of
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.registry import GAMES

MOST_GAMES = 100_000


class Command(BaseCommand):
    """Prints the balance; the same seed gives the same figures."""

    help = (
        "Lets bots of mixed styles play a scenario many times, and prints who wins how often. They "
        "are programs, not students."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scenario", metavar="SCENARIO", help="an id, or a TOML file")
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--deployment", help="by default what the scenario recommends")

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
        given = {"deployment": deployment} if deployment else {}
        chance = random.Random(seed).randrange  # noqa: S311
        try:
            for rules, found in _found(scenario):
                rules.check_options(given)
                lines = list(rules.balance(rules.begin(found, given), games, chance))
                if lines:
                    self.stdout.write("\n".join(lines))
                    return
        except Refused as refused:
            raise CommandError(f"{scenario}: {refused}") from refused
        raise CommandError(f"{scenario} is a scenario of a game without such bots.")


def _found(name: str) -> Iterator[tuple[Rules[Any], Any]]:
    """The games with a shipped scenario of this id, else those that can read the file."""
    known = [(rules, one) for rules in GAMES.values() if (one := scenarios_of(rules).get(name))]
    if known:
        yield from known
        return
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        ids = ", ".join(id for rules in GAMES.values() for id in scenarios_of(rules))
        message = f"{name} is neither a scenario ({ids}) nor a file that can be read."
        raise CommandError(message) from error
    for rules in GAMES.values():
        if rules.players is None:  # its scenarios are files
            yield rules, rules.read_scenario_toml(text)
