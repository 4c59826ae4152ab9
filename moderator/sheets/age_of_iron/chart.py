"""The chart sheet: the current Game Chart, with everything around it, and what others share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views import Box, Cell, ChartView, Country, Good, Row
from moderator.sheets.drawing import CAP_HEIGHT, LEAST, Page, fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.layout import GAP, SLACK, TITLE_HEIGHT, Block, Draw, Section, Sheet
from moderator.sheets.layout.kind import chart_kind

# The panels beside the Game Chart: totals, Civilization Chart, Trade Chart.

PANEL_ROW = 18.0
BADGE = 16.0
LABEL = 21.0
NARROWEST_BOX = 27.0
MOST_TILES = 12
TILE_HEIGHT, TILE_LEADING = 12.0, 14.0
SMALL_LEADING = 10.5


def ranked(view: ChartView) -> list[Country]:
    """The countries by place; those that share a place are in the order of play."""
    return sorted(view.countries, key=lambda country: country.place)


def totals(view: ChartView, width: float) -> Section:
    """Every country's Victory Points, the highest first."""
    title = _("Victory Points") if view.is_over else _("If the game ended now")
    rows = [_total(country, width, not k) for k, country in enumerate(ranked(view))]
    return Section(title, rows, is_whole=True)


def _total(country: Country, width: float, is_first: bool) -> Block:
    name = min(width * 0.4, 230.0)

    def draw(page: Page, x: float, y: float) -> None:
        with page.row(is_first=is_first):
            with page.element("TH", scope="Row"):
                page.badge(x, y + 0.5, BADGE, country.seat)
                page.text(x + LABEL, y + 12, country.seat.name, 9, name - LABEL, is_bold=True)
            total = str(country.total)
            page.text(x + width, y + 12, total, 11, 28, "right", is_bold=True, tag="TD")
        start, end = x + name + 8, x + width - 30
        length = (end - start) * country.share / 100
        if length > 0:
            page.bar(start, y + 5, length, 8, country.seat)

    return Block(PANEL_ROW, draw)


def civilization(view: ChartView, width: float) -> Section:
    """The Civilization Chart: every country's boxes, on several lines if there are many."""
    boxes = view.countries[0].boxes
    most = max(1, int((width - LABEL) // NARROWEST_BOX))
    lines = -(-len(boxes) // most)
    per_line = -(-len(boxes) // lines)
    each = min((width - LABEL) / per_line, 90.0)
    title = _("Civilization Chart (%d RFs complete a box)") % boxes[0].size
    high = PANEL_ROW * lines + (4 if lines > 1 else 0)
    rows = [Block(high, _boxes(country, each, per_line)) for country in view.countries]

    def points(page: Page, x: float, y: float) -> None:
        """The Victory Points of each box above its column."""
        with page.row(is_first=True):
            page.text(x, y, "", LEAST, tag="TD")
            for i, box in enumerate(boxes):
                middle = x + LABEL + (i % per_line + 0.5) * each
                base, text = (
                    y + 8 + SMALL_LEADING * (i // per_line),
                    _("%d VP") % box.victory_points,
                )
                page.text(middle, base, text, LEAST, each - 2, "centre", tag="TH")

    return Section(title, rows, Block(SMALL_LEADING * lines + 2, points), is_whole=True)


def _boxes(country: Country, each: float, most: int) -> Draw:
    def draw(page: Page, x: float, y: float) -> None:
        with page.row():
            with page.element("TH", scope="Row"):
                page.badge(x, y + 0.5, BADGE, country.seat)
            for i, box in enumerate(country.boxes):
                left, top = x + LABEL + (i % most) * each, y + 1.5 + PANEL_ROW * (i // most)
                with page.element("TD", _("%s, complete") % box.level if box.is_complete else ""):
                    _box(page, left, top, each - 3, box)

    return draw


def _box(page: Page, left: float, top: float, width: float, box: Box) -> None:
    height = PANEL_ROW - 3
    page.box(left, top, width, height, INK if box.is_complete else None, INK, 0.7, radius=2.5)
    text = str(box.rfs) if box.rfs and not box.is_complete else box.level
    colour = PAPER if box.is_complete else INK
    middle, base, is_bold = left + width / 2, top + height / 2 + 3, bool(box.rfs)
    page.text(middle, base, text, 8.5, width - 3, "centre", colour, is_bold=is_bold)


def trade(view: ChartView, width: float) -> Section:
    """The Trade Chart: each country's goods for trade and acquired; traded ones are crossed out."""
    half = (width - LABEL) / 2
    names = ", ".join(f"{letter} {fonts.clean(name)}" for letter, name in view.goods)
    key = fonts.wrap(names, LEAST, width, 4)

    def head(page: Page, x: float, y: float) -> None:
        with page.row(is_first=True):
            page.text(x, y, "", LEAST, tag="TD")
            page.text(x + LABEL, y + 8, _("For trade"), LEAST, half - 6, tag="TH")
            page.text(x + LABEL + half, y + 8, _("Acquired"), LEAST, half - 6, tag="TH")

    def tail(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 10, key, SMALL_LEADING, LEAST, tag="P")

    return Section(
        _("Trade Chart"),
        [_goods(country, half) for country in view.countries],
        Block(11, head),
        Block(SMALL_LEADING * len(key) + 4, tail),
        is_whole=True,
    )


def _tiles(goods: tuple[Good, ...]) -> list[tuple[Good, str]]:
    """The tiles of a row; if there are many, one tile for each good with its number."""
    if len(goods) <= MOST_TILES:
        return [(good, good.letter) for good in goods]
    return [(good, f"{good.letter}×{goods.count(good)}") for good in dict.fromkeys(goods)]


def _goods(country: Country, half: float) -> Block:
    """A country's goods for trade and acquired, in tiles as wide as the widest text needs."""
    both = [_tiles(country.for_trade), _tiles(country.acquired)]
    texts = [text for tiles in both for _good, text in tiles]
    widest = max((fonts.width(text, LEAST, "bold") for text in texts), default=0.0)
    step = max(11.0, widest + 5) + 2
    per_line = max(1, int((half - 6) // step))

    def draw(page: Page, x: float, y: float) -> None:
        with page.row():
            with page.element("TH", scope="Row"):
                page.badge(x, y + 0.5, BADGE, country.seat)
            for side, tiles in enumerate(both):
                with page.element("TD"):
                    for i, (good, text) in enumerate(tiles):
                        left = x + LABEL + side * half + (i % per_line) * step
                        top = y + 2.5 + TILE_LEADING * (i // per_line)
                        _tile(page, left, top, step - 2, good, text)

    lines = max(1, *(-(-len(tiles) // per_line) for tiles in both))
    return Block(TILE_LEADING * lines + 4, draw)


def _tile(page: Page, x: float, y: float, width: float, good: Good, text: str) -> None:
    thickness = 0.4 if good.is_gone else 0.9
    page.box(x, y, width, TILE_HEIGHT, None, INK, thickness, radius=2.2)
    middle = x + width / 2
    with page.element("Span", alt=_("%s, crossed out") % text if good.is_gone else ""):
        page.text(middle, y + 9, text, LEAST, align="centre", is_bold=not good.is_gone)
    if good.is_gone:
        page.line(x + 1, y + TILE_HEIGHT - 2, x + width - 1, y + 2, 1.0, INK)


# Marks for objectives met and not met.


def tick(page: Page, x: float, baseline: float) -> None:
    page.line(x + 0.5, baseline - 3, x + 3.2, baseline, 1.5, INK)
    page.line(x + 3.0, baseline, x + 8.2, baseline - 7, 1.5, INK)


def cross(page: Page, x: float, baseline: float) -> None:
    page.line(x + 1.5, baseline - 5.6, x + 7, baseline - 0.4, 0.9)
    page.line(x + 1.5, baseline - 0.4, x + 7, baseline - 5.6, 0.9)


# The header of a page: the Game-turn and the status.


def where_of(view: ChartView) -> str:
    """The Game-turn, or where the game was stopped."""
    return view.stopped or game_turn(view)


def status_of(view: ChartView) -> str:
    """The rules' sentence without its beginning, which is what `where_of` says; none if the game
    was stopped."""
    if view.stopped:
        return ""
    return view.status_line.removeprefix(f"Game-turn {view.turn} of {view.turns}: ")


def game_turn(view: ChartView) -> str:
    """The Game-turn in words, with its name if it has one."""
    text = _("Game-turn %(turn)d of %(turns)d") % {"turn": view.turn, "turns": view.turns}
    return f"{text} ({view.turn_name})" if view.turn_name else text


# The Game Chart: a row for each region, a column for each country.

LOWEST_ROW, HIGHEST_ROW = 17.0, 140.0
HAND_ROW = 15.0
LEAST_NUMBER = 8.0
KEY_HEIGHT = 16.0
LEAST_COLUMN = 45.0
HEAD_BESIDE, HEAD_ABOVE = 26.0, 28.0
NAME_SIZE, LEAST_NAME, NAME_LEADING = 10.0, 9.0, 10.5
LABEL_SIZE, LARGE_LABEL, FEW_ROWS = 12.0, 18.0, 5
STRUCK_SIZES = (12.0, 10.0, 9.0, 8.0, 7.0)
"""For crossed-out numbers, which alone may be smaller than `LEAST`: all have their place then."""
STRUCK = STRUCK_SIZES[-1]


class GameChart:
    """The Game Chart of a view, laid out for a width in points; `players` are names by seat id."""

    def __init__(self, view: ChartView, width: float, players: Mapping[str, str]) -> None:
        self.view = view
        self.width = width
        self.label_size = LARGE_LABEL if len(view.rows) <= FEW_ROWS else LABEL_SIZE
        wanted = max((self._label_width(row) for row in view.rows), default=0) + 10
        self.label = min(max(wanted, 70.0), width * 0.3)
        self.column = (width - self.label) / len(view.countries)
        names = [fonts.clean(c.seat.name) for c in view.countries]
        self.is_beside = all(
            BADGE + 5 + fonts.width(name, NAME_SIZE, "bold") <= self.column - 8 for name in names
        )
        self.names = [_head_name(name, self.column - 4) for name in names]
        self.players = [
            fonts.wrap(players.get(c.seat.id, ""), LEAST, self.column - 6, 2)
            for c in view.countries
        ]
        self.has_hands = view.phase == "deployment" or any(c.hand for c in view.countries)

    @property
    def has_room(self) -> bool:
        """Whether the columns are wide enough for easy reading."""
        return self.column >= LEAST_COLUMN

    def section(self, room: float) -> Section:
        """The chart as a section, with rows as high as the room (points) and their limits allow."""
        fixed = TITLE_HEIGHT + self._head_height() + KEY_HEIGHT
        fixed += HAND_ROW if self.has_hands else 0
        each = (room - fixed) / max(1, len(self.view.rows))
        height = min(HIGHEST_ROW, max(LOWEST_ROW, each))
        rows = [Block(height, partial(self._row, row=row, height=height)) for row in self.view.rows]
        if self.has_hands:
            rows.append(Block(HAND_ROW, self._hands))
        title = _("Game Chart")
        if self.view.is_frozen:
            title = _("Game Chart, as it stood when Game-turn %d began") % self.view.turn
        return Section(
            title,
            rows,
            Block(self._head_height(), self._head),
            Block(KEY_HEIGHT, self._key),
        )

    def _head_height(self) -> float:
        named = SMALL_LEADING * max(len(lines) if any(lines) else 0 for lines in self.players)
        if self.is_beside:
            return HEAD_BESIDE + named
        return HEAD_ABOVE + named + NAME_LEADING * max(len(lines) for lines, _size in self.names)

    def _columns(self, x: float) -> list[tuple[float, Country]]:
        start = x + self.label
        return [(start + i * self.column, c) for i, c in enumerate(self.view.countries)]

    def _head(self, page: Page, x: float, y: float) -> None:
        bottom = y + self._head_height()
        with page.row(is_first=True):
            page.text(x, y, "", 8, tag="TD")
            for column, name, players in zip(
                self._columns(x), self.names, self.players, strict=True
            ):
                with page.element("TH"):
                    self._name(page, *column, y, *name)
                    middle, above = column[0] + self.column / 2, SMALL_LEADING * (len(players) - 1)
                    for k, line in enumerate(players):
                        base = bottom - 6 - above + SMALL_LEADING * k
                        page.text(middle, base, line, LEAST, align="centre")
        page.line(x, bottom, x + self.width, bottom, 0.8)

    def _name(
        self, page: Page, left: float, country: Country, y: float, lines: list[str], size: float
    ) -> None:
        bottom = y + self._head_height()
        middle = left + self.column / 2
        if self.is_beside:
            name = fonts.width(lines[0], NAME_SIZE, "bold")
            start = middle - (BADGE + 5 + name) / 2
            page.badge(start, y + 3, BADGE, country.seat)
            page.text(start + BADGE + 5, y + 14, lines[0], NAME_SIZE, is_bold=True)
        else:
            page.badge(middle - BADGE / 2, y + 3, BADGE, country.seat)
            for k, line in enumerate(lines):
                baseline = y + 30 + NAME_LEADING * k
                page.text(middle, baseline, line, size, align="centre", is_bold=True)
        if country.is_active:
            page.box(left, bottom - 3, self.column, 3, fill=INK)

    def _row(self, page: Page, x: float, y: float, *, row: Row, height: float) -> None:
        with page.row():
            with page.element("TH", scope="Row"):
                self._label(page, x, y, row, height)
            for (left, _country), cell in zip(self._columns(x), row.cells, strict=True):
                with page.element("TD"):
                    self._cell(page, left, y, cell, height)
        for (left, _country), cell in zip(self._columns(x), row.cells, strict=True):
            page.line(left, y, left, y + height)
            if cell.seat in row.controlled_by:
                page.box(left + 2, y + 2, self.column - 4, height - 5, None, INK, 1.4, radius=3)
        page.line(x, y + height, x + self.width, y + height)

    def _label(self, page: Page, x: float, y: float, row: Row, height: float) -> None:
        name, note, middle = fonts.clean(row.name), _note(row), y + height / 2
        room, size = self.label - 6, min(self.label_size, max(10.0, height / 3))
        if not note or fonts.width(name, size) + fonts.width(note, LEAST) + 5 <= room:
            used = page.text(x, middle + size * CAP_HEIGHT / 2, name, size, room)
            page.text(x + used + 5, middle + size * CAP_HEIGHT / 2, note, LEAST)
        else:
            small = min(LEAST, height / 2 - 2)
            page.text(x, middle - 0.5, name, min(size, height / 2 - 1), room)
            page.text(x, middle + small, note, small, room)

    def _label_width(self, row: Row) -> float:
        note = _note(row)
        side = fonts.width(note, LEAST) + 5 if note else 0
        return fonts.width(fonts.clean(row.name), self.label_size) + side

    def _cell(self, page: Page, left: float, y: float, cell: Cell, height: float) -> None:
        size = min(height * 0.56, 10 + height * 0.2)
        baseline = y + height / 2 + size * CAP_HEIGHT / 2 - 0.5
        middle = left + self.column / 2
        if not cell.rfs and not cell.crossed:
            page.text(middle, baseline, "–", size * 0.7, align="centre")
            return
        number = str(cell.rfs)
        size = self._number_size(number, cell.crossed, size)
        width = fonts.width(number, size, "bold")
        lines, small = _crossed(cell.crossed, self.column - 5 - width, height)
        side = max((_crossed_width(line, small) for line in lines), default=0.0)
        start = middle - (width + side) / 2
        for k, line in enumerate(lines):
            self._cross(
                page, start, y + height / 2 + (k - (len(lines) - 1) / 2) * small, line, small
            )
        page.text(start + side, baseline, number, size, is_bold=True)
        if cell.has_presence:
            page.box(left + 0.3, y + height - 3, self.column - 0.6, 3, fill=INK)

    def _number_size(self, number: str, crossed: tuple[int, ...], size: float) -> float:
        """A font size for the whole number, if possible with room for the last crossed-out one."""
        natural = fonts.width(number, size, "bold") / size
        aside = fonts.width(str(crossed[-1]), STRUCK) + 6 if crossed else 0
        beside = min(size, (self.column - 6 - aside) / natural)
        if beside >= LEAST_NUMBER:
            return beside
        return min(size, (self.column - (13 if crossed else 6)) / natural)

    @staticmethod
    def _cross(page: Page, x: float, middle: float, line: list[str], size: float) -> None:
        baseline = middle + size * CAP_HEIGHT / 2
        for number in line:
            if number == fonts.ELLIPSIS:
                x += page.text(x, baseline, number, size) + size * 0.45
            else:
                x += page.strikethrough(x, baseline, number, size) + size * 0.45

    def _hands(self, page: Page, x: float, y: float) -> None:
        with page.row():
            page.text(x, y + 10.5, _("In hand"), 8.5, self.label - 6, tag="TH", scope="Row")
            for left, country in self._columns(x):
                text = str(country.hand) if country.hand else "–"
                if self.view.phase == "deployment" and country.is_done:
                    text = _("done")
                middle, room = left + self.column / 2, self.column - 6
                page.text(middle, y + 10.5, text, 8.5, room, "centre", tag="TD")

    def _key(self, page: Page, x: float, y: float) -> None:
        baseline = y + 12
        right = x + self.width
        page.box(x, baseline - 3, 16, 3, fill=INK)
        x += 20
        x += page.text(x, baseline, _("Presence: 5 or more RFs"), LEAST, right - x) + 14
        x += page.strikethrough(x, baseline, "8", LEAST) + 3
        text = _("crossed out in this Game-turn")
        x += page.text(x, baseline, text, LEAST, right - x) + 14
        if self.view.has_control:
            page.box(x, baseline - 6.5, 14, 8, None, INK, 1.4, radius=2)
            text = _("Control: nobody may deploy there any more")
            page.text(x + 18, baseline, text, LEAST, right - x - 18)


def _head_name(name: str, room: float) -> tuple[list[str], float]:
    """A country's name for a column's head: on one line, or on two."""
    text, size = fonts.fit(name, NAME_SIZE, room, "bold", LEAST_NAME)
    if text == name:
        return [name], size
    return fonts.wrap(name, LEAST_NAME, room, 2, face="bold"), LEAST_NAME


def _note(row: Row) -> str:
    if row.controlled_by:
        return _("controlled by %s") % " + ".join(seat.letter for seat in row.controlled_by)
    return _("home of %s") % row.home_of.letter if row.home_of else ""


def _crossed_width(line: list[str], size: float) -> float:
    return sum(fonts.width(number, size) + size * 0.45 for number in line) + size * 0.15


def _crossed(crossed: tuple[int, ...], room: float, height: float) -> tuple[list[list[str]], float]:
    """The crossed-out numbers in lines, and their font size; an ellipsis replaces the oldest."""
    numbers = [str(number) for number in crossed]
    if not numbers:
        return [], STRUCK
    for size in STRUCK_SIZES:
        if size < height / 2.2 and _crossed_width(numbers, size) <= room:
            return [numbers], size
    size = STRUCK
    widest = max(_crossed_width([number], size) for number in numbers)
    if widest > room:
        return [[fonts.ELLIPSIS]], size
    most = max(1, int((height - 4) // size))
    for start in range(len(numbers)):
        shown = [fonts.ELLIPSIS, *numbers[start:]] if start else numbers
        lines = _in_lines(shown, size, room)
        if len(lines) <= most:
            return lines, size
    return [[fonts.ELLIPSIS]], size


def _in_lines(numbers: list[str], size: float, room: float) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    for number in numbers:
        if lines[-1] and _crossed_width([*lines[-1], number], size) > room:
            lines.append([])
        lines[-1].append(number)
    return lines


# The sheet.

SIDE_SHARE = 0.31
GUTTER = 18.0


def _fill(sheet: Sheet, view: ChartView) -> None:
    width = sheet.width
    side = width * SIDE_SHARE
    room = sheet.bottom - sheet.top
    players, panels = sheet.stamp.players, _panels(view, side)
    narrow = GameChart(view, width - side - GUTTER if panels else width, players)
    chart = narrow.section(room)
    panels_height = sum(panel.height for panel in panels) + GAP * (len(panels) - 1)
    if narrow.has_room and max(chart.height, panels_height) <= room + SLACK:
        sheet.place(chart, sheet.left, sheet.top)
        y = sheet.top
        for panel in panels:
            y = sheet.place(panel, sheet.right - side, y) + GAP
        return
    sheet.flow(GameChart(view, width, players).section(room))
    for panel in _panels(view, width):
        sheet.flow(panel)


chart_sheet = chart_kind(gettext_lazy("Game Chart"), _fill, where=where_of, status=status_of)
"""The Game Chart, on one page if it fits. The layout follows the author's chart.

Source: docs/rules/age-of-iron.md, "Words".
Cost: about 50 ms for four countries and eleven regions.
"""


def _panels(view: ChartView, width: float) -> list[Section]:
    panels = [totals(view, width)] if view.has_all_points and view.is_scored else []
    if view.has_civilization:
        panels.append(civilization(view, width))
    if view.has_goods:
        panels.append(trade(view, width))
    return panels
