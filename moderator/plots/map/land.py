"""Draws the land of a map: sea, coast and rivers as pictures, and as lines for one ink."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from moderator.plots.map.projection import LAND, Box, Point, Projection, has_land
from moderator.plots.map.projection import WIDTH as MAP_WIDTH

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


# Draws sea, coast and rivers as two small SVG files, for light and for dark pages.
#
# .venv/bin/python -m moderator.plots.map.land near-east.geojson static
#
# The land itself stays open, so that what lies below the picture is cut off at the coast. The
# source is a GeoJSON file of the box `LAND`: land as one MultiPolygon, rivers as LineStrings.

CREDIT = (
    "Made with Natural Earth (naturalearthdata.com), 1:50m, public domain. The coast is that of "
    "today; simplified."
)
WIDTH, HEIGHT = 1125, 1000
COAST, RIVER = 1.8, 1.4
"""How far the simplified lines may be from the data, in units."""
SMALLEST = 9.0
"""Islands and lakes with a smaller box, in square units, are left out."""
WAVES = ((30, 0.09), (17, 0.12), (7, 0.2))
"""Widths of the lines along the coast, with their opacity."""


@dataclass(frozen=True, slots=True)
class Inks:
    sea: str
    wave: str
    coast: str
    river: str


LIGHT = Inks(sea="#e2e4dc", wave="#6d7873", coast="#8d8168", river="#b7a98b")
DARK = Inks(sea="#12171a", wave="#7f949b", coast="#857a69", river="#5d5343")


def picture(data: Mapping[str, Any], inks: Inks) -> str:
    """The SVG file.

    Args:
        data: a GeoJSON FeatureCollection whose features have the `kind` "land" or "river".
    """
    rings = [ring for ring in map(_ring, _rings(data)) if ring]
    land = "".join(_data(ring, is_closed=True) for ring in rings)
    coast = "".join(_data(line) for ring in rings for line in _coast(ring))
    rivers = "".join(
        _data(simplified([_point(one) for one in feature["geometry"]["coordinates"]], RIVER))
        for feature in data["features"]
        if feature["properties"]["kind"] == "river"
    )
    waves = "".join(
        f'<use href="#c" stroke-width="{width}" opacity="{opacity}"/>' for width, opacity in WAVES
    )
    sea = f"M0 0H{WIDTH}V{HEIGHT}H0z{land}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" preserveAspectRatio="none"><!-- {CREDIT} -->'
        f'<defs><path id="c" d="{coast}"/>'
        f'<clipPath id="s"><path clip-rule="evenodd" d="{sea}"/></clipPath></defs>'
        f'<g fill="none" stroke-linejoin="round" stroke-linecap="round">'
        f'<g clip-path="url(#s)" stroke="{inks.wave}">'
        f'<path fill="{inks.sea}" stroke="none" d="M0 0H{WIDTH}V{HEIGHT}H0z"/>{waves}</g>'
        f'<path stroke="{inks.river}" stroke-width="2" d="{rivers}"/>'
        f'<use href="#c" stroke="{inks.coast}" stroke-width="1.3"/></g></svg>\n'
    )


def _rings(data: Mapping[str, Any]) -> Sequence[Any]:
    land = next(one for one in data["features"] if one["properties"]["kind"] == "land")
    return [ring for polygon in land["geometry"]["coordinates"] for ring in polygon]


def _ring(positions: Sequence[Any]) -> list[Point]:
    points = [_point(one) for one in positions]
    if points[0] != points[-1]:
        points.append(points[0])
    xs, ys = zip(*points, strict=True)
    if (max(xs) - min(xs)) * (max(ys) - min(ys)) < SMALLEST:
        return []
    # In two halves: the first and last point of a line stay, and those of a ring are the same.
    half = len(points) // 2
    return simplified(points[: half + 1], COAST)[:-1] + simplified(points[half:], COAST)[:-1]


def _point(position: Sequence[float]) -> Point:
    west, south, east, north = LAND
    x = (position[0] - west) / (east - west) * WIDTH
    return (round(x), round((north - position[1]) / (north - south) * HEIGHT))


def _coast(ring: Sequence[Point]) -> list[list[Point]]:
    """The ring without what runs along the edges of the box."""
    lines: list[list[Point]] = [[ring[0]]]
    for before, point in zip(ring, [*ring[1:], ring[0]], strict=True):
        if _is_edge(before, point):
            lines.append([])
        lines[-1].append(point)
    return [line for line in lines if len(line) > 1]


def _is_edge(one: Point, other: Point) -> bool:
    return any(
        one[axis] == other[axis] and one[axis] in (0, end)
        for axis, end in enumerate((WIDTH, HEIGHT))
    )


def _data(points: Sequence[Point], is_closed: bool = False) -> str:
    x, y = map(int, points[0])
    parts = [f"M{x} {y}"]
    steps = []
    for nx, ny in points[1:]:
        if (nx, ny) != (x, y):
            steps.append(f"{int(nx) - x} {int(ny) - y}")
        x, y = int(nx), int(ny)
    if steps:
        parts.append("l" + " ".join(steps).replace(" -", "-"))
    return "".join(parts) + ("z" if is_closed else "")


def main(source: str, folder: str) -> None:
    """Writes both files."""
    data = json.loads(Path(source).read_text(encoding="utf-8"))
    for name, inks in (("light", LIGHT), ("dark", DARK)):
        path = Path(folder) / f"near_east_{name}.svg"
        path.write_text(picture(data, inks), encoding="utf-8")
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main(*sys.argv[1:])


# The land as lines, for pictures in one ink: where the sea is, the coast, and the rivers.
#
# The lines are read back from the pictures.

Line = tuple[Point, ...]
_FILE = Path(__file__).parents[3] / "static" / "near_east_light.svg"
_SUBPATH = re.compile(r"M(-?\d+) (-?\d+)(?:l([-\d ]+))?(z?)")
_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class LandLines:
    """What is drawn of the land on a map, in its units, cut off at its edges.

    `sea` are level lines, (left, right, y), that rule the water.
    """

    sea: tuple[tuple[float, float, float], ...]
    coast: tuple[Line, ...]
    rivers: tuple[Line, ...]


@cache
def _drawn() -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[Line, ...]]:
    """The closed outlines of land and lakes, the coast and the rivers, in units of the file."""
    text = _FILE.read_text(encoding="utf-8")
    coast = re.search(r'<path id="c" d="([^"]*)"', text)
    sea = re.search(r'clip-rule="evenodd" d="([^"]*)"', text)
    rivers = re.search(rf'stroke="{LIGHT.river}"[^>]* d="([^"]*)"', text)
    if not (coast and sea and rivers):
        raise ValueError(f"{_FILE.name} is not as moderator.plots.map.land writes it.")
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
    """The land on a map of this projection; None if there is none.

    Args:
        gap: between the lines of the sea, in units of the map, above 0.

    Cost: about 30 ms, once for each map.
    """
    if not has_land(projection):
        return None
    box = projection.box(LAND)
    outlines, coast, rivers = ([_scaled(line, box) for line in lines] for lines in _drawn())
    frame = (0.0, 0.0, MAP_WIDTH, projection.height)
    return LandLines(
        sea=tuple(_sea(outlines, box, frame, gap)),
        coast=tuple(part for line in coast for part in clipped(line, frame)),
        rivers=tuple(part for line in rivers for part in clipped(line, frame)),
    )


def _scaled(line: Line, box: Box) -> Line:
    left, top, width, height = box
    return tuple((left + x * width / WIDTH, top + y * height / HEIGHT) for x, y in line)


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
