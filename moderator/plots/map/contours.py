"""The outline of a function of two variables, as a path of smooth curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from moderator.plots.map.projection import Box, Point

Loop = list[Point]
Node = tuple[int, int]
Edge = tuple[Node, Node]

CORNERS: tuple[Node, ...] = ((0, 0), (1, 0), (1, 1), (0, 1))


def outline(field: Callable[[Point], float], box: Box, step: float, tolerance: float) -> str:
    """The border of where a field is above 0, as the data of an SVG path in whole units.

    Args:
        field: continuous; at the edges of the box it counts as below 0.
        box: (x, y, width, height) that contains the border.
        step: of the grid on which the field is sampled.
        tolerance: the most by which the simplified border may differ, before it is rounded.

    Cost: one call of the field for each point of the grid.

    >>> outline(lambda p: 5 - abs(p[0]) - abs(p[1]), (-8, -8, 16, 16), 1, 0.5)
    'M0-5q0 0-3 2-2 3 0 5 3 3 5 0 3-2 1-4-2-2-3-3z'
    """
    loops = _loops(_edges(field, box, step))
    return "".join(_path(simplified(loop, tolerance)) for loop in loops)


def _edges(
    field: Callable[[Point], float], box: Box, step: float
) -> list[tuple[Edge, Edge, dict[Edge, Point]]]:
    """For each piece of the border the two edges of the grid that it joins."""
    x, y, width, height = box
    columns, rows = int(width / step) + 2, int(height / step) + 2

    def value(i: int, j: int) -> float:
        if i in (0, columns) or j in (0, rows):
            return -step
        return field((x + i * step, y + j * step))

    values = [[value(i, j) for i in range(columns + 1)] for j in range(rows + 1)]

    def crossing(a: Node, b: Node) -> Point:
        low, high = values[a[1]][a[0]], values[b[1]][b[0]]
        part = low / (low - high)
        return (
            x + step * (a[0] + part * (b[0] - a[0])),
            y + step * (a[1] + part * (b[1] - a[1])),
        )

    pieces = []
    for j in range(rows):
        for i in range(columns):
            corners = [(i + di, j + dj) for di, dj in CORNERS]
            signs = [values[b][a] > 0 for a, b in corners]
            if all(signs) or not any(signs):
                continue
            # Each piece leads from where the border enters the cell to where it leaves it.
            ins: list[Edge] = []
            outs: list[Edge] = []
            for k in range(4):
                a, b = corners[k], corners[(k + 1) % 4]
                if signs[k] != signs[(k + 1) % 4]:
                    (outs if signs[k] else ins).append((min(a, b), max(a, b)))
            for start, end in zip(ins, outs, strict=True):
                pieces.append((start, end, {start: crossing(*start), end: crossing(*end)}))
    return pieces


def _loops(pieces: Sequence[tuple[Edge, Edge, dict[Edge, Point]]]) -> list[Loop]:
    following: dict[Edge, Edge] = {}
    points: dict[Edge, Point] = {}
    for start, end, found in pieces:
        following[start] = end
        points |= found
    loops = []
    while following:
        edge = next(iter(following))
        loop = []
        while edge in following:
            loop.append(points[edge])
            edge = following.pop(edge)
        loops.append(loop)
    return loops


def simplified(line: Sequence[Point], tolerance: float) -> Loop:
    """The line with fewer points, none of the others farther from it than the tolerance.

    The first and the last point stay. (Douglas and Peucker 1973)

    >>> simplified([(0, 0), (5, 1), (10, 0), (10, 10)], 2)
    [(0, 0), (10, 0), (10, 10)]
    """
    keep, todo = {0, len(line) - 1}, [(0, len(line) - 1)]
    while todo:
        first, last = todo.pop()
        far, farthest = tolerance, -1
        for k in range(first + 1, last):
            away = distance(line[k], line[first], line[last])
            if away > far:
                far, farthest = away, k
        if farthest > 0:
            keep.add(farthest)
            todo += [(first, farthest), (farthest, last)]
    return [line[k] for k in sorted(keep)]


def distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the line between two others.

    >>> distance((0, 3), (-1, 0), (1, 0)), distance((4, 4), (0, 0), (1, 0))
    (3.0, 5.0)
    """
    (px, py), (ax, ay), (bx, by) = point, start, end
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    part = ((px - ax) * dx + (py - ay) * dy) / square if square else 0.0
    part = 0.0 if part < 0 else 1.0 if part > 1 else part
    dx, dy = px - ax - part * dx, py - ay - part * dy
    result: float = (dx * dx + dy * dy) ** 0.5
    return result


def _path(loop: Loop) -> str:
    """A closed curve that touches each side of the loop in its middle."""
    if len(loop) < 3:
        return ""
    corners = [(round(x), round(y)) for x, y in loop]
    corners = [one for one, after in pairwise([*corners, corners[0]]) if one != after]
    middles = [
        ((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in pairwise([*corners, corners[0]])
    ]
    x, y = middles[-1]
    parts = []
    for (cx, cy), (mx, my) in zip(corners, middles, strict=True):
        parts.append(f"{cx - x} {cy - y} {mx - x} {my - y}")
        x, y = mx, my
    return f"M{x} {y}q{' '.join(parts)}z".replace(" -", "-")
