"""The size of a plate, the name of a place with the stacks there, and where each stack is on it.

All lengths are in units of the map. Where many plates are near, all of them are drawn smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.plots.map.projection import Point

STACK = 46.0
"""The height of a stack."""
LETTER, DIGIT, SIDE = 38.0, 25.0, 16.0
"""The width of its letter's box, of each digit, and of what is left and right of the number."""
GAP, ROW_GAP = 18.0, 17.0
"""Between stacks in a row, and between rows: room for rings."""
NAME, NAME_LETTER, NAME_MOST = 44.0, 18.5, 250.0
"""The height of the name's line, the width of a letter, and the most that a name takes."""
NAME_LINE = 26.0
"""From the upper edge of the name to the line on which it stands."""
ARROW, LOSS = 46.0, 20.0
"""Room between the two sides of an attack, and below them for what they lost."""
EDGE, FRAME = 8.0, 17.0
"""Around everything: room for rings; and for a frame."""


@dataclass(frozen=True, slots=True)
class Plate:
    """Its size, and the (x, y) of the upper left corner of each stack, from its own corner.

    `name_y` is the line on which the name stands, `name_width` the width to which a long name is
    condensed; 0 for others.
    """

    width: float
    height: float
    stacks: tuple[Point, ...]
    name_y: float
    name_width: float


def stack_width(number: int) -> float:
    """The width of a stack with this number.

    >>> stack_width(7), stack_width(12)
    (79.0, 104.0)
    """
    return LETTER + SIDE + DIGIT * len(str(number))


def plate(
    name: str,
    numbers: Sequence[int],
    sides: tuple[int, int] | None = None,
    is_framed: bool = False,
) -> Plate:
    """The plate of a place.

    Args:
        numbers: one for each stack, in the order in which they are shown.
        sides: two of the stacks, by index: the attacker and the defender stand side by side.
        is_framed: whether there is a frame around it.

    >>> plate("Ur", [4, 11]).stacks
    ((8.0, 52.0), (105.0, 52.0))
    """
    rows = _rows(len(numbers), sides)
    widths = [stack_width(number) for number in numbers]
    spans = [_span(row, widths, sides) for row in rows]
    condensed = len(name) * NAME_LETTER > NAME_MOST
    name_width = min(len(name) * NAME_LETTER, NAME_MOST)
    inner = max([name_width, *spans])
    places: dict[int, Point] = {}
    edge = FRAME if is_framed else EDGE
    y = edge + NAME
    for row, span in zip(rows, spans, strict=True):
        x = edge + (inner - span) / 2
        for k in row:
            places[k] = (x, y)
            x += widths[k] + GAP + (ARROW if sides and k == sides[0] else 0)
        y += STACK + ROW_GAP + (LOSS if sides and sides[0] in row else 0)
    height = y - ROW_GAP + edge if rows else 2 * edge + NAME
    return Plate(
        inner + 2 * edge,
        height,
        tuple(places[k] for k in range(len(numbers))),
        edge + NAME_LINE,
        name_width if condensed else 0.0,
    )


def _rows(count: int, sides: tuple[int, int] | None) -> list[list[int]]:
    rows = [list(sides)] if sides else []
    rest = [k for k in range(count) if not sides or k not in sides]
    most = 2 if len(rest) <= 4 else 3 if len(rest) <= 6 else 5
    return rows + [rest[k : k + most] for k in range(0, len(rest), most)]


def _span(row: Sequence[int], widths: Sequence[float], sides: tuple[int, int] | None) -> float:
    arrow = ARROW if sides and sides[0] in row else 0.0
    return sum(widths[k] for k in row) + GAP * (len(row) - 1) + arrow
