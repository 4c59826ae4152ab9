"""Charts to write on: squares to tick, letters to cross off, wide cells for numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views import Box, Cell, ChartView, Country, Good, Row
from moderator.rules.age_of_iron.views.texts import ByHandView
from moderator.sheets.drawing import LEAST, Page, fonts, is_whole, name_lines, write_name
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import Block, Draw, Section

# The Civilization Chart with squares to tick, and the Trade Chart with letters to cross off.

LABEL, BADGE = 24.0, 17.0
HIGHEST, WIDEST, NARROWEST = 11.0, 13.0, 7.0
"""The sides of a square, in points."""
BOX_GAP, HEAD, LINE_GAP = 5.0, 11.0, 4.0
TILE, TILE_STEP, TILE_SIZE = 16.0, 19.0, 10.0
MOST_SHOWN = 12
"""The most acquired goods that are shown as letters one by one."""


class BoxShape:
    """How a box is divided: squares across and down, their sides in points, and how many boxes
    there are on a line of this room.

    Args:
        high: the height of a square.
    """

    def __init__(self, boxes: Sequence[Box], room: float, high: float) -> None:
        size = boxes[0].size
        self.down = 1 if size <= 3 else 2 if size <= 20 else 5
        self.across = -(-size // self.down)
        heads = (fonts.width(box.level, LEAST, "serif") + _points_width(box) + 6 for box in boxes)
        least = max(self.across * NARROWEST, *heads)
        per_line = max(1, min(len(boxes), int((room + BOX_GAP) // (least + BOX_GAP))))
        self.per_line = -(-len(boxes) // -(-len(boxes) // per_line))
        width = (room + BOX_GAP) / self.per_line - BOX_GAP
        self.wide = max(least, min(width, self.across * WIDEST)) / self.across
        self.high = high
        self.width, self.height = self.across * self.wide, self.down * high


def _points_width(box: Box) -> float:
    return fonts.width(_("%d VP") % box.victory_points, LEAST)


def civilization(view: ChartView, width: float, high: float = HIGHEST) -> Section:
    """A square for each RF that a box takes; those of RFs that have been placed are ticked.

    Args:
        high: the height of a square, in points.
    """
    boxes = view.countries[0].boxes
    shape = BoxShape(boxes, width - LABEL, high)
    per_line = shape.per_line
    rows = []
    for country in view.countries:
        for start in range(0, len(boxes), per_line):
            part = country.boxes[start : start + per_line]
            rows.append(_boxes(country if not start else None, part, shape, len(boxes) > per_line))
    head = None if len(boxes) > per_line else Block(HEAD, _heads(boxes, shape))
    return Section(_("Civilization: tick one square for each RF"), rows, head)


def _heads(boxes: Sequence[Box], shape: BoxShape) -> Draw:
    def draw(page: Page, x: float, y: float) -> None:
        for k, box in enumerate(boxes):
            left = x + LABEL + k * (shape.width + BOX_GAP)
            page.text(left, y + 8, box.level, LEAST, is_serif=True)
            points = _("%d VP") % box.victory_points
            page.text(left + shape.width, y + 8, points, LEAST, align="right")

    return draw


def _boxes(
    country: Country | None, boxes: Sequence[Box], shape: BoxShape, is_labelled: bool
) -> Block:
    """A line of boxes, with the country's badge if it is its first one."""
    used = HEAD if is_labelled else 0.0
    heads = _heads(boxes, shape)

    def draw(page: Page, x: float, y: float) -> None:
        if is_labelled:
            heads(page, x, y)
        if country is not None:
            page.badge(x, y + used + (shape.height - BADGE) / 2, BADGE, country.seat)
        for k, box in enumerate(boxes):
            _squares(page, x + LABEL + k * (shape.width + BOX_GAP), y + used, box, shape)

    height = max(shape.height, BADGE if not used else 0.0)
    return Block(used + height + LINE_GAP + (2 if used else 0), draw)


def _squares(page: Page, x: float, y: float, box: Box, shape: BoxShape) -> None:
    """Draws a box; its last line has fewer squares if they don't fill it."""
    for row in range(shape.down):
        count = min(shape.across, box.size - row * shape.across)
        top = y + row * shape.high
        for k in range(count):
            left = x + k * shape.wide
            if k:
                page.line(left, top, left, top + shape.high, 0.45, INK)
            if row * shape.across + k < box.rfs:
                page.line(
                    left + 1.5, top + shape.high - 1.5, left + shape.wide - 1.5, top + 1.5, 1.3, INK
                )
        if count < shape.across:
            end = x + count * shape.wide
            page.line(end, top, end, top + shape.high, 1.1, INK)
        if row:
            page.line(x, top, x + shape.width, top, 0.45, INK)
    page.box(x, y, shape.width, shape.height, None, INK, 1.1)


def trade(view: ChartView, width: float, high: float = TILE_STEP + 4) -> Section:
    """Goods for trade as letters, and room to write down those acquired.

    Args:
        high: the height of a line, in points.
    """
    most = max(len(country.for_trade) for country in view.countries)
    half = min(max(most, 4) * TILE_STEP + 8, (width - LABEL) * 0.65)
    per_line = max(1, int(half // TILE_STEP))
    rows = [_goods(country, width, half, per_line, high) for country in view.countries]
    names = " · ".join(f"{letter} {name}" for letter, name in view.goods)
    key = fonts.wrap(names, LEAST, width, 8)

    def head(page: Page, x: float, y: float) -> None:
        page.text(x + LABEL, y + 8, _("For trade: cross off"), LEAST, half - 4, least=LEAST)
        right = _("Acquired: write in")
        page.text(x + LABEL + half, y + 8, right, LEAST, width - LABEL - half, least=LEAST)

    title = _("Trade")
    if view.set_points:
        title = _("Trade: a complete set is worth %d VP") % view.set_points
    tail = Block(11.0 * len(key) + 3, lambda page, x, y: page.lines(x, y + 9, key, 11, LEAST))
    return Section(title, rows, Block(HEAD, head), tail)


def _goods(country: Country, width: float, half: float, per_line: int, high: float) -> Block:
    lines = max(1, -(-len(country.for_trade) // per_line))
    side = min(TILE, high - 3)

    def draw(page: Page, x: float, y: float) -> None:
        page.badge(x, y + (side - BADGE) / 2 + 1, BADGE, country.seat)
        for k, good in enumerate(country.for_trade):
            left = x + LABEL + (k % per_line) * TILE_STEP
            _tile(page, left, y + 1 + (k // per_line) * high, side, good)
        left = x + LABEL + half
        room = width - LABEL - half
        page.box(left, y + 1, room, side + high * (lines - 1), None, INK, 0.7)
        acquired = listed_goods([good.letter for good in country.acquired], MOST_SHOWN)
        page.text(left + 4, y + side - 3, acquired, TILE_SIZE, room - 8, is_bold=True, least=LEAST)

    return Block(high * lines, draw)


def _tile(page: Page, x: float, y: float, side: float, good: Good) -> None:
    page.box(x, y, TILE, side, None, INK, 0.7, radius=2.5)
    size, middle = TILE_SIZE, x + TILE / 2
    if fonts.width(good.letter, size, "bold") > TILE - 2:
        size = LEAST
    page.text(
        middle, y + side / 2 + size * 0.36, good.letter, size, TILE - 1, "centre", is_bold=True
    )
    if good.is_gone:
        page.line(x - 1, y + side + 1, x + TILE + 1, y - 1, 1.2, INK)


def listed_goods(letters: Sequence[str], most: int) -> str:
    """The letters of goods; of more than `most`, each letter with its number."""
    if len(letters) <= most:
        return " ".join(letters)
    return " ".join(f"{letters.count(one)}{one}" for one in dict.fromkeys(letters))


# The Game Chart with cells that are wide enough to cross numbers out in them.

WIDEST_CELL, HIGHEST_ROW, LOWEST_ROW = 112.0, 36.0, 25.0
"""In points: 38 by 12 mm are 108 by 34."""
LEAST_CELL = 68.0
"""The width of a cell with room for four or five numbers, in points."""
NAME = 11.0
ON_ONE_LINE = 88.0
"""How wide the names of the regions may be, in points, if each fits one line."""
ROOMS = (66.0, 84.0, 104.0, 124.0, 146.0)
"""The same on two lines: the first that shows all is taken."""
WIDE_BADGE, WIDE_HEAD, LEADING, SECOND = 18.0, 25.0, 11.0, 12.0
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
        room = self.cell - WIDE_BADGE - 14
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
        return (WIDE_HEAD if self.is_beside else WIDE_HEAD + 2 * LEADING) + named

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
                base, room = y + self.head_height - 6, self.label - 8
                page.text(x, base, _("Region"), LEAST, room, least=LEAST)
            for k, country in enumerate(self.view.countries):
                left = x + self.label + self.cell * k
                with page.element("TH", scope="Column"):
                    page.badge(left + 5, y + 2, WIDE_BADGE, country.seat)
                    self._name(page, left, y, country.seat.name)
                    second = self._second(k)
                    if second:
                        bottom = y + self.head_height - 4
                        page.text(left + 5, bottom, second, LEAST, self.cell - 8, least=LEAST)

    def _name(self, page: Page, left: float, y: float, name: str) -> None:
        if self.is_beside:
            write_name(page, left + WIDE_BADGE + 10, y + 12, name, 12, self.cell - WIDE_BADGE - 14)
            return
        lines, size = name_lines(name, 10, self.cell - 8)
        room = self.cell - 8
        page.lines(left + 5, y + WIDE_HEAD + 7, lines, LEADING, size, room, is_serif=True)

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
            page.text(x, middle + 3, row.name, NAME, room, is_serif=True, least=LEAST)
            page.text(x, y + height - 4, _("closed: %s") % owners, LEAST, room, least=LEAST)
        else:
            write_name(page, x, middle, row.name, NAME, room)
        if self.words is not None:
            word, right = self.words.region_words[number], x + self.label - 6
            page.text(right, y + height / 2 + 3, word, LEAST, used, "right", least=LEAST)

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
