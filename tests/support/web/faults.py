"""Finds on a page texts over each other, cut, covered, or outside their panel: `faults.js`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_suffix(".js").read_text()


def faults(run: Callable[..., Any], is_wall: bool) -> list[str]:
    """What is wrong, at most twenty sentences.

    Args:
        run: runs a script's function on the page with what it is given, in any engine.
        is_wall: nobody scrolls it.
    """
    return [str(one) for one in run(SCRIPT, is_wall)]
