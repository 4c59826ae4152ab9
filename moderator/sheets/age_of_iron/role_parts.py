"""What role sheets show; and the two lower thirds of a folded one: the secrets, and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.views import Box, ChartView, Country, ObjectiveView
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import LEAST, Page, fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import (
    Block,
    beside,
    column_width,
    space,
    span,
    split_into_columns,
    stacked,
)

# Texts in narrow columns: paragraphs with a bold beginning, headings, tick boxes.

LEADING = 1.27
"""The distance between lines, relative to the font size."""
HEADING = 17.0
MOST_LINES, MOST_AIM_LINES = 36, 24
"""Lines of a paragraph and of an objective: more than any fold has room for."""


def heading(text: str, width: float, note: str = "") -> Block:
    """A heading over a line, with a note at its right end."""

    def draw(page: Page, x: float, y: float) -> None:
        side = fonts.width(fonts.clean(note), 9) + 6 if note else 0.0
        page.text(x, y + 10, text, 11, width - side, least=LEAST, is_serif=True, tag="H2")
        page.text(x + width, y + 10, note, 9, width, "right", least=LEAST)
        page.line(x, y + 14, x + width, y + 14, 0.8)

    return Block(HEADING, draw)


def paragraph(
    text: str,
    width: float,
    size: float,
    lead: str = "",
    gap: float = 1.5,
    leading: float = LEADING,
) -> Block:
    """A paragraph in one block; `lead` are its first words, in bold."""
    bold = fonts.width(lead, size, "bold")
    extra = bold - fonts.width(lead, size)
    words = f"{lead} {text}" if lead else text
    lines = fonts.wrap(words, size, width - max(extra, 0.0), MOST_LINES)
    is_led = bool(lead) and lines[0].startswith(lead)
    step = size * leading

    def draw(page: Page, x: float, y: float) -> None:
        start, rest = x, lines
        with page.element("P"):
            if is_led:
                page.text(x, y + size, lead, size, is_bold=True)
                first = lines[0].removeprefix(lead).strip()
                start, rest = x + bold + fonts.width(" ", size), [first, *lines[1:]]
            for k, line in enumerate(rest):
                page.text(start if k == 0 else x, y + size + step * k, line, size)

    return Block(step * len(lines) + gap, draw)


def note_lines(room: float, width: float, most: int) -> list[Block]:
    """Lines to write on, as many as fit the room (points), up to `most`."""
    line = Block(17.0, lambda page, x, y: page.line(x, y + 15, x + width, y + 15))
    return [line] * min(int(room // line.height), most)


# What role sheets show.


@dataclass(frozen=True, slots=True)
class RoleSheet:
    """A country with its objectives and its briefing, the chart, and the options in force."""

    chart: ChartView
    country: Country
    briefing: str
    options: Sequence[str]

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs of the briefing, which blank lines separate; empty if it has none."""
        text = self.briefing.replace("\r\n", "\n")
        return [part for part in text.split("\n\n") if part.strip()]


# The lower third of a folded role sheet: what everybody may see of a country.

KNOWN_GUTTER = 18.0
LABEL, CELL, LEAST_CELL, INCOME_ROW = 74.0, 30.0, 15.0, 36.0
LEAST_RFS = 8.0
"""The least font size of an income."""
SEAL, COUNTRY_ROW, SECOND_LINE, RFS = 16.0, 17.5, 11.0, 26.0
KNOWN_SIZES = ((9.0, LEADING), (8.7, LEADING), (8.5, LEADING), (8.5, 1.2), (8.5, 1.14))
"""Font sizes, and the distance between lines relative to them; the largest that fits is taken."""
COLUMNS = 3
LEAST_NOTES, MOST_NOTES = 2, 9


def known_third(view: RoleSheet, width: float, height: float) -> Block | None:
    """What may be seen of a country, in a width and a height in points; None if it doesn't fit."""
    each = column_width(width, COLUMNS, KNOWN_GUTTER)
    top = stacked(income_rows(view.country, width))
    columns = _known_columns(view, each, height - top.height)
    return stacked([top, beside(columns, each + KNOWN_GUTTER)]) if columns else None


def _known_columns(view: RoleSheet, each: float, room: float) -> list[Block] | None:
    """All parts, and lines for notes where most room is left; None if they don't fit."""
    for size, leading in KNOWN_SIZES:
        moves, rules, countries, regions = known_parts(view, each, size, leading)
        columns = [moves, rules, [*countries, *regions]]
        if any(stacked(column).height > room for column in columns):
            blocks = [*moves, *regions, *rules, *countries]
            columns, rest = split_into_columns(blocks, room, COLUMNS)
            if rest or any(block.height > room for block in blocks):
                continue
            columns += [[] for _k in range(COLUMNS - len(columns))]
        shortest = min(columns, key=lambda column: stacked(column).height)
        lines = note_lines(room - stacked(shortest).height - HEADING, each, MOST_NOTES)
        if len(lines) >= LEAST_NOTES:
            shortest += [heading(_("Notes"), each), *lines]
        return [stacked(column) for column in columns]
    return None


def known_parts(
    view: RoleSheet, width: float, size: float = 9.0, leading: float = LEADING
) -> list[list[Block]]:
    """What one needs to play without a screen: moves, rules, countries and goods, regions."""
    write = partial(paragraph, width=width, size=size, leading=leading)
    moves = [write(text, lead=lead) for lead, text in moves_of(view)]
    rules = [write(text) for text in facts_of(view)]
    own = _("good, RFs") if view.chart.has_goods else _("RFs")
    regions = [write(text, lead=lead) for lead, text in regions_of(view.chart)]
    return [
        _headed(_("What you can do"), moves, width),
        _headed(_("In this game"), rules, width),
        _headed(_("In the order of play"), [_countries(view, width)], width, own),
        _headed(_("Regions"), regions, width),
    ]


def _headed(title: str, blocks: Sequence[Block], width: float, note: str = "") -> list[Block]:
    """The blocks and some room, the first of them in one with the heading above it."""
    first, *rest = blocks
    return [stacked([heading(title, width, note), first]), *rest, space(6)]


def income_rows(country: Country, width: float) -> list[Block]:
    """The RFs of every Game-turn, if they change, in as many rows as necessary."""
    if len(set(country.incomes)) == 1:
        return []
    incomes = list(enumerate(country.incomes, start=1))
    widest = max(fonts.width(str(rfs), LEAST_RFS, "bold") for rfs in country.incomes)
    cell = max(LEAST_CELL, widest + 4, min(CELL, (width - LABEL) / len(incomes)))
    per_row = int((width - LABEL) // cell)
    rows = (incomes[k : k + per_row] for k in range(0, len(incomes), per_row))
    return [
        *(Block(INCOME_ROW, partial(_incomes, row=row, cell=cell)) for row in rows),
        space(4),
    ]


def _incomes(
    page: Page, x: float, y: float, *, row: Sequence[tuple[int, int]], cell: float
) -> None:
    with page.element("Table"):
        with page.element("TR"):
            page.text(x, y + 9, _("Game-turn"), 9, LABEL - 8, least=LEAST, tag="TH", scope="Row")
            for k, (turn, _rfs) in enumerate(row):
                middle = x + LABEL + cell * (k + 0.5)
                page.text(middle, y + 9, str(turn), 9, cell - 1, "centre", least=LEAST, tag="TH")
        with page.element("TR"):
            label = _("You get (RFs)")
            page.text(x, y + 25.5, label, 9, LABEL - 6, is_bold=True, least=LEAST, tag="TH",
                      scope="Row")  # fmt: skip
            for k, (_turn, rfs) in enumerate(row):
                left = x + LABEL + cell * k
                page.box(left, y + 13, cell, 17, outline=INK, thickness=0.7)
                page.text(left + cell / 2, y + 25.5, str(rfs), 11, cell - 3, "centre",
                          is_bold=True, least=LEAST_RFS, tag="TD")  # fmt: skip


def _countries(view: RoleSheet, width: float) -> Block:
    """Every country with its own good and its RFs; the reader's is bold."""
    chart, left = view.chart, SEAL + 5
    room = width - left - RFS
    goods = [_own_good(country) for country in chart.countries]
    names = [fonts.clean(country.seat.name) for country in chart.countries]
    widths = (
        fonts.width(name, 9, "bold") + fonts.width(good, 9) + 6
        for name, good in zip(names, goods, strict=True)
    )
    second = SECOND_LINE if any(goods) and max(widths) > room else 0.0
    high = COUNTRY_ROW + second

    def draw(page: Page, x: float, y: float) -> None:
        for k, (country, name, good) in enumerate(zip(chart.countries, names, goods, strict=True)):
            top, is_own = y + high * k, country.seat == view.country.seat
            with page.row(is_first=not k):
                with page.element("TH", scope="Row"):
                    page.badge(x, top, SEAL, country.seat)
                    page.text(x + left, top + 11, name, 9, room if second else None,
                              is_bold=is_own, least=LEAST)  # fmt: skip
                if second:
                    page.text(x + left, top + 11 + second, good, 9, room, least=LEAST, tag="TD")
                else:
                    page.text(x + left + room, top + 11, good, 9, align="right", tag="TD")
                rfs = span(min(country.incomes), max(country.incomes))
                page.text(x + width, top + 11, rfs, 9, RFS - 4, "right", is_bold=is_own, tag="TD")

    return Block(high * len(names) + 4, draw)


def _own_good(country: Country) -> str:
    """The country's good with its letter; empty if it has none."""
    return next((f"{good.letter} {fonts.clean(good.name)}" for good in country.for_trade), "")


def regions_of(chart: ChartView) -> Iterator[tuple[str, str]]:
    """The names of all regions: first homes, with whose they are if another name doesn't say it."""
    names = {country.seat: fonts.clean(country.seat.name) for country in chart.countries}
    homes = [
        row.name
        if names[row.home_of] == fonts.clean(row.name)
        else f"{row.name} ({row.home_of.letter})"
        for row in chart.rows
        if row.home_of
    ]
    others = [row.name for row in chart.rows if not row.home_of]
    if homes:
        yield _("Homes:"), ", ".join(homes)
    if others:
        yield _("Others:") if homes else "", ", ".join(others)


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
    """The options in force, what a Presence is, and who wins."""
    yield from view.options
    yield _("A Presence: %d RFs or more in a region.") % PRESENCE_RFS
    if units := max(len(country.for_trade) for country in view.chart.countries):
        yield _("Each begins with %d of its own good.") % units
    if view.chart.is_scored:
        yield _("The most points at the end win; equal points share the victory.")


# The middle third: all that is secret, and only that.

HEAD = 46.0
GUTTER = 22.0
RIGHTS = (208.0, 250.0)
"""The widths of the column of objectives beside the briefing, in points."""
SIZES = (10.0, 9.6, 9.2, 8.8, 8.5)
PADS = (5.5, 4.0, 3.0, 2.0, 1.0)
"""The room below each objective in points; the widest that fits is taken."""
MOST_AIM = 9.5
"""The largest type of an objective."""
BOX, POINTS = 7.6, 24.0
LEVEL, LEVEL_ROW, TILE = 44.0, 20.0, 13.0


def secret_third(view: RoleSheet, width: float, height: float) -> Block | None:
    """The secrets of a country, in a width and a height in points, in the largest type in which
    they fit; None if they don't."""
    room = height - HEAD
    ways = [partial(_beside, view, width, room, right) for right in RIGHTS]
    for arrange in (*ways, partial(_below, view, width, room)):
        if arrange(SIZES[-1], PADS[-1]) is not None:
            tries = (arrange(size, pad) for size in SIZES for pad in PADS)
            found = next(one for one in tries if one is not None)
            return stacked(
                [Block(HEAD, partial(_secret_head, seat=view.country.seat, width=width)), found]
            )
    return None


def _secret_head(page: Page, x: float, y: float, *, seat: SeatLabel, width: float) -> None:
    note = _("Keep this part to yourself until the game is over.")
    aside = fonts.width(note, 9.5) + 12
    with page.element("H1"):
        page.badge(x, y + 10, 22, seat)
        title, room = _("Only for %s") % seat.name, width - 30 - aside
        page.text(x + 30, y + 27, title, 17, room, least=LEAST, is_serif=True)
    page.text(x + width, y + 27, note, 9.5, align="right")
    page.line(x, y + 37, x + width, y + 37, 1.6)


def _beside(
    view: RoleSheet, width: float, room: float, right: float, size: float, pad: float
) -> Block | None:
    """The briefing at the left, the objectives at the right; None if they don't fit."""
    if not view.paragraphs or not view.country.objectives:
        return None
    left = width - right - GUTTER
    briefing = stacked(_briefing(view, left, size))
    aims = stacked([*_aims(view, right, size, pad), *worth_of(view, right)])
    if max(briefing.height, aims.height) > room:
        return None
    return beside([briefing, aims], left + GUTTER)


def _below(view: RoleSheet, width: float, room: float, size: float, pad: float) -> Block | None:
    """The briefing above, everything else below in two columns; None if it doesn't fit."""
    each = (width - GUTTER) / 2
    top = stacked(_briefing(view, width, size))
    blocks, left = [*_aims(view, each, size, pad), *worth_of(view, each)], room - top.height
    if left < 0 or any(block.height > left for block in blocks):
        return None
    columns, rest = split_into_columns(blocks, left, 2)
    if rest:
        return None
    return stacked([top, beside([stacked(column) for column in columns], each + GUTTER)])


def _aims(view: RoleSheet, width: float, size: float, pad: float) -> list[Block]:
    """The objectives under a heading; nothing if there are none."""
    rows = [objective(one, width, min(size, MOST_AIM), pad) for one in best_first(view)]
    return [heading(_("Objectives at the end"), width, _("points")), *rows] if rows else []


def _briefing(view: RoleSheet, width: float, size: float) -> list[Block]:
    texts = view.paragraphs
    if not texts and not view.country.objectives:
        texts = [_("This scenario has no briefing and no objectives for you.")]
    return [paragraph(text, width, size, gap=5) for text in texts]


def best_first(view: RoleSheet) -> list[ObjectiveView]:
    """The country's objectives by their Victory Points, equal ones in the scenario's order."""
    return sorted(view.country.objectives or (), key=lambda one: -one.victory_points)


def objective(one: ObjectiveView, width: float, size: float, pad: float) -> Block:
    """An objective with a box to tick and its points."""
    room = width - BOX - 7 - POINTS
    _text, size = fonts.fit(fonts.clean(one.sentence), size, room, least=LEAST)
    lines = fonts.wrap(one.sentence, size, room, MOST_AIM_LINES)
    leading = size * 1.2

    def draw(page: Page, x: float, y: float) -> None:
        page.box(x + 0.3, y + size - 6.8, BOX, BOX, outline=INK, thickness=0.7)
        with page.item():
            page.lines(x + BOX + 7, y + size, lines, leading, size)
            points = str(one.victory_points)
            page.text(x + width, y + size, points, 11, POINTS, "right", is_bold=True)

    return Block(leading * len(lines) + pad, draw)


def worth_of(view: RoleSheet, width: float) -> list[Block]:
    """What each level of civilization and a complete set are worth."""
    boxes, blocks = view.country.boxes, []
    if boxes:
        per_row = min(int((width + 4) // LEVEL), len(boxes))
        step = (width + 4) / per_row
        blocks.append(_civilization(boxes[0], width))
        blocks += [_levels(boxes[k : k + per_row], step) for k in range(0, len(boxes), per_row)]
    if view.chart.goods:
        blocks.append(_set(view.chart, width))
    return blocks


def _civilization(box: Box, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.line(x, y + 2, x + width, y + 2, 0.8)
        page.text(x, y + 14, _("Civilization"), 9.5, width * 0.4, least=LEAST, is_bold=True)
        text = _("%d RFs complete a level") % box.size
        page.text(x + width, y + 14, text, 9, width * 0.58, "right", least=LEAST)

    return Block(19.0, draw)


def _levels(boxes: Sequence[Box], step: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        for k, box in enumerate(boxes):
            left = x + step * k
            page.box(left, y, step - 4, 16, outline=INK, thickness=0.7)
            points = str(box.victory_points)
            with page.element("P"):
                page.text(left + 5, y + 11.5, box.level, 9, 18)
                page.text(left + step - 9, y + 11.8, points, 10.5, 18, "right", is_bold=True)

    return Block(LEVEL_ROW, draw)


def _set(view: ChartView, width: float) -> Block:
    """The letters of a complete set and its points, in one line if there is room."""
    letters = [letter for letter, _name in view.goods]
    title, text = _("Trade"), _("one of each")
    label, aside = fonts.width(title, 9.5, "bold") + 8, fonts.width(text, 9) + 8
    step = min(17.0, (width - POINTS) / len(letters))
    is_short = label + 17.0 * len(letters) + aside + POINTS <= width
    down = 0.0 if is_short else 17.0

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            line(page, x, y)

    def line(page: Page, x: float, y: float) -> None:
        page.text(x, y + 12, title, 9.5, width * 0.4, least=LEAST, is_bold=True)
        start = x + (label if is_short else 0)
        tile = min(TILE, step - 1.5)
        for k, letter in enumerate(letters):
            left = start + step * k
            page.box(left, y + down + 2, tile, 13, outline=INK, thickness=0.7, radius=2.5)
            page.text(left + tile / 2, y + down + 12, letter, 9, tile - 2, "centre", is_bold=True)
        if is_short:
            page.text(start + step * len(letters) + 2, y + 12, text, 9)
        else:
            page.text(x + width, y + 12, text, 9, width * 0.58, "right", least=LEAST)
        points = str(view.set_points)
        page.text(x + width, y + down + 12, points, 11, POINTS, "right", is_bold=True)

    return Block(18.0 + down, draw)
