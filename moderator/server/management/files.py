"""Input and output of commands: record files, and text for any terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from moderator.rules import record
from moderator.rules.errors import Refused, printable


def read(file: str) -> bytes:
    """The bytes of a record file, or of standard input for `-`; `Refused` if it can't be read."""
    most = record.MOST_BYTES + 1
    try:
        if file == "-":
            return sys.stdin.buffer.read(most)
        with Path(file).open("rb") as stream:
            return stream.read(most)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused("bad-record", f"{printable(file)} can’t be read: {why}.") from None


def write(text: str) -> None:
    """Print the text; exit with 1 if the pipe was closed or the disk is full."""
    if sys.stdout is None:  # started with standard output closed
        raise SystemExit(1)
    try:
        sys.stdout.write(encodable(text))
        sys.stdout.flush()
    except OSError as error:
        # Otherwise Python would try to write the rest at exit, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"The result can’t be written: {error.strerror}.", file=sys.stderr)
        raise SystemExit(1) from None


def encodable(text: str) -> str:
    """The text with backslash escapes for characters that the terminal can't show."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
