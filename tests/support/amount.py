"""How much of what could be repeated for ever a run does: kills, seeds, random requests."""

import os

IS_LONG = os.environ.get("LONG") == "1"


def amount(usual: int, long: int) -> int:
    """The second in a run with `--long`."""
    return long if IS_LONG else usual
