"""`manage.py balance SCENARIO`: how fair a scenario is among bots."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from django.core.management.base import CommandError

from moderator.core.child import begin
from moderator.core.games import scenarios_of
from moderator.features.balance.playing import TICK_S, Balanced, Players, Search
from moderator.features.balance.write import await_reports
from moderator.rules.bots import Figures, added, markdown
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.registry import GAMES
from moderator.server.management import ChildCommand

MOST_GAMES = 100_000


class Command(ChildCommand):
    """Prints the balance; the same seed gives the same figures."""

    help = (
        "Lets bots of mixed styles play a scenario many times, and prints who wins how often; or "
        "searches for numbers that make it more even. They are programs, not students. Ctrl-C "
        "prints what has been played so far."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help="an id, or a TOML file")
        parser.add_argument("--games", type=int, default=1000, help="of the first kind")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--deployment", help="by default what the scenario recommends")
        parser.add_argument("--processes", type=int, default=0, help="by default one for each core")
        parser.add_argument(
            "--suggest",
            type=float,
            nargs="?",
            const=60,
            metavar="SECONDS",
            help="instead, search so long for numbers that make the scenario more even (60)",
        )
        super().add_arguments(parser)  # as a child it plays for the reports that wait

    def handle(self, *args: Any, scenario: str | None, child: bool, **options: Any) -> None:
        if child:
            begin()
            await_reports()
            return
        if scenario is None:
            raise CommandError("Name a scenario, or a TOML file.")
        if not 1 <= options["games"] <= MOST_GAMES:
            raise CommandError(f"--games is from 1 to {MOST_GAMES}.")
        deployment = options["deployment"]
        given = {"deployment": deployment} if deployment else {}
        try:
            for rules, found in _found(scenario):
                if rules.balance:
                    rules.check_options(given)
                    about = Balanced(rules.id, rules.scenario_wire(found), given, options["seed"])
                    self._print(about, **options)
                    return
        except Refused as refused:
            raise CommandError(f"{scenario}: {refused}") from refused
        raise CommandError(f"{scenario} is a scenario of a game without such bots.")

    def _print(self, about: Balanced, **options: Any) -> None:
        tables = _suggested(about, options["suggest"])
        if options["suggest"] is None:
            tables = _report(about, options["games"], options["processes"])
        for table in tables:
            self.stdout.write("\n".join(markdown([table])))


def _report(about: Balanced, games: int, processes: int) -> Iterator[Figures]:
    """The tables of each kind of games as soon as they are played, or those so far."""
    balance, is_stopped = about.balance, False
    (_, first), *_ = balance.parts.items()
    with Players(processes) as players:
        for id, part in balance.parts.items():
            tally: dict[str, Any] = {}
            try:
                most = max(part.games * games // first.games, 1)
                for _number, chunk in players.tallies(about, id, 0, most):
                    tally = added(tally, chunk)
            except KeyboardInterrupt:
                is_stopped = True
            if tally:
                yield from balance.figures(about.start, tally)
            if is_stopped:
                return


def _suggested(about: Balanced, seconds: float) -> Iterator[Figures]:
    """Each suggestion as soon as it is found."""
    end, search = monotonic() + seconds, Search(about)
    try:
        while monotonic() < end:
            yield from (one.figures for one in search.found())
            sleep(TICK_S)
    except KeyboardInterrupt:
        return
    finally:
        search.stop()


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
