"""The Game Chart with cells that are wide enough to cross numbers out in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.by_hand import ByHandView
from moderator.rules.age_of_iron.views.view import Cell, ChartView, Row
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block
from moderator.sheets.layout.writing import (
    LEAST,
    is_whole,
    name_lines,
    write,
    write_name,
)

WIDEST_CELL, HIGHEST_ROW, LOWEST_ROW = 112.0, 36.0, 25.0
"""In points: 38 by 12 mm are 108 by 34."""
LEAST_CELL = 68.0
"""The width of a cell with room for four or five numbers, in points."""
NAME = 11.0
ON_ONE_LINE = 88.0
"""How wide the names of the regions may be, in points, if each fits one line."""
ROOMS = (66.0, 84.0, 104.0, 124.0, 146.0)
"""The same on two lines: the first that shows all is taken."""
BADGE, HEAD, LEADING, SECOND = 18.0, 25.0, 11.0, 12.0
NUMBER = 13.0
THICK, THIN = 1.2, 0.5


class WideChart:
    """The chart of a view, laid out for a width in points.

    Args:
        players: names by seat id, under the countries.
        words: also shows the short words that can be typed.
    """

    def __init__(
        self,
        view: ChartView,
        width: float,
        players: Mapping[str, str],
        words: ByHandView | None = None,
    ) -> None:
        self.view, self.players, self.words = view, players, words
        self.label = self._label_width(width)
        self.cell = min((width - self.label) / len(view.countries), WIDEST_CELL * 1.35)
        self.width = self.label + self.cell * len(view.countries)
        room = self.cell - BADGE - 14
        names = [country.seat.name for country in view.countries]
        self.is_beside = all(is_whole(name, room, "serif") for name in names)
        self.has_second = bool(players) or words is not None

    @property
    def has_room(self) -> bool:
        """Whether the cells are wide enough for several numbers."""
        return self.cell >= LEAST_CELL

    def _label_width(self, width: float) -> float:
        """Wide enough for the names, on two lines if they are long."""
        names = [fonts.clean(row.name) for row in self.view.rows]
        used = 8 + self._widest_word()
        if max(fonts.width(one, LEAST, "serif") for one in names) <= ON_ONE_LINE:
            widest = max(fonts.width(one, NAME, "serif") for one in names)
            return max(ROOMS[0], min(widest + 1, ON_ONE_LINE)) + used
        most = width * 0.21
        fits = (room for room in ROOMS if all(is_whole(one, room, "serif") for one in names))
        return min(next(fits, most), most) + used

    def _widest_word(self) -> float:
        if self.words is None:
            return 0.0
        widest = max(fonts.width(word, LEAST, "bold") for word in self.words.region_words)
        return min(widest, 70.0) + 6

    @property
    def head_height(self) -> float:
        """The height of the countries' names, in points."""
        named = SECOND if self.has_second else 0.0
        return (HEAD if self.is_beside else HEAD + 2 * LEADING) + named

    def blocks(self, first: float, whole: float) -> list[Block]:
        """The chart in as many pieces as necessary, each of them with the names of the countries.

        Args:
            first: the room for the first piece, in points; `whole` for each of the others.
        """
        rows = list(enumerate(self.view.rows))
        fits, others = (max(int((r - self.head_height) // LOWEST_ROW), 1) for r in (first, whole))
        count = 1 + max(0, -(-(len(rows) - fits) // others))
        here = min(-(-len(rows) // count), fits)
        rest = max(-(-(len(rows) - here) // max(count - 1, 1)), 1)
        later = [rows[start : start + rest] for start in range(here, len(rows), rest)]
        height = max((first - self.head_height) / here, LOWEST_ROW)
        for part in later:
            height = min(height, (whole - self.head_height) / len(part))
        return [self._piece(part, min(height, HIGHEST_ROW)) for part in (rows[:here], *later)]

    def _piece(self, rows: Sequence[tuple[int, Row]], height: float) -> Block:
        def draw(page: Page, x: float, y: float) -> None:
            with page.element("Table"):
                self._head(page, x, y)
                top = y + self.head_height
                for k, (number, row) in enumerate(rows):
                    self._row(page, x, top + k * height, number, row, height)
            self._lines(page, x, top, height, rows)

        return Block(self.head_height + height * len(rows), draw)

    def _head(self, page: Page, x: float, y: float) -> None:
        with page.element("TR"):
            with page.element("TH", scope="Column"):
                write(page, x, y + self.head_height - 6, _("Region"), LEAST, self.label - 8)
            for k, country in enumerate(self.view.countries):
                left = x + self.label + self.cell * k
                with page.element("TH", scope="Column"):
                    page.badge(left + 5, y + 2, BADGE, country.seat)
                    self._name(page, left, y, country.seat.name)
                    second = self._second(k)
                    if second:
                        bottom = y + self.head_height - 4
                        write(page, left + 5, bottom, second, LEAST, self.cell - 8)

    def _name(self, page: Page, left: float, y: float, name: str) -> None:
        if self.is_beside:
            write_name(page, left + BADGE + 10, y + 12, name, 12, self.cell - BADGE - 14)
            return
        lines, size = name_lines(name, 10, self.cell - 8)
        page.lines(left + 5, y + HEAD + 7, lines, LEADING, size, is_serif=True)

    def _second(self, number: int) -> str:
        if self.words is not None:
            return _("type: %s") % self.words.country_words[number]
        return self.players.get(self.view.countries[number].seat.id, "")

    def _row(self, page: Page, x: float, y: float, number: int, row: Row, height: float) -> None:
        with page.element("TR"):
            with page.element("TH", scope="Row"):
                self._label(page, x, y, number, row, height)
            for k, cell in enumerate(row.cells):
                left = x + self.label + self.cell * k
                with page.element("TD"):
                    self._cell(page, left, y, row, cell)

    def _cell(self, page: Page, left: float, y: float, row: Row, cell: Cell) -> None:
        used = 0.0
        if cell.rfs:
            text, room = str(cell.rfs), self.cell - 9
            used = page.text(left + 5, y + 15.5, text, NUMBER, room, is_bold=True) + 6
        room = self.cell - used - 8
        if row.home_of == cell.seat and room >= fonts.width(_("home"), LEAST):
            right = left + self.cell - 4
            page.text(right, y + 10, _("home"), LEAST, align="right")

    def _label(self, page: Page, x: float, y: float, number: int, row: Row, height: float) -> None:
        used = self._widest_word()
        owners = " + ".join(seat.letter for seat in row.controlled_by)
        middle = y + height / 2 - (4 if owners else 0)
        room = self.label - 8 - used
        if owners:
            write(page, x, middle + 3, row.name, NAME, room, is_serif=True)
            write(page, x, y + height - 4, _("closed: %s") % owners, LEAST, room)
        else:
            write_name(page, x, middle, row.name, NAME, room)
        if self.words is not None:
            word = self.words.region_words[number]
            write(page, x + self.label - 6, y + height / 2 + 3, word, LEAST, used, "right")

    def _lines(
        self, page: Page, x: float, top: float, height: float, rows: Sequence[tuple[int, Row]]
    ) -> None:
        """Draws the lines: heavier around the chart, and between homes and territories."""
        right, bottom = x + self.width, top + height * len(rows)
        for k in range(len(rows) + 1):
            is_edge = k in (0, len(rows))
            is_change = not is_edge and _is_home(rows[k - 1][1]) != _is_home(rows[k][1])
            thickness = THICK if is_edge or is_change else THIN
            page.line(x, top + k * height, right, top + k * height, thickness, INK)
        for k in range(len(self.view.countries) + 1):
            left = x + self.label + self.cell * k
            page.line(left, top, left, bottom, THICK if k == 0 else THIN, INK)


def _is_home(row: Row) -> bool:
    return row.home_of is not None
