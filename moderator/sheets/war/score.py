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
from moderator.sheets.layout.kind import SheetKind, move_list
from moderator.sheets.layout.score_table import ScoreRow, score_table, verdict
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph
from moderator.sheets.snapshot import moderators
from moderator.sheets.war.map import symbol

ROW, NAME, COLUMN, GLYPH = 24.0, 190.0, 54.0, 14.0

SymbolCounts = Mapping[tuple[SeatLabel, str], int]
"""The number of tiles with a symbol that a seat holds."""


def _fill(sheet: Sheet, view: BoardView) -> None:
    width = sheet.right - sheet.left
    ranked = sorted(view.players, key=lambda player: player.place)
    heads = [_("Tiles"), _("Symbols"), _("Sets"), _("Total")]
    rows = [
        ScoreRow(one.seat, one.place, (one.tiles, one.symbols, one.sets, one.total))
        for one in ranked
    ]
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
    tiles = [tile for row in view.rows for tile in row.tiles if tile is not None]
    counts = Counter((tile.seat, tile.symbol) for tile in tiles if tile.seat and tile.symbol)
    head = Block(30, partial(_heads, symbols=view.symbols))
    rows = [
        Block(ROW, partial(_symbol_row, seat=one.seat, symbols=view.symbols, counts=counts))
        for one in ranked
    ]
    return Section(_("Tiles with symbols"), rows, head, is_whole=True)


def _heads(page: Page, x: float, y: float, *, symbols: Sequence[str]) -> None:
    with page.row(is_first=True):
        page.text(x, y, "", 8, tag="TD")
        for k, name in enumerate(symbols):
            middle = x + NAME + (k + 0.5) * COLUMN
            symbol(page, middle - GLYPH / 2, y, GLYPH, name)
            page.text(middle, y + 24, name, 8, COLUMN - 4, "centre", tag="TH")
    bottom = y + 29
    page.line(x, bottom, x + NAME + COLUMN * len(symbols), bottom, 0.8)


def _symbol_row(
    page: Page, x: float, y: float, *, seat: SeatLabel, symbols: Sequence[str], counts: SymbolCounts
) -> None:
    with page.row():
        with page.element("TH", scope="Row"):
            page.badge(x, y + 4, 16, seat)
            page.text(x + 21, y + 16, seat.name, 11, NAME - 24)
        for k, name in enumerate(symbols):
            number = counts.get((seat, name), 0)
            middle, room = x + NAME + (k + 0.5) * COLUMN, COLUMN - 4
            text = str(number) if number else "–"
            is_set = number == 3
            page.text(middle, y + 16, text, 11, room, "centre", is_bold=is_set, tag="TD")
    page.line(x, y + ROW, x + NAME + COLUMN * len(symbols), y + ROW)
