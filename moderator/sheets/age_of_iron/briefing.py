"""Role sheets: each country's information before play, to be printed and handed out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import override

from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.age_of_iron.objectives import objective_rows
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import SOFT
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.layout.header import role_header
from moderator.sheets.layout.sheet import Block, PageSetup, Section, Sheet, build
from moderator.sheets.stamp import Stamp

SIZE, LEADING = 10.5, 15.0
LABEL = 120.0


def briefing_sheet(
    view: ChartView,
    briefings: Mapping[str, str],
    stamp: Stamp,
    paper: Paper = "a4",
    seat: str | None = None,
) -> bytes:
    """Role sheets as a PDF in portrait format: each country starts a page, in the order of play.

    Args:
        view: of a viewer who may read the objectives of these countries.
        briefings: texts by seat id; blank lines separate paragraphs.
        stamp: the content of the footer.
        paper: "a4" or "letter".
        seat: one seat's id, for its pages only; None for all.

    Raises:
        ValueError: for another paper, an unknown seat, or one whose objectives the
            view keeps secret.

    Source: spec/age-of-iron.md, "A scenario".
    Cost: about 40 ms for four countries.
    """
    countries = [c for c in view.countries if seat is None or c.seat.id == seat]
    if not countries:
        raise ValueError(f"No seat is called {seat!r}.")
    for country in countries:
        if country.objectives is None:
            raise ValueError(f"This view may not know the objectives of {country.seat.name}.")
    with override(stamp.language):
        name = _("Role sheet")
        head = partial(
            role_header, title=view.title, name=name, stamp=stamp, seat=countries[0].seat
        )
        setting = PageSetup(name, stamp, view.copyright, paper, False, view.title, head)
        return build(
            setting, partial(_fill, view=view, briefings=briefings, countries=countries, name=name)
        )


def _fill(
    sheet: Sheet,
    *,
    view: ChartView,
    briefings: Mapping[str, str],
    countries: list[Country],
    name: str,
) -> None:
    width = sheet.right - sheet.left
    for country in countries:
        sheet.header = partial(
            role_header, title=view.title, name=name, stamp=sheet.footer.stamp, seat=country.seat
        )
        sheet.new_page()
        sheet.flow(Section(_("Your country"), _facts(view, country, width)))
        text = briefings.get(country.seat.id, "")
        if text.strip():
            sheet.flow(Section(_("Your briefing"), _paragraphs(text, width)))
        if country.objectives:
            rows = objective_rows(country.objectives, width, is_marked=False)
            title = _("Your objectives: keep them to yourself")
            sheet.flow(Section(title, rows))


def _facts(view: ChartView, country: Country, width: float) -> list[Block]:
    order = {"number": country.seat.number, "all": len(view.countries)}
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
