"""The board sheet: the map, and beside it players and cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.war.views.view import AttackView, BoardView, CardView, PlayerView, SideView
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import MARGIN, page_size
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import GAP, Block, Section, Sheet
from moderator.sheets.war.map import card, draw_map, side_of

SIDE = 176.0
GUTTER = 16.0
CARD = 26.0
PLAYER = 40.0
LINE = 14.0
HEAD_AND_FOOT = 160.0
"""Approximate height of header and footer in points; the rest is for the map."""
WORTH_TURNING = 1.25


def _is_landscape(view: BoardView, paper: str) -> bool:
    """Whether portrait format would not make the tiles much larger."""
    landscape, portrait = (
        side_of(view, width - 2 * MARGIN - SIDE - GUTTER, height - HEAD_AND_FOOT)
        for width, height in (page_size(paper, is_landscape=is_wide) for is_wide in (True, False))
    )
    return landscape * WORTH_TURNING >= portrait


def _fill(sheet: Sheet, view: BoardView) -> None:
    width = sheet.right - sheet.left - SIDE - GUTTER
    draw_map(sheet.page, sheet.left, sheet.top, width, sheet.bottom - sheet.top, view)
    x, y = sheet.right - SIDE, sheet.top
    if view.attack is not None:
        y = sheet.place(_attack(view.attack), x, y) + GAP
    y = sheet.place(_players(view.players), x, y) + GAP
    sheet.place(_table(view), x, y)


chart_sheet = SheetKind(
    "chart",
    gettext_lazy("Board"),
    _fill,
    about=gettext_lazy("The game as it stands: what everybody at the table may see."),
    is_landscape=_is_landscape,
)
"""The table on one page: the map, the players, and the face-up cards.

The format is landscape, or portrait if that makes the map larger. No hand is printed.
Source: docs/rules/war.md, "Moves".
"""


def _attack(attack: AttackView) -> Section:
    rows = [
        Block(2 * LINE + 4, partial(_side, side=side, text=text))
        for side, text in (
            (attack.attacker, _("attacks from %s")),
            (attack.defender, _("defends %s")),
        )
    ]
    return Section(_("Attack"), rows)


def _side(page: Page, x: float, y: float, *, side: SideView, text: str) -> None:
    units = ngettext("%d unit", "%d units", side.units) % side.units
    parts = [text % side.tile, units]
    if side.bonus:
        parts.append(_("card +%d") % side.bonus)
    with page.item():
        page.badge(x, y + 2, 16, side.seat)
        page.text(x + 21, y + 10, side.seat.name, 9.5, SIDE - 20, is_bold=True)
        page.text(x + 21, y + 21, ", ".join(parts), 8, SIDE - 20)


def _players(players: Sequence[PlayerView]) -> Section:
    return Section(_("Players"), [Block(PLAYER, partial(_player, player=one)) for one in players])


def _player(page: Page, x: float, y: float, *, player: PlayerView) -> None:
    """Draws a player: points, units in supply, number of cards, and the combat card."""
    laid = player.combat_card
    end = x + SIDE - (26 if laid else 0)
    cards = ngettext("%d card in hand", "%d cards in hand", player.cards) % player.cards
    supply = ngettext("%d unit in supply", "%d units in supply", player.supply) % player.supply
    with page.item():
        page.badge(x, y + 3, 16, player.seat)
        page.text(x + 21, y + 11, player.seat.name, 10, end - x - 52, is_bold=True)
        page.text(end, y + 18, str(player.total), 15, 28, "right", is_bold=True)
        page.text(x + 21, y + 21, cards, 8, end - x - 52)
        page.text(x + 21, y + 31, supply, 8, end - x - 52)
        if laid:
            card(page, x + SIDE - 20, y + 2, 20, laid.symbol, laid.value)
    page.line(x, y + PLAYER - 3, x + SIDE, y + PLAYER - 3)
    if player.is_active:
        page.box(x, y + PLAYER - 5, SIDE, 2, fill=INK)


def _table(view: BoardView) -> Section:
    """The face-up cards, and the number of cards in the deck."""
    left = ngettext("%d card in the deck", "%d cards in the deck", view.deck_left) % view.deck_left
    rows = []
    if view.face_up:
        rows.append(Block(CARD * 1.4 + 6, partial(_cards, cards=view.face_up)))
    rows.append(Block(LINE, partial(_note, text=left)))
    if any(player.combat_card for player in view.players):
        rows.append(Block(LINE, partial(_note, text=_("A card beside a name is a combat card"))))
    return Section(_("On the table"), rows)


def _cards(page: Page, x: float, y: float, *, cards: Sequence[CardView]) -> None:
    for k, one in enumerate(cards):
        card(page, x + k * (CARD + 6), y, CARD, one.symbol, one.value)


def _note(page: Page, x: float, y: float, *, text: str) -> None:
    page.text(x, y + 10, text, 8.5, SIDE)
