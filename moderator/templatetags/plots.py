"""Plots as SVG: their shapes, and the patterns that they are filled with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from moderator.core.log import rules_of
from moderator.core.models import Game
from moderator.plots import lines, matrix
from moderator.plots.lines import Stack
from moderator.plots.map import TILE, TILES
from moderator.plots.plot import Plot
from moderator.plots.seats import seat_look
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
def network_plot(flows: Sequence[Sequence[int]], seats: Sequence[SeatLabel]) -> Plot:
    """Seats on a circle with arrows between them; see `plots/matrix.py`."""
    return matrix.network_plot(flows, seats, WIDE, HIGH)


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
        f"{TILES.get(seat_look(number).pattern, '')}</pattern>"
    )
