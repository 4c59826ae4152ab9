"""How many presses a student needs for what, as docs/for-students.md says."""

from __future__ import annotations

import re

from tests.support.paths import ROOT

ROW = re.compile(r"^\| (?P<what>[^|]+?) \| (?P<presses>\d+) \|$", re.M)


def presses_for(what: str) -> int:
    """The presses in the row of the table that begins with these words."""
    text = (ROOT / "docs/for-students.md").read_text(encoding="utf-8")
    (found,) = [int(row["presses"]) for row in ROW.finditer(text) if row["what"].startswith(what)]
    return found
