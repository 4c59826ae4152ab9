"""In which line of a TOML file a key stands."""

from __future__ import annotations

import re

Path = tuple[str | int, ...]
"""Keys, and for a member of a list its place, from 0."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


def line_of(text: str, path: Path) -> int | None:
    """The line, from 1, of the key (or of the nearest table around it), or None."""
    here: Path = ()
    counts: dict[str, int] = {}
    best, best_depth = None, 0
    for number, row in enumerate(text.splitlines(), start=1):
        header, key = _HEADER.match(row), _KEY.match(row)
        if header:
            names = tuple(part.strip(" \"'") for part in header[2].split("."))
            here = names
            if header[1] == "[[":
                counts[header[2]] = counts.get(header[2], -1) + 1
                here = (*names, counts[header[2]])
            found: Path = here
        elif key:
            found = (*here, *(part.strip("\"'") for part in key[1].split(".")))
        else:
            continue
        if len(found) > best_depth and path[: len(found)] == found:
            best, best_depth = number, len(found)
    return best
