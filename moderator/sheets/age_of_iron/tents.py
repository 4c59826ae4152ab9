"""Table tents: a country's name on a page that is folded in the middle, read from both sides."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.age_of_iron.role.tent import Tent, draw_tent
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import MARGIN
from moderator.sheets.layout.kind import SheetKind, no_header
from moderator.sheets.layout.sheet import Sheet

BESIDE_FOLD = 18.0
"""The room between the fold and the names, in points."""


@dataclass(frozen=True, slots=True)
class TentView:
    """One country of a chart."""

    chart: ChartView
    country: Country

    @property
    def title(self) -> str:
        return self.chart.title

    @property
    def copyright(self) -> str:
        return self.chart.copyright


def _split(view: ChartView) -> dict[str, TentView]:
    return {country.seat.id: TentView(view, country) for country in view.countries}


def _fill(sheet: Sheet, view: TentView) -> None:
    stamp, page = sheet.footer.stamp, sheet.page
    fold = sheet.size[1] / 2
    left, width = sheet.left, sheet.right - sheet.left
    height = min(sheet.bottom, sheet.size[1] - MARGIN) - fold - BESIDE_FOLD
    tent = Tent(
        view.country.seat,
        f"{view.title} · {stamp.group_name}",
        stamp.players.get(view.country.seat.id, ""),
        (),
    )
    page.bookmark(fold, view.country.seat.name)
    draw_tent(page, left, fold + BESIDE_FOLD, width, height, tent)
    _draw_fold(page, left, sheet.right, fold)
    with page.turned(left + width / 2, fold):
        draw_tent(page, left, fold + BESIDE_FOLD, width, height, tent)


def _draw_fold(page: Page, left: float, right: float, y: float) -> None:
    page.text((left + right) / 2, y - 5, _("Fold here"), 8.5, align="centre")
    page.path([(left, y), (right, y)], dash=(5, 3))


tents_sheet = SheetKind(
    "tents",
    gettext_lazy("Table tents"),
    _fill,
    when="before",
    about=gettext_lazy("A page for each country, to fold: its name, read from both sides."),
    split=_split,
    is_landscape=True,
    header=no_header,
)
"""One page for each country, in the order of play; nothing on it is secret."""
