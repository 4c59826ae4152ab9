"""The land as lines, for pictures in one ink: where the sea is, the coast, and the rivers.

The lines are read back from the picture that `land` has made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from moderator.plots.map.land import HEIGHT, LIGHT
from moderator.plots.map.land import WIDTH as ACROSS
from moderator.plots.map.projection import LAND, WIDTH, Box, Point, Projection, has_land

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
    frame = (0.0, 0.0, WIDTH, projection.height)
    return LandLines(
        sea=tuple(_sea(outlines, box, frame, gap)),
        coast=tuple(part for line in coast for part in clipped(line, frame)),
        rivers=tuple(part for line in rivers for part in clipped(line, frame)),
    )


def _scaled(line: Line, box: Box) -> Line:
    left, top, width, height = box
    return tuple((left + x * width / ACROSS, top + y * height / HEIGHT) for x, y in line)


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
