"""`replay FILE`: play a record and print how it ends. It touches no database."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from moderator.play.scenarios import ScenarioBroken, shipped
from moderator.rules import record
from moderator.rules.errors import Refused, printable


def _moves(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError("a number of moves, 0 or more")
    return min(int(text[:20]), sys.maxsize)


def _read(file: str) -> bytes:
    most = record.MOST_BYTES + 1
    try:
        if file == "-":
            return sys.stdin.buffer.read(most)
        with Path(file).open("rb") as stream:
            return stream.read(most)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused("bad-record", f"{printable(file)} can’t be read: {why}.") from None


class Command(BaseCommand):
    """Plays a record (spec/record.md) and prints the final state."""

    help = "Play a record and print the final state, as a chart or as JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The record, the form of the output, and how far to play."""
        parser.add_argument("file", help="a record file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        parser.add_argument("--until", type=_moves, metavar="N", help="stop after N moves")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the state, or say what is wrong and exit with 1."""
        try:
            rec = record.read(_read(options["file"]))
            ours = shipped()[rec.game] if isinstance(rec.scenario, str) else {}
            timeline = record.replay(rec, ours, options["until"])
        except ScenarioBroken as broken:
            self._refuse(Refused("bad-scenario", str(broken)), options["json"])
        except Refused as refused:
            self._refuse(refused, options["json"])
        game, state = timeline.game, timeline.state
        if options["json"]:
            _print(json.dumps(game.summary(state)) + "\n")
        else:
            _print(game.text(state))

    def _refuse(self, refused: Refused, as_json: bool) -> None:
        if as_json:
            error = {"code": refused.code, "move": refused.move, "message": refused.message}
            _print(json.dumps({"error": error}) + "\n")
        else:
            where = f"Move {refused.move}: " if refused.move else ""
            print(_encodable(f"{where}{refused.message} ({refused.code})"), file=sys.stderr)
        raise SystemExit(1)


def _print(text: str) -> None:
    """Print it all, or exit with 1: whoever reads has had enough, or there is no room."""
    if sys.stdout is None:  # closed by whoever started us
        raise SystemExit(1)
    try:
        sys.stdout.write(_encodable(text))
        sys.stdout.flush()
    except OSError as error:
        # What is still kept would be tried once more at the end, and fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"The result can’t be written: {error.strerror}.", file=sys.stderr)
        raise SystemExit(1) from None


def _encodable(text: str) -> str:
    """The text with backslash escapes for letters that the terminal can't show."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
