"""Sizes of paper, in points (1/72 inch)."""

from __future__ import annotations

from typing import Literal

Paper = Literal["a4", "letter"]

PORTRAIT: dict[str, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}

MARGIN = 34.0


def page_size(paper: str, is_landscape: bool) -> tuple[float, float]:
    """(width, height) of a page in points.

    Raises:
        ValueError: for a paper that is neither "a4" nor "letter".
    """
    if paper not in PORTRAIT:
        raise ValueError(f"Paper is “a4” or “letter”, not {paper!r}.")
    short, long = PORTRAIT[paper]
    return (long, short) if is_landscape else (short, long)
