"""The score sheet: every country's Victory Points and their sources."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.age_of_iron.views.view import ChartView, Country, Row
from moderator.sheets.age_of_iron.header import chart_header
from moderator.sheets.age_of_iron.objectives import objective_rows
from moderator.sheets.age_of_iron.panels import ranked
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, SOFT
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER, side_by_side
from moderator.sheets.layout.kind import GameSnapshot, SheetKind, moderators, public
from moderator.sheets.layout.move_list import move_list
from moderator.sheets.layout.score_table import ScoreRow, score_table, verdict
from moderator.sheets.layout.sheet import Block, Section, Sheet


def _view(now: GameSnapshot) -> ChartView:
    """What everybody may see: no objectives before the end, no orders before the reveal."""
    return replace(public(now), stopped=now.stopped)


def _secret_view(now: GameSnapshot) -> ChartView:
    """What the moderator sees."""
    return replace(moderators(now), stopped=now.stopped)


def _fill(sheet: Sheet, view: ChartView) -> None:
    width = sheet.right - sheet.left
    if not view.is_ranked:
        text = _("No Game-turn is complete, so there is no ranking.")
        sheet.flow(Section(view.stopped, [_line(text, "", width)]))
        return
    sheet.flow(_table(view, width))
    presences = [row for row in view.rows if any(cell.has_presence for cell in row.cells)]
    if presences:
        each = (width - GUTTER) / 2
        blocks = [_presence(row, each) for row in presences]
        sheet.flow(Section(_("Presences"), side_by_side(blocks, each + GUTTER)))
    for country in ranked(view):
        sheet.flow(_account(view, country, width))  # nothing where there is nothing to score


score_sheet = SheetKind(
    "score",
    gettext_lazy("Score sheet"),
    _fill,
    _view,
    secret_view=_secret_view,
    add_moves=move_list,
    is_ranking=True,
    header=chart_header,
)
"""Winners first; equal totals share a place. Below the table are all Presences, then each country's
objectives, met or not, its civilization and its trade. While the game is being played, the title
is "If the game ended now", objectives are secret, and while orders are written it shows the state
at the start of the Game-turn; all of it is on the moderator's own sheet. Of a stopped game it shows
the last complete Game-turn.

Source: spec/age-of-iron.md, "Victory Points". Cost: about 50 ms for four countries.
"""


def _table(view: ChartView, width: float) -> Section:
    title = _("Final score") if view.is_over else view.stopped or _("If the game ended now")
    if view.is_frozen:
        title = _("As it stood when Game-turn %d began") % view.turn
    heads = [_("Presence"), _("Prevention"), _("Civilization"), _("Trade"), _("Total")]
    rows = [_row(country) for country in ranked(view)]
    return score_table(title, _verdict(view), heads, rows, width)


def _row(country: Country) -> ScoreRow:
    parts = (country.presence, country.prevent, country.civilization, country.trade)
    numbers = tuple(_("secret") if number is None else number for number in parts)
    return ScoreRow(country.seat, country.place, (*numbers, country.total))


def _verdict(view: ChartView) -> str:
    """Who wins, or would win, in a sentence."""
    highest = max(country.total for country in view.countries)
    if not highest:
        return _("Nobody has Victory Points, so all share the first place.")
    points = ngettext("%d Victory Point", "%d Victory Points", highest) % highest
    if view.stopped:
        names = ", ".join(seat.name for seat in view.winners)
        return ngettext("In the lead: %s", "In the lead together: %s", len(view.winners)) % (
            f"{names} ({points})"
        )
    return verdict(view.winners, points, view.is_over)


def _presence(row: Row, width: float) -> Block:
    """Who has a Presence in a region."""
    names = ", ".join(cell.seat.name for cell in row.cells if cell.has_presence)
    split = width * 0.42
    places = fonts.wrap(row.name, 9, split - 8, 4)
    lines = fonts.wrap(names, 9, width - split, is_bold=True)
    height = 12.0 * max(len(lines), len(places)) + 3

    def draw(page: Page, x: float, y: float) -> None:
        for k, line in enumerate(places):
            page.text(x, y + 10 + 12 * k, line, 9)
        for k, line in enumerate(lines):
            page.text(x + split, y + 10 + 12 * k, line, 9, is_bold=True)
        page.line(x, y + height - 1, x + width, y + height - 1)

    return Block(height, draw)


def _account(view: ChartView, country: Country, width: float) -> Section:
    """The sources of one country's Victory Points."""
    points = ngettext("%d Victory Point", "%d Victory Points", country.total) % country.total
    title = f"{country.place}. {country.seat.name}: {points}"
    each = (width - GUTTER) / 2
    rows, rest = [], []
    if country.objectives is None:
        rows.append(_line(_("Its objectives are secret until the game is over."), "", width))
    else:
        rows += objective_rows(country.objectives, width)
    if country.boxes:
        full = sum(box.is_complete for box in country.boxes)
        text = _("Civilization: %(full)d of %(all)d boxes complete")
        text %= {"full": full, "all": len(country.boxes)}
        rest.append(_line(text, _("%d VP") % country.civilization, each))
    if view.has_goods:
        marks = (*country.for_trade, *country.acquired)
        held = {good.letter for good in marks if not good.is_gone}
        text = _("Trade: %(held)d of %(all)d goods held")
        text %= {"held": len(held), "all": len(view.goods)}
        rest.append(_line(text, _("%d VP") % country.trade, each))
    rows += side_by_side(rest, each + GUTTER)
    return Section(title, rows, seat=country.seat, is_whole=True)


def _line(text: str, points: str, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 10, text, 9, width - 60, colour=SOFT)
        page.text(x + width, y + 10, points, 9, 56, "right", colour=INK, is_bold=True)

    return Block(15.0, draw)
