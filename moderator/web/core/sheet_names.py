"""The parts of names of files."""

from __future__ import annotations

from django.utils.text import slugify

MOST_LETTERS = 30
"""Of a class's or group's name in the name of a file, which may have 255 bytes altogether."""


def slug_of(name: str, otherwise: str) -> str:
    """A name as part of the name of a file, perhaps shortened; `otherwise` if nothing is left."""
    return slugify(name, allow_unicode=True)[:MOST_LETTERS].strip("-_") or otherwise
