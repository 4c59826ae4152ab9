"""Style sheets show the same in browsers that don't know everything."""

from __future__ import annotations

import re

from tests.support.paths import ROOT

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
