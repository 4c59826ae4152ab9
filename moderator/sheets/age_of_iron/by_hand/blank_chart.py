"""The blank chart: what a moderator needs to record a whole game by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.by_hand import ByHandView, by_hand_view
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.sheets.age_of_iron.by_hand.course import each_turn, turn_strip
from moderator.sheets.age_of_iron.by_hand.squares import civilization, trade
from moderator.sheets.age_of_iron.by_hand.wide_chart import LOWEST_ROW, WideChart
from moderator.sheets.drawing.paper import MARGIN, Paper, page_size
from moderator.sheets.layout.header import header
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import GAP, SLACK, Header, Section, Sheet
from moderator.sheets.snapshot import GameSnapshot
from moderator.sheets.stamp import Stamp

SIDE, GUTTER = 228.0, 20.0
EDGES = 130.0
"""What a header and a footer take of a page's height, in points, and the names of countries."""
MOST_PORTRAIT = 6
"""The most countries for which an upright page is wide enough."""
DENSITIES = ((11.0, 23.0), (10.0, 20.0), (8.5, 18.0))
"""The heights of squares and of lines of goods, in points: the first that fit are taken."""


def view_of(now: GameSnapshot) -> ByHandView:
    """The game before its first move."""
    return by_hand_view(now.state)


def _header(view: ByHandView, name: str, stamp: Stamp) -> Header:
    status = _("Cross out the old number and write the new one after it.")
    return partial(header, title=view.title, name=name, stamp=stamp, status=status)


def is_landscape(view: ChartView, paper: Paper) -> bool:
    """Upright only for many regions and few countries."""
    _width, height = page_size(paper, is_landscape=True)
    rows = (height - 2 * MARGIN - EDGES) // LOWEST_ROW
    return len(view.rows) <= rows or len(view.countries) > MOST_PORTRAIT


def _fill(sheet: Sheet, view: ByHandView) -> None:
    fill_chart(sheet, view, view.start)


def fill_chart(sheet: Sheet, view: ByHandView, chart: ChartView, *, is_begun: bool = False) -> None:
    """Adds a chart and what stands beside it, to write on.

    Args:
        is_begun: it begins with the numbers of `chart`, and shows the words that can be typed.
    """
    words = view if is_begun else None
    players = sheet.footer.stamp.players
    width, top = sheet.right - sheet.left, sheet.y
    strip = turn_strip(view.start, width - SIDE - GUTTER, chart.turn if is_begun else 0)
    room = sheet.bottom - top
    narrow = WideChart(chart, width - SIDE - GUTTER, players, words)
    below = room - strip.height
    pieces = narrow.blocks(below, below)
    side = sheet.right - (sheet.left + narrow.width + GUTTER)
    for squares, goods in DENSITIES:
        panels = _panels(view, chart, min(side, SIDE * 1.3), squares, goods)
        high = sum(panel.height for panel in panels) + GAP * (len(panels) - 1)
        if narrow.has_room and len(pieces) == 1 and high <= room + SLACK:
            strip.draw(sheet.page, sheet.left, top)
            pieces[0].draw(sheet.page, sheet.left, top + strip.height)
            y = top
            for panel in panels:
                y = sheet.place(panel, sheet.left + narrow.width + GUTTER, y) + GAP
            sheet.y = sheet.bottom
            return
    _one_after_the_other(sheet, view, chart, WideChart(chart, width, players, words), is_begun)


def _one_after_the_other(
    sheet: Sheet, view: ByHandView, chart: ChartView, wide: WideChart, is_begun: bool
) -> None:
    """Adds the chart at full width, and the rest after it."""
    width = sheet.right - sheet.left
    strip = turn_strip(view.start, width, chart.turn if is_begun else 0)
    strip.draw(sheet.page, sheet.left, sheet.y)
    sheet.y += strip.height
    first, whole = sheet.bottom - sheet.y, sheet.bottom - sheet.top
    for number, piece in enumerate(wide.blocks(first, whole)):
        if number:
            sheet.new_page()
        piece.draw(sheet.page, sheet.left, sheet.y)
        sheet.y += piece.height
    half = (width - GUTTER) / 2
    columns = _panels(view, chart, half, *DENSITIES[0])
    left, right = columns[:1], columns[1:]
    high = max(sum(panel.height + GAP for panel in column) for column in (left, right))
    if right and high <= whole:
        if sheet.y + GAP + high > sheet.bottom:
            sheet.new_page()
        _side_by_side(sheet, left, right, half + GUTTER)
        return
    for panel in _panels(view, chart, width, *DENSITIES[0]):
        sheet.flow(panel)


def _side_by_side(sheet: Sheet, left: list[Section], right: list[Section], step: float) -> None:
    """Places sections in two columns, for which the page has room."""
    start = sheet.y + (GAP if sheet.y > sheet.top else 0)
    ends = []
    for k, column in enumerate((left, right)):
        y = start
        for panel in column:
            y = sheet.place(panel, sheet.left + k * step, y) + GAP
        ends.append(y - GAP)
    sheet.y = max(ends)


def _panels(
    view: ByHandView, chart: ChartView, width: float, squares: float, goods: float
) -> list[Section]:
    panels = []
    if chart.has_civilization:
        panels.append(replace(civilization(chart, width, squares), is_whole=True))
    if chart.has_goods:
        panels.append(replace(trade(chart, width, goods), is_whole=True))
    return [*panels, *each_turn(view, width)]


blank_chart_sheet = SheetKind(
    "blank-chart",
    gettext_lazy("Blank chart"),
    _fill,
    view_of,
    when="before",
    about=gettext_lazy("Wide cells to cross numbers out in: to record a whole game by hand."),
    is_landscape=lambda view, paper: is_landscape(view.start, paper),
    header=_header,
)
"""The Game Chart before the first move, with everything around it that is ticked, crossed off or
looked up during a game. Source: docs/rules/age-of-iron.md, "A scenario", "How a Game-turn runs".
"""
