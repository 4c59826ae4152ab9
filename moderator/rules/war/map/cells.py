"""Cells: places on the square grid, of land or of sea."""

from __future__ import annotations

from collections.abc import Iterable

Cell = tuple[int, int]
"""Column and row."""


def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells that share an edge with this one: left, right, above, below."""
    x, y = cell
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def is_connected(cells: Iterable[Cell]) -> bool:
    """Whether the cells, of which there is at least one, are one piece."""
    left = set(cells)
    reached = [left.pop()]
    while reached:
        near = left.intersection(around(reached.pop()))
        left -= near
        reached.extend(near)
    return not left
