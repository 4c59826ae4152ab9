"""The names of the product, read from its source."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT


def modules() -> Iterator[Path]:
    """The product's modules, without migrations."""
    for path in sorted((ROOT / "moderator").rglob("*.py")):
        if "migrations" not in path.parts:
            yield path


@cache
def classes() -> dict[str, list[Path]]:
    """Every public class's name, with the modules that define one of that name."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in modules():
        for name in re.findall(r"^class ([^_]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[name].append(path.relative_to(ROOT))
    return dict(found)
