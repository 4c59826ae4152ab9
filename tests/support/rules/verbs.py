"""What a table of the moves that are open lacks."""

from __future__ import annotations

from collections.abc import Collection


def differ(case: str, found: Collection[str], expected: Collection[str], file: str) -> str:
    """A sentence for whoever has added a move, or has changed when it is open."""
    lacks, closed = sorted({*found} - {*expected}), sorted({*expected} - {*found})
    return (
        f"{case}: the table of `test_open_verbs` in {file} lacks {lacks}, and has {closed}, which "
        "are not open"
    )
