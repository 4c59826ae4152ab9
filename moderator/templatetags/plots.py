"""Plots as SVG: their shapes, the patterns that they are filled with, and a chart's map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop

from moderator.core.log import rules_of
from moderator.core.models import Game
from moderator.plots import Plot, lines, matrix, pattern_of
from moderator.plots.lines import Stack
from moderator.plots.map import (
    TILE,
    TILES,
    MapPlace,
    MapStack,
    Picture,
    base,
    geometry,
    picture,
    symbols,
)
from moderator.plots.map.geometry import Box, Projection
from moderator.plots.map.placing import free, meets
from moderator.rules.deals import Trust
from moderator.rules.seating import SeatLabel

register = template.Library()

WIDTH, HEIGHT = 230.0, 150.0
LOW = 100.0
WIDE, HIGH = 340.0, 230.0
"""The sizes of small multiples, of those with many rows, and of networks, in CSS pixels or so."""


@register.simple_tag
def line_plots(
    series: Sequence[Sequence[int]], seats: Sequence[SeatLabel], labels: Sequence[str]
) -> tuple[Plot, ...]:
    """A plot of lines for each seat; see `plots/lines.py`."""
    return lines.line_plots(series, seats, labels, WIDTH, HEIGHT)


@register.simple_tag
def line_plot(
    series: Sequence[Sequence[int]], seats: Sequence[SeatLabel], labels: Sequence[str], own: int
) -> Plot:
    """The plot of lines of one seat, by its index."""
    return line_plots(series, seats, labels)[own]


@register.simple_tag
def seat_at(seats: Sequence[SeatLabel], index: int) -> SeatLabel:
    return seats[index]


@register.simple_tag
def bar_plots(
    series: Sequence[Sequence[tuple[int, int]]], seats: Sequence[SeatLabel], labels: Sequence[str]
) -> tuple[Plot, ...]:
    """A plot of bars for each seat, its pattern below and white on top; see `plots/lines.py`."""
    return lines.bar_plots(series, seats, labels, WIDTH, HEIGHT)


@register.simple_tag
def stacked_plots(
    rows: Iterable[tuple[str, Sequence[Stack]]], labels: Sequence[str]
) -> list[tuple[str, Plot]]:
    """Each name with a plot of bars, in which the seats’ numbers stand on each other."""
    named = list(rows)
    plots = lines.stacked_plots([stacks for _, stacks in named], labels, WIDTH, LOW)
    return [(name, plot) for (name, _), plot in zip(named, plots, strict=True)]


@register.simple_tag
def network_plot(
    flows: Sequence[Sequence[int]], seats: Sequence[SeatLabel], texts: Sequence[Sequence[str]] = ()
) -> Plot:
    """Seats on a circle with arrows between them; see `plots/matrix.py`."""
    return matrix.network_plot(flows, seats, WIDE, HIGH, texts)


@register.simple_tag
def trust_plot(trust: Trust, corner: str) -> Plot:
    """Kept promises of each seat to each; see `plots/matrix.py`."""
    return matrix.trust_plot(trust, WIDE, HIGH, corner)


@register.filter
def paired(heads: Iterable[Any], rows: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Each head, such as a seat, with its row."""
    return list(zip(heads, rows, strict=True))


@register.filter
def has_history(game: Game | None) -> bool:
    """Whether the game has a page of its history."""
    return game is not None and rules_of(game).has_history


@register.simple_tag
def plot_tiles(seats: Iterable[SeatLabel]) -> SafeString:
    """The contents of `<defs>` for plots of these seats: `#plot-tile-N`, the pattern of seat N."""
    return mark_safe("".join(map(_tile, seats)))  # noqa: S308 (numbers and constants only)


def _tile(seat: SeatLabel) -> str:
    number = int(seat.number)
    return (
        f'<pattern id="plot-tile-{number}" class="plot-tile seat-{number}" width="{TILE}"'
        f' height="{TILE}" patternUnits="userSpaceOnUse">'
        f"{TILES.get(pattern_of(number), '')}</pattern>"
    )


# The map of a chart whose rows have positions.

HOME_DROP = 20
"""How far below a plate something stands, in units of the map."""
DIGITS = (1, 2, 3, 4)

_picture = lru_cache(maxsize=256)(picture)


@register.simple_tag
def map_picture(rows: Iterable[Any], last_attack: Any) -> Picture | None:
    """The map of a chart's rows, ready to draw; None if it can't be drawn.

    Args:
        last_attack: the attack to show, or None.
    """
    return _picture(tuple(_place(row, last_attack) for row in rows))


class Home(NamedTuple):
    """One side, with the (x, y) on the map below the plate of its home."""

    of: Any
    x: int
    y: int


@register.simple_tag
def map_homes(map: Picture, rows: Iterable[Any], sides: Iterable[Any]) -> tuple[Home, ...]:
    """The sides that have a home on the map, each with its place there."""
    by_seat = {side.seat: side for side in sides}
    return tuple(
        Home(
            by_seat[row.home_of],
            round(plate.x + plate.width * map.scale / 2),
            min(round(plate.y + plate.height * map.scale) + HOME_DROP, map.height - HOME_DROP),
        )
        for row, plate in zip(rows, map.plates, strict=True)
        if row.home_of
    )


KEY = (330.0, 190.0)
"""The size of the map's legend, in units."""
KEY_SPOTS = ((44.0, 24.1), (44.0, 26.0), (42.0, 25.0), (27.5, 28.0))
"""Where its middle may be, in degrees, the best first."""


@register.simple_tag
def map_key(map: Picture, places: Iterable[Any]) -> tuple[int, int] | None:
    """The (x, y) of the legend's upper left corner; None where it would lie on a plate."""
    positions = tuple(place.position for place in places)
    found = base(positions)
    spot = free(found[0], positions, KEY_SPOTS, KEY) if found else None
    if spot is None:
        return None
    x, y = spot[0] - KEY[0] / 2, spot[1] - KEY[1] / 2
    is_covered = any(
        meets((x, y, *KEY), (one.x, one.y, one.width * map.scale, one.height * map.scale))
        for one in map.plates
    )
    return None if is_covered else (round(x), round(y))


class Water(NamedTuple):
    """The name of a sea, in the middle of which it stands, and by how many degrees it is turned."""

    name: str
    x: int
    y: int
    turned: int


Spots = tuple[tuple[float, float], ...]

WATERS: tuple[tuple[str, int, Spots], ...] = (
    (
        gettext_noop("Mediterranean"),
        0,
        ((31.3, 33.7), (31.3, 35.3), (31.3, 34.5), (31.3, 32.6), (32.5, 32.4), (25.8, 33.7)),
    ),
    (gettext_noop("Black Sea"), 0, ((34.0, 42.7),)),
    (gettext_noop("Caspian Sea"), 66, ((51.1, 39.3), (51.1, 38.9))),
    (gettext_noop("Red Sea"), 57, ((36.2, 24.9), (35.0, 26.6), (37.3, 23.2))),
    (gettext_noop("The Gulf"), 50, ((50.7, 27.6), (51.6, 26.8))),
)
"""Names with an angle in degrees, and where they may stand, the best first."""
WATER_LETTER, WATER_LINE, STEEP = 14, 30, 30
"""The width of a letter and the height of a name, in units; and from which angle it is upright."""


class MapBase(NamedTuple):
    """Each place with the data of its shape's path, where the land goes, and the seas' names.

    `width` and `height` are the size of the map.
    """

    shapes: tuple[tuple[Any, str], ...]
    land: Box | None
    waters: tuple[Water, ...]
    width: int
    height: int


@register.simple_tag
def map_base(places: Iterable[Any]) -> MapBase | None:
    """What stays the same in all maps of a scenario's places, each with its `position`."""
    places = tuple(places)
    found = base([place.position for place in places])
    if found is None:
        return None
    positions = tuple(place.position for place in places)
    projection, shapes, land = found
    waters = tuple(_waters(projection, positions))
    shaped = tuple(zip(places, shapes, strict=True))
    return MapBase(shaped, land, waters, round(geometry.WIDTH), round(projection.height))


def _waters(projection: Projection, positions: tuple[Spots, ...]) -> Iterator[Water]:
    for name, turned, spots in WATERS:
        text = gettext(name)
        length = len(text) * WATER_LETTER
        size = (WATER_LINE, length) if turned > STEEP else (length, WATER_LINE)
        spot = free(projection, positions, spots, size)
        if spot:
            yield Water(text, round(spot[0]), round(spot[1]), turned)


@register.simple_tag
def map_symbols(seats: Iterable[Any]) -> SafeString:
    """The symbols that the stacks of these seats are drawn with, for `<defs>`."""
    labels = [(seat.number, escape(seat.letter)) for seat in seats]
    return mark_safe(symbols(labels, DIGITS))  # noqa: S308


def _place(row: Any, last_attack: Any) -> MapPlace:
    shown = [cell for cell in row.cells if cell.is_on_map]
    strike = None
    if last_attack and last_attack.region == row.id:
        shown, strike = _struck(row, shown, last_attack)
    return MapPlace(
        id=row.id,
        name=row.name,
        points=row.position,
        stacks=tuple(map(_stack, shown)),
        owners=tuple(seat.number for seat in row.controlled_by),
        strike=strike,
    )


def _struck(
    row: Any, shown: list[Any], attack: Any
) -> tuple[list[Any], tuple[tuple[int, int], tuple[int, int]]]:
    """The cells with those of both sides, even if nothing is left there; and the strike."""
    sides = (attack.attacker, attack.defender)
    shown = [cell for cell in row.cells if cell in shown or cell.seat in sides]
    seats = [cell.seat for cell in shown]
    losses = (attack.attacker_loss, attack.defender_loss)
    return shown, ((seats.index(attack.attacker), seats.index(attack.defender)), losses)


def _stack(cell: Any) -> MapStack:
    mark = "present" if cell.has_presence else "lost" if cell.has_lost_presence else ""
    return MapStack(cell.seat.number, cell.rfs, mark, cell.is_fresh)
