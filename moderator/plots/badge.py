"""A seat's badge as SVG: colour, pattern and letter in one small square."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from moderator.plots.seats import (
    PAPER_LIGHT,
    pattern_dots,
    pattern_patches,
    pattern_strokes,
    seat_look,
)

SIDE = 24
INSET = 1.5
PITCH = 4.2


def badge(number: int, letter: str, name: str = "") -> str:
    """The badge of a seat: an `<svg class="badge seat-N">`, 24 by 24 units.

    The attributes colour it for a light page; a style sheet may set `.ground` (fill),
    `.pattern` (fill and stroke) and `.letter` (fill, and stroke: the ground that keeps the
    pattern off the letter) by the classes.

    Args:
        number: the seat's number, 1 or more.
        letter: one or two letters; any text is escaped.
        name: what a screen reader says; where it is empty, the badge is decoration.

    Raises:
        ValueError: for a number below 1.
    """
    look = seat_look(number)
    label = f'role="img" aria-label={quoteattr(name)}' if name else 'aria-hidden="true"'
    letter_size = 14 if len(letter) < 2 else 10
    return (
        f'<svg class="badge seat-{look.number}" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}"'
        f' height="{SIDE}" focusable="false" {label}>'
        f'<rect class="ground" width="{SIDE}" height="{SIDE}" rx="4.5" fill="{look.light}"/>'
        f"{_pattern(number)}"
        f'<text class="letter" x="12" y="{_n(12 + letter_size / 2.8)}" text-anchor="middle"'
        f' font-family="system-ui, sans-serif" font-size="{letter_size}" font-weight="700"'
        f' fill="{PAPER_LIGHT}" stroke="{look.light}" stroke-width="3" paint-order="stroke">'
        f"{escape(letter)}</text></svg>"
    )


def _pattern(number: int) -> str:
    size = SIDE - 2 * INSET
    lines = "".join(
        f"M{_n(x1 + INSET)} {_n(y1 + INSET)}L{_n(x2 + INSET)} {_n(y2 + INSET)}"
        for x1, y1, x2, y2 in pattern_strokes(number, size, size, PITCH)
    )
    dots = "".join(
        f'<circle cx="{_n(x + INSET)}" cy="{_n(y + INSET)}" r="{_n(radius)}"/>'
        for x, y, radius in pattern_dots(number, size, size, PITCH)
    )
    patches = "".join(
        f"M{_n(x + INSET)} {_n(y + INSET)}h{_n(width)}v{_n(height)}h-{_n(width)}z"
        for x, y, width, height in pattern_patches(number, size, size, PITCH)
    )
    if lines:
        return (
            f'<path class="pattern" d="{lines}" fill="none" stroke="{PAPER_LIGHT}"'
            f' stroke-width="1.4" stroke-opacity=".32"/>'
        )
    filled = dots or (f'<path d="{patches}"/>' if patches else "")
    if not filled:
        return ""
    return f'<g class="pattern" fill="{PAPER_LIGHT}" fill-opacity=".32">{filled}</g>'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
