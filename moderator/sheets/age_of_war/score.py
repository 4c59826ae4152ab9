"""The score sheet, and a blank one with all battle lines, to tick by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.age_of_war.views import BoardView, CastleView, ClanView, DaimyoView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.header import LEAST, header, write, write_name
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.moves import MoveLine, move_list
from moderator.sheets.layout.sheet import (
    GUTTER,
    Block,
    Header,
    Section,
    Sheet,
    column_width,
    paragraph,
    side_by_side,
)
from moderator.sheets.layout.table import add_scores, verdict
from moderator.sheets.snapshot import Stamp, moderators

# The score sheet: points, castles and clans, and the tie-break.

SIZE, LEADING = 9.0, 12.0


def _fill(sheet: Sheet, view: BoardView) -> None:
    width = sheet.width
    ranked = sorted(view.daimyos, key=lambda daimyo: daimyo.place)
    heads = [_("Clans"), _("Castles"), _("Points")]
    rows = [(one.seat, one.place, (one.clan_count, one.castle_count, one.points)) for one in ranked]
    title = _("Final score") if view.is_over else _("If the game ended now")
    sentence = verdict(view.winners, max(one.points for one in ranked), view.is_over)
    add_scores(sheet, title, sentence, heads, rows)
    sheet.flow(Section(_("Tie-break"), paragraph(_reason(ranked), width)))
    each = column_width(width, 2)
    blocks = [_holdings(one, each) for one in ranked]
    sheet.flow(Section(_("What everybody holds"), side_by_side(blocks, each + GUTTER)))
    if view.center:
        names = ", ".join(castle.name for castle in view.center)
        sheet.flow(Section(_("In the center"), paragraph(names, width)))


def _moves(sheet: Sheet, lines: Sequence[MoveLine]) -> None:
    """Adds the moves below what the letters of dice mean."""
    if lines:
        width = sheet.width
        sheet.flow(Section(_("Dice in the list of moves"), paragraph(_legend(), width)))
        move_list(sheet, lines)


def _legend() -> str:
    return _(
        "i1, i2 and i3 are infantry with 1, 2 and 3 swords, a is archery, c cavalry, d the daimyo. "
        "A line such as infantry 8 needs that many swords; 2 archery needs two dice of archery."
    )


score_sheet = SheetKind(
    "score",
    gettext_lazy("Score sheet"),
    _fill,
    moderators,
    when="after",
    about=gettext_lazy("Who wins, and where everybody’s points come from."),
    add_moves=_moves,
)
"""Who wins and why, then what everybody holds. Source: docs/rules/age-of-war.md, "The end"."""


def _reason(ranked: Sequence[DaimyoView]) -> str:
    """The tie-break rule, and how it applied here."""
    rule = _(
        "The most points win; then the most castles, those in clans too; then the most clans; "
        "then the victory is shared."
    )
    first, second = ranked[:2]
    if second.place == first.place:
        return f"{rule} {_('Here everything is equal, so the first place is shared.')}"
    if second.points < first.points:
        return f"{rule} {_('Here the points alone decide.')}"
    if second.castle_count < first.castle_count:
        return f"{rule} {_('Here the number of castles decides.')}"
    return f"{rule} {_('Here castles are equal too, and the number of clans decides.')}"


def _holdings(daimyo: DaimyoView, width: float) -> Block:
    """A daimyo's clans and face-up castles, each with its points."""
    worth = [(_("clan %s") % clan.name, clan.points) for clan in daimyo.clans]
    worth += [(castle.name, castle.points) for castle in daimyo.castles]
    if not worth:
        worth = [(_("nothing yet"), 0)]

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("H3"):
            page.badge(x, y, 16, daimyo.seat)
            page.text(x + 21, y + 12.5, daimyo.seat.name, 10, width - 21, is_bold=True)
        for k, (name, points) in enumerate(worth):
            baseline = y + 27 + LEADING * k
            with page.item():
                page.text(x + 18, baseline, name, SIZE, width - 50)
                if points:
                    page.text(x + width, baseline, str(points), SIZE, 30, "right", is_bold=True)
        bottom = y + 21 + LEADING * len(worth)
        page.line(x, bottom, x + width, bottom)

    return Block(32 + LEADING * len(worth), draw)


# The blank score: all castles with their battle lines, to tick by hand who holds them.

NAME, POINTS = 88.0, 32.0
CELL, HEAD, BADGE = 42.0, 42.0, 22.0
ROW, HIGH_ROW, CLAN_ROW, TOTAL_ROW = 18.0, 22.5, 21.5, 23.0
"""Heights in points; a high row has battle lines on two lines."""
BLANK_SIZE = 9.0
BOX = 11.0


def _header(_view: BoardView, name: str, stamp: Stamp) -> Header:
    status = _("Tick who holds a castle; cross the tick out when it is lost.")
    return partial(header, name=name, stamp=stamp, status=status)


def _blank_fill(sheet: Sheet, view: BoardView) -> None:
    width = sheet.width
    sheet.flow(Section(_("Castles"), [_table(view, width)]))
    sheet.flow(Section(_("How points are counted"), paragraph(_rule(), width)))


def _rule() -> str:
    return _(
        "A castle that lies in front of an opponent needs one more die, the daimyo. Who holds all "
        "castles of a clan has conquered it: they are out of reach, and the clan’s points count "
        "instead of theirs. The most points win; then the most castles, those in clans too; then "
        "the most clans."
    )


def _table(view: BoardView, width: float) -> Block:
    cells = min(CELL, (width * 0.42) / len(view.daimyos))
    left = width - cells * len(view.daimyos)
    room = left - NAME - POINTS - 6
    rows = [_row_height(castle, room) for clan in view.clans for castle in clan.castles]
    totals = (_("Points of castles"), _("Points of clans"), _("Castles"), _("Points"))
    whole = HEAD + CLAN_ROW * len(view.clans) + sum(rows) + TOTAL_ROW * len(totals)

    def draw(page: Page, x: float, y: float) -> None:
        top = y + HEAD
        edges = [x + left + cells * k for k in range(len(view.daimyos) + 1)]
        with page.element("Table"):
            _head(page, x, y, view, edges)
            for clan in view.clans:
                _clan(page, x, top, clan, edges)
                top += CLAN_ROW
                for castle in clan.castles:
                    height = _row_height(castle, room)
                    _castle(page, x, top, castle, edges, height)
                    top += height
            page.line(x, top, edges[-1], top, 1.2, INK)
            for text in totals:
                _total(page, x, top, text, edges)
                top += TOTAL_ROW
        for edge in edges:
            page.line(edge, y + HEAD, edge, top, 0.5, INK)

    return Block(whole, draw)


def _head(page: Page, x: float, y: float, view: BoardView, edges: Sequence[float]) -> None:
    with page.element("TR"):
        for left, text in (
            (x, _("Castle")),
            (x + NAME, _("Points")),
            (x + NAME + POINTS, _("Lines")),
        ):
            with page.element("TH"):
                page.text(left, y + HEAD - 5, text, LEAST)
        for daimyo, left, right in zip(view.daimyos, edges, edges[1:], strict=False):
            middle = (left + right) / 2
            with page.element("TH"):
                page.badge(middle - BADGE / 2, y + 4, BADGE, daimyo.seat)
                name = daimyo.seat.name
                write(page, middle, y + HEAD - 6, name, 9, right - left - 3, "centre")


def _clan(page: Page, x: float, y: float, clan: ClanView, edges: Sequence[float]) -> None:
    """Draws a clan, with a box to tick for who conquers it."""
    page.line(x, y, edges[-1], y, 1.2, INK)
    together = ngettext("%d point together", "%d points together", clan.points) % clan.points
    with page.element("TR"):
        with page.element("TH", scope="Row"):
            used = write(page, x, y + 15.5, clan.name, 12, NAME - 6, is_serif=True)
            write(page, x + used + 8, y + 15.5, together, 9, edges[0] - x - used - 14)
        _cells(page, edges, y + CLAN_ROW / 2, BOX + 4)


def _lines(castle: CastleView) -> str:
    """The battle lines of a castle in the center."""
    return " · ".join(line.words for line in castle.lines if line.number)


def _row_height(castle: CastleView, room: float) -> float:
    return ROW if fonts.width(_lines(castle), LEAST) <= room else HIGH_ROW


def _castle(
    page: Page, x: float, y: float, castle: CastleView, edges: Sequence[float], height: float
) -> None:
    page.line(x, y, edges[-1], y, 0.5, INK)
    middle, start = y + height / 2, x + NAME + POINTS
    with page.element("TR"):
        with page.element("TH", scope="Row"):
            write(page, x + 8, middle + 3.6, castle.name, 10, NAME - 14)
        with page.element("TD"):
            page.text(x + NAME, middle + 3.6, str(castle.points), 10, is_bold=True)
        with page.element("TD"):
            write_name(
                page, start, middle, _lines(castle), BLANK_SIZE, edges[0] - start - 6, "plain"
            )
        _cells(page, edges, middle, BOX)


def _total(page: Page, x: float, y: float, text: str, edges: Sequence[float]) -> None:
    """Draws a row to write numbers in."""
    with page.element("TR"):
        with page.element("TH", scope="Row"):
            write(page, edges[0] - 8, y + 15.5, text, 10, edges[0] - x - 8, "right", is_bold=True)
        for _edge in edges[1:]:
            with page.element("TD"):
                pass
    page.line(edges[0], y + TOTAL_ROW, edges[-1], y + TOTAL_ROW, 0.8, INK)


def _cells(page: Page, edges: Sequence[float], middle: float, side: float) -> None:
    """Draws a box to tick for each daimyo around the height `middle`."""
    for left, right in pairwise(edges):
        with page.element("TD"):
            x = (left + right - side) / 2
            page.box(x, middle - side / 2, side, side, None, INK, 0.7)


blank_score_sheet = SheetKind(
    "blank-score",
    gettext_lazy("Blank score"),
    _blank_fill,
    when="before",
    about=gettext_lazy("All castles with boxes to tick: to keep the score by hand."),
    header=_header,
)
"""The castles by clan, whoever holds them now.

Source: docs/rules/age-of-war.md, "Setup" and "The end".
"""
