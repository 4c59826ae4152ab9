"""Order slips on paper, and the form for a country's diplomatic record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views import ChartView, Country
from moderator.rules.age_of_iron.views.texts import ByHandView
from moderator.sheets.age_of_iron.blank_chart import view_of
from moderator.sheets.drawing import (
    LEAST,
    Page,
    cut_across,
    cut_down,
    fonts,
    is_whole,
    line_to_write_on,
    write_name,
)
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import GAP, Block, Sheet, paragraph
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.snapshot import Stamp

# One order slip on paper: a box for the RFs of each region, and one for civilization.

SLIP_HEAD, FOOT = 46.0, 30.0
"""The heights of a slip's head and foot in points, with the room to the lines to cut along."""
BADGE = 27.0
LEAST_ROW, TALL_ROW, HIGHEST_ROW = 16.0, 21.5, 28.0
"""The heights of a place's row: with names on one line, on two, and where there is room."""
BOX, BOX_GAP, COLUMN_GAP = 38.0, 6.0, 14.0
NAME = 10.5
ARRANGEMENTS = ((2, 2), (2, 1), (1, 3), (1, 2))
"""How many slips are side by side, and how many columns of places each has."""


def places_of(view: ChartView) -> list[str]:
    """The names of all places that take RFs, in the chart's order."""
    names = [row.name for row in view.rows]
    return [*names, _("Civilization")] if view.has_civilization else names


class SlipShape:
    """How slips are laid out, in points: how many are side by side and below each other on a page,
    their size, and the size of the columns and rows of places on each.

    Args:
        width: of the page; `room` is its height, and `gutter` is between slips.
        columns: of places.
    """

    def __init__(
        self, view: ChartView, width: float, gutter: float, room: float, across: int, columns: int
    ) -> None:
        names = places_of(view)
        self.across, self.rows = across, -(-len(names) // columns)
        self.width = (width - gutter * (across - 1)) / across
        self.column = (self.width - COLUMN_GAP * (columns - 1)) / columns
        name_room = self.column - BOX - BOX_GAP
        is_short = all(fonts.width(fonts.clean(one), LEAST) <= name_room for one in names)
        least = SLIP_HEAD + FOOT + self.rows * (LEAST_ROW if is_short else TALL_ROW)
        self.down = min(max(1, int(room // least)), -(-view.turns // across))
        self.height = min(room / self.down, SLIP_HEAD + FOOT + self.rows * HIGHEST_ROW)
        self.row = min((self.height - SLIP_HEAD - FOOT) / self.rows, HIGHEST_ROW)
        are_whole = all(is_whole(name, name_room) for name in names)
        self.is_readable = are_whole and self.row >= LEAST_ROW - 0.01


def shape_of(view: ChartView, width: float, gutter: float, room: float) -> SlipShape:
    """The shape with the most slips on a page on which all names can be read."""
    shapes = [SlipShape(view, width, gutter, room, *one) for one in ARRANGEMENTS]
    best = [shape for shape in shapes if shape.is_readable]
    return max(best, key=lambda shape: shape.across * shape.down, default=shapes[-1])


@dataclass(frozen=True, slots=True)
class CountrysSheet:
    game: ByHandView
    country: Country


def draw_slip(
    page: Page, x: float, y: float, view: CountrysSheet, turn: int, stamp: Stamp, shape: SlipShape
) -> None:
    """Draws a country's slip for one Game-turn with its upper left corner at (x, y)."""
    _slip_head(page, x, y, view.country, turn, stamp, shape)
    top, chart = y + SLIP_HEAD, view.game.start
    with page.element("P"):
        for k, name in enumerate(places_of(chart)):
            column, row = divmod(k, shape.rows)
            left = x + column * (shape.column + COLUMN_GAP)
            is_last = chart.has_civilization and k == len(chart.rows)
            _place(page, left, top + row * shape.row, name, is_last, shape)
    _slip_foot(page, x, top + shape.rows * shape.row, view.country.incomes[turn - 1], shape.width)


def _slip_head(
    page: Page, x: float, y: float, country: Country, turn: int, stamp: Stamp, shape: SlipShape
) -> None:
    right, label = x + shape.width, _("Game-turn")
    page.badge(x, y + 10, BADGE, country.seat)
    room = shape.width - BADGE - 8 - fonts.width(label, 9) - 8
    left = x + BADGE + 8
    page.text(left, y + 21, country.seat.name, 15, room, is_serif=True, least=LEAST)
    page.text(left, y + 36, f"{stamp.title} · {stamp.group_name}", 9, room, least=LEAST)
    page.text(right, y + 16, label, 9, align="right")
    page.text(right, y + 36, str(turn), 18, align="right", is_serif=True)
    page.line(x, y + SLIP_HEAD - 5, right, y + SLIP_HEAD - 5, 1.2, INK)


def _place(
    page: Page, x: float, y: float, name: str, is_civilization: bool, shape: SlipShape
) -> None:
    face: fonts.Face = "bold" if is_civilization else "plain"
    write_name(page, x, y + shape.row / 2, name, NAME, shape.column - BOX - BOX_GAP, face)
    thickness = 1.3 if is_civilization else 0.7
    page.box(x + shape.column - BOX, y + 1.5, BOX, shape.row - 3, None, INK, thickness)


def _slip_foot(page: Page, x: float, y: float, rfs: int, width: float) -> None:
    right, total = x + width, f"= {rfs}"
    page.line(x, y + 2.5, right, y + 2.5, 0.8, INK)
    used = fonts.width(total, 15, "bold")
    page.text(right, y + 20, total, 15, align="right", is_bold=True)
    used += page.text(right - used - 5, y + 19, _("all boxes together"), 9, align="right") + 5
    label = page.text(x, y + 19, _("Written by"), 9) + 5
    line_to_write_on(page, x + label, y + 20, width - used - label - 12)


# Order slips on paper: a slip for each Game-turn, one country's whole game on a page.

GUTTER = 28.0


def for_each_country(view: ByHandView) -> dict[str, CountrysSheet]:
    """A sheet for each country, by the id of its seat."""
    return {country.seat.id: CountrysSheet(view, country) for country in view.start.countries}


def _fill(sheet: Sheet, view: CountrysSheet) -> None:
    width, room = sheet.width, sheet.bottom - sheet.top
    shape = shape_of(view.game.start, width, GUTTER, room)
    turns = list(range(1, len(view.country.incomes) + 1))
    per_page = shape.across * shape.down
    for start in range(0, len(turns), per_page):
        if start:
            sheet.new_page()
        _page(sheet, view, shape, turns[start : start + per_page])


def _page(sheet: Sheet, view: CountrysSheet, shape: SlipShape, turns: list[int]) -> None:
    """Draws the slips of one page, then the lines between them."""
    page, top = sheet.page, sheet.top
    for k, turn in enumerate(turns):
        x = sheet.left + (k % shape.across) * (shape.width + GUTTER)
        y = top + (k // shape.across) * shape.height
        draw_slip(page, x, y, view, turn, sheet.stamp, shape)
    rows = -(-len(turns) // shape.across)
    for row in range(rows + 1):
        cut_across(page, sheet.left, sheet.right, top + row * shape.height)
    if shape.across > 1:
        middle = sheet.left + shape.width + GUTTER / 2
        cut_down(page, middle, top, top + rows * shape.height)


order_slips_sheet = SheetKind(
    "order-slips",
    gettext_lazy("Order slips"),
    _fill,
    view_of,
    when="before",
    about=gettext_lazy("A slip for each country and Game-turn, to be cut apart and written on."),
    split=for_each_country,
    where=lambda view: view.country.seat.name,
    status=gettext_lazy("Cut along the broken lines; hand in one each Game-turn."),
)
"""A slip for each Game-turn of the game, with the RFs that the country then places.

Source: docs/rules/age-of-iron.md, "How a Game-turn runs", Simultaneous.
"""


# The form for a country's diplomatic record: its contacts with the others, to be handed in.

TURN, MOVE, WITH, KEPT = 52.0, 40.0, 92.0, 40.0
"""The widths of the columns; what was said has the rest."""
HEAD, ROW = 26.0, 27.0
PER_TURN = 3
"""Rows for each Game-turn: a long game gets more pages."""
MOST_PAGES = 4
LETTER, MOST_LETTERS = 9.5, 5


def _records_fill(sheet: Sheet, view: CountrysSheet) -> None:
    width = sheet.width
    for block in paragraph(_explanation(view), width, 9.5, 13.0):
        sheet.add(block)
    sheet.y += GAP / 2
    others = [one.seat.letter for one in view.game.start.countries if one != view.country]
    wanted, pages = PER_TURN * view.game.start.turns, 0
    while (wanted > 0 and pages < MOST_PAGES) or not pages:
        if pages:
            sheet.new_page()
        count = int((sheet.bottom - sheet.y - HEAD) // ROW)
        sheet.add(_table(count, width, others))
        wanted, pages = wanted - count, pages + 1


def _explanation(view: CountrysSheet) -> str:
    text = _(
        "Note every contact with another country, spoken or written: circle its letter and say "
        "what was said or promised. Later, note whether the promise was kept. A move’s number is "
        "on the chart."
    )
    if view.game.has_records:
        return f"{text} {_('The moderator collects this sheet at the end of the game.')}"
    return f"{text} {_('If the moderator collects records, it is at the end of the game.')}"


def _table(count: int, width: float, others: Sequence[str]) -> Block:
    widths = (TURN, MOVE, WITH, width - TURN - MOVE - WITH - KEPT, KEPT)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("Table"):
            _heads(page, x, y, widths)
            for k in range(count):  # one row is read out, for the others are the same
                with page.element("Artifact" if k else "TR"):
                    for column in range(len(widths)):
                        with page.element("TD"):
                            if column == 2:
                                _letters(page, x + TURN + MOVE, y + HEAD + ROW * k, others)
        _lines(page, x, y + HEAD, count, widths)

    return Block(HEAD + ROW * count, draw)


def _heads(page: Page, x: float, y: float, widths: Sequence[float]) -> None:
    heads = (_("Game-turn"), _("Move"), _("With whom"), _("What was said or promised"), _("Kept?"))
    with page.element("TR"):
        for text, width in zip(heads, widths, strict=True):
            page.text(x + 3, y + HEAD - 7, text, 9, width - 5, is_bold=True, least=LEAST, tag="TH")
            x += width


def _letters(page: Page, x: float, y: float, others: Sequence[str]) -> None:
    """Writes the letters of the others, to be circled; none if there are too many."""
    if len(others) > MOST_LETTERS:
        return
    for k, letter in enumerate(others):
        middle = x + WITH * (k + 0.5) / len(others)
        page.text(middle, y + 17, letter, LETTER, WITH / len(others) - 3, "centre", least=LEAST)


def _lines(page: Page, x: float, top: float, count: int, widths: Sequence[float]) -> None:
    bottom = top + ROW * count
    for k in range(count + 1):
        thickness = 1.2 if k in (0, count) else 0.5
        page.line(x, top + ROW * k, x + sum(widths), top + ROW * k, thickness, INK)
    left = x
    for width in widths[:-1]:
        left += width
        page.line(left, top, left, bottom, 0.5, INK)


records_sheet = SheetKind(
    "diplomatic-records",
    gettext_lazy("Diplomatic records"),
    _records_fill,
    view_of,
    when="before",
    about=gettext_lazy("A form for each country to note who said what, collected at the end."),
    leads=lambda now: now.game.has_diplomatic_records(now.state),
    split=for_each_country,
    seat=attrgetter("country.seat"),
)
"""A form for each country. Source: docs/rules/age-of-iron.md, "Options", `diplomatic_records`."""
