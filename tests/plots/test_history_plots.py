"""Plots of a game's history: shapes within their plot, on one scale, and what they say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from moderator.plots import (
    Plot,
    PlotArrow,
    PlotBar,
    PlotDot,
    PlotLine,
    PlotSeal,
    PlotText,
    PlotTile,
    text_width,
)
from moderator.plots.lines import ValueScale, bar_plots, line_plots
from moderator.plots.matrix import PlotCell, matrix_plot, network_plot
from moderator.rules.seating import SeatLabel, seats_by_id

WIDTH, HEIGHT = 120.0, 150.0


def seats(count: int) -> tuple[SeatLabel, ...]:
    return seats_by_id([f"player-{k}" for k in range(count)])


def places(plot: Plot) -> Iterator[tuple[float, float]]:
    """Corners of all shapes; of text its ends, as wide as it is estimated."""
    for shape in plot.shapes:
        match shape:
            case PlotLine() | PlotArrow():
                yield from shape.points
            case PlotBar():
                yield from ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
            case PlotSeal() | PlotTile():
                yield from ((shape.x, shape.y), (shape.x + shape.side, shape.y + shape.side))
            case PlotDot():
                yield from ((shape.x, shape.y - shape.radius), (shape.x, shape.y + shape.radius))
            case PlotText():
                width = text_width(shape.text, shape.size)
                width = width if shape.room is None else min(width, shape.room)
                left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
                yield from ((left, shape.y - shape.size * 0.75), (left + width, shape.y))


def assert_inside(plot: Plot) -> None:
    for x, y in places(plot):
        assert -1.5 <= x <= plot.width + 1.5, (x, plot.width)
        assert -1.5 <= y <= plot.height + 1.5, (y, plot.height)


def texts(plot: Plot) -> list[str]:
    return [shape.text for shape in plot.shapes if isinstance(shape, PlotText)]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "turns", "most"), [(2, 1, 3), (4, 6, 60), (10, 60, 99_999)])
def test_everything_is_inside(count: int, turns: int, most: int) -> None:
    chance = random.Random(7)
    rounds = ["", *(str(turn) for turn in range(1, turns + 1))]
    own = seats(count)
    numbers = [[chance.randint(0, most) for _ in rounds] for _ in own]
    stacks = [[(chance.randint(0, most), chance.randint(0, most)) for _ in rounds[1:]] for _ in own]
    moves = tuple(range(100, 140))
    cells = [[PlotCell(str(most), (), moves) for _ in own] for _ in own]
    goods = [[PlotCell("", (("Gr", 2), ("S", most)), moves[:3]) for _ in own] for _ in own]
    flows = [[chance.randint(0, most) for _ in own] for _ in own]
    for plot in (
        *line_plots(numbers, own, rounds, WIDTH, HEIGHT),
        *bar_plots(stacks, own, rounds[1:], WIDTH, HEIGHT),
        matrix_plot(cells, own, 250, 190, "row attacks column"),
        matrix_plot(goods, own, 520, 300),
        network_plot(flows, own, 250, 200),
    ):
        assert_inside(plot)


def test_lines_are_on_one_scale_with_the_own_one_heavy() -> None:
    plots = line_plots([[10, 20, 60], [10, 30, 40]], seats(2), ["", "1", "2"], WIDTH, HEIGHT)
    drawn = []
    for plot, own in zip(plots, (60, 40), strict=True):
        lines = [shape for shape in plot.shapes if isinstance(shape, PlotLine) and shape.seat]
        assert [line.seat for line in lines if line.weight == "heavy"] == [plot.seats[0]]
        assert texts(plot)[-1] == str(own)
        drawn.append({line.points for line in lines})
    assert drawn[0] == drawn[1]


def test_bars_add_up() -> None:
    own = seats(1)
    (plot,) = bar_plots([[(11, 0), (11, 11), (0, 44)]], own, ["1", "2", "3"], WIDTH, HEIGHT)
    assert plot.seats == own
    bars = [shape for shape in plot.shapes if isinstance(shape, PlotBar)]
    assert [bar.seat is None for bar in bars] == [False, False, True, True]
    assert bars[3].height == pytest.approx(4 * bars[0].height, abs=0.1)
    assert [text for text in texts(plot) if len(text) > 1] == ["11", "22", "44"]


def test_an_arrow_for_each_direction() -> None:
    plot = network_plot([[0, 5, 0], [2, 0, 0], [0, 0, 0]], seats(3), 200, 200)
    arrows = [shape for shape in plot.shapes if isinstance(shape, PlotArrow)]
    assert [arrow.seat.letter for arrow in arrows] == ["P", "Pl"]
    assert sorted(texts(plot)) == ["2", "5"]
    said = [["", "2 : 3", ""], ["1 : 1", "", ""], [""] * 3]
    plot = network_plot([[0, 5, 0], [2, 0, 0], [0, 0, 0]], seats(3), 200, 200, said)
    assert sorted(texts(plot)) == ["1 : 1", "2 : 3"]


def test_labels_of_rounds_do_not_touch() -> None:
    rounds = ["", *map(str, range(1, 61))]
    (plot,) = line_plots([[0] * 61], seats(1), rounds, WIDTH, HEIGHT)
    labels = [s for s in plot.shapes if isinstance(s, PlotText) and s.y > HEIGHT - 10]
    assert labels[0].text == "60"
    ordered = sorted(labels, key=lambda shape: shape.x)
    for left, right in pairwise(ordered):
        assert left.x + text_width(left.text) / 2 < right.x - text_width(right.text) / 2


@pytest.mark.parametrize("values", [[0], [3, 58], [-7, 4], [100_000]])
def test_a_scale_has_round_numbers(values: list[int]) -> None:
    scale = ValueScale(values, 0, 100)
    assert scale.low <= min(values) <= max(values) <= scale.high
    assert 2 <= len(scale.ticks) <= 8
    assert scale.y(scale.low) == 100
    assert scale.y(scale.high) == 0
