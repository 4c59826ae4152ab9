"""Seats' patterns as operators of a page's content, in ink on paper."""

from __future__ import annotations

from functools import lru_cache

from moderator.plots import pattern_dots, pattern_patches, pattern_strokes, seat_look
from moderator.sheets.drawing import operators as ops
from moderator.sheets.drawing.marks import INK, PAPER

STROKE = 0.32
"""The thickness of a pattern's lines, relative to their distance."""
LARGER = 1.3
"""Dots are this much larger than on screen, because ink on paper spreads less than light."""


@lru_cache(1024)
def pattern(
    number: int, width: float, height: float, radius: float, pitch: float, outline: float
) -> str:
    """The operators for a rectangle in a seat's pattern, whose upper left corner is (0, 0).

    Rectangles of the same size have the same operators, which keeps files small.

    Args:
        width, height, radius: of the rectangle and its corners, in points.
        pitch, outline: the distance of the pattern's lines and the thickness of the rectangle's.
    """
    radius = min(radius, width / 2, height / 2)
    edge = ops.rounded(0, -height, width, height, radius)
    ground = INK if seat_look(number).pattern == "plain" else PAPER
    painted = [f"{ops.fill(ground)} {edge} f"]
    inside = _inside(number, width, height, pitch)
    if inside:
        colours = f"{ops.stroke(INK)} {ops.fill(INK)}"
        painted.append(f"q {edge} W n {colours} {inside} Q")
    if outline > 0:
        painted.append(f"{ops.stroke(INK)} {ops.thickness(outline)} {edge} S")
    return " ".join(painted)


def _inside(number: int, width: float, height: float, pitch: float) -> str:
    """The lines, dots or patches of a pattern, cut by whoever draws them."""
    size = width, height, pitch
    strokes = [ops.line(x1, -y1, x2, -y2) for x1, y1, x2, y2 in pattern_strokes(number, *size)]
    patches = [ops.rectangle(x, -y - b, a, b) for x, y, a, b in pattern_patches(number, *size)]
    dots = pattern_dots(number, *size)
    painted = []
    if strokes:
        painted += [ops.thickness(pitch * STROKE), *strokes, "S"]
    if patches:
        painted += [*patches, "f"]
    if dots:  # lines without a length and with round ends, which take less than circles
        diameter = 2 * LARGER * dots[0][2]
        painted += ["1 J", ops.thickness(diameter), *(ops.line(x, -y, x, -y) for x, y, _r in dots)]
        painted.append("S")
    return " ".join(painted)
