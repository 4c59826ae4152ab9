"""A matrix of promises: for each player and each other one how many of them were kept."""

from __future__ import annotations

from moderator.plots.matrix import PlotCell, matrix_plot
from moderator.plots.plot import Plot
from moderator.rules.trust import PromiseCount, Trust


def trust_plot(trust: Trust, width: float, height: float, corner: str = "") -> Plot:
    """The makers are the rows: kept promises of those decided, as a number and as a bar.

    The moves are those that broke a promise.

    Args:
        corner, width, height: as in `matrix_plot`.
    """
    cells = tuple(tuple(map(_cell, row)) for row in trust.cells)
    return matrix_plot(cells, trust.seats, width, height, corner)


def _cell(count: PromiseCount) -> PlotCell:
    if not count.decided:
        return PlotCell()
    return PlotCell(
        number=f"{count.kept}/{count.decided}",
        moves=count.broken_by,
        share=(count.kept, count.decided),
    )
