"""How many presses somebody needs for what, as docs/for-students.md and others say."""

from __future__ import annotations

import re

from tests.support.paths import ROOT

ROW = re.compile(r"^\| (?P<what>[^|]+?) \| (?P<presses>\d+) \|$", re.M)


def presses_for(what: str, guide: str = "for-students") -> int:
    """The presses in the row of the guide's table that begins with these words."""
    text = (ROOT / f"docs/{guide}.md").read_text(encoding="utf-8")
    (found,) = [int(row["presses"]) for row in ROW.finditer(text) if row["what"].startswith(what)]
    return found
