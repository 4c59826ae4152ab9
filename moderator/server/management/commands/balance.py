"""`manage.py balance SCENARIO`: how fair a scenario is among bots."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from moderator.core.games import scenarios_of
from moderator.rules.balance import BalanceRules, Figures, markdown
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.registry import GAMES

MOST_GAMES = 100_000


class Command(BaseCommand):
    """Prints the balance; the same seed gives the same figures."""

    help = (
        "Lets bots of mixed styles play a scenario many times, and prints who wins how often; or "
        "searches for numbers that make it more even. They are programs, not students."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scenario", metavar="SCENARIO", help="an id, or a TOML file")
        parser.add_argument("--games", type=int, default=1000, help="of the first kind")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--deployment", help="by default what the scenario recommends")
        parser.add_argument(
            "--suggest",
            type=float,
            nargs="?",
            const=60,
            metavar="SECONDS",
            help="instead, search so long for numbers that make the scenario more even (60)",
        )

    def handle(self, *args: Any, scenario: str, deployment: str | None, **options: Any) -> None:
        games, seed, seconds = options["games"], options["seed"], options["suggest"]
        if not 1 <= games <= MOST_GAMES:
            raise CommandError(f"--games is from 1 to {MOST_GAMES}.")
        given = {"deployment": deployment} if deployment else {}
        try:
            for rules, found in _found(scenario):
                if rules.balance:
                    rules.check_options(given)
                    start = rules.begin(found, given)
                    tables = _report(rules.balance, start, games, seed)
                    if seconds is not None:
                        tables = _suggested(rules.balance, start, seed, seconds)
                    for table in tables:
                        self.stdout.write("\n".join(markdown([table])))
                    return
        except Refused as refused:
            raise CommandError(f"{scenario}: {refused}") from refused
        raise CommandError(f"{scenario} is a scenario of a game without such bots.")


def _report(balance: BalanceRules[Any], start: Any, games: int, seed: int) -> Iterator[Figures]:
    """The tables of each kind of games as soon as they are played."""
    (_, first), *_ = balance.parts.items()
    for id, part in balance.parts.items():
        numbers = range(max(part.games * games // first.games, 1))
        yield from balance.figures(start, balance.tally(start, id, numbers, seed))


def _suggested(
    balance: BalanceRules[Any], start: Any, seed: int, seconds: float
) -> Iterator[Figures]:
    """Each suggestion as soon as it is found."""
    end = monotonic() + seconds
    for found in balance.suggestions(start, seed):
        if found:
            yield found.figures
        if monotonic() > end:
            return


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
