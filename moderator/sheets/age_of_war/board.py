"""The board sheet: every castle with its lines and its holder, and the turn so far."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.age_of_war.views.view import BoardView, ClanView, DaimyoView
from moderator.sheets.age_of_war.cards import card
from moderator.sheets.age_of_war.dice import dice
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import GAP, Block, Section, Sheet

ROWS = (("oda", "shimazu"), ("tokugawa", "uesugi"), ("mori", "chosokabe"))
"""The rows of clans on the sheet, with four or five castles each."""
COLUMNS = 5
SIDE = 176.0
GUTTER, CARD_GAP = 16.0, 5.0
CLAN_HEAD = 15.0
DAIMYO = 30.0


def _fill(sheet: Sheet, view: BoardView) -> None:
    width = sheet.right - sheet.left - SIDE - GUTTER
    height = (sheet.bottom - sheet.top - 2 * GAP) / len(ROWS)
    clans = {clan.id: clan for clan in view.clans}
    each = (width - CARD_GAP * (COLUMNS - 1)) / COLUMNS
    for k, row in enumerate(ROWS):
        x, y = sheet.left, sheet.top + k * (height + GAP)
        for id in row:
            _clan(sheet.page, x, y, each, height, clans[id])
            x += (each + CARD_GAP) * len(clans[id].castles)
    x, y = sheet.right - SIDE, sheet.top
    if not view.is_over:
        y = sheet.place(_turn(view), x, y) + GAP
    sheet.place(_daimyos(view), x, y)


chart_sheet = SheetKind(
    "chart",
    gettext_lazy("Board"),
    _fill,
    about=gettext_lazy("The game as it stands: what everybody at the table may see."),
    is_landscape=True,
)
"""The table on one page: castles by clan, turn, daimyos.

Source: docs/rules/age-of-war.md, "Setup".
"""


def _clan(page: Page, x: float, y: float, each: float, height: float, clan: ClanView) -> None:
    """Draws a clan's name and points, and its castles in a row below."""
    count = len(clan.castles)
    room = each * count + CARD_GAP * (count - 1)
    worth = ngettext("%d point together", "%d points together", clan.points) % clan.points
    if count == 1:
        worth = ngettext("%d point", "%d points", clan.points) % clan.points
    if clan.conquered_by is not None:
        closed = {"name": clan.conquered_by.name, "points": clan.points}
        worth = _("closed: %(points)d for %(name)s") % closed
    used = page.text(x, y + 9, clan.name, 10, is_bold=True, tag="H2")
    page.text(x + used + 6, y + 9, worth, 7.5, room - used - 6)
    for k, castle in enumerate(clan.castles):
        with page.item():
            card(page, x + k * (each + CARD_GAP), y + CLAN_HEAD, each, height - CLAN_HEAD, castle)


def _turn(view: BoardView) -> Section:
    """The active player, the castle of this turn, and the dice."""
    where = view.castle.name if view.castle else _("no castle yet")
    counts = {"left": view.dice_left, "lost": view.dice_lost}
    text = _("%(left)d dice left, %(lost)d lost") % counts

    def draw(page: Page, x: float, y: float) -> None:
        if view.active is not None:
            with page.element("P"):
                page.badge(x, y, 16, view.active)
                page.text(x + 21, y + 12, view.active.name, 11, SIDE - 20, is_bold=True)
        page.text(x, y + 30, where, 9, SIDE)
        page.text(x, y + 43, text, 9, SIDE)
        if view.roll:
            with page.element("Figure", alt=" ".join(die.letters for die in view.roll)):
                dice(page, x, y + 52, 22, view.roll)

    return Section(_("This turn"), [Block(80.0 if view.roll else 48.0, draw)])


def _daimyos(view: BoardView) -> Section:
    rows = [Block(DAIMYO, partial(_daimyo, daimyo=daimyo)) for daimyo in view.daimyos]
    return Section(_("Daimyos"), rows)


def _daimyo(page: Page, x: float, y: float, *, daimyo: DaimyoView) -> None:
    """Draws a daimyo with points, castles and clans."""
    castles = ngettext("%d castle", "%d castles", daimyo.castle_count) % daimyo.castle_count
    clans = ngettext("%d clan", "%d clans", daimyo.clan_count) % daimyo.clan_count
    text = f"{castles}, {clans}" if daimyo.clan_count else castles
    with page.item():
        page.badge(x, y + 2, 16, daimyo.seat)
        page.text(x + 21, y + 11, daimyo.seat.name, 10, SIDE - 50, is_bold=True)
        page.text(x + SIDE, y + 16, str(daimyo.points), 15, 28, "right", is_bold=True)
        page.text(x + 21, y + 22, fonts.clean(text), 8, SIDE - 50)
    page.line(x, y + DAIMYO - 2, x + SIDE, y + DAIMYO - 2)
    if daimyo.is_active:
        page.box(x, y + DAIMYO - 4, SIDE, 2, fill=INK)
