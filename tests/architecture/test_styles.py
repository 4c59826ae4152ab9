"""Style sheets show the same in browsers that don't know everything, and to all eyes."""

from __future__ import annotations

import re

from tests.support.paths import ROOT
from tests.support.plots.colour import contrast

WITH_TEXT = re.compile(r'(content: ("[^"]+"); )?content: ("[^"]+") / ""')


def test_marks_are_also_declared_without_their_alternative_text() -> None:
    """Before 17.4, Safari drops a declaration with an alternative text."""
    missing = [
        f"{path.name}: {found[0]}"
        for path in (ROOT / "static").rglob("*.css")
        for found in WITH_TEXT.finditer(path.read_text())
        if found[2] != found[3]
    ]
    assert not missing


def test_what_is_seen_has_contrast() -> None:
    """WCAG 2.2, 1.4.3: 4.5 for text; 1.4.11: 3 for the edges of fields and the focus."""
    dresses = re.findall(r"--paper: #[^}]*?--focus: #\w+", (ROOT / "static/app.css").read_text())
    assert len(dresses) == 2  # light and dark
    for dress in dresses:
        colours = dict(re.findall(r"--([\w-]+): (#\w+)", dress))
        for ground in ("paper", "sheet", "mark"):
            for text in ("ink", "soft", "accent"):
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground, colours)
        for ground in ("paper", "sheet"):
            for line in ("edge", "focus"):
                assert contrast(colours[line], colours[ground]) >= 3, (line, ground, colours)
