"""The score sheet: points for tiles, symbols and sets, and everybody's symbols."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.seating import SeatLabel
from moderator.rules.war.view import BoardView, PlayerView
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.moves import move_list
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph
from moderator.sheets.layout.table import Cell, Column, score_table, table_head, table_row, verdict
from moderator.sheets.snapshot import moderators
from moderator.sheets.war.map import symbol

NAME, COLUMN, GLYPH = 190.0, 54.0, 14.0


def _fill(sheet: Sheet, view: BoardView) -> None:
    width = sheet.right - sheet.left
    ranked = sorted(view.players, key=lambda player: player.place)
    heads = [_("Tiles"), _("Symbols"), _("Sets"), _("Total")]
    rows = [(one.seat, one.place, (one.tiles, one.symbols, one.sets, one.total)) for one in ranked]
    title = _("Final score") if view.is_over else _("If the game ended now")
    players = sheet.footer.stamp.players
    sheet.flow(score_table(title, _verdict(view), heads, rows, width, players))
    sheet.flow(Section(_("How points are counted"), _rule(width)))
    sheet.flow(_symbols(view, ranked))


score_sheet = SheetKind(
    "score",
    gettext_lazy("Score sheet"),
    _fill,
    moderators,
    when="after",
    about=gettext_lazy("Who wins, and where everybody’s points come from."),
    add_moves=move_list,
)
"""Winners first; equal totals share a place. No hands. Source: docs/rules/war.md, "The end"."""


def _verdict(view: BoardView) -> str:
    """Who wins, or would win, in a sentence."""
    points = max(player.total for player in view.players)
    worth = ngettext("%d point", "%d points", points) % points
    return verdict(view.winners, worth, view.is_over)


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
        symbol(page, x + NAME + (k + 0.5) * COLUMN - 2 - GLYPH / 2, y, GLYPH, name)


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
