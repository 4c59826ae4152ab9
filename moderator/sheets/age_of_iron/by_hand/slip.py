"""One order slip on paper: a box for the RFs of each region, and one for civilization."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.by_hand import ByHandView
from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.writing import (
    LEAST,
    is_whole,
    line_to_write_on,
    write,
    write_name,
)
from moderator.sheets.stamp import Stamp

HEAD, FOOT = 46.0, 30.0
"""The heights of a slip's head and foot in points, with the room to the lines to cut along."""
BADGE = 27.0
LEAST_ROW, TALL_ROW, HIGHEST_ROW = 16.0, 21.5, 28.0
"""The heights of a place's row: with names on one line, on two, and where there is room."""
BOX, BOX_GAP, COLUMN_GAP = 38.0, 6.0, 14.0
NAME = 10.5
ARRANGEMENTS = ((2, 2), (2, 1), (1, 3), (1, 2))
"""How many slips are side by side, and how many columns of places each has."""


@dataclass(frozen=True, slots=True)
class SlipShape:
    """How slips are laid out: how many side by side and below each other on a page, their size in
    points, and the columns and rows of places on each."""

    across: int
    down: int
    width: float
    height: float
    columns: int
    rows: int

    @property
    def column(self) -> float:
        """The width of a column of places, in points."""
        return (self.width - COLUMN_GAP * (self.columns - 1)) / self.columns

    @property
    def row(self) -> float:
        """The height of a row, in points."""
        return min((self.height - HEAD - FOOT) / self.rows, HIGHEST_ROW)


def places_of(view: ChartView) -> list[str]:
    """The names of all places that take RFs, in the chart's order."""
    names = [row.name for row in view.rows]
    return [*names, _("Civilization")] if view.has_civilization else names


def shape_of(view: ChartView, width: float, gutter: float, room: float) -> SlipShape:
    """The shape with the most slips on a page on which all names can be read.

    Args:
        width: of the page, in points; `room` is its height.
        gutter: between slips, in points.
    """
    shapes = [_shape(view, width, gutter, room, *one) for one in ARRANGEMENTS]
    names = places_of(view)
    best = [
        shape
        for shape in shapes
        if all(is_whole(name, shape.column - BOX - BOX_GAP) for name in names)
        and shape.row >= LEAST_ROW - 0.01
    ]
    return max(best, key=lambda shape: shape.across * shape.down, default=shapes[-1])


def _shape(
    view: ChartView, width: float, gutter: float, room: float, across: int, columns: int
) -> SlipShape:
    names = places_of(view)
    rows = -(-len(names) // columns)
    each = (width - gutter * (across - 1)) / across
    name_room = (each - COLUMN_GAP * (columns - 1)) / columns - BOX - BOX_GAP
    is_short = all(fonts.width(fonts.clean(one), LEAST) <= name_room for one in names)
    least = HEAD + FOOT + rows * (LEAST_ROW if is_short else TALL_ROW)
    down = max(1, int(room // least))
    turns = -(-view.turns // across)
    down = min(down, turns)
    height = min(room / down, HEAD + FOOT + rows * HIGHEST_ROW)
    return SlipShape(across, down, each, height, columns, rows)


@dataclass(frozen=True, slots=True)
class PrintedSlip:
    """The slip of a country for one Game-turn."""

    game: ByHandView
    country: Country
    turn: int
    stamp: Stamp
    shape: SlipShape

    def draw(self, page: Page, x: float, y: float) -> None:
        """Draws it with its upper left corner at (x, y)."""
        self._head(page, x, y)
        top = y + HEAD
        for k, name in enumerate(places_of(self.game.start)):
            column, row = divmod(k, self.shape.rows)
            left = x + column * (self.shape.column + COLUMN_GAP)
            is_last = self.game.start.has_civilization and k == len(self.game.start.rows)
            self._place(page, left, top + row * self.shape.row, name, is_last)
        self._foot(page, x, top + self.shape.rows * self.shape.row)

    def _head(self, page: Page, x: float, y: float) -> None:
        right, turn = x + self.shape.width, _("Game-turn")
        page.badge(x, y + 10, BADGE, self.country.seat)
        room = self.shape.width - BADGE - 8 - fonts.width(turn, 9) - 8
        left = x + BADGE + 8
        write(page, left, y + 21, self.country.seat.name, 15, room, is_serif=True)
        group = " · ".join([self.game.title, self.stamp.group_name])
        write(page, left, y + 36, group, 9, room)
        page.text(right, y + 16, turn, 9, align="right")
        page.text(right, y + 36, str(self.turn), 18, align="right", is_serif=True)
        page.line(x, y + HEAD - 5, right, y + HEAD - 5, 1.2, INK)

    def _place(self, page: Page, x: float, y: float, name: str, is_civilization: bool) -> None:
        column, row = self.shape.column, self.shape.row
        face: fonts.Face = "bold" if is_civilization else "plain"
        write_name(page, x, y + row / 2, name, NAME, column - BOX - BOX_GAP, face)
        thickness = 1.3 if is_civilization else 0.7
        page.box(x + column - BOX, y + 1.5, BOX, row - 3, None, INK, thickness)

    def _foot(self, page: Page, x: float, y: float) -> None:
        right = x + self.shape.width
        page.line(x, y + 2.5, right, y + 2.5, 0.8, INK)
        total = f"= {self.country.incomes[self.turn - 1]}"
        used = fonts.width(total, 15, "bold")
        page.text(right, y + 20, total, 15, align="right", is_bold=True)
        together = _("all boxes together")
        used += page.text(right - used - 5, y + 19, together, 9, align="right") + 5
        label = page.text(x, y + 19, _("Written by"), 9) + 5
        room = self.shape.width - used - label - 12
        line_to_write_on(page, x + label, y + 20, room)
