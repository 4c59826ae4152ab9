"""War! on paper: the map with its units and the cards on the table, and the score sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.seating import SeatLabel
from moderator.rules.war.view import AttackView, BoardView, PlayerView, SideView, TileView
from moderator.sheets.drawing import CAP_HEIGHT, MARGIN, Page, page_size
from moderator.sheets.drawing.marks import INK, PAPER, Icon, IconPath, circle
from moderator.sheets.games import instructions_sheet
from moderator.sheets.layout import GAP, Block, Section, Sheet, paragraph
from moderator.sheets.layout.kind import chart_kind, score_kind
from moderator.sheets.layout.table import (
    Cell,
    Column,
    add_result,
    move_list,
    table_head,
    table_row,
)
from moderator.sheets.snapshot import moderators

# Drawings of the six symbols of tiles and cards.

SYMBOLS: dict[str, Icon] = {
    "drop": (
        IconPath(
            "M12 1.5 C15 7.5 19.5 11.5 19.5 15.6 C19.5 19.6 16.2 22.5 12 22.5"
            " C7.8 22.5 4.5 19.6 4.5 15.6 C4.5 11.5 9 7.5 12 1.5Z"
        ),
    ),
    "hammers": (
        IconPath("M6.5 6.5 L20.5 21.5", 2.6),
        IconPath("M17.5 6.5 L3.5 21.5", 2.6),
        IconPath("M2 8.5 L8.5 2 L11.5 5 L5 11.5Z"),
        IconPath("M22 8.5 L15.5 2 L12.5 5 L19 11.5Z"),
    ),
    "circles": (
        IconPath(circle(12, 7.5, 5), 2.4),
        IconPath(circle(7.2, 16, 5), 2.4),
        IconPath(circle(16.8, 16, 5), 2.4),
    ),
    "bricks": (
        IconPath("M2 4.5 L10.6 4.5 L10.6 9.1 L2 9.1Z"),
        IconPath("M12.4 4.5 L22 4.5 L22 9.1 L12.4 9.1Z"),
        IconPath("M2 10.9 L5.6 10.9 L5.6 15.5 L2 15.5Z"),
        IconPath("M7.4 10.9 L16.6 10.9 L16.6 15.5 L7.4 15.5Z"),
        IconPath("M18.4 10.9 L22 10.9 L22 15.5 L18.4 15.5Z"),
        IconPath("M2 17.3 L10.6 17.3 L10.6 21.9 L2 21.9Z"),
        IconPath("M12.4 17.3 L22 17.3 L22 21.9 L12.4 21.9Z"),
    ),
    "arrow": (IconPath("M12 1.5 L21.5 12 L15.6 12 L15.6 22.5 L8.4 22.5 L8.4 12 L2.5 12Z"),),
    "crown": (
        IconPath("M2 6 L7.4 11.4 L12 3 L16.6 11.4 L22 6 L20.2 18 L3.8 18Z"),
        IconPath("M3.8 19.6 L20.2 19.6 L20.2 22.4 L3.8 22.4Z"),
    ),
}


# The map: tiles with their symbols, and the units on them.

LARGEST, LEAST_WITH_BADGE = 74.0, 37.0
FIGHTING = 3.0
"""The thickness in points of the edges of the two tiles of an attack."""
EDGE = 16.0
"""Points beside the map for the row numbers, and above it for the column letters."""


def side_of(view: BoardView, width: float, height: float) -> float:
    """The side of a tile on a map of this width and height (all in points)."""
    across = (width - EDGE) / len(view.columns)
    down = (height - EDGE) / len(view.rows)
    return min(LARGEST, across, down)


def draw_map(page: Page, x: float, y: float, width: float, height: float, view: BoardView) -> None:
    """Draws the map as large as fits into the rectangle, centred horizontally."""
    side = side_of(view, width, height)
    left = x + EDGE + (width - EDGE - side * len(view.columns)) / 2
    top = y + EDGE
    with page.row(is_first=True):
        page.text(left, top, "", 9, tag="TD")
        for k, letter in enumerate(view.columns):
            middle = left + (k + 0.5) * side
            page.text(middle, top - 5, letter, 9, side, "centre", tag="TH")
    for j, (row, tiles) in enumerate(view.rows):
        baseline, number = top + (j + 0.5) * side + 3, str(row)
        with page.row():
            page.text(left - 5, baseline, number, 9, EDGE - 5, "right", tag="TH", scope="Row")
            for k, tile in enumerate(tiles):
                with page.element("TD", alt=_words(tile) if tile else ""):
                    if tile is not None:
                        _tile(page, left + k * side, top + j * side, side, tile)


def _words(tile: TileView) -> str:
    """What a tile shows, to be read out."""
    parts = [tile.symbol] if tile.symbol else [_("no symbol")]
    if tile.seat is not None:
        parts += [tile.seat.name, str(tile.units)]
    return ", ".join(parts)


def _tile(page: Page, x: float, y: float, side: float, tile: TileView) -> None:
    """Draws a tile: the symbol in its upper half, badge and number of units in the lower."""
    thickness = 0.6 if tile.seat is None else 1.2
    if tile.is_source or tile.is_target:
        thickness = FIGHTING
    inset = thickness / 2 + 0.6
    page.box(
        x + inset, y + inset, side - 2 * inset, side - 2 * inset, None, INK, thickness, side * 0.12
    )
    if tile.symbol is not None:
        part, top = (0.37, 0.12) if side >= LEAST_WITH_BADGE else (0.35, 0.09)
        left = x + side * (1 - part) / 2
        page.glyph(left, y + side * top, side * part, SYMBOLS[tile.symbol])
    if tile.seat is not None:
        draw = _units if side >= LEAST_WITH_BADGE else _small_units
        draw(page, x, y, side, tile.seat, tile.units)


def _units(page: Page, x: float, y: float, side: float, seat: SeatLabel, units: int) -> None:
    """Draws the badge and the number side by side."""
    badge = side * 0.34
    top = y + side * 0.54
    page.badge(x + side * 0.13, top, badge, seat)
    size = side * 0.36
    baseline = top + badge / 2 + size * CAP_HEIGHT / 2
    page.text(x + side * 0.71, baseline, str(units), size, side * 0.38, "centre", is_bold=True)


def _small_units(page: Page, x: float, y: float, side: float, seat: SeatLabel, units: int) -> None:
    """Draws letter and number as one word over a strip of the pattern: no room for a badge."""
    strip, inset = side * 0.14, side * 0.12
    bottom = y + side - side * 0.08
    page.bar(x + inset, bottom - strip, side - 2 * inset, strip, seat)
    text, room = f"{seat.letter}{units}", side * 0.86
    page.text(x + side / 2, bottom - strip - 1.2, text, side * 0.36, room, "centre", is_bold=True)


def card(page: Page, x: float, y: float, side: float, name: str, value: int) -> None:
    """Draws a card, `side` wide and 1.4 times as high: its symbol, and its value below."""
    with page.element("Figure", alt=f"{name} {value}"):
        page.box(x, y, side, side * 1.4, PAPER, INK, 0.7, radius=side * 0.12)
        part = side * 0.56
        page.glyph(x + (side - part) / 2, y + side * 0.13, part, SYMBOLS[name])
        baseline = y + side * 1.25
        page.text(x + side / 2, baseline, str(value), side * 0.56, align="centre", is_bold=True)


# The sheet.

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
    width = sheet.width - SIDE - GUTTER
    draw_map(sheet.page, sheet.left, sheet.top, width, sheet.bottom - sheet.top, view)
    x, y = sheet.right - SIDE, sheet.top
    if view.attack is not None:
        y = sheet.place(_attack(view.attack), x, y) + GAP
    players = [Block(PLAYER, partial(_player, player=one)) for one in view.players]
    y = sheet.place(Section(_("Players"), players), x, y) + GAP
    sheet.place(_table(view), x, y)


chart_sheet = chart_kind(gettext_lazy("Board"), _fill, is_landscape=_is_landscape)
"""The table on one page: the map, the players, and the face-up cards.

The format is landscape, or portrait if that makes the map larger. No hand is printed.
Source: docs/rules/war.md, "Moves".
"""


def _attack(attack: AttackView) -> Section:
    sides = ((attack.attacker, _("attacks from %s")), (attack.defender, _("defends %s")))
    return Section(_("Attack"), [_side(side, text % side.tile) for side, text in sides])


def _side(side: SideView, text: str) -> Block:
    parts = [text, ngettext("%d unit", "%d units", side.units) % side.units]
    if side.bonus:
        parts.append(_("card +%d") % side.bonus)

    def draw(page: Page, x: float, y: float) -> None:
        with page.item():
            page.badge(x, y + 2, 16, side.seat)
            page.text(x + 21, y + 10, side.seat.name, 9.5, SIDE - 20, is_bold=True)
            page.text(x + 21, y + 21, ", ".join(parts), 8, SIDE - 20)

    return Block(2 * LINE + 4, draw)


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

    def cards(page: Page, x: float, y: float) -> None:
        for k, one in enumerate(view.face_up):
            card(page, x + k * (CARD + 6), y, CARD, one.symbol, one.value)

    rows = [Block(CARD * 1.4 + 6, cards)] if view.face_up else []
    rows.append(_note(left))
    if any(player.combat_card for player in view.players):
        rows.append(_note(_("A card beside a name is a combat card")))
    return Section(_("On the table"), rows)


def _note(text: str) -> Block:
    return Block(LINE, lambda page, x, y: page.text(x, y + 10, text, 8.5, SIDE))


# The score sheet: points for tiles, symbols and sets, and everybody's symbols.

NAME, COLUMN, GLYPH = 190.0, 54.0, 14.0


def _score(sheet: Sheet, view: BoardView) -> None:
    ranked = sorted(view.players, key=lambda player: player.place)
    heads = [_("Tiles"), _("Symbols"), _("Sets"), _("Total")]
    rows = [(one.seat, one.place, (one.tiles, one.symbols, one.sets, one.total)) for one in ranked]
    add_result(sheet, view.winners, view.is_over, heads, rows)
    sheet.flow(Section(_("How points are counted"), _rule(sheet.width)))
    sheet.flow(_symbols(view, ranked))


score_sheet = score_kind(_score, moderators, add_moves=move_list)
"""Winners first; equal totals share a place. No hands. Source: docs/rules/war.md, "The end"."""


def _rule(width: float) -> list[Block]:
    text = _(
        "A tile is 1 point. The first symbol that somebody holds is 1 point, the second 2 more, "
        "the third 3 more, and so on. All three tiles of a symbol are 5 points. The highest total "
        "wins; equal ones share the victory."
    )
    return paragraph(text, width)


def _symbols(view: BoardView, ranked: Sequence[PlayerView]) -> Section:
    """A section with the number of tiles of each symbol that everybody holds."""
    tiles = [tile for _number, row in view.rows for tile in row if tile is not None]
    counts = Counter((tile.seat, tile.symbol) for tile in tiles if tile.seat and tile.symbol)
    columns = [Column("", NAME, size=11, lines=1)]
    columns += [Column(name, COLUMN, "centre", size=11, gutter=4) for name in view.symbols]
    glyphs = Block(GLYPH + 2, partial(_glyphs, symbols=view.symbols))
    rows = [table_row(columns, _tiles(one.seat, view.symbols, counts)) for one in ranked]
    return Section(_("Tiles with symbols"), rows, table_head(columns, [glyphs]), is_whole=True)


def _glyphs(page: Page, x: float, y: float, *, symbols: Sequence[str]) -> None:
    for k, name in enumerate(symbols):
        page.glyph(x + NAME + (k + 0.5) * COLUMN - 2 - GLYPH / 2, y, GLYPH, SYMBOLS[name])


def _tiles(
    seat: SeatLabel, symbols: Sequence[str], counts: Mapping[tuple[SeatLabel, str], int]
) -> list[Cell]:
    """How many tiles of each symbol a seat holds; a set is in bold."""
    numbers = [counts.get((seat, name), 0) for name in symbols]
    cells = [
        Cell(str(number)) if number == 3 else Cell(texts=(str(number or "–"),))
        for number in numbers
    ]
    return [Cell(texts=(seat.name,), seat=seat), *cells]


SHEETS = (chart_sheet, score_sheet, instructions_sheet)
