"""Role sheets: each country's information before play, to be printed and handed out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.age_of_iron.objectives import objective_rows
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import SOFT
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.header import role_header
from moderator.sheets.layout.kind import GameSnapshot, SheetKind, moderators
from moderator.sheets.layout.sheet import Block, Header, Section, Sheet
from moderator.sheets.stamp import Stamp

SIZE, LEADING = 10.5, 15.0
LABEL = 120.0


@dataclass(frozen=True, slots=True)
class RoleSheets:
    """What role sheets show: a chart with all objectives, and texts by seat id.

    In the texts, blank lines separate paragraphs.
    """

    chart: ChartView
    briefings: Mapping[str, str]

    @property
    def title(self) -> str:
        return self.chart.title

    @property
    def copyright(self) -> str:
        return self.chart.copyright


def _role_sheets(now: GameSnapshot) -> RoleSheets:
    briefings = {seat.id: now.game.briefing(now.state, seat.id) for seat in now.seats}
    return RoleSheets(moderators(now), briefings)


def _header(view: RoleSheets, name: str, stamp: Stamp, country: int = 0) -> Header:
    seat = view.chart.countries[country].seat
    return partial(role_header, title=view.title, name=name, stamp=stamp, seat=seat)


def _fill(sheet: Sheet, view: RoleSheets) -> None:
    width = sheet.right - sheet.left
    for number, country in enumerate(view.chart.countries):
        if number:
            sheet.header = _header(view, _("Role sheet"), sheet.footer.stamp, number)
            sheet.new_page()
        sheet.flow(Section(_("Your country"), _facts(view.chart, country, width)))
        text = view.briefings.get(country.seat.id, "")
        if text.strip():
            sheet.flow(Section(_("Your briefing"), _paragraphs(text, width)))
        if country.objectives:
            rows = objective_rows(country.objectives, width, is_marked=False)
            title = _("Your objectives: keep them to yourself")
            sheet.flow(Section(title, rows))


briefing_sheet = SheetKind(
    "briefings",
    gettext_lazy("Role sheet"),
    _fill,
    _role_sheets,
    is_secret=True,
    header=_header,
)
"""Role sheets: each country starts a page, in the order of play.

Source: spec/age-of-iron.md, "A scenario". Cost: about 40 ms for four countries.
"""


def _facts(view: ChartView, country: Country, width: float) -> list[Block]:
    order = {"number": view.countries.index(country) + 1, "all": len(view.countries)}
    facts = [(_("Order of play"), _("%(number)d of %(all)d") % order)]
    if country.home:
        facts.append((_("Home"), country.home))
    income = {"rfs": country.income, "turn": view.turn}
    facts.append((_("Income"), _("%(rfs)d RFs in Game-turn %(turn)d") % income))
    facts.append((_("Game-turns"), str(view.turns)))
    if country.boxes:
        worth = ", ".join(f"{box.level} {box.victory_points} VP" for box in country.boxes)
        size = _("%d RFs complete a box") % country.boxes[0].size
        facts.append((_("Civilization Chart"), f"{size}: {worth}"))
    own = {good.letter: good.name for good in country.for_trade}
    if own:
        goods = ", ".join(f"{letter} {name}" for letter, name in own.items())
        units = {"units": len(country.for_trade), "good": goods}
        facts.append((_("For trade"), _("%(units)d of your own good, %(good)s") % units))
    if view.goods:
        everything = ", ".join(f"{letter} {name}" for letter, name in view.goods)
        facts.append((_("A complete set"), everything))
    return [_fact(label, text, width) for label, text in facts]


def _fact(label: str, text: str, width: float) -> Block:
    lines = fonts.wrap(text, SIZE, width - LABEL, 8)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 11, label, SIZE, LABEL - 8, colour=SOFT)
        for k, line in enumerate(lines):
            page.text(x + LABEL, y + 11 + LEADING * k, line, SIZE)

    return Block(LEADING * len(lines) + 2, draw)


def _paragraphs(text: str, width: float) -> list[Block]:
    """Lines of at most about eighty letters, for easy reading."""
    room = min(width, SIZE * 44)
    blocks = []
    for paragraph in text.replace("\r\n", "\n").split("\n\n"):
        if not paragraph.strip():
            continue
        lines = fonts.wrap(paragraph, SIZE, room)
        for k, line in enumerate(lines):
            space = 5 if k == len(lines) - 1 else 0
            blocks.append(Block(LEADING + space, partial(_draw_line, line=line)))
    return blocks


def _draw_line(page: Page, x: float, y: float, *, line: str) -> None:
    page.text(x, y + 11, line, SIZE)
