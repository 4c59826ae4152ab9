"""Role sheets: each country's information before play, to be printed and handed out."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.sheets.age_of_iron import role_parts
from moderator.sheets.age_of_iron.objectives import objective_rows
from moderator.sheets.age_of_iron.role.fold import FoldedSheet
from moderator.sheets.age_of_iron.role.view import RoleSheet, RoleSheets
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.header import role_header
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import GAP, TITLE_HEIGHT, Block, Header, Section, Sheet
from moderator.sheets.snapshot import GameSnapshot, moderators
from moderator.sheets.stamp import Stamp

SIZE, LEADING = 10.0, 14.0


def _role_sheets(now: GameSnapshot) -> RoleSheets:
    briefings = {seat.id: now.game.briefing(now.state, seat.id) for seat in now.seats}
    return RoleSheets(moderators(now), briefings, now.game.options_in_force(now.state))


def _split(view: RoleSheets) -> dict[str, RoleSheet]:
    return {country.seat.id: RoleSheet(view, country) for country in view.chart.countries}


def _header(view: RoleSheet, name: str, stamp: Stamp) -> Header:
    return partial(role_header, title=view.title, name=name, stamp=stamp, seat=view.country.seat)


def _fill(sheet: Sheet, view: RoleSheet) -> None:
    """Fills one page with two folds, or pages without folds if that is too little."""
    folded = FoldedSheet(sheet, view)
    if folded.fits:
        sheet.pages = [Page()]  # without a header: the name tent has what it would say
        folded.draw(sheet.page)
        return
    _fill_unfolded(sheet, view)


def _fill_unfolded(sheet: Sheet, view: RoleSheet) -> None:
    width = sheet.right - sheet.left
    chart, country, join = view.sheets.chart, view.country, sheet.footer.stamp.join
    first = role_parts.order_and_join(chart, country, join, width)
    sheet.flow(Section(_("The order of play"), [first]))
    text = view.sheets.briefings.get(country.seat.id, "")
    if text.strip():
        sheet.flow(Section(_("Your briefing"), _paragraphs(text, width)))
    if country.objectives:
        rows = objective_rows(country.objectives, width)
        title = _("Your objectives at the end of the game: keep them to yourself")
        sheet.flow(Section(title, rows))
    if worth := role_parts.worth(chart, country, width):
        sheet.flow(Section(_("What counts for everybody"), worth, is_whole=True))
    income = role_parts.incomes(country, width)
    sheet.flow(Section(_("Your Resource Factors (RFs)"), income, is_whole=True))
    rules = role_parts.in_this_game(country, view.sheets.options, width)
    sheet.flow(Section(_("In this game"), rules, is_whole=True))
    room = sheet.bottom - sheet.y - GAP - TITLE_HEIGHT
    if notes := role_parts.notes(room, width):
        sheet.flow(notes)


briefing_sheet = SheetKind(
    "briefings",
    gettext_lazy("Role sheet"),
    _fill,
    _role_sheets,
    when="before",
    about=gettext_lazy("What one country may read: one sheet for each, to be handed out."),
    split=_split,
    is_secret=True,
    header=_header,
)
"""Role sheets: each country starts a page, in the order of play.

Source: docs/rules/age-of-iron.md, "A scenario". Cost: about 40 ms for four countries.
"""


def _paragraphs(text: str, width: float) -> list[Block]:
    """Lines of at most about eighty letters, for easy reading."""
    room = min(width, SIZE * 44)
    blocks = []
    for paragraph in text.replace("\r\n", "\n").split("\n\n"):
        if not paragraph.strip():
            continue
        lines = fonts.wrap(paragraph, SIZE, room)
        for k, line in enumerate(lines):
            space = 5 if k == len(lines) - 1 else 0
            blocks.append(Block(LEADING + space, partial(_draw_line, line=line)))
    return blocks


def _draw_line(page: Page, x: float, y: float, *, line: str) -> None:
    page.text(x, y + 11, line, SIZE)
