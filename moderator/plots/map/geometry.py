"""The geometry of a map: from degrees to its units, outlines as smooth paths, the land as lines."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

# From longitude and latitude to the units of a map.

Point = tuple[float, float]
Box = tuple[float, float, float, float]

WIDTH = 1000.0
"""The width of every map, in its own units."""
LOWEST, HIGHEST = 0.8, 0.9
"""The least and the greatest height of a map, as parts of its width."""
MARGIN = 1.3
"""Room around the outermost points, in degrees of latitude."""
SLACK = 1.5
"""If the map ends so near the land's eastern edge, in degrees, it ends there: a page that is wider
shows more of the west."""
LAND = (22.0, 19.0, 55.0, 44.0)
"""West, south, east and north of the land that is drawn, in degrees."""


@dataclass(frozen=True, slots=True)
class Projection:
    """An equirectangular projection: units per degree, and the north-western corner in degrees."""

    west: float
    north: float
    across: float
    down: float
    height: float

    def point(self, position: Point) -> Point:
        """A longitude and latitude as (x, y): units, from the upper left corner."""
        longitude, latitude = position
        return ((longitude - self.west) * self.across, (self.north - latitude) * self.down)

    def box(self, degrees: Box) -> Box:
        """West, south, east and north in degrees as (x, y, width, height) in units."""
        west, south, east, north = degrees
        left, top = self.point((west, north))
        right, bottom = self.point((east, south))
        return (left, top, right - left, bottom - top)


def fitted(positions: Sequence[Point]) -> Projection:
    """The projection in which all positions are on a map of `WIDTH`, with a margin.

    Degrees of longitude are shortened by the cosine of the middle latitude. Where the land reaches
    far enough, the map stays within it.

    Args:
        positions: longitude (-180 to 180) and latitude (-90 to 90) in degrees; at least one.

    >>> x, y = fitted([(30, 25), (50, 40)]).point((40, 32.5))
    >>> round(x), round(y)
    (500, 450)
    """
    longitudes, latitudes = zip(*positions, strict=True)
    shrink = max(math.cos(math.radians((min(latitudes) + max(latitudes)) / 2)), 0.2)
    width = (max(longitudes) - min(longitudes)) * shrink + 2 * MARGIN
    height = max(latitudes) - min(latitudes) + 2 * MARGIN
    height = max(height, width * LOWEST)
    width = max(width, height / HIGHEST)
    span = width / shrink
    west = _within((min(longitudes) + max(longitudes) - span) / 2, span, LAND[0], LAND[2])
    if 0 < LAND[2] - west - span < SLACK:
        west = LAND[2] - span
    south = _within((min(latitudes) + max(latitudes) - height) / 2, height, LAND[1], LAND[3])
    scale = WIDTH / width
    return Projection(west, south + height, scale * shrink, scale, height * scale)


def has_land(projection: Projection) -> bool:
    """Whether some of the land that is drawn is on the map.

    >>> has_land(fitted([(30, 25), (50, 40)])), has_land(fitted([(2, 48)]))
    (True, False)
    """
    x, y, width, height = projection.box(LAND)
    return x < WIDTH and x + width > 0 and y < projection.height and y + height > 0


def _within(start: float, length: float, low: float, high: float) -> float:
    """The start moved so that the length is between low and high, if it was mostly there."""
    if length > high - low or start + length / 2 < low or start + length / 2 > high:
        return start
    return min(max(start, low), high - length)


# The outline of a function of two variables, as a path of smooth curves.

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


# The land as lines, for pictures in one ink: where the sea is, the coast, and the rivers.
#
# The lines are read back from the pictures.

Line = tuple[Point, ...]
FILE_WIDTH, FILE_HEIGHT = 1125, 1000
_FILE = Path(__file__).parents[3] / "static" / "near_east_light.svg"
_SUBPATH = re.compile(r"M(-?\d+) (-?\d+)(?:l([-\d ]+))?(z?)")
_NUMBER = re.compile(r"-?\d+")


LandLines = tuple[tuple[tuple[float, float, float], ...], tuple[Line, ...], tuple[Line, ...]]
"""The sea, as level lines (left, right, y) that rule it, the coast and the rivers."""


@cache
def _drawn() -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[Line, ...]]:
    """The closed outlines of land and lakes, the coast and the rivers, in units of the file."""
    text = _FILE.read_text(encoding="utf-8")
    coast = re.search(r'<path id="c" d="([^"]*)"', text)
    sea = re.search(r'clip-rule="evenodd" d="([^"]*)"', text)
    rivers = re.search(r'stroke-width="2" d="([^"]*)"', text)
    if not (coast and sea and rivers):
        raise ValueError(f"{_FILE.name} is not as docs/make_land.py writes it.")
    outlines = sea[1].split("z", 1)[1]  # the first is the frame
    return tuple(tuple(_lines(data)) for data in (outlines, coast[1], rivers[1]))  # type: ignore[return-value]


def _lines(data: str) -> Iterator[Line]:
    """The subpaths; those that are closed end where they begin."""
    for x, y, steps, is_closed in _SUBPATH.findall(data):
        points = [(float(x), float(y))]
        numbers = [int(one) for one in _NUMBER.findall(steps)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            points.append((points[-1][0] + dx, points[-1][1] + dy))
        yield (*points, points[0]) if is_closed else tuple(points)


@lru_cache(maxsize=16)
def land_lines(projection: Projection, gap: float) -> LandLines | None:
    """The land on a map of this projection, cut off at its edges; None if there is none.

    Args:
        gap: between the lines of the sea, in units of the map, above 0.

    Cost: about 30 ms, once for each map.
    """
    if not has_land(projection):
        return None
    box = projection.box(LAND)
    outlines, coast, rivers = ([_scaled(line, box) for line in lines] for lines in _drawn())
    frame = (0.0, 0.0, WIDTH, projection.height)
    return (
        tuple(_sea(outlines, box, frame, gap)),
        tuple(part for line in coast for part in clipped(line, frame)),
        tuple(part for line in rivers for part in clipped(line, frame)),
    )


def _scaled(line: Line, box: Box) -> Line:
    left, top, width, height = box
    return tuple((left + x * width / FILE_WIDTH, top + y * height / FILE_HEIGHT) for x, y in line)


def _sea(
    outlines: Sequence[Line], box: Box, frame: Box, gap: float
) -> Iterator[tuple[float, float, float]]:
    left, right = max(box[0], 0.0), min(box[0] + box[2], frame[2])
    top, bottom = max(box[1], 0.0), min(box[1] + box[3], frame[3])
    edges = [edge for line in outlines for edge in pairwise(line)]
    for k in range(1, int((bottom - top) / gap) + 1):
        y = top + k * gap - gap / 2
        crossed = sorted(
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in edges
            if (ay > y) != (by > y)
        )
        ends = [box[0], *crossed, box[0] + box[2]]
        for start, end in zip(ends[::2], ends[1::2], strict=False):
            if min(end, right) - max(start, left) > gap / 2:
                yield max(start, left), min(end, right), y


def clipped(line: Line, frame: Box) -> Iterator[Line]:
    """The parts of a line of points within a frame (Liang and Barsky 1984).

    >>> list(clipped(((-5, 5), (5, 5), (5, 20)), (0, 0, 10, 10)))
    [((0.0, 5.0), (5.0, 5.0), (5.0, 10.0))]
    """
    part: list[Point] = []
    for start, end in pairwise(line):
        inside = _inside(start, end, frame)
        if inside is None:
            continue
        if not part or part[-1] != inside[0]:
            if part:
                yield tuple(part)
            part = [inside[0]]
        part.append(inside[1])
    if part:
        yield tuple(part)


def _inside(start: Point, end: Point, frame: Box) -> tuple[Point, Point] | None:
    low, high = 0.0, 1.0
    for axis in (0, 1):
        step = end[axis] - start[axis]
        for away, side in (
            (start[axis] - frame[axis], -step),
            (frame[axis] + frame[axis + 2] - start[axis], step),
        ):
            if side == 0:
                if away < 0:
                    return None
            elif side < 0:
                low = max(low, away / side)
            else:
                high = min(high, away / side)
    if low >= high:
        return None

    def at(share: float) -> Point:
        x, y = (start[axis] + share * (end[axis] - start[axis]) for axis in (0, 1))
        return (float(x), float(y))

    return at(low), at(high)
