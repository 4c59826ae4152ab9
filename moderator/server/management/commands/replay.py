"""`replay FILE`: plays a record and prints its final state, without a database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand

from moderator.core.games import ScenarioBroken
from moderator.rules import record
from moderator.rules.errors import Refused
from moderator.server import management


def _moves(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError("a number of moves, 0 or more")
    return min(int(text[:20]), sys.maxsize)


class Command(BaseCommand):
    """Plays a record (docs/rules/record.md, "replay") and prints the final state."""

    help = "Plays a record and prints the final state, as a chart or as JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The record, the output format, and how many moves to play."""
        parser.add_argument("file", help="a record file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        parser.add_argument("--until", type=_moves, metavar="N", help="stop after N moves")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the state, or print what is wrong and exit with 1."""
        try:
            timeline = record.replay(*management.record_of(options["file"]), options["until"])
        except ScenarioBroken as broken:
            self._refuse(Refused("bad-scenario", str(broken)), options["json"])
        except Refused as refused:
            self._refuse(refused, options["json"])
        game, state = timeline.rules, timeline.state
        if options["json"]:
            management.write(json.dumps(game.summary(state)) + "\n")
        else:
            management.write(game.text(state))

    def _refuse(self, refused: Refused, as_json: bool) -> None:
        if as_json:
            error = {"code": refused.code, "move": refused.move, "message": str(refused)}
            management.write(json.dumps({"error": error}) + "\n")
        else:
            print(management.encodable(management.sentence(refused)), file=sys.stderr)
        raise SystemExit(1)
