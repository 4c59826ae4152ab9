"""How much of what could be repeated for ever a run does: kills, seeds, random requests."""

import os

IS_LONG = os.environ.get("LONG") == "1"
IS_FIRST = os.environ.get("FIRST") == "1"
"""Of each test that has parameters only the first case is run."""


def amount(usual: int, long: int) -> int:
    """The second in a run with `--long`."""
    return long if IS_LONG else usual
