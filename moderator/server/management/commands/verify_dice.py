"""`verify_dice RECORD`: checks the server's dice against the seed, without a database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from moderator.core.games import ScenarioBroken
from moderator.rules import dice as rules_dice
from moderator.rules.dice import CheckedRoll
from moderator.rules.errors import Refused, printable
from moderator.server import management


class Command(BaseCommand):
    """Prints a line for each roll; exits with 1 if one is wrong or can't be checked."""

    help = "Rolls a finished game's dice again, from the seed in its record."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a record file, or - for standard input")
        parser.add_argument(
            "--commitment",
            metavar="HASH",
            help="the commitment that the site showed before the game, if you noted it; else the "
            "record's own is used",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print whether each roll is right, and a summary."""
        try:
            rec, ours = management.record_of(options["file"])
            _check_commitment(rec.more, options["commitment"])
            rolls, broken_off = rules_dice.record_rolls(rec, ours)
        except ScenarioBroken as broken:
            _fail(str(broken))
        except Refused as refused:
            _fail(management.sentence(refused))
        management.write("".join(f"{_line(roll)}\n" for roll in rolls))
        wrong = sum(not roll.is_right for roll in rolls)
        if wrong:
            _fail(f"{wrong} of {len(rolls)} rolls are wrong.")
        if broken_off:
            _fail(management.sentence(broken_off))
        management.write(_summary(rolls))


def _summary(rolls: Sequence[CheckedRoll]) -> str:
    typed = sum(roll.due is None for roll in rolls)
    text = f"Rolls: {len(rolls) - typed}. The seed matches the commitment; all rolls are right.\n"
    if typed:
        text += f"Typed after the seed was revealed: {typed}. These can't be checked.\n"
    return text


def _check_commitment(more: Mapping[str, Any], noted: str | None) -> None:
    opened = rules_dice.opened_in(more)
    if noted is not None and noted.strip().lower() != opened.commitment:
        raise Refused("bad-record", "The record’s commitment is not the one that you noted.")
    if not opened.is_as_promised:
        raise Refused("bad-record", "The seed does not match the commitment: its SHA-256 differs.")


def _line(roll: CheckedRoll) -> str:
    verb = printable(roll.move.get("type"))
    start = f"No. {roll.number}, {verb}: {_shown(roll.shown)}"
    if roll.due is None:
        return f"{start} was typed after the seed was revealed."
    if roll.is_right:
        return f"{start} is right."
    return f"{start} is WRONG: it should be {_shown(roll.due)}."


def _shown(dice: Mapping[str, Any]) -> str:
    """Dice in a line of text."""
    shown = (
        f"{field} {' '.join(map(str, value)) if isinstance(value, list) else value}"
        for field, value in dice.items()
    )
    return ", ".join(shown)


def _fail(sentence: str) -> NoReturn:
    print(management.encodable(sentence), file=sys.stderr)
    raise SystemExit(1)
