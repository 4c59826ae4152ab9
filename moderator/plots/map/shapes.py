"""The areas of places as soft shapes: a disc around a point, a band along several.

Each is cut half-way to its neighbours, so that no two overlap. They claim no borders.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from moderator.plots.map.contours import distance, outline
from moderator.plots.map.projection import Box, Point, Projection

RADIUS = 1.1
"""How far an area reaches from its points, in degrees of latitude."""
GAP = 0.06
"""Between neighbours, in degrees."""
STEP, TOLERANCE = 9.0, 2.5
"""Of the grid and of the simplified outline, in units of the map."""
MOST_MEASURED = 400_000
"""Distances for all shapes of a map; where more would be needed, the grid is coarser."""

Segment = tuple[Point, Point]


def segments(points: Sequence[Point]) -> tuple[Segment, ...]:
    """The shortest lines that join all the points, whatever their order (Prim 1957).

    Args:
        points: one or more; a single point is a line from it to itself.

    >>> segments([(0, 0), (9, 0), (5, 0)])
    (((0, 0), (5, 0)), ((5, 0), (9, 0)))
    """
    joined, left, found = [points[0]], list(points[1:]), []
    while left:
        _, start, end = min((_square(a, b), a, b) for a in joined for b in left)
        found.append((start, end))
        joined.append(end)
        left.remove(end)
    return tuple(found) or ((points[0], points[0]),)


@lru_cache(maxsize=32)
def shapes(projection: Projection, places: tuple[tuple[Point, ...], ...]) -> tuple[str, ...]:
    """For each place the data of an SVG path, in units of the map.

    Args:
        places: the points of each place, longitude and latitude in degrees.

    Cost: about 10 ms a place, once for each scenario; at most about a second.
    """
    lines = [segments([projection.point(point) for point in points]) for points in places]
    radius, gap = RADIUS * projection.down, GAP * projection.down
    boxes = [_box(line, radius) for line in lines]
    near = [
        [line for line, box in zip(lines, boxes, strict=True) if line != own and _meets(box, mine)]
        for own, mine in zip(lines, boxes, strict=True)
    ]
    measured = sum(
        box[2] * box[3] * (len(own) + sum(map(len, others)))
        for own, box, others in zip(lines, boxes, near, strict=True)
    )
    step = max(STEP, (measured / MOST_MEASURED) ** 0.5)
    return tuple(
        _shape(own, others, box, radius, gap, step)
        for own, box, others in zip(lines, boxes, near, strict=True)
    )


def _shape(
    own: Sequence[Segment],
    others: Sequence[Sequence[Segment]],
    box: Box,
    radius: float,
    gap: float,
    step: float,
) -> str:

    def field(point: Point) -> float:
        away = min(distance(point, *one) for one in own)
        inside = radius - away
        if inside <= 0:
            return inside
        for line in others:
            other = min(distance(point, *one) for one in line)
            inside = min(inside, (other - away) / 2 - gap)
        return inside

    return outline(field, box, step, TOLERANCE)


def _box(line: Sequence[Segment], margin: float) -> Box:
    xs = [x for one in line for x, _ in one]
    ys = [y for one in line for _, y in one]
    left, top = min(xs) - margin, min(ys) - margin
    return (left, top, max(xs) + margin - left, max(ys) + margin - top)


def _meets(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def samples(line: Sequence[Segment], step: float) -> list[Point]:
    """Points along the lines, at most `step` apart.

    >>> samples([((0, 0), (4, 0))], 2)
    [(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)]
    """
    found = []
    for (ax, ay), (bx, by) in line:
        count = max(1, round(_square((ax, ay), (bx, by)) ** 0.5 / step))
        found += [
            (ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count + 1)
        ]
    return [point for point, after in pairwise([*found, (float("nan"), 0)]) if point != after]
