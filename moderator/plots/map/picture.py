"""Puts what a map shows into its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.plots.map.drawn import Area, DrawnPlate, DrawnStack, MapPlace, MapStack, Picture
from moderator.plots.map.placing import placed
from moderator.plots.map.plates import (
    ARROW,
    EDGE,
    LETTER,
    NAME,
    NAME_LETTER,
    NAME_MOST,
    STACK,
    Plate,
    plate,
    stack_width,
)
from moderator.plots.map.projection import LAND, WIDTH, Box, Point, Projection, fitted, has_land
from moderator.plots.map.shapes import shapes

SCALES = (1.0, 0.92, 0.85, 0.78, 0.7, 0.62)
"""Sizes of plates that are tried, the largest first. At 0.78 a number is 11 px high on a map of
320 px."""
LEAD_FROM = 10.0
"""A line leads to a place that is at least so far from its plate, in units."""


@dataclass(frozen=True, slots=True)
class Base:
    """What stays the same in all pictures of a map: the shapes of the places, as data of SVG paths.

    `land` is where the picture of the land goes (x, y, width, height); None if it has none.
    """

    projection: Projection
    shapes: tuple[str, ...]
    land: tuple[float, float, float, float] | None


def base(points: Sequence[tuple[Point, ...]]) -> Base | None:
    """What all pictures of a map share; None if a place has no points.

    Args:
        points: of each place, longitude and latitude in degrees.

    Cost: about 50 ms for the first map of a scenario.
    """
    projection = _projection(tuple(points))
    if projection is None:
        return None
    x, y, width, height = (round(one, 1) for one in projection.box(LAND))
    land = (x, y, width, height) if has_land(projection) else None
    return Base(projection, shapes(projection, tuple(points)), land)


def _projection(points: tuple[tuple[Point, ...], ...]) -> Projection | None:
    if not points or not all(points):
        return None
    return fitted([point for one in points for point in one])


def picture(places: Sequence[MapPlace]) -> Picture | None:
    """The map of these places; None if one has no points, or if the plates don't fit.

    Cost: some 100 ms for the first map of a scenario, later about 1 ms, and 10 ms more where plates
    have to make way for each other.
    """
    points = tuple(place.points for place in places)
    projection = _projection(points)
    if projection is None:
        return None
    plates = [
        plate(
            place.name,
            [stack.number for stack in place.stacks],
            (place.strike.attacker, place.strike.defender) if place.strike else None,
            bool(place.owners),
        )
        for place in places
    ]
    for scale in SCALES:
        sizes = tuple((one.width * scale, one.height * scale) for one in plates)
        spots = placed(projection, points, sizes)
        if spots is not None:
            break
    else:
        return None
    return Picture(
        width=round(WIDTH),
        height=round(projection.height),
        scale=scale,
        has_land=has_land(projection),
        areas=tuple(map(_area, places)),
        plates=tuple(
            _drawn(place, one, spot, scale, projection)
            for place, one, spot in zip(places, plates, spots, strict=True)
        ),
    )


def _area(place: MapPlace) -> Area:
    present = tuple(stack.seat for stack in place.stacks if stack.mark == "present")
    seats = place.owners or present
    return Area(place.id, seats, bool(place.owners), place.strike is not None)


def _drawn(
    place: MapPlace, one: Plate, spot: Point, scale: float, projection: Projection
) -> DrawnPlate:
    strike = place.strike
    losses = (
        dict(zip((strike.attacker, strike.defender), strike.losses, strict=True)) if strike else {}
    )
    stacks = tuple(
        _stack(stack, corner, losses.get(k, 0))
        for k, (stack, corner) in enumerate(zip(place.stacks, one.stacks, strict=True))
    )
    arrow = None
    if strike:
        side = stacks[strike.attacker]
        right = side.x + stack_width(side.stack.number)
        arrow = (round(right + ARROW / 2 - 12), round(side.y + STACK / 2))
    width, height = one.width * scale, one.height * scale
    left, top = spot[0] - width / 2, spot[1] - height / 2
    return DrawnPlate(
        id=place.id,
        name=place.name,
        name_y=round(one.name_y),
        name_width=round(one.name_width),
        x=round(left),
        y=round(top),
        width=round(one.width),
        height=round(one.height),
        owners=place.owners,
        stacks=stacks,
        arrow=arrow,
        lead=_lead(projection.point(place.points[0]), _boxes(one, place, (left, top), scale)),
    )


def _stack(stack: MapStack, corner: Point, loss: int) -> DrawnStack:
    width = stack_width(stack.number)
    return DrawnStack(
        x=round(corner[0]),
        y=round(corner[1]),
        middle=round((LETTER + width) / 2),
        digits=len(str(stack.number)),
        loss=loss,
        loss_x=round(corner[0] + width - 30),
        loss_y=round(corner[1] + STACK - 8),
        stack=stack,
    )


def _lead(point: Point, boxes: Sequence[Box]) -> tuple[int, int, int, int] | None:
    """From a place to the nearest point of these boxes."""
    x, y = point
    ends = [
        (min(max(x, left), left + width), min(max(y, top), top + height))
        for left, top, width, height in boxes
    ]
    away, end = min((abs(one[0] - x) + abs(one[1] - y), one) for one in ends)
    if away < LEAD_FROM:
        return None
    return (round(x), round(y), round(end[0]), round(end[1]))


def _boxes(one: Plate, place: MapPlace, corner: Point, scale: float) -> list[Box]:
    """The name and the stacks of a plate on the map; of one with a frame, all of it."""
    x, y = corner
    if place.owners:
        return [(x, y, one.width * scale, one.height * scale)]
    name = min(len(place.name) * NAME_LETTER, NAME_MOST)
    inner: list[Box] = [((one.width - name) / 2, EDGE, name, NAME - EDGE)]
    inner += [
        (left - EDGE, top - EDGE, stack_width(stack.number) + 2 * EDGE, STACK + 2 * EDGE)
        for stack, (left, top) in zip(place.stacks, one.stacks, strict=True)
    ]
    return [(x + a * scale, y + b * scale, c * scale, d * scale) for a, b, c, d in inner]
