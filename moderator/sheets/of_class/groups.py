"""The table of a class's results: a row for each group, a column for each player."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from statistics import mean

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Sheet
from moderator.sheets.of_class.data import GroupScores, OpenGroup, ScenarioData, SeatScore
from moderator.sheets.of_class.part import SMALL, cell, flow_table

NUMBER, LABEL, NARROW_LABEL = 24.0, 118.0, 92.0
COUNT, BADGE, NAMED = 41.0, 16.0, 60.0
"""The widths of other columns and of seals; and from which a column has its player's name."""
MANY = 6  # players; with more, moves aren't counted
LEADING, PLATE = 10.5, 15.0


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the columns are, in points from the left edge of a table that is `width` wide."""

    width: float
    label: float
    seat: float
    counts: int

    @classmethod
    def of(cls, data: ScenarioData, width: float) -> _Columns:
        """The columns for so many players."""
        is_wide = len(data.seats) <= MANY
        label = NUMBER + (LABEL if is_wide else NARROW_LABEL)
        counts = len(data.counted) if is_wide else 0
        seat = (width - label - COUNT * (1 + counts)) / len(data.seats)
        return cls(width, label, seat, counts)

    def seat_at(self, place: int) -> float:
        """The left edge of a player's column."""
        return self.label + self.seat * place

    def count_at(self, place: int) -> float:
        """The right edge of the column for the lead (0) or a count (from 1)."""
        return self.width - COUNT * (self.counts - place)


def add_groups(sheet: Sheet, data: ScenarioData) -> None:
    """Adds the table of groups that are finished, with the average."""
    columns = _Columns.of(data, sheet.right - sheet.left)
    rows = [_row(data, group, columns) for group in data.groups]
    if len(data.groups) > 1:
        rows.append(Block(18, partial(_average, data=data, columns=columns)))
    head = Block(34, partial(_head, data=data, columns=columns))
    flow_table(sheet, _("Groups"), head, rows)


def _head(page: Page, x: float, y: float, *, data: ScenarioData, columns: _Columns) -> None:
    page.text(x, y + 6, _("Points; the small number is the place; black: the first"), SMALL)
    with page.element("TR"):
        cell(page, x, y + 26, _("Group"), columns.label - 8, head="Column")
        for k, seat in enumerate(data.seats):
            _seat(page, x + columns.seat_at(k), y + 13, columns.seat, seat)
        for k, text in enumerate((_("lead"), *data.counted[: columns.counts])):
            right = x + columns.count_at(k)
            cell(page, right, y + 26, text, COUNT - 3, is_right=True, head="Column")
    page.line(x, y + 33, x + columns.width, y + 33, 1.1, INK)


def _seat(page: Page, x: float, y: float, width: float, seat: SeatLabel) -> None:
    """Draws a player's seal in the middle of the column, with the name if there is room."""
    with page.element("TH", seat.name, "Column"):
        if width < NAMED:
            page.badge(x + (width - BADGE) / 2, y, BADGE, seat)
            return
        name, size = fonts.fit(fonts.clean(seat.name), 10, width - BADGE - 10, "bold", SMALL)
        left = x + (width - BADGE - 5 - fonts.width(name, size, "bold")) / 2
        page.badge(left, y, BADGE, seat)
        page.text(left + BADGE + 5, y + 12, name, size, is_bold=True)


def _row(data: ScenarioData, group: GroupScores, columns: _Columns) -> Block:
    room = columns.label - NUMBER - 8
    both = f"{group.name} · {group.led}" if group.led else group.name
    is_short = fonts.width(fonts.clean(both), SMALL) <= room
    lines = [both] if is_short else fonts.wrap(group.name, SMALL, room, 2)
    rest = (group.note,) if is_short else (group.led, group.note)
    lines += [line for text in rest if text for line in fonts.wrap(text, SMALL, room, 2)]
    height = max(19.0, LEADING * len(lines) + 7)
    draw = partial(_draw_row, group=group, lines=lines, columns=columns, height=height)
    return Block(height, draw)


def _draw_row(
    page: Page,
    x: float,
    y: float,
    *,
    group: GroupScores,
    lines: list[str],
    columns: _Columns,
    height: float,
) -> None:
    base = y + 13
    with page.element("TR"):
        with page.element("TH", " ".join([str(group.number), *lines]), "Row"):
            page.text(x, base, str(group.number), 12, NUMBER - 5, is_serif=True)
            page.lines(x + NUMBER, base, lines, LEADING, SMALL)
        for k, score in enumerate(group.scores):
            _score(page, x + columns.seat_at(k), base, columns.seat, score)
        for k, number in enumerate((group.lead, *group.counts[: columns.counts])):
            cell(page, x + columns.count_at(k), base, str(number), COUNT - 3, size=9.5,
                 is_right=True)  # fmt: skip
    page.line(x, y + height, x + columns.width, y + height, 0.4, INK)


def _score(page: Page, x: float, base: float, width: float, score: SeatScore) -> None:
    """Draws points with the place, white on black for the first."""
    place = str(score.place)
    text, size = fonts.fit(str(score.points), 12, width - 16, "bold", SMALL)
    own = fonts.width(text, size, "bold")
    both = own + 4 + fonts.width(place, SMALL)
    left = x + (width - both) / 2
    is_first = score.place == 1
    if is_first:
        plate = min(max(both + 12, 30), width - 2)
        page.box(x + (width - plate) / 2, base - 11.5, plate, PLATE, INK, radius=3)
    colour = PAPER if is_first else INK
    facts = {"points": score.points, "place": score.place}
    with page.element("TD", _("%(points)d points, place %(place)d") % facts):
        page.text(left, base, text, size, colour=colour, is_bold=True)
        page.text(left + own + 4, base, place, SMALL, colour=colour)


def _average(page: Page, x: float, y: float, *, data: ScenarioData, columns: _Columns) -> None:
    base = y + 13
    with page.element("TR"):
        with page.element("TH", scope="Row"):
            page.text(x + NUMBER, base, _("Average"), 9.5, is_bold=True)
        for k in range(len(data.seats)):
            middle = x + columns.seat_at(k) + columns.seat / 2
            with page.element("TD"):
                text = str(data.average(k))
                page.text(middle, base, text, 10.5, columns.seat - 4, "centre", is_bold=True)
        with page.element("TD"):  # the lead has no average
            pass
        for k in range(columns.counts):
            text = str(round(mean(group.counts[k] for group in data.groups)))
            right = x + columns.count_at(k + 1)
            cell(page, right, base, text, COUNT - 3, size=9.5, is_right=True, is_bold=True)
    page.line(x, y + 18, x + columns.width, y + 18, 1.1, INK)


def add_unfinished(sheet: Sheet, groups: tuple[OpenGroup, ...]) -> None:
    """Adds the groups that aren't finished, with how far they are."""
    width = sheet.right - sheet.left
    head = Block(14, partial(_open_head, width=width))
    flow_table(sheet, _("Not finished"), head, [_open_row(group, width) for group in groups])


def _open_head(page: Page, x: float, y: float, *, width: float) -> None:
    with page.element("TR"):
        cell(page, x, y + 9, _("Group"), LABEL, head="Column")
        cell(page, x + NUMBER + LABEL + 8, y + 9, _("how far it is"), 200, head="Column")
    page.line(x, y + 13, x + width, y + 13, 1.1, INK)


def _open_row(group: OpenGroup, width: float) -> Block:
    names = fonts.wrap(group.name, 9.5, LABEL, 2)
    status = fonts.wrap(group.status, SMALL, width - NUMBER - LABEL - 8, 3)
    height = LEADING * max(len(names), len(status)) + 6

    def draw(page: Page, x: float, y: float) -> None:
        base = y + 12
        with page.element("TR"):
            with page.element("TH", scope="Row"):
                page.text(x, base, str(group.number), 12, NUMBER - 5, is_serif=True)
                page.lines(x + NUMBER, base, names, LEADING, 9.5)
            with page.element("TD"):
                page.lines(x + NUMBER + LABEL + 8, base, status, LEADING, SMALL)
        page.line(x, y + height, x + width, y + height, 0.4, INK)

    return Block(height, draw)
