"""Where a game stands: whose turn it is, hands, goods, this Game-turn's moves, what to type."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.age_of_iron.views.by_hand import ByHandView
from moderator.rules.age_of_iron.views.view import ChartView, Country, Good
from moderator.rules.typed_help import TypedExample
from moderator.rules.wire import UNDO
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER, column_width, flow_in_columns, side_by_side
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph
from moderator.sheets.layout.wording import without_arrows
from moderator.sheets.layout.writing import LEAST, write

SIZE, LEADING = 9.0, 11.5
ROW, BADGE, HEAD = 22.0, 17.0, 15.0
SHARES = (0.22, 0.2, 0.1, 0.12, 0.16, 0.2)
"""Of the width, those of the columns: country, what it does, hand, civilization, goods."""
NUMBER = 30.0
COMMAND = 0.36
"""Of a column's width, that of the command; what it means has the rest."""
MOST_LINES = 8
MOST_SHOWN = 8
"""The most goods of a row that are shown as letters one by one."""


def add_standing(
    sheet: Sheet,
    game: ByHandView,
    chart: ChartView,
    moves: Sequence[tuple[int, str]],
    slips: Sequence[str],
) -> None:
    """Adds where the game stands.

    Args:
        moves: of this Game-turn, with their numbers.
        slips: order slips as they are typed, for the moderator only.
    """
    width = sheet.right - sheet.left
    sheet.flow(_standing(chart, width))
    columns = max(1, int(width // 240))
    each = column_width(width, columns)
    blocks = [_move(number, text, each) for number, text in moves]
    title = _("What has happened in Game-turn %d") % chart.turn
    if blocks:
        flow_in_columns(sheet, title, blocks, columns)
    else:
        text = _("Nothing yet.")
        if chart.is_frozen:
            text = _("Orders are being written; they are not on this sheet.")
        sheet.flow(Section(title, paragraph(text, width, SIZE, LEADING)))
    if slips:
        lines = [line for slip in slips for line in paragraph(slip, width, SIZE, LEADING)]
        sheet.flow(Section(_("Order slips, not yet revealed"), lines))
    half = (width - GUTTER) / 2
    # A wrong line is changed before it is recorded: there is nothing to undo.
    examples = [one for part in game.help for one in part.examples if one.line != UNDO]
    rows = side_by_side([_example(one, half) for one in examples], half + GUTTER)
    title = _("What to type when you catch up: the short words stand on the chart")
    sheet.flow(Section(title, rows))


def _standing(chart: ChartView, width: float) -> Section:
    status = chart.status_line[:1].upper() + chart.status_line[1:]
    lines = fonts.wrap(status, 11, width, 3, face="bold")
    widths = [share * width for share in SHARES]
    top = 14.0 * len(lines)

    def draw(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 11, lines, 14, 11, is_bold=True)
        with page.element("Table"):
            _heads(page, x, y + top, chart, widths)
            for number in range(len(chart.countries)):
                with page.element("TR"):
                    _country(page, x, y + top + HEAD + ROW * number, chart, number, widths)

    height = top + HEAD + ROW * len(chart.countries)
    return Section(_("Where the game stands"), [Block(height, draw)])


def _heads(page: Page, x: float, y: float, chart: ChartView, widths: Sequence[float]) -> None:
    heads = [_("Country"), _("Now"), _("To place")]
    heads += [_("Civilization"), _("For trade"), _("Acquired")]
    with page.element("TR"):
        for text, left, room in _cells(chart, x, heads, widths):
            with page.element("TH", scope="Column"):
                write(page, left, y + HEAD - 4, text, LEAST, room)
    page.line(x, y + HEAD, x + sum(widths), y + HEAD, 1.2, INK)


def _cells(
    chart: ChartView, x: float, texts: Sequence[str], widths: Sequence[float]
) -> list[tuple[str, float, float]]:
    """The texts of a row with their places and room, without what the game doesn't have."""
    is_there = (True, True, True, chart.has_civilization, chart.has_goods, chart.has_goods)
    cells = []
    for text, width, has in zip(texts, widths, is_there, strict=True):
        if has:
            cells.append((text, x, width - 6))
            x += width
    return cells


def _country(
    page: Page, x: float, y: float, chart: ChartView, number: int, widths: Sequence[float]
) -> None:
    """Draws the row of the country with this number."""
    country = chart.countries[number]
    texts = [
        country.seat.name,
        _now(chart, number),
        str(country.hand),
        ngettext("%d RF", "%d RFs", _built(country)) % _built(country),
        _goods(country.for_trade),
        _goods(country.acquired),
    ]
    for k, (text, left, room) in enumerate(_cells(chart, x, texts, widths)):
        with page.element("TD" if k else "TH", scope="" if k else "Row"):
            if k:
                is_bold = k == 2 and country.hand > 0
                write(page, left, y + 15, text, SIZE + 0.5, room, is_bold=is_bold)
                continue
            page.badge(x, y + 2.5, BADGE, country.seat)
            start = left + BADGE + 6
            write(page, start, y + 15, text, 10.5, room - BADGE - 6, is_serif=True)
    page.line(x, y + ROW, x + sum(widths), y + ROW, 0.5, INK)


def _now(chart: ChartView, number: int) -> str:
    """What the country with this number does."""
    country = chart.countries[number]
    if chart.is_over:
        return ""
    if chart.phase == "deployment":
        return _("orders are in") if country.is_done else _("writes its orders")
    if country.is_active:
        return _("to play now")
    is_past = any(other.is_active for other in chart.countries[number:])
    return _("has ended its turn") if is_past else _("still to come")


def _built(country: Country) -> int:
    return sum(box.rfs for box in country.boxes)


def _goods(goods: Sequence[Good]) -> str:
    """The letters of the goods that are there; of many, each letter with its number."""
    letters = [good.letter for good in goods if not good.is_gone]
    if len(letters) <= MOST_SHOWN:
        return " ".join(letters) or "–"
    return " ".join(f"{letters.count(one)}{one}" for one in dict.fromkeys(letters))


def _move(number: int, text: str, width: float) -> Block:
    text = without_arrows(text)
    lines = fonts.wrap(text, SIZE, width - NUMBER, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x + NUMBER - 6, y + 9, str(number), SIZE, NUMBER - 8, "right", is_bold=True)
        page.lines(x + NUMBER, y + 9, lines, LEADING, SIZE)

    return Block(LEADING * len(lines) + 1.5, draw)


def _example(example: TypedExample, width: float) -> Block:
    split = width * COMMAND
    meaning = without_arrows(example.meaning)
    lines = fonts.wrap(meaning, SIZE, width - split, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        write(page, x, y + 9, example.line, SIZE, split - 6, is_bold=True)
        page.lines(x + split, y + 9, lines, LEADING, SIZE)

    return Block(LEADING * len(lines) + 1.5, draw)
