"""`verify_dice RECORD`: were the server's dice those that its seed makes? It needs no database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from moderator.play.management import files
from moderator.play.scenarios import ScenarioBroken, shipped
from moderator.rules import record
from moderator.rules.dice import fairness
from moderator.rules.dice.fairness import CheckedRoll
from moderator.rules.errors import Refused, printable


class Command(BaseCommand):
    """Prints a line for each roll; exit 1 if one is not as it had to be, or can't be checked."""

    help = "Roll a finished game's dice again, from the seed that its record holds."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The record, and what was promised."""
        parser.add_argument("file", help="a record file, or - for standard input")
        parser.add_argument(
            "--commitment",
            metavar="HASH",
            help="what the site showed before the game, as you noted it; else the record's word "
            "is taken",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Say of each roll whether it is right, and of all together."""
        try:
            rec = record.read(files.read(options["file"]))
            _check_promise(rec.more, options["commitment"])
            ours = shipped()[rec.game] if isinstance(rec.scenario, str) else {}
            rolls, broken_off = fairness.record_rolls(rec, ours)
        except ScenarioBroken as broken:
            _fail(str(broken))
        except Refused as refused:
            _fail(_said(refused))
        files.write("".join(f"{_line(roll)}\n" for roll in rolls))
        wrong = sum(not roll.is_right for roll in rolls)
        if wrong:
            _fail(f"{wrong} of {len(rolls)} rolls are not as they had to be.")
        if broken_off:
            _fail(_said(broken_off))
        files.write(_sum(rolls))


def _said(refused: Refused) -> str:
    where = f"Move {refused.move}: " if refused.move else ""
    return f"{where}{refused.message} ({refused.code})"


def _sum(rolls: Sequence[CheckedRoll]) -> str:
    typed = sum(roll.due is None for roll in rolls)
    said = f"Rolls: {len(rolls) - typed}. The seed is the one promised; all is as it had to be.\n"
    if typed:
        said += f"Typed after the seed was opened: {typed}. Of these nobody can tell.\n"
    return said


def _check_promise(more: Mapping[str, Any], noted: str | None) -> None:
    opened = fairness.opened_in(more)
    if noted is not None and noted.strip().lower() != opened.commitment:
        raise Refused("bad-record", "The record’s commitment is not the one that you noted.")
    if not opened.is_as_promised:
        raise Refused("bad-record", "The seed is not the one promised: its SHA-256 is another.")


def _line(roll: CheckedRoll) -> str:
    verb = printable(roll.move.get("type"))
    start = f"No. {roll.number}, {verb}: {_shown(roll.shown)}"
    if roll.due is None:
        return f"{start} was typed, after the seed was opened."
    if roll.is_right:
        return f"{start} is as it had to be."
    return f"{start} is NOT as it had to be, which is {_shown(roll.due)}."


def _shown(dice: Mapping[str, Any]) -> str:
    """Dice in a line of text."""
    shown = (
        f"{field} {' '.join(map(str, value)) if isinstance(value, list) else value}"
        for field, value in dice.items()
    )
    return ", ".join(shown)


def _fail(sentence: str) -> NoReturn:
    print(files.encodable(sentence), file=sys.stderr)
    raise SystemExit(1)
