"""Age of War on paper: the castles with their holders, the score sheet, and a blank one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.age_of_war.castles import SWORDS, short
from moderator.rules.age_of_war.views import BoardView, CastleView, ClanView, DaimyoView, LineView
from moderator.sheets.drawing import LEAST, Page, fonts, write_name
from moderator.sheets.drawing.marks import HELMET, INK, PAPER, TICK, Icon, IconPath
from moderator.sheets.games import instructions_sheet
from moderator.sheets.layout import GAP as SHEET_GAP
from moderator.sheets.layout import (
    Block,
    Section,
    Sheet,
    in_pairs,
    paragraph,
)
from moderator.sheets.layout.kind import SheetKind, chart_kind, score_kind
from moderator.sheets.layout.table import MoveLine, add_result, move_list
from moderator.sheets.snapshot import moderators

# Drawings of dice: swords, bow, horse and helmet.

SWORD: Icon = (
    IconPath("M12 1 L14.2 5 L14.2 15 L9.8 15 L9.8 5Z"),
    IconPath("M6.5 16 L17.5 16", 2.4),
    IconPath("M12 17 L12 22.4", 2.6),
)
BOW: Icon = (
    IconPath("M7 1.5 C21 5 21 19 7 22.5", 2.2),
    IconPath("M7 1.5 L7 22.5", 1.1),
    IconPath("M2 12 L19 12", 1.8),
    IconPath("M23.5 12 L17.5 8.6 L17.5 15.4Z"),
)
HORSE: Icon = (
    IconPath(
        "M6 22.5 C6 17 10.5 15.5 10.5 12 C8.5 13.4 6 14.6 4.4 14 C2.6 13.4 2.8 11.4 4 10 L9 4.2"
        " L10 1 L12.6 4 C18.6 5.5 20.6 13 19.8 22.5Z"
    ),
    IconPath("M10 7.4 L10.4 7.4", 1.7, is_hole=True),
)
SYMBOLS = {"archery": BOW, "cavalry": HORSE, "daimyo": HELMET}
GAP = 2.0


def die(page: Page, x: float, y: float, side: float, face: str, is_placed: bool) -> None:
    """Draws a die; a placed one is dark."""
    tone, ground = (PAPER, INK) if is_placed else (INK, PAPER)
    page.box(x, y, side, side, ground, INK, 0.7, radius=side * 0.2)
    if face in SYMBOLS:
        inset = side * 0.15
        page.glyph(x + inset, y + inset, side - 2 * inset, SYMBOLS[face], tone, ground)
        return
    each = side * 0.66
    step = side * 0.27
    start = x + side / 2 - each / 2 - step * (SWORDS[face] - 1) / 2
    for k in range(SWORDS[face]):
        page.glyph(start + k * step, y + (side - each) / 2, each, SWORD, tone, ground)


def dice(
    page: Page, x: float, y: float, side: float, faces: Sequence[str], is_placed: bool = False
) -> float:
    """Draws dice in a row and returns its width in points."""
    for k, face in enumerate(faces):
        die(page, x + k * (side + GAP), y, side, face, is_placed)
    return len(faces) * (side + GAP)


def swords(page: Page, x: float, y: float, side: float, number: int) -> float:
    """Draws a sword and the number that a line requires; returns the width in points."""
    page.glyph(x, y, side, SWORD)
    width = page.text(x + side, y + side * 0.82, str(number), side * 0.85, is_bold=True)
    return side + width + GAP


def tick(page: Page, x: float, y: float, side: float) -> None:
    page.glyph(x, y, side, TICK, INK)


# A castle card: its points, its holder, and its battle lines.

CARD_HEAD = 19.0
HIGHEST_LINE = 23.0
DIE = 17.0
PAD = 5.0
TARGET = 3.0
"""The thickness in points of the border of the castle of this turn."""


def card(page: Page, x: float, y: float, width: float, height: float, castle: CastleView) -> None:
    """Draws a castle card in a rectangle; a face-down one is without lines."""
    _frame(page, x, y, width, height, castle)
    page.text(x + PAD, y + 13, castle.name, 10.5, width - 3 * PAD - 14, is_bold=True)
    page.box(x + width - 19, y + 3, 15, 13, INK, radius=2)
    page.text(x + width - 11.5, y + 13, str(castle.points), 10, 13, "centre", PAPER, is_bold=True)
    bottom = y + height
    if castle.holder is not None:
        bottom -= 20
        page.badge(x + PAD, bottom + 1, 16, castle.holder)
        page.text(x + PAD + 20, bottom + 12, castle.holder.name, 8.5, width - 2 * PAD - 20)
    if castle.is_face_down:
        page.text(x + PAD, y + CARD_HEAD + 12, _("face down"), 8.5, width - 2 * PAD)
        return
    lines = [line for line in castle.lines if line.is_needed]
    step = min(HIGHEST_LINE, (bottom - y - CARD_HEAD) / len(lines))
    for k, line in enumerate(lines):
        _line(page, x + PAD, y + CARD_HEAD + k * step, width - 2 * PAD, step, line)


def _frame(page: Page, x: float, y: float, width: float, height: float, castle: CastleView) -> None:
    """Draws the border: thicker for a castle with a holder, thickest for that of this turn."""
    thickness = TARGET if castle.is_target else 0.6 if castle.holder is None else 1.4
    page.box(x, y, width, height, None, INK, thickness, radius=4)


def _line(page: Page, x: float, y: float, width: float, height: float, line: LineView) -> None:
    """Draws a battle line as symbols and words, or with the dark dice that fill it."""
    side = min(DIE, height - 2)
    top = y + (height - side) / 2
    if line.dice:
        with page.element("Figure", alt=_("%s: filled") % line.words):
            used = dice(page, x, top, side, line.dice, is_placed=True)
            tick(page, x + used + 1, top + 2, side - 4)
        return
    if line.infantry:
        used = swords(page, x - 1.5, top, side, line.infantry)
    else:
        used = dice(page, x, top, side, line.symbols)
    page.text(x + used + 3, y + height / 2 + 2.6, line.words, 7, width - used - 3)


# The sheet.

ROWS = (("oda", "shimazu"), ("tokugawa", "uesugi"), ("mori", "chosokabe"))
"""The rows of clans on the sheet, with four or five castles each."""
COLUMNS = 5
SIDE = 176.0
SIDE_GUTTER, CARD_GAP = 16.0, 5.0
CLAN_HEAD = 15.0
DAIMYO = 30.0


def _fill(sheet: Sheet, view: BoardView) -> None:
    width = sheet.width - SIDE - SIDE_GUTTER
    height = (sheet.bottom - sheet.top - 2 * SHEET_GAP) / len(ROWS)
    clans = {clan.id: clan for clan in view.clans}
    each = (width - CARD_GAP * (COLUMNS - 1)) / COLUMNS
    for k, row in enumerate(ROWS):
        x, y = sheet.left, sheet.top + k * (height + SHEET_GAP)
        for id in row:
            _clan(sheet.page, x, y, each, height, clans[id])
            x += (each + CARD_GAP) * len(clans[id].castles)
    x, y = sheet.right - SIDE, sheet.top
    if not view.state.is_over:
        y = sheet.place(_turn(view), x, y) + SHEET_GAP
    sheet.place(_daimyos(view), x, y)


chart_sheet = chart_kind(gettext_lazy("Board"), _fill)
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
    counts = {"left": view.state.dice_left, "lost": view.state.lost}
    text = _("%(left)d dice left, %(lost)d lost") % counts

    def draw(page: Page, x: float, y: float) -> None:
        if view.active is not None:
            with page.element("P"):
                page.badge(x, y, 16, view.active)
                page.text(x + 21, y + 12, view.active.name, 11, SIDE - 20, is_bold=True)
        page.text(x, y + 30, where, 9, SIDE)
        page.text(x, y + 43, text, 9, SIDE)
        if view.state.roll:
            with page.element("Figure", alt=short(view.state.roll)):
                dice(page, x, y + 52, 22, view.state.roll)

    return Section(_("This turn"), [Block(80.0 if view.state.roll else 48.0, draw)])


def _daimyos(view: BoardView) -> Section:
    rows = [Block(DAIMYO, partial(_daimyo, daimyo=daimyo)) for daimyo in view.daimyos]
    return Section(_("Daimyos"), rows)


def _daimyo(page: Page, x: float, y: float, *, daimyo: DaimyoView) -> None:
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


# The score sheet: points, castles and clans, and the tie-break.

SIZE, LEADING = 9.0, 12.0


def _score(sheet: Sheet, view: BoardView) -> None:
    width = sheet.width
    ranked = sorted(view.daimyos, key=lambda daimyo: daimyo.place)
    heads = [_("Clans"), _("Castles"), _("Points")]
    rows = [(one.seat, one.place, (one.clan_count, one.castle_count, one.points)) for one in ranked]
    add_result(sheet, view.winners, view.state.is_over, heads, rows)
    sheet.flow(Section(_("Tie-break"), paragraph(_reason(ranked), width)))
    sheet.flow(Section(_("What everybody holds"), in_pairs(ranked, width, _holdings)))
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


score_sheet = score_kind(_score, moderators, add_moves=_moves)
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
BOX = 11.0


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
                _blank_clan(page, x, top, clan, edges)
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
            page.text(left, y + HEAD - 5, text, LEAST, tag="TH")
        for daimyo, left, right in zip(view.daimyos, edges, edges[1:], strict=False):
            middle = (left + right) / 2
            with page.element("TH"):
                page.badge(middle - BADGE / 2, y + 4, BADGE, daimyo.seat)
                name = daimyo.seat.name
                page.text(middle, y + HEAD - 6, name, 9, right - left - 3, "centre", least=LEAST)


def _blank_clan(page: Page, x: float, y: float, clan: ClanView, edges: Sequence[float]) -> None:
    """Draws a clan, with a box to tick for who conquers it."""
    page.line(x, y, edges[-1], y, 1.2, INK)
    together = ngettext("%d point together", "%d points together", clan.points) % clan.points
    with page.element("TR"):
        with page.element("TH", scope="Row"):
            used = page.text(x, y + 15.5, clan.name, 12, NAME - 6, is_serif=True, least=LEAST)
            page.text(x + used + 8, y + 15.5, together, 9, edges[0] - x - used - 14, least=LEAST)
        _no_cells(page, 2)
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
        page.text(
            x + 8, middle + 3.6, castle.name, 10, NAME - 14, least=LEAST, tag="TH", scope="Row"
        )
        page.text(x + NAME, middle + 3.6, str(castle.points), 10, is_bold=True, tag="TD")
        with page.element("TD"):
            write_name(page, start, middle, _lines(castle), SIZE, edges[0] - start - 6, "plain")
        _cells(page, edges, middle, BOX)


def _total(page: Page, x: float, y: float, text: str, edges: Sequence[float]) -> None:
    """Draws a row to write numbers in."""
    with page.element("TR"):
        with page.element("TH", scope="Row"):
            right = edges[0] - 8
            page.text(right, y + 15.5, text, 10, right - x, "right", is_bold=True, least=LEAST)
        _no_cells(page, 1 + len(edges))
    page.line(edges[0], y + TOTAL_ROW, edges[-1], y + TOTAL_ROW, 0.8, INK)


def _no_cells(page: Page, count: int) -> None:
    """Cells with nothing in them, so that all rows have the same number."""
    for _cell in range(count):
        page.text(0, 0, "", SIZE, tag="TD")


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
    status=gettext_lazy("Tick who holds a castle; cross the tick out when it is lost."),
)
"""The castles by clan, whoever holds them now.

Source: docs/rules/age-of-war.md, "Setup" and "The end".
"""


SHEETS = (chart_sheet, score_sheet, blank_score_sheet, instructions_sheet)
