"""A QR code as SVG."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

import segno

QUIET = 4
"""Light modules around the code, as the standard asks."""


def qr(text: str, label: str = "") -> str:
    """A QR code: an `<svg class="qr">`, one unit a module, quiet zone included.

    Black on white in light and dark pages alike, for cameras. The attributes colour it, so
    the content security policy needs no exception; CSS gives it a size.

    Args:
        text: what a camera reads, at most 2,331 bytes in UTF-8 (error correction M).
        label: what a screen reader says; the text itself if left out.

    Raises:
        ValueError: for an empty text, or one that is too long.
    """
    if not text:
        raise ValueError("A QR code needs a text.")
    matrix = segno.make(text, error="m", micro=False, boost_error=False).matrix
    side = len(matrix) + 2 * QUIET
    path = "".join(_row(y, row) for y, row in enumerate(matrix, QUIET))
    return (
        f'<svg class="qr" viewBox="0 0 {side} {side}" width="{side * 5}" height="{side * 5}"'
        f' role="img" aria-label={quoteattr(label or text)} shape-rendering="crispEdges">'
        f'<rect width="{side}" height="{side}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    )


def _row(y: int, row: bytearray) -> str:
    """Each run of dark modules in a row as one rectangle."""
    parts, start = [], None
    for x, is_dark in enumerate([*row, 0], QUIET):
        if is_dark and start is None:
            start = x
        elif not is_dark and start is not None:
            parts.append(f"M{start} {y}h{x - start}v1h{start - x}z")
            start = None
    return "".join(parts)
