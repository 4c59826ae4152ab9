"""Lines for one Game-turn played on paper, in the order and the words in which they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.by_hand import ByHandView
from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER, side_by_side
from moderator.sheets.layout.sheet import TITLE_HEIGHT, Block, Section, Sheet, paragraph
from moderator.sheets.layout.writing import LEAST, line_to_write_on, write

HEAD, HEADS, LINE, END = 25.0, 13.0, 19.0, 21.0
"""The heights of a country's name, of the headings, of a line, and of the end of a turn."""
BADGE, VERB, GAP = 17.0, 14.0, 6.0
NUMBER, NUMBER_HIGH = 24.0, 14.5
PREFIX, PLACES = 26.0, 5
SIZE = 10.0
ROWS = ((2, 5), (2, 4), (1, 4), (1, 3))
"""Lines for places, and for attacks and trades: the first with which all is on one page."""


@dataclass(frozen=True, slots=True)
class CountrysTurn:
    """What one country can still do in a Game-turn; `rfs` are those that it has to place."""

    country: Country
    word: str
    rfs: int


def add_turn(
    sheet: Sheet, game: ByHandView, chart: ChartView, turn: int, *, is_begun: bool
) -> None:
    """Adds the lines of a Game-turn.

    Args:
        is_begun: some of it has been recorded; the lines are for the rest.
    """
    width = sheet.right - sheet.left
    title = _("The rest of Game-turn %d") if is_begun else _("Game-turn %d")
    countries = _countries(game, chart, turn)
    note = paragraph(_note(game), width, 9.0, 12.0)
    half = (width - GUTTER) / 2
    room = sheet.bottom - sheet.top - TITLE_HEIGHT - sum(block.height for block in note)
    for places, lines in ROWS:
        blocks = [_block(game, one, half, places, lines) for one in countries]
        rows = side_by_side(blocks, half + GUTTER)
        if sum(row.height for row in rows) <= room:
            break
    else:
        blocks = [_block(game, one, half, *ROWS[1]) for one in countries]
        rows = side_by_side(blocks, half + GUTTER)
    sheet.flow(Section(title % turn, [*note, *rows]))


def _note(game: ByHandView) -> str:
    if game.is_written:
        text = _("First every country’s line of places, then country by country what it does.")
    else:
        text = _("Country by country: first where it places its RFs, then what it does.")
    goods = _("a is an attack, t a trade (2g is two of G, - is nothing), a point ends the turn.")
    plain = _("a is an attack, a point ends the turn.")
    words = goods if game.start.has_goods else plain
    return f"{text} {_('Write the short words of the chart:')} {words}"


def _countries(game: ByHandView, chart: ChartView, turn: int) -> list[CountrysTurn]:
    """Those that still act in that Game-turn, in the order of play."""
    is_now = turn == chart.turn
    found, is_past = [], is_now and any(country.is_active for country in chart.countries)
    for country, word in zip(chart.countries, game.country_words, strict=True):
        is_past = is_past and not country.is_active
        if is_past:
            continue
        rfs = country.incomes[turn - 1]
        if is_now and not chart.is_frozen and (country.is_active or game.is_written):
            rfs = country.hand
        found.append(CountrysTurn(country, word, rfs))
    return found


def _block(game: ByHandView, one: CountrysTurn, width: float, places: int, lines: int) -> Block:
    """The lines of one country."""
    places = places if one.rfs else 0
    actions = HEADS + LINE * lines

    def draw(page: Page, x: float, y: float) -> None:
        _head(page, x, y, one, width)
        y += HEAD
        for _row in range(places):
            _places(page, x, y, one.word if game.is_written else "", width)
            y += LINE
        each = (width - GUTTER) / 2
        _attacks(page, x, y, each, lines, game)
        if game.start.has_goods:
            _trades(page, x + each + GUTTER, y, each, lines)
        else:
            _attacks(page, x + each + GUTTER, y, each, lines, game)
        _end(page, x, y + actions)

    return Block(HEAD + LINE * places + actions + END, draw)


def _head(page: Page, x: float, y: float, one: CountrysTurn, width: float) -> None:
    page.badge(x, y + 3, BADGE, one.country.seat)
    total = _("places %d") % one.rfs if one.rfs else _("has placed all")
    used = page.text(x + width, y + 16, total, 9.5, align="right", is_bold=bool(one.rfs))
    room = width - BADGE - 7 - used - 8
    write(page, x + BADGE + 7, y + 16, one.country.seat.name, 12, room, is_serif=True)
    page.line(x, y + HEAD - 2, x + width, y + HEAD - 2, 1.2, INK)


def _places(page: Page, x: float, y: float, word: str, width: float) -> None:
    """Draws a line of places, each with a box for its RFs, after the country's word."""
    prefix = PREFIX if word else 0.0
    if word:
        write(page, x, y + LINE - 4, word, SIZE, prefix - 4, is_bold=True)
    step = (width - prefix) / PLACES
    for k in range(PLACES):
        left = x + prefix + step * k
        line_to_write_on(page, left, y + LINE - 3, step - NUMBER - GAP)
        _box(page, left + step - NUMBER - GAP / 2, y)


def _box(page: Page, x: float, y: float) -> None:
    page.box(x, y + LINE - 3 - NUMBER_HIGH, NUMBER - 3, NUMBER_HIGH, None, INK, 0.6)


def _attacks(page: Page, x: float, y: float, width: float, lines: int, game: ByHandView) -> None:
    each = (width - VERB - NUMBER - 16 - GAP) / 2
    place = x + VERB + each + 16
    last = _("Die") if game.has_die else _("RFs")
    heads = ((x + VERB, _("Whom")), (place, _("Where")), (x + width - NUMBER, last))
    _headings(page, y, heads, each)
    for k in range(lines):
        top = y + HEADS + LINE * k
        page.text(x, top + LINE - 4, "a", SIZE, is_bold=True)
        line_to_write_on(page, x + VERB, top + LINE - 3, each)
        page.text(x + VERB + each + 4, top + LINE - 4, "in", SIZE - 1)
        line_to_write_on(page, place, top + LINE - 3, each)
        _box(page, x + width - NUMBER + 3, top)


def _trades(page: Page, x: float, y: float, width: float, lines: int) -> None:
    each = (width - VERB - GAP - 20) / 3
    give, get = x + VERB + each + GAP, x + VERB + 2 * each + GAP + 20
    _headings(page, y, ((x + VERB, _("Whom")), (give, _("Gives")), (get, _("Gets"))), each)
    for k in range(lines):
        top = y + HEADS + LINE * k
        page.text(x, top + LINE - 4, "t", SIZE, is_bold=True)
        for left in (x + VERB, give, get):
            line_to_write_on(page, left, top + LINE - 3, each)
        page.text(give + each + 3.5, top + LINE - 4, "for", SIZE - 1)


def _headings(page: Page, y: float, heads: Sequence[tuple[float, str]], room: float) -> None:
    for left, text in heads:
        write(page, left, y + HEADS - 3, text, LEAST, room)


def _end(page: Page, x: float, y: float) -> None:
    page.box(x, y + 3, 10, 10, None, INK, 0.8)
    page.text(x + VERB + 2, y + 11.5, ".", 14, is_bold=True)
    page.text(x + VERB + 12, y + 11.5, _("ends its turn"), LEAST)
