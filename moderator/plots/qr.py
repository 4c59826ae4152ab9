"""A QR code as SVG."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from xml.sax.saxutils import quoteattr

import segno

QUIET = 4
"""Width of the light margin around the code in modules, as the standard requires."""


def qr(text: str, label: str = "") -> str:
    """A QR code as an `<svg class="qr">`, one unit per module, including the quiet zone.

    It is black on white even on dark pages, for cameras. Attributes set the colours, so
    the content security policy needs no exception; CSS gives it a size.

    Args:
        text: the content of the code, at most 2,331 bytes in UTF-8 (error correction M).
        label: the accessible name; the text itself by default.

    Raises:
        ValueError: for an empty text, or one that is too long.
    """
    modules, parts = qr_rows(text)
    side = modules + 2 * QUIET
    path = "".join(f"M{x + QUIET} {y + QUIET}h{width}v1h{-width}z" for x, y, width in parts)
    return (
        f'<svg class="qr" viewBox="0 0 {side} {side}" width="{side * 5}" height="{side * 5}"'
        f' role="img" aria-label={quoteattr(label or text)} shape-rendering="crispEdges">'
        f'<rect width="{side}" height="{side}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    )


@lru_cache(maxsize=256)  # a pack has the same code on every sheet of a group
def qr_rows(text: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """The side of a QR code in modules, without a quiet zone, and its dark parts: (x, y, width).

    Raises:
        ValueError: as for `qr`.
    """
    if not text:
        raise ValueError("A QR code needs a text.")
    matrix = segno.make(text, error="m", micro=False, boost_error=False).matrix
    parts = []
    for y, row in enumerate(matrix):
        x = 0
        for is_dark, run in groupby(row):
            width = len(list(run))
            if is_dark:
                parts.append((x, y, width))
            x += width
    return len(matrix), tuple(parts)
