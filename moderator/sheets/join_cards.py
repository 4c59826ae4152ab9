"""Join cards: for each student a card to cut out, with how to join a class or group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.drawing.qr import draw_qr
from moderator.sheets.layout.kind import SheetKind, SheetPart, no_header
from moderator.sheets.layout.sheet import Sheet
from moderator.sheets.layout.writing import LEAST, cut_across, cut_down
from moderator.sheets.stamp import JoinPlace, Stamp

COLUMNS, ROWS = 2, 4
PAD, QR = 12.0, 96.0
NAMES, NAME_LINES, LEADING = (15.0, 13.0, 11.5, 10.0, 8.5), 2, 11.5


@dataclass(frozen=True, slots=True)
class JoinCard:
    """What a card says.

    Args:
        name: the student's; a card without a name is for anybody.
        group, seat: where the student sits; may be empty.
        join: where to join, and the code.
        link: a URL that signs this student in; its QR code takes the place of that of `join`.
        until: how long the link works, in words.
    """

    name: str
    group: str
    seat: str
    join: JoinPlace
    link: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Cards, eight to a page, for a class; `is_reached` if phones can open the links."""

    cards: Sequence[JoinCard]
    is_reached: bool

    @property
    def title(self) -> str:
        return _("Join cards")

    @property
    def copyright(self) -> str:
        return ""


def join_cards(cards: CardSheet, stamp: Stamp, paper: Paper = "a4") -> list[SheetPart]:
    """The cards in their order, with lines to cut along.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    kind = SheetKind("join-cards", gettext_lazy("Join cards"), _fill, header=no_header)
    return kind.lay_out(cards, stamp, paper, ())


def _fill(sheet: Sheet, view: CardSheet) -> None:
    each = COLUMNS * ROWS
    for start in range(0, len(view.cards), each):
        if start:
            sheet.new_page()
        _fill_page(sheet, view.cards[start : start + each], view.is_reached)


def _fill_page(sheet: Sheet, cards: Sequence[JoinCard], is_reached: bool) -> None:
    page, top, height = sheet.page, sheet.top, (sheet.bottom - sheet.top) / ROWS
    middle = (sheet.left + sheet.right) / 2
    for k, card in enumerate(cards):
        x = sheet.left if k % COLUMNS == 0 else middle + PAD
        y = top + height * (k // COLUMNS)
        with page.element("Sect"):
            _card(page, x, y + PAD, middle - PAD - sheet.left, height - 2 * PAD, card, is_reached)
    rows = -(-len(cards) // COLUMNS)
    cut_down(page, middle, top, top + height * rows)
    for row in range(1, rows + 1):
        cut_across(page, sheet.left, sheet.right, top + height * row)


def _card(
    page: Page, x: float, y: float, width: float, height: float, card: JoinCard, is_reached: bool
) -> None:
    url = (card.link or card.join.url) if is_reached else ""
    room = width - QR - PAD if url else width
    if url:
        draw_qr(page, x + width - QR, y, QR, url)
    base = _name(page, x, y, room, card.name)
    for text in filter(None, (card.group, card.seat)):
        base += 14
        page.text(x, base, text, 10.5, room, least=LEAST)
    base += 18
    page.text(x, base, _("Join code"), 9, room, least=LEAST)
    page.text(x, base + 17, card.join.code, 18, room, least=LEAST, is_bold=True)
    page.text(x, base + 29, card.join.address, 9, room, least=LEAST)
    _explain(page, x, max(base + 29, y + QR) + 3, width, y + height, card, bool(url))


def _name(page: Page, x: float, y: float, room: float, name: str) -> float:
    """Writes the name, or draws a line for it; returns the last baseline."""
    if not name:
        page.line(x, y + 20, x + room, y + 20, 0.6)
        return y + 20
    tries = ((size, fonts.wrap(name, size, room, face="serif")) for size in NAMES)
    least = NAMES[-1], fonts.wrap(name, NAMES[-1], room, NAME_LINES, face="serif")
    size, lines = next((one for one in tries if len(one[1]) <= NAME_LINES), least)
    with page.element("H2"):
        page.lines(x, y + 13, lines, size * 1.2, size, is_serif=True)
    return y + 13 + size * 1.2 * (len(lines) - 1)


def _explain(
    page: Page, x: float, y: float, width: float, bottom: float, card: JoinCard, has_qr: bool
) -> None:
    """Says what the QR code does, and writes the personal link if there is room for all of it."""
    if card.link:
        about = _("For you alone: this link signs you in once, %s.") % card.until
        if has_qr:
            about = _("For you alone: the QR code signs you in once, %s.") % card.until
    elif has_qr:
        about = _("Scan, or type the code, and choose your name.")
    else:
        about = _("Type the code on the site, and choose your name.")
    lines = fonts.wrap(about, 9, width, 2)
    link = fonts.wrap(card.link, LEAST, width) if card.link else []
    if y + LEADING * (len(lines) + len(link)) > bottom and has_qr:
        link = []
    for size, line in [*((9.0, line) for line in lines), *((LEAST, line) for line in link)]:
        y += LEADING
        page.text(x, y, line, size)
