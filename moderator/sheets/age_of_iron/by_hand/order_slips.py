"""Order slips on paper: a slip for each Game-turn, one country's whole game on a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.by_hand import ByHandView
from moderator.rules.age_of_iron.views.view import Country
from moderator.sheets.age_of_iron.by_hand.blank_chart import view_of
from moderator.sheets.age_of_iron.by_hand.slip import PrintedSlip, SlipShape, shape_of
from moderator.sheets.layout.header import header
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import Header, Sheet
from moderator.sheets.layout.writing import cut_across, cut_down
from moderator.sheets.stamp import Stamp

GUTTER = 28.0


@dataclass(frozen=True, slots=True)
class CountrysSheet:
    """A sheet for the people of one country."""

    game: ByHandView
    country: Country

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def copyright(self) -> str:
        return self.game.copyright


def for_each_country(view: ByHandView) -> dict[str, CountrysSheet]:
    """A sheet for each country, by the id of its seat."""
    return {country.seat.id: CountrysSheet(view, country) for country in view.start.countries}


def _header(view: CountrysSheet, name: str, stamp: Stamp) -> Header:
    status = _("Cut along the broken lines; hand in one each Game-turn.")
    where = view.country.seat.name
    return partial(header, title=view.title, name=name, stamp=stamp, where=where, status=status)


def _fill(sheet: Sheet, view: CountrysSheet) -> None:
    width, room = sheet.right - sheet.left, sheet.bottom - sheet.top
    shape = shape_of(view.game.start, width, GUTTER, room)
    turns = list(range(1, len(view.country.incomes) + 1))
    per_page = shape.across * shape.down
    for start in range(0, len(turns), per_page):
        if start:
            sheet.new_page()
        _page(sheet, view, shape, turns[start : start + per_page])


def _page(sheet: Sheet, view: CountrysSheet, shape: SlipShape, turns: list[int]) -> None:
    """Draws the slips of one page, then the lines between them."""
    page, top = sheet.page, sheet.top
    stamp = sheet.footer.stamp
    for k, turn in enumerate(turns):
        slip = PrintedSlip(view.game, view.country, turn, stamp, shape)
        x = sheet.left + (k % shape.across) * (shape.width + GUTTER)
        slip.draw(page, x, top + (k // shape.across) * shape.height)
    rows = -(-len(turns) // shape.across)
    for row in range(rows + 1):
        cut_across(page, sheet.left, sheet.right, top + row * shape.height)
    if shape.across > 1:
        middle = sheet.left + shape.width + GUTTER / 2
        cut_down(page, middle, top, top + rows * shape.height)


order_slips_sheet = SheetKind(
    "order-slips",
    gettext_lazy("Order slips"),
    _fill,
    view_of,
    when="before",
    about=gettext_lazy("A slip for each country and Game-turn, to be cut apart and written on."),
    split=for_each_country,
    header=_header,
)
"""A slip for each Game-turn of the game, with the RFs that the country then places.

Source: docs/rules/age-of-iron.md, "How a Game-turn runs", Simultaneous.
"""
