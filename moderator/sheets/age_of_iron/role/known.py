"""The lower third of a folded role sheet: what everybody may see of a country."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.setup.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.age_of_iron.role.texts import (
    HEADING,
    LEADING,
    LEAST,
    columns,
    draw_blocks,
    heading,
    height_of,
    note_lines,
    paragraph,
)
from moderator.sheets.age_of_iron.role.view import RoleSheet
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, space

GUTTER = 18.0
LABEL, CELL, LEAST_CELL, INCOME_ROW = 74.0, 30.0, 15.0, 36.0
LEAST_RFS = 8.0
"""The least font size of an income."""
SEAL, STEP, LEAST_STEP, ORDER_ROW = 22.0, 40.0, 24.0, 32.0
ORDER_LABEL = 13.0
SIZES = ((9.0, LEADING), (8.7, LEADING), (8.5, LEADING), (8.5, 1.2), (8.5, 1.14))
"""Font sizes, and the distance between lines relative to them; the largest that fits is taken."""
COLUMNS = 3
LEAST_NOTES, MOST_NOTES = 2, 9
GAP = space(6.0)


class KnownThird:
    """What may be seen of a country, laid out for a width and a height in points."""

    def __init__(self, view: RoleSheet, width: float, height: float) -> None:
        self.view, self.width = view, width
        country = view.country
        self.incomes = list(enumerate(country.incomes, start=1))
        self.each = (width - GUTTER * (COLUMNS - 1)) / COLUMNS
        strip = _strip_width(view.chart, STEP)
        self.is_beside = _incomes_width(len(self.incomes), CELL) + strip + 30 <= width
        room = strip + 30 if self.is_beside else 0.0
        widest = max(fonts.width(str(rfs), LEAST_RFS, "bold") for _turn, rfs in self.incomes)
        least = max(LEAST_CELL, widest + 4)
        self.cell = max(least, min(CELL, (width - room - LABEL) / len(self.incomes)))
        self.per_row = int((width - LABEL) // self.cell)
        self.income_height = INCOME_ROW * -(-len(self.incomes) // self.per_row) + 4
        self.columns = self._columns(height - self.income_height)

    @property
    def fits(self) -> bool:
        """Whether everything has its place."""
        return self.columns is not None

    def draw(self, page: Page, x: float, y: float) -> None:
        """Draws it with its upper left corner at (x, y)."""
        for k in range(0, len(self.incomes), self.per_row):
            row = self.incomes[k : k + self.per_row]
            _incomes(page, x, y + INCOME_ROW * (k // self.per_row), row, self.cell)
        if self.is_beside:
            left = x + self.width - _strip_width(self.view.chart, STEP)
            page.text(left, y + 9, _("Order of play"), 9, x + self.width - left, least=LEAST)
            _strip(page, left, y + ORDER_LABEL, self.view.chart.countries, self.view.country, STEP)
        top = y + self.income_height
        for k, blocks in enumerate(self.columns or ()):
            draw_blocks(page, x + k * (self.each + GUTTER), top, blocks)

    def _columns(self, room: float) -> list[list[Block]] | None:
        """What one can do, this game's rules, and lines for notes; None if they don't fit."""
        order = [] if self.is_beside else self._order()
        for size, leading in SIZES:
            write = partial(paragraph, width=self.each, size=size, leading=leading)
            moves = [write(text, lead=lead) for lead, text in moves_of(self.view)]
            rules = [write(text) for text in facts_of(self.view)]
            first = [heading(_("What you can do"), self.each), *moves]
            found = columns([heading(_("In this game"), self.each), *rules], 2, room)
            if found is None or height_of(first) > room:
                continue
            second, *more = found
            own = [write(text) for text in own_of(self.view.country)]
            own = [heading(_("Your country"), self.each), *own, GAP] if own else []
            third = [*([*more[0], GAP] if more else []), *order, *own]
            if height_of(third) <= room:
                return [first, second, third + self._notes(room - height_of(third))]
        return None

    def _order(self) -> list[Block]:
        """The order of play in the third column, in rows."""
        chart, own = self.view.chart, self.view.country
        per_row = min(int(self.each // LEAST_STEP), len(chart.countries))
        rows = [
            partial(_strip, countries=chart.countries[k : k + per_row], own=own, step=LEAST_STEP)
            for k in range(0, len(chart.countries), per_row)
        ]
        return [heading(_("Order of play"), self.each), *(Block(ORDER_ROW, row) for row in rows)]

    def _notes(self, room: float) -> list[Block]:
        lines = note_lines(room - HEADING, self.each, MOST_NOTES)
        return [heading(_("Notes"), self.each), *lines] if len(lines) >= LEAST_NOTES else []


def _incomes_width(count: int, cell: float) -> float:
    return LABEL + count * cell


def _incomes(page: Page, x: float, y: float, row: Sequence[tuple[int, int]], cell: float) -> None:
    with page.element("Table"):
        with page.element("TR"):
            with page.element("TH", scope="Row"):
                page.text(x, y + 9, _("Game-turn"), 9, LABEL - 8, least=LEAST)
            for k, (turn, _rfs) in enumerate(row):
                middle = x + LABEL + cell * (k + 0.5)
                with page.element("TH", scope="Column"):
                    page.text(middle, y + 9, str(turn), 9, cell - 1, "centre", least=LEAST)
        with page.element("TR"):
            with page.element("TH", scope="Row"):
                page.text(x, y + 25.5, _("You get (RFs)"), 9, LABEL - 6, least=LEAST, is_bold=True)
            for k, (_turn, rfs) in enumerate(row):
                left = x + LABEL + cell * k
                page.box(left, y + 13, cell, 17, outline=INK, thickness=0.7)
                with page.element("TD"):
                    page.text(left + cell / 2, y + 25.5, str(rfs), 11, cell - 0.6, "centre",
                              is_bold=True, least=LEAST_RFS)  # fmt: skip


def _strip_width(chart: ChartView, step: float) -> float:
    return step * (len(chart.countries) - 1) + SEAL


def _strip(
    page: Page, x: float, y: float, countries: Sequence[Country], own: Country, step: float
) -> None:
    """Draws the seals in the order of play with arrows between them; one's own is underlined."""
    side = min(SEAL, step - 7)
    for k, country in enumerate(countries):
        left = x + step * k
        with page.item():
            page.badge(left, y, side, country.seat)
        if country.seat == own.seat:
            page.box(left, y + side + 2, side, 2.4, fill=INK)
        if k + 1 < len(countries):
            _arrow(page, left + side + 1.5, left + step - 1.5, y + side / 2)


def _arrow(page: Page, start: float, end: float, y: float) -> None:
    page.line(start, y, end, y, 0.8)
    reach = min(3.0, (end - start) * 0.6)
    for rise in (-reach * 0.8, reach * 0.8):
        page.line(end - reach, y + rise, end, y, 0.8)


def moves_of(view: RoleSheet) -> Iterator[tuple[str, str]]:
    """What a country can do: a word, and the rest of its sentences."""
    if view.chart.has_civilization:
        yield (
            _("Place"),
            _("all RFs of a Game-turn, in any region or on the Civilization Chart. None is kept."),
        )
    else:
        yield _("Place"), _("all RFs of a Game-turn, in any region. None is kept.")
    yield _("Attack"), _("where you and another country both have RFs, once all yours are placed.")
    if view.chart.has_goods:
        yield (
            _("Trade"),
            _("goods with anybody, but not with a country that you attack in the same Game-turn."),
        )
    yield _("Promise"), _("anything. Nothing binds.")


def facts_of(view: RoleSheet) -> Iterator[str]:
    """The options in force, and what a Presence is."""
    yield from view.sheets.options
    yield _("%d RFs or more in a region are a Presence there.") % PRESENCE_RFS


def own_of(country: Country) -> Iterator[str]:
    """What the country has from the beginning."""
    if country.home:
        yield _("Your home is %s.") % country.home
    if own := {good.letter: good.name for good in country.for_trade}:
        goods = ", ".join(f"{letter} {name}" for letter, name in own.items())
        facts = {"good": fonts.clean(goods), "units": len(country.for_trade)}
        yield _("Your own good is %(good)s, %(units)d to begin with.") % facts
