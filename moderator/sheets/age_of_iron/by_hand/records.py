"""The form for a country's diplomatic record: its contacts with the others, to be handed in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.sheets.age_of_iron.by_hand.blank_chart import view_of
from moderator.sheets.age_of_iron.by_hand.order_slips import CountrysSheet, for_each_country
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.header import role_header
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import GAP, Block, Header, Sheet, paragraph
from moderator.sheets.layout.writing import write
from moderator.sheets.stamp import Stamp

TURN, MOVE, WITH, KEPT = 52.0, 40.0, 92.0, 40.0
"""The widths of the columns; what was said has the rest."""
HEAD, ROW = 26.0, 27.0
PER_TURN = 3
"""Rows for each Game-turn: a long game gets more pages."""
MOST_PAGES = 4
LETTER, MOST_LETTERS = 9.5, 5


def _header(view: CountrysSheet, name: str, stamp: Stamp) -> Header:
    seat = view.country.seat
    return partial(role_header, title=view.title, name=name, stamp=stamp, seat=seat)


def _fill(sheet: Sheet, view: CountrysSheet) -> None:
    width = sheet.right - sheet.left
    for block in paragraph(_explanation(view), width, 9.5, 13.0):
        block.draw(sheet.page, sheet.left, sheet.y)
        sheet.y += block.height
    sheet.y += GAP / 2
    others = [one.seat.letter for one in view.game.start.countries if one != view.country]
    wanted, pages = PER_TURN * view.game.start.turns, 0
    while (wanted > 0 and pages < MOST_PAGES) or not pages:
        if pages:
            sheet.new_page()
        count = int((sheet.bottom - sheet.y - HEAD) // ROW)
        _table(count, width, others).draw(sheet.page, sheet.left, sheet.y)
        sheet.y += HEAD + ROW * count
        wanted, pages = wanted - count, pages + 1


def _explanation(view: CountrysSheet) -> str:
    text = _(
        "Note every contact with another country, spoken or written: circle its letter and say "
        "what was said or promised. Later, note whether the promise was kept. A move’s number is "
        "on the chart."
    )
    if view.game.has_records:
        return f"{text} {_('The moderator collects this sheet at the end of the game.')}"
    return f"{text} {_('If the moderator collects records, it is at the end of the game.')}"


def _table(count: int, width: float, others: Sequence[str]) -> Block:
    widths = (TURN, MOVE, WITH, width - TURN - MOVE - WITH - KEPT, KEPT)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("Table"):
            _heads(page, x, y, widths)
            for k in range(count):
                with page.element("TR"):
                    for column in range(len(widths)):
                        with page.element("TD"):
                            if column == 2:
                                _letters(page, x + TURN + MOVE, y + HEAD + ROW * k, others)
        _lines(page, x, y + HEAD, count, widths)

    return Block(HEAD + ROW * count, draw)


def _heads(page: Page, x: float, y: float, widths: Sequence[float]) -> None:
    heads = (_("Game-turn"), _("Move"), _("With whom"), _("What was said or promised"), _("Kept?"))
    with page.element("TR"):
        for text, width in zip(heads, widths, strict=True):
            with page.element("TH", scope="Column"):
                write(page, x + 3, y + HEAD - 7, text, 9, width - 5, is_bold=True)
            x += width


def _letters(page: Page, x: float, y: float, others: Sequence[str]) -> None:
    """Writes the letters of the others, to be circled; none if there are too many."""
    if len(others) > MOST_LETTERS:
        return
    for k, letter in enumerate(others):
        middle = x + WITH * (k + 0.5) / len(others)
        write(page, middle, y + 17, letter, LETTER, WITH / len(others) - 3, "centre")


def _lines(page: Page, x: float, top: float, count: int, widths: Sequence[float]) -> None:
    bottom = top + ROW * count
    for k in range(count + 1):
        thickness = 1.2 if k in (0, count) else 0.5
        page.line(x, top + ROW * k, x + sum(widths), top + ROW * k, thickness, INK)
    left = x
    for width in widths[:-1]:
        left += width
        page.line(left, top, left, bottom, 0.5, INK)


records_sheet = SheetKind(
    "diplomatic-records",
    gettext_lazy("Diplomatic records"),
    _fill,
    view_of,
    when="before",
    about=gettext_lazy("A form for each country to note who said what, collected at the end."),
    leads=lambda options: bool(options["diplomatic_records"]),
    split=for_each_country,
    header=_header,
)
"""A form for each country. Source: docs/rules/age-of-iron.md, "Options", `diplomatic_records`."""
