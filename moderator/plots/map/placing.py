"""The areas of a map's places, and where plates stand: on no other plate, within the edges.

Each plate has a home beside its place, found once for a scenario. From there they push each other
apart. The same plates always get the same positions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from moderator.plots.map.geometry import LAND, WIDTH, Box, Point, Projection, distance, outline

# The areas of places as soft shapes: a disc around a point, a band along several.
#
# Each is cut half-way to its neighbours, so that no two overlap. They claim no borders.

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
        [line for line, box in zip(lines, boxes, strict=True) if line != own and meets(box, mine)]
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


def meets(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge; each: left, top, width and height, in units."""
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


# The plates.

Size = tuple[float, float]

NOMINAL: Size = (205.0, 116.0)
"""The size of a plate for which homes are found: a name and two stacks."""
STEPS: Size = (23.0, 19.0)
"""Between the homes that are tried."""
REACH = 9
"""How many steps a home may be from its place, in each direction."""
SAMPLE, MOST_SAMPLES = 18.0, 2_000
OWN, OTHERS, AWAY, LEAD, OVERLAP = 6.0, 60.0, 0.3, 0.6, 4.0
"""What a home costs for each point of the own place that it covers, for each of another place, for
each unit from its centre and from its edge to the place, and for each unit of width in which it
covers the full height of another home."""
NAME_ALONE = 62.0
"""A plate that is no higher has a name alone, and stands on its place if that stays visible."""
INSET = 6.0
"""The least distance of a plate from the edges of the map, in units."""
ROUNDS, PULL, PAD = 240, 0.05, 3.0
"""Of pushing; how far plates go back to their homes in each; room between plates."""
MOST_PUSHED = 40_000
"""Pairs of plates that are compared; with more than 18 plates there are fewer rounds."""


@lru_cache(maxsize=32)
def homes(projection: Projection, places: tuple[tuple[Point, ...], ...]) -> tuple[Point, ...]:
    """For each place the centre of a plate of `NOMINAL` size, relative to the place's first point.

    Args:
        places: the points of each place, longitude and latitude in degrees.

    Cost: about 15 ms a place, once for each scenario.
    """
    lines = [segments([projection.point(point) for point in points]) for points in places]
    length = sum(math.dist(*one) for line in lines for one in line)
    step = max(SAMPLE, length / MOST_SAMPLES)
    covered = [samples(line, step) for line in lines]
    centres = [projection.point(points[0]) for points in places]
    found: dict[int, Point] = {}
    # Where others are near, there is the least choice.
    order = sorted(range(len(places)), key=lambda k: (_nearest(k, centres), k))
    for k in order:
        taken = [found[other] for other in found]
        found[k] = _home(projection.height, k, centres[k], covered, taken)
    return tuple(
        (found[k][0] - centres[k][0], found[k][1] - centres[k][1]) for k in range(len(places))
    )


def _nearest(own: int, centres: Sequence[Point]) -> float:
    x, y = centres[own]
    away = sorted((x - ox) ** 2 + (y - oy) ** 2 for ox, oy in centres)
    return sum(away[1:4])


def _home(
    height: float,
    own: int,
    centre: Point,
    covered: Sequence[Sequence[Point]],
    taken: Sequence[Point],
) -> Point:
    width, tall = NOMINAL
    best, best_cost = centre, float("inf")
    near = [
        (OWN if k == own else OTHERS, px, py)
        for k, points in enumerate(covered)
        for px, py in points
        if abs(px - centre[0]) < width * 1.8 and abs(py - centre[1]) < tall * 2.5
    ]
    for i in range(-REACH, REACH + 1):
        for j in range(-REACH, REACH + 1):
            x, y = centre[0] + i * STEPS[0], centre[1] + j * STEPS[1]
            if not width / 2 <= x <= WIDTH - width / 2 or not tall / 2 <= y <= height - tall / 2:
                continue
            cost = AWAY * ((i * STEPS[0]) ** 2 + (j * STEPS[1]) ** 2) ** 0.5
            gap_x = max(abs(i * STEPS[0]) - width / 2, 0)
            gap_y = max(abs(j * STEPS[1]) - tall / 2, 0)
            cost += LEAD * (gap_x + gap_y)
            if cost >= best_cost:
                continue
            cost += sum(
                weight
                for weight, px, py in near
                if abs(px - x) < width / 2 and abs(py - y) < tall / 2
            )
            for ox, oy in taken:
                if abs(ox - x) < width and abs(oy - y) < tall:
                    cost += OVERLAP * (width - abs(ox - x)) * (tall - abs(oy - y)) / tall
            if cost < best_cost:
                best, best_cost = (x, y), cost
    return best


@lru_cache(maxsize=512)
def placed(
    projection: Projection, places: tuple[tuple[Point, ...], ...], sizes: tuple[Size, ...]
) -> tuple[Point, ...] | None:
    """The centre of each plate; None if they can't all be placed.

    Args:
        sizes: the width and height of each plate, in the order of the places.

    Cost: some 10 ms where many plates are near each other.
    """
    if sum(width * height for width, height in sizes) > WIDTH * projection.height:
        return None
    targets = []
    for offset, points, size in zip(homes(projection, places), places, sizes, strict=True):
        x, y = projection.point(points[0])
        dx = dy = 0.0
        if size[1] > NAME_ALONE or not _is_clear(projection, places, points, size):
            dx = _kept(offset[0], NOMINAL[0], size[0])
            dy = _kept(offset[1], NOMINAL[1], size[1])
        targets.append(_inside((x + dx, y + dy), size, projection.height))
    spots = [list(target) for target in targets]
    rounds = min(ROUNDS, MOST_PUSHED * 2 // len(places) ** 2)
    for done in range(rounds):
        is_free = _pushed(spots, sizes)
        if is_free:
            return tuple((x, y) for x, y in spots)
        pull = PULL if done < rounds * 0.6 else 0.0
        for spot, target, size in zip(spots, targets, sizes, strict=True):
            spot[:] = _inside(
                (
                    spot[0] + pull * (target[0] - spot[0]),
                    spot[1] + pull * (target[1] - spot[1]),
                ),
                size,
                projection.height,
            )
    return None


def _is_clear(
    projection: Projection,
    places: tuple[tuple[Point, ...], ...],
    own: tuple[Point, ...],
    size: Size,
) -> bool:
    """Whether a plate on its place covers no point of another, and not all of its own."""
    x, y = projection.point(own[0])

    def covers(point: Point) -> bool:
        px, py = projection.point(point)
        return abs(px - x) < size[0] / 2 and abs(py - y) < size[1] / 2

    others = (point for points in places if points != own for point in points)
    return not any(map(covers, others)) and not all(map(covers, own))


def _kept(offset: float, nominal: float, size: float) -> float:
    """The offset at which the edge that is nearest to the place stays where it was."""
    if abs(offset) <= nominal / 2:
        return offset * size / nominal
    change = (size - nominal) / 2
    return offset + change if offset > 0 else offset - change


def _inside(spot: Point, size: Size, height: float) -> Point:
    return (
        min(max(spot[0], size[0] / 2 + INSET), WIDTH - size[0] / 2 - INSET),
        min(max(spot[1], size[1] / 2 + INSET), height - size[1] / 2 - INSET),
    )


def _pushed(spots: list[list[float]], sizes: Sequence[Size]) -> bool:
    """Moves overlapping plates apart, along the shorter way; whether none overlapped."""
    is_free = True
    for k, one in enumerate(spots):
        for m in range(k):
            other = spots[m]
            over_x = (sizes[k][0] + sizes[m][0]) / 2 - abs(one[0] - other[0])
            if over_x <= 0:
                continue
            over_y = (sizes[k][1] + sizes[m][1]) / 2 - abs(one[1] - other[1])
            if over_y <= 0:
                continue
            is_free = False
            axis, over = (0, over_x) if over_x < over_y else (1, over_y)
            step = (over + PAD) / 2
            if one[axis] < other[axis]:
                step = -step
            one[axis] += step
            other[axis] -= step
    return is_free


def free(
    projection: Projection,
    places: tuple[tuple[Point, ...], ...],
    positions: Sequence[Point],
    size: Size,
) -> Point | None:
    """The first of the positions around which a box is on land or sea and on no plate at its home.

    Pages that are wider than the map show more of the west.

    Args:
        positions: longitude and latitude in degrees.
        size: of the box, in units.

    Returns:
        the middle of the box, in units, x below 0 in the west of the map; None if none is free.
    """
    homes_of = zip(homes(projection, places), places, strict=True)
    plates = [
        (offset[0] + x, offset[1] + y)
        for offset, points in homes_of
        for x, y in [projection.point(points[0])]
    ]
    left = min(projection.box(LAND)[0], 0.0)
    for position in positions:
        x, y = projection.point(position)
        is_inside = (
            left <= x - size[0] / 2
            and x + size[0] / 2 <= WIDTH
            and y - size[1] / 2 >= 0
            and y + size[1] / 2 <= projection.height
        )
        if is_inside and not any(
            abs(x - other_x) < (size[0] + NOMINAL[0]) / 2
            and abs(y - other_y) < (size[1] + NOMINAL[1]) / 2
            for other_x, other_y in plates
        ):
            return (x, y)
    return None
