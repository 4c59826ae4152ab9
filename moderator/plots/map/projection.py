"""From longitude and latitude to the units of a map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

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
