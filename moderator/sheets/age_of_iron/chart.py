"""The chart sheet: the current Game Chart, with everything around it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.view import Cell, ChartView, Country, Row
from moderator.sheets.age_of_iron.panels import civilization, status_of, totals, trade, where_of
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import CAP_HEIGHT, Page
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import GAP, SLACK, TITLE_HEIGHT, Block, Section, Sheet

# The Game Chart: a row for each region, a column for each country.

LOWEST_ROW, HIGHEST_ROW = 17.0, 68.0
HAND_ROW = 15.0
LEAST_NUMBER = 8.0
KEY_HEIGHT = 16.0
BADGE = 16.0
LEAST_COLUMN = 45.0
HEAD_BESIDE, HEAD_ABOVE = 26.0, 28.0
NAME_SIZE, NAME_LEADING = 10.0, 9.0
PLAYERS_SIZE, PLAYERS_LEADING = 8.0, 10.0
LABEL_SIZE, NOTE_SIZE = 12.0, 7.0


class GameChart:
    """The Game Chart of a view, laid out for a width in points; `players` are names by seat id."""

    def __init__(self, view: ChartView, width: float, players: Mapping[str, str]) -> None:
        self.view = view
        self.players = players
        self.width = width
        wanted = max((_label_width(row) for row in view.rows), default=0) + 10
        self.label = min(max(wanted, 70.0), width * 0.3)
        self.column = (width - self.label) / len(view.countries)
        names = [fonts.clean(c.seat.name) for c in view.countries]
        self.is_beside = all(
            BADGE + 5 + fonts.width(name, NAME_SIZE, "bold") <= self.column - 8 for name in names
        )
        self.names = [_head_name(name, self.column - 4) for name in names]
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
        named = PLAYERS_LEADING if self.players else 0.0
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
            for column, name in zip(self._columns(x), self.names, strict=True):
                with page.element("TH"):
                    self._name(page, *column, y, *name)
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
        names = self.players.get(country.seat.id, "")
        page.text(middle, bottom - 6, names, PLAYERS_SIZE, self.column - 6, "centre")
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
        name, note = fonts.clean(row.name), _note(row)
        room = self.label - 6
        size = min(LABEL_SIZE, max(10.0, height / 3))
        side = fonts.width(note, NOTE_SIZE) + 5 if note else 0
        if fonts.width(name, size) + side <= room or not note:
            baseline = y + height / 2 + size * CAP_HEIGHT / 2
            used = page.text(x, baseline, name, size, room)
            page.text(x + used + 5, baseline, note, NOTE_SIZE)
        else:
            middle = y + height / 2
            page.text(x, middle - 0.5, name, min(size, height / 2 - 1), room)
            page.text(x, middle + 6.5, note, 6.5, room)

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
        aside = fonts.width(str(crossed[-1]), fonts.SMALLEST) + 6 if crossed else 0
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
        x += page.text(x, baseline, _("Presence: 5 or more RFs"), 7, right - x) + 14
        x += page.strikethrough(x, baseline, "8", 7) + 3
        text = _("crossed out in this Game-turn")
        x += page.text(x, baseline, text, 7, right - x) + 14
        if self.view.has_control:
            page.box(x, baseline - 6.5, 14, 8, None, INK, 1.4, radius=2)
            text = _("Control: nobody may deploy there any more")
            page.text(x + 18, baseline, text, 7, right - x - 18)


def _head_name(name: str, room: float) -> tuple[list[str], float]:
    """A country's name for a column's head: on one line, or in small type on up to three."""
    text, size = fonts.fit(name, NAME_SIZE, room, "bold", least=7.5)
    if text == name:
        return [name], size
    return fonts.wrap(name, 6.5, room, 3, face="bold"), 6.5


def _note(row: Row) -> str:
    if row.controlled_by:
        return _("controlled by %s") % " + ".join(seat.letter for seat in row.controlled_by)
    return _("home of %s") % row.home_of.letter if row.home_of else ""


def _label_width(row: Row) -> float:
    note = _note(row)
    side = fonts.width(note, NOTE_SIZE) + 5 if note else 0
    return fonts.width(fonts.clean(row.name), LABEL_SIZE) + side


def _crossed_width(line: list[str], size: float) -> float:
    return sum(fonts.width(number, size) + size * 0.45 for number in line) + size * 0.15


def _crossed(crossed: tuple[int, ...], room: float, height: float) -> tuple[list[list[str]], float]:
    """The crossed-out numbers in lines, and their font size; an ellipsis replaces the oldest."""
    numbers = [str(number) for number in crossed]
    if not numbers:
        return [], fonts.SMALLEST
    for size in (9.0, 8.0, 7.0):
        if size < height / 2.2 and _crossed_width(numbers, size) <= room:
            return [numbers], size
    size = fonts.SMALLEST
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
    players = sheet.stamp.players
    narrow = GameChart(view, width - side - GUTTER, players)
    chart, panels = narrow.section(room), _panels(view, side)
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


chart_sheet = SheetKind(
    "chart",
    gettext_lazy("Game Chart"),
    _fill,
    about=gettext_lazy("The game as it stands: what everybody at the table may see."),
    is_landscape=True,
    where=where_of,
    status=status_of,
)
"""The Game Chart, on one page if it fits. The layout follows the author's chart.

Source: docs/rules/age-of-iron.md, "Words".
Cost: about 50 ms for four countries and eleven regions.
"""


def _panels(view: ChartView, width: float) -> list[Section]:
    panels = [totals(view, width)] if view.has_all_points else []
    if view.has_civilization:
        panels.append(civilization(view, width))
    if view.has_goods:
        panels.append(trade(view, width))
    return panels
