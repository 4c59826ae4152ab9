"""Continuing on paper: the chart as it stands, what has happened, and lines for what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.age_of_iron.views import ChartView, Country, Good
from moderator.rules.age_of_iron.views.texts import ByHandView, by_hand_view
from moderator.rules.reading import UNDO
from moderator.sheets.age_of_iron.blank_chart import CROSS_OUT, fill_chart, is_landscape
from moderator.sheets.age_of_iron.chart import game_turn
from moderator.sheets.age_of_iron.squares import listed_goods
from moderator.sheets.drawing import LEAST, Page, fonts, line_to_write_on
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import (
    GUTTER,
    TITLE_HEIGHT,
    Block,
    Section,
    Sheet,
    in_pairs,
    paragraph,
    without_arrows,
)
from moderator.sheets.layout.kind import SheetKind, needs_always
from moderator.sheets.layout.table import Cell, Column, MoveStep, move_list, table_head, table_row
from moderator.sheets.snapshot import GameSnapshot, moderators, public

# Where a game stands: whose turn it is, hands, goods, this Game-turn's moves, what to type.

SIZE, LEADING = 9.0, 11.5
SHARES = (0.22, 0.2, 0.1, 0.12, 0.16, 0.2)
"""Of the width, those of the columns: country, what it does, hand, civilization, goods."""
COMMAND = 0.36
"""Of a column's width, that of the command; what it means has the rest."""
MOST_LINES = 8
MOST_SHOWN = 8
"""The most goods of a row that are shown as letters one by one."""


def add_standing(sheet: Sheet, view: ContinuedView) -> None:
    """Adds where the game stands."""
    width, chart = sheet.width, view.chart
    sheet.flow(_standing(chart, width))
    columns = max(1, int(width // 240))
    title = _("What has happened in Game-turn %d") % chart.turn
    if view.moves:
        move_list(sheet, view.moves, title, columns)
    else:
        text = _("Nothing yet.")
        if chart.is_frozen:
            text = _("Orders are being written; they are not on this sheet.")
        sheet.flow(Section(title, paragraph(text, width, SIZE, LEADING)))
    if view.slips:
        lines = [line for slip in view.slips for line in paragraph(slip, width, SIZE, LEADING)]
        sheet.flow(Section(_("Order slips, not yet revealed"), lines))
    # A wrong line is changed before it is recorded: there is nothing to undo.
    examples = [one for part in view.game.help for one in part.examples if one[0] != UNDO]
    rows = in_pairs(examples, width, _example)
    title = _("What to type when you catch up: the short words stand on the chart")
    sheet.flow(Section(title, rows))


def _standing(chart: ChartView, width: float) -> Section:
    status = chart.status_line[:1].upper() + chart.status_line[1:]
    lines = fonts.wrap(status, 11, width, 3, face="bold")
    is_there = (True, True, True, chart.has_civilization, chart.has_goods, chart.has_goods)
    heads = (_("Country"), _("Now"), _("To place"), _("Civilization"), _("For trade"),
             _("Acquired"))  # fmt: skip
    columns = [
        Column(head, share * width, size=9.5, lines=1, gutter=6)
        for head, share, has in zip(heads, SHARES, is_there, strict=True)
        if has
    ]
    rows = []
    for number, country in enumerate(chart.countries):
        hand = str(country.hand)
        cells: list[Cell | str] = [
            Cell(country.seat.name, seat=country.seat),
            _now(chart, number),
            Cell(hand) if country.hand else hand,
            ngettext("%d RF", "%d RFs", _built(country)) % _built(country),
            _goods(country.for_trade),
            _goods(country.acquired),
        ]
        shown = [one for one, has in zip(cells, is_there, strict=True) if has]
        rows.append(table_row(columns, shown))

    high = 14.0 * len(lines) + 2
    status_block = Block(
        high, lambda page, x, y: page.lines(x, y + 11, lines, 14, 11, is_bold=True)
    )
    return Section(_("Where the game stands"), rows, table_head(columns, [status_block]))


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
    """The letters of the goods that are there."""
    return listed_goods([good.letter for good in goods if not good.is_gone], MOST_SHOWN) or "–"


def _example(example: tuple[str, str], width: float) -> Block:
    line, meaning = example
    split = width * COMMAND
    lines = fonts.wrap(without_arrows(meaning), SIZE, width - split, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 9, line, SIZE, split - 6, is_bold=True, least=LEAST)
        page.lines(x + split, y + 9, lines, LEADING, SIZE)

    return Block(LEADING * len(lines) + 1.5, draw)


# Lines for one Game-turn played on paper, in the order and the words in which they are typed.

LINES_HEAD, HEADS, LINE, END = 25.0, 13.0, 19.0, 21.0
"""The heights of a country's name, of the headings, of a line, and of the end of a turn."""
LINES_BADGE, VERB, GAP = 17.0, 14.0, 6.0
LINES_NUMBER, NUMBER_HIGH = 24.0, 14.5
PREFIX, PLACES = 26.0, 5
LINES_SIZE = 10.0
ROWS = ((2, 5), (2, 4), (1, 4), (1, 3))
"""Lines for places, and for attacks and trades: the first with which all is on one page."""
OVER_PAGES = ROWS[1]


CountrysTurn = tuple[Country, str, int]
"""Who can still do something in a Game-turn, its short word, and the RFs that it has to place."""


def add_turn(sheet: Sheet, view: ContinuedView, turn: int) -> None:
    """Adds the lines of a Game-turn; if some of it has been recorded, they are for the rest."""
    width, game = sheet.width, view.game
    is_begun = turn == view.chart.turn and bool(view.moves)
    title = _("The rest of Game-turn %d") if is_begun else _("Game-turn %d")
    countries = _countries(game, view.chart, turn)
    note = paragraph(_note(game), width, 9.0, 12.0)
    room = sheet.bottom - sheet.top - TITLE_HEIGHT - sum(block.height for block in note)
    for places, lines in (*ROWS, OVER_PAGES):
        make = partial(_block, game=game, places=places, lines=lines)
        rows = in_pairs(countries, width, make)
        if sum(row.height for row in rows) <= room:
            break
    sheet.flow(Section(title % turn, [*note, *rows], is_whole=True))


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
        found.append((country, word, rfs))
    return found


def _block(one: CountrysTurn, width: float, *, game: ByHandView, places: int, lines: int) -> Block:
    """The lines of one country."""
    country, word, rfs = one
    places = places if rfs else 0
    actions = HEADS + LINE * lines

    def draw(page: Page, x: float, y: float) -> None:
        _head(page, x, y, country, rfs, width)
        y += LINES_HEAD
        for _row in range(places):
            _places(page, x, y, word if game.is_written else "", width)
            y += LINE
        each = (width - GUTTER) / 2
        _attacks(page, x, y, each, lines, game)
        if game.start.has_goods:
            _trades(page, x + each + GUTTER, y, each, lines)
        else:
            _attacks(page, x + each + GUTTER, y, each, lines, game)
        _end(page, x, y + actions)

    return Block(LINES_HEAD + LINE * places + actions + END, draw)


def _head(page: Page, x: float, y: float, country: Country, rfs: int, width: float) -> None:
    page.badge(x, y + 3, LINES_BADGE, country.seat)
    total = _("places %d") % rfs if rfs else _("has placed all")
    used = page.text(x + width, y + 16, total, 9.5, align="right", is_bold=bool(rfs))
    room = width - LINES_BADGE - 7 - used - 8
    left, name = x + LINES_BADGE + 7, country.seat.name
    page.text(left, y + 16, name, 12, room, is_serif=True, least=LEAST)
    page.line(x, y + LINES_HEAD - 2, x + width, y + LINES_HEAD - 2, 1.2, INK)


def _places(page: Page, x: float, y: float, word: str, width: float) -> None:
    """Draws a line of places, each with a box for its RFs, after the country's word."""
    prefix = PREFIX if word else 0.0
    if word:
        page.text(x, y + LINE - 4, word, LINES_SIZE, prefix - 4, is_bold=True, least=LEAST)
    step = (width - prefix) / PLACES
    for k in range(PLACES):
        left = x + prefix + step * k
        line_to_write_on(page, left, y + LINE - 3, step - LINES_NUMBER - GAP)
        _box(page, left + step - LINES_NUMBER - GAP / 2, y)


def _box(page: Page, x: float, y: float) -> None:
    page.box(x, y + LINE - 3 - NUMBER_HIGH, LINES_NUMBER - 3, NUMBER_HIGH, None, INK, 0.6)


def _attacks(page: Page, x: float, y: float, width: float, lines: int, game: ByHandView) -> None:
    each = (width - VERB - LINES_NUMBER - 16 - GAP) / 2
    place = x + VERB + each + 16
    last = _("Die") if game.has_die else _("RFs")
    heads = ((x + VERB, _("Whom")), (place, _("Where")), (x + width - LINES_NUMBER, last))
    _headings(page, y, heads, each)
    for k in range(lines):
        top = y + HEADS + LINE * k
        page.text(x, top + LINE - 4, "a", LINES_SIZE, is_bold=True)
        line_to_write_on(page, x + VERB, top + LINE - 3, each)
        page.text(x + VERB + each + 4, top + LINE - 4, "in", LINES_SIZE - 1)
        line_to_write_on(page, place, top + LINE - 3, each)
        _box(page, x + width - LINES_NUMBER + 3, top)


def _trades(page: Page, x: float, y: float, width: float, lines: int) -> None:
    each = (width - VERB - GAP - 20) / 3
    give, get = x + VERB + each + GAP, x + VERB + 2 * each + GAP + 20
    _headings(page, y, ((x + VERB, _("Whom")), (give, _("Gives")), (get, _("Gets"))), each)
    for k in range(lines):
        top = y + HEADS + LINE * k
        page.text(x, top + LINE - 4, "t", LINES_SIZE, is_bold=True)
        for left in (x + VERB, give, get):
            line_to_write_on(page, left, top + LINE - 3, each)
        page.text(give + each + 3.5, top + LINE - 4, "for", LINES_SIZE - 1)


def _headings(page: Page, y: float, heads: Sequence[tuple[float, str]], room: float) -> None:
    for left, text in heads:
        page.text(left, y + HEADS - 3, text, LEAST, room, least=LEAST)


def _end(page: Page, x: float, y: float) -> None:
    page.box(x, y + 3, 10, 10, None, INK, 0.8)
    page.text(x + VERB + 2, y + 11.5, ".", 14, is_bold=True)
    page.text(x + VERB + 12, y + 11.5, _("ends its turn"), LEAST)


# The sheet.


@dataclass(frozen=True, slots=True)
class ContinuedView:
    """A game as it stands, and how to go on with it by hand.

    `moves` are those of this Game-turn that the viewer may know, with their numbers in the log;
    `slips` are the order slips that aren't revealed, as they are typed, for the moderator only.
    """

    game: ByHandView
    chart: ChartView
    moves: tuple[MoveStep, ...]
    slips: tuple[str, ...] = ()


def _view(now: GameSnapshot) -> ContinuedView:
    """What everybody may see: no orders before the reveal."""
    return ContinuedView(by_hand_view(now.state), public(now), tuple(_moves(now)))


def _secret_view(now: GameSnapshot) -> ContinuedView:
    """What the moderator sees."""
    game = by_hand_view(now.state)
    slips = tuple(game.typed_slip(seat, now.slips[seat]) for seat in now.slips)
    return ContinuedView(game, moderators(now), tuple(_moves(now)), slips)


def _moves(now: GameSnapshot) -> Iterator[MoveStep]:
    """The moves of this Game-turn."""
    turn = now.game.round_of(now.state)
    for step in now.past:
        if now.game.round_of(step.before) == turn:
            yield MoveStep(step.number, str(step.move.describe(step.before)))


def _status(view: ContinuedView) -> str:
    if view.chart.is_frozen:
        return _("As it stood when the Game-turn began: orders are being written.")
    return str(CROSS_OUT)


def _fill(sheet: Sheet, view: ContinuedView) -> None:
    fill_chart(sheet, view.game, view.chart, is_begun=True)
    sheet.new_page()
    add_standing(sheet, view)
    if view.chart.is_over:
        return
    sheet.new_page()
    for turn in range(view.chart.turn, view.chart.turns + 1):
        add_turn(sheet, view, turn)


continued_sheet = SheetKind(
    "continue-on-paper",
    gettext_lazy("Continue on paper"),
    _fill,
    _view,
    about=gettext_lazy("The game as it stands, and lines for more: to go on without a computer."),
    secret_view=_secret_view,
    is_landscape=lambda view, paper: is_landscape(view.chart, paper),
    needs=needs_always("past", "slips"),
    where=lambda view: game_turn(view.chart),
    status=_status,
)
"""For a moderator without a computer: what was public when it was printed, and lines that can be
typed afterwards. While orders are written it shows the state at the start of the Game-turn, and
what the log has of them only on the moderator's own sheet.

Source: docs/rules/age-of-iron.md, "How a Game-turn runs".
"""
