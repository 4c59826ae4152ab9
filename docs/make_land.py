"""Draws sea, coast and rivers as two small SVG files, for light and for dark pages.

`.venv/bin/python docs/make_land.py near-east.geojson static`

The land itself stays open, so that what lies below the picture is cut off at the coast. The source
is a GeoJSON file of the box `LAND`: land as one MultiPolygon, rivers as LineStrings.
`moderator/plots/map/geometry.py` reads the lines back from the pictures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parents[1]))

from moderator.plots.map.geometry import FILE_HEIGHT as HEIGHT
from moderator.plots.map.geometry import FILE_WIDTH as WIDTH
from moderator.plots.map.geometry import LAND, Point, simplified

CREDIT = (
    "Made with Natural Earth (naturalearthdata.com), 1:50m, public domain. The coast is that of "
    "today; simplified."
)
COAST, RIVER = 1.8, 1.4
"""How far the simplified lines may be from the data, in units."""
SMALLEST = 9.0
"""Islands and lakes with a smaller box, in square units, are left out."""
WAVES = ((30, 0.09), (17, 0.12), (7, 0.2))
"""Widths of the lines along the coast, with their opacity."""


class Inks(NamedTuple):
    sea: str
    wave: str
    coast: str
    river: str


INKS = {
    "light": Inks(sea="#e2e4dc", wave="#6d7873", coast="#8d8168", river="#b7a98b"),
    "dark": Inks(sea="#12171a", wave="#7f949b", coast="#857a69", river="#5d5343"),
}


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
        f'<g clip-path="url(#s)" stroke="{inks["wave"]}">'
        f'<path fill="{inks["sea"]}" stroke="none" d="M0 0H{WIDTH}V{HEIGHT}H0z"/>{waves}</g>'
        f'<path stroke="{inks["river"]}" stroke-width="2" d="{rivers}"/>'
        f'<use href="#c" stroke="{inks["coast"]}" stroke-width="1.3"/></g></svg>\n'
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
    for name, inks in INKS.items():
        path = Path(folder) / f"near_east_{name}.svg"
        path.write_text(picture(data, inks), encoding="utf-8")
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main(*sys.argv[1:])
