"""The score sheet: every country's Victory Points and their sources."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.view import ChartView, Row
from moderator.sheets.age_of_iron.header import chart_header
from moderator.sheets.age_of_iron.ranking import ranking
from moderator.sheets.age_of_iron.score_bands import add_bands
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER, side_by_side
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.move_list import move_list
from moderator.sheets.layout.sheet import Block, Section, Sheet
from moderator.sheets.snapshot import GameSnapshot, moderators, public


def _view(now: GameSnapshot) -> ChartView:
    """What everybody may see: no objectives before the end, no orders before the reveal."""
    view: ChartView = public(now)
    return replace(view, stopped=now.stopped)


def _secret_view(now: GameSnapshot) -> ChartView:
    """What the moderator sees."""
    view: ChartView = moderators(now)
    return replace(view, stopped=now.stopped)


def _fill(sheet: Sheet, view: ChartView) -> None:
    width = sheet.right - sheet.left
    if not view.is_ranked:
        text = _("No Game-turn is complete, so there is no ranking.")
        sheet.flow(Section(view.stopped, [_line(text, "", width)]))
        return
    sheet.flow(ranking(view, width, sheet.footer.stamp.players))
    if not all(country.objectives for country in view.countries):
        _add_presences(sheet, view, width)
    if view.is_scored:
        add_bands(sheet, view)


def _add_presences(sheet: Sheet, view: ChartView, width: float) -> None:
    """Adds who has a Presence where, unless objectives say it."""
    presences = [row for row in view.rows if any(cell.has_presence for cell in row.cells)]
    if presences:
        each = (width - GUTTER) / 2
        blocks = [_presence(row, each) for row in presences]
        sheet.flow(Section(_("Presences"), side_by_side(blocks, each + GUTTER)))


score_sheet = SheetKind(
    "score",
    gettext_lazy("Score sheet"),
    _fill,
    _view,
    when="after",
    about=gettext_lazy("Who wins, and where everybody’s points come from."),
    secret_view=_secret_view,
    add_moves=move_list,
    is_ranking=True,
    header=chart_header,
)
"""Winners first; equal totals share a place. Below the table is each country's civilization, trade
and objectives, met or not, with the RFs that decide it; without objectives, all Presences. While
the game is being played, the title is "If the game ended now", objectives are secret, and while
orders are written it shows the state at the start of the Game-turn; all of it is on the moderator's
own sheet. Of a stopped game it shows the last complete Game-turn.

Source: docs/rules/age-of-iron.md, "Victory Points". Cost: about 50 ms for four countries.
"""


def _presence(row: Row, width: float) -> Block:
    """Who has a Presence in a region."""
    names = ", ".join(cell.seat.name for cell in row.cells if cell.has_presence)
    split = width * 0.42
    places = fonts.wrap(row.name, 9, split - 8, 4)
    lines = fonts.wrap(names, 9, width - split, face="bold")
    height = 12.0 * max(len(lines), len(places)) + 3

    def draw(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 10, places, 12, 9)
        page.lines(x + split, y + 10, lines, 12, 9, is_bold=True)
        page.line(x, y + height - 1, x + width, y + height - 1)

    return Block(height, draw)


def _line(text: str, points: str, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 10, text, 9, width - 60)
        page.text(x + width, y + 10, points, 9, 56, "right", colour=INK, is_bold=True)

    return Block(15.0, draw)
