"""The chart sheet: the current Game Chart, with everything around it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.view import ChartView
from moderator.sheets.age_of_iron.game_chart import GameChart
from moderator.sheets.age_of_iron.header import chart_header
from moderator.sheets.age_of_iron.panels import civilization, totals, trade
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import GAP, SLACK, Section, Sheet

SIDE_SHARE = 0.31
GUTTER = 18.0


def _fill(sheet: Sheet, view: ChartView) -> None:
    width = sheet.right - sheet.left
    side = width * SIDE_SHARE
    room = sheet.bottom - sheet.top
    players = sheet.footer.stamp.players
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
    header=chart_header,
)
"""The Game Chart, on one page if it fits. The layout follows the author's chart.

Source: docs/rules/age-of-iron.md, "Words".
Cost: about 50 ms for four countries and eleven regions.
"""


def _panels(view: ChartView, width: float) -> list[Section]:
    panels = [totals(view, width)]
    if view.has_civilization:
        panels.append(civilization(view, width))
    if view.has_goods:
        panels.append(trade(view, width))
    return panels
