"""The blank chart: what a moderator needs to record a whole game by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views import ChartView
from moderator.rules.age_of_iron.views.texts import ByHandView, by_hand_view
from moderator.sheets.age_of_iron.squares import LOWEST_ROW, WideChart, civilization, trade
from moderator.sheets.drawing import LEAST, MARGIN, Page, Paper, fonts, page_size
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.layout import GAP, SLACK, Block, Section, Sheet, span
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.snapshot import GameSnapshot

# The course of the game beside a chart: Game-turns to tick, the steps of each, the incomes.

CIRCLE, STRIP = 23.0, 22.0
SIZE, LEADING, NUMBER = 9.0, 11.5, 13.0
MOST_LINES = 12
TURNS, BADGE, INCOME_HEAD, INCOME_ROW = 40.0, 17.0, 20.0, 13.0


def turn_strip(view: ChartView, width: float, begun: int = 0) -> Block:
    """A circle for each Game-turn, to be ticked when it begins.

    Args:
        begun: how many have begun; they are filled.
    """
    label = _("Game-turn")
    used = fonts.width(label, 9.5, "bold") + 10
    per_line = max(1, int((width - used) // CIRCLE))
    lines = -(-view.turns // per_line)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 12, label, 9.5, is_bold=True)
        for k in range(view.turns):
            middle = x + used + CIRCLE * (k % per_line) + 8.5
            centre = y + STRIP * (k // per_line) + 8.6
            is_begun = k < begun
            page.circle(middle, centre, 8.2, INK if is_begun else None, INK, 0.8)
            colour, text = PAPER if is_begun else INK, str(k + 1)
            page.text(middle, centre + 3.4, text, 9.5, None, "centre", colour, is_bold=True)
        end = used + CIRCLE * view.turns + 6
        if lines == 1:
            text = _("Tick each one when it begins.")
            page.text(x + end, y + 12, text, 9, width - end, least=LEAST)

    return Block(STRIP * lines + 2, draw)


def each_turn(view: ByHandView, width: float) -> list[Section]:
    """The four steps of a Game-turn, and the incomes if they change."""
    rows = [_step(number, text, width) for number, text in enumerate(_steps(view), start=1)]
    sections = [Section(_("Each Game-turn"), rows, is_whole=True)]
    if not _is_constant(view.start):
        sections.append(_incomes(view.start, width))
    return sections


def _step(number: int, text: str, width: float) -> Block:
    lines = fonts.wrap(text, SIZE, width - NUMBER, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 9, str(number), SIZE, is_serif=True)
        page.lines(x + NUMBER, y + 9, lines, LEADING, SIZE)

    return Block(LEADING * len(lines) + 2, draw)


def _steps(view: ByHandView) -> Iterator[str]:
    chart = view.start
    order = ", ".join(country.seat.letter for country in chart.countries)
    yield _("Write to each other; nobody speaks.") if view.is_silent else _("Talk with each other.")
    actions = _("attacks and trades") if chart.has_goods else _("attacks")
    if view.is_written:
        yield _("Orders in writing%s.") % _sums(chart)
        yield _("Reveal, and write all of them into the chart.")
        facts = {"order": order, "actions": actions, "losses": _losses(view)}
        yield _("In order %(order)s: %(actions)s. %(losses)s") % facts
        return
    yield _("In order, each country places all its RFs%s.") % (_sums(chart) or f" ({order})")
    facts = {"actions": actions, "losses": _losses(view)}
    yield _("Then it makes its %(actions)s. %(losses)s") % facts
    yield _("It ends its turn, and the next country begins.")


def _losses(view: ByHandView) -> str:
    if view.has_die:
        return _("A die and the odds table say what both sides of an attack cross off.")
    if view.is_attacker_better:
        return _("In an attack the attacker crosses off one less than the defender.")
    return _("Both sides of an attack cross off as many.")


def _sums(chart: ChartView) -> str:
    """What each country places, if it is the same in all Game-turns."""
    if not _is_constant(chart):
        return ""
    incomes = [f"{one.seat.letter} {one.incomes[0]}" for one in chart.countries]
    return ": " + _("%s RFs") % ", ".join(incomes)


def _is_constant(chart: ChartView) -> bool:
    return all(len(set(country.incomes)) == 1 for country in chart.countries)


def _incomes(view: ChartView, width: float) -> Section:
    """A row for all Game-turns in succession with the same incomes."""
    step = min((width - TURNS) / len(view.countries), 40.0)

    def head(page: Page, x: float, y: float) -> None:
        for k, country in enumerate(view.countries):
            page.badge(x + TURNS + step * (k + 0.5) - BADGE / 2, y + 1, BADGE, country.seat)

    every = zip(*(country.incomes for country in view.countries), strict=True)
    rows = []
    for incomes, run in groupby(enumerate(every, start=1), lambda pair: pair[1]):
        turns = [turn for turn, _incomes_then in run]
        rows.append(_income(span(turns[0], turns[-1]), incomes, step))
    return Section(_("RFs to place in each Game-turn"), rows, Block(INCOME_HEAD, head))


def _income(turns: str, incomes: Sequence[int], step: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 9.5, turns, SIZE)
        for k, rfs in enumerate(incomes):
            middle = x + TURNS + step * (k + 0.5)
            page.text(middle, y + 9.5, str(rfs), SIZE, step, "centre", is_bold=True)

    return Block(INCOME_ROW, draw)


# The sheet.

SIDE, GUTTER = 228.0, 20.0
EDGES = 130.0
"""What a header and a footer take of a page's height, in points, and the names of countries."""
MOST_PORTRAIT = 6
"""The most countries for which an upright page is wide enough."""
DENSITIES = ((11.0, 23.0), (10.0, 20.0), (8.5, 18.0))
"""The heights of squares and of lines of goods, in points: the first that fit are taken."""
CROSS_OUT = gettext_lazy("Cross out the old number and write the new one after it.")


def view_of(now: GameSnapshot) -> ByHandView:
    """The game before its first move."""
    return by_hand_view(now.state)


def is_landscape(view: ChartView, paper: Paper) -> bool:
    """Upright only for many regions and few countries."""
    _width, height = page_size(paper, is_landscape=True)
    rows = (height - 2 * MARGIN - EDGES) // LOWEST_ROW
    return len(view.rows) <= rows or len(view.countries) > MOST_PORTRAIT


def fill_chart(sheet: Sheet, view: ByHandView, chart: ChartView, *, is_begun: bool = False) -> None:
    """Adds a chart and what stands beside it, to write on.

    Args:
        is_begun: it begins with the numbers of `chart`, and shows the words that can be typed.
    """
    words = view if is_begun else None
    players = sheet.stamp.players
    width, top = sheet.width, sheet.y
    strip = turn_strip(view.start, width - SIDE - GUTTER, chart.turn if is_begun else 0)
    room = sheet.bottom - top
    narrow = WideChart(chart, width - SIDE - GUTTER, players, words)
    below = room - strip.height
    pieces = narrow.blocks(below, below)
    side = sheet.right - (sheet.left + narrow.width + GUTTER)
    for squares, goods in DENSITIES:
        panels = _panels(view, chart, min(side, SIDE * 1.3), squares, goods)
        high = sum(panel.height for panel in panels) + GAP * (len(panels) - 1)
        if narrow.has_room and len(pieces) == 1 and high <= room + SLACK:
            strip.draw(sheet.page, sheet.left, top)
            pieces[0].draw(sheet.page, sheet.left, top + strip.height)
            y = top
            for panel in panels:
                y = sheet.place(panel, sheet.left + narrow.width + GUTTER, y) + GAP
            sheet.y = sheet.bottom
            return
    _one_after_the_other(sheet, view, chart, WideChart(chart, width, players, words), is_begun)


def _one_after_the_other(
    sheet: Sheet, view: ByHandView, chart: ChartView, wide: WideChart, is_begun: bool
) -> None:
    """Adds the chart at full width, and the rest after it."""
    width = sheet.width
    sheet.add(turn_strip(view.start, width, chart.turn if is_begun else 0))
    first, whole = sheet.bottom - sheet.y, sheet.bottom - sheet.top
    for number, piece in enumerate(wide.blocks(first, whole)):
        if number:
            sheet.new_page()
        sheet.add(piece)
    half = (width - GUTTER) / 2
    columns = _panels(view, chart, half, *DENSITIES[0])
    left, right = columns[:1], columns[1:]
    high = max(sum(panel.height + GAP for panel in column) for column in (left, right))
    if right and high <= whole:
        if sheet.y + GAP + high > sheet.bottom:
            sheet.new_page()
        _side_by_side(sheet, left, right, half + GUTTER)
        return
    for panel in _panels(view, chart, width, *DENSITIES[0]):
        sheet.flow(panel)


def _side_by_side(sheet: Sheet, left: list[Section], right: list[Section], step: float) -> None:
    """Places sections in two columns, for which the page has room."""
    start = sheet.y + (GAP if sheet.y > sheet.top else 0)
    ends = []
    for k, column in enumerate((left, right)):
        y = start
        for panel in column:
            y = sheet.place(panel, sheet.left + k * step, y) + GAP
        ends.append(y - GAP)
    sheet.y = max(ends)


def _panels(
    view: ByHandView, chart: ChartView, width: float, squares: float, goods: float
) -> list[Section]:
    panels = []
    if chart.has_civilization:
        panels.append(replace(civilization(chart, width, squares), is_whole=True))
    if chart.has_goods:
        panels.append(replace(trade(chart, width, goods), is_whole=True))
    return [*panels, *each_turn(view, width)]


blank_chart_sheet = SheetKind(
    "blank-chart",
    gettext_lazy("Blank chart"),
    lambda sheet, view: fill_chart(sheet, view, view.start),
    view_of,
    when="before",
    about=gettext_lazy("Wide cells to cross numbers out in: to record a whole game by hand."),
    is_landscape=lambda view, paper: is_landscape(view.start, paper),
    status=CROSS_OUT,
)
"""The Game Chart before the first move, with everything around it that is ticked, crossed off or
looked up during a game. Source: docs/rules/age-of-iron.md, "A scenario", "How a Game-turn runs".
"""
