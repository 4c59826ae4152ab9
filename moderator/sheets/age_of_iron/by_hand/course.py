"""The course of the game beside a chart: Game-turns to tick, the steps of each, the incomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.by_hand import ByHandView
from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Section
from moderator.sheets.layout.wording import span
from moderator.sheets.layout.writing import write

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
            write(page, x + end, y + 12, text, 9, width - end)

    return Block(STRIP * lines + 2, draw)


def each_turn(view: ByHandView, width: float) -> list[Section]:
    """The four steps of a Game-turn, and the incomes if they change."""
    rows = []
    for number, text in enumerate(_steps(view), start=1):
        lines = fonts.wrap(text, SIZE, width - NUMBER, MOST_LINES)
        draw = partial(_step, number=number, lines=lines)
        rows.append(Block(LEADING * len(lines) + 2, draw))
    sections = [Section(_("Each Game-turn"), rows, is_whole=True)]
    if not _is_constant(view.start):
        rows = list(_incomes(view.start, width))
        head = Block(INCOME_HEAD, partial(_income_head, view=view.start, width=width))
        sections.append(Section(_("RFs to place in each Game-turn"), rows, head))
    return sections


def _step(page: Page, x: float, y: float, *, number: int, lines: Sequence[str]) -> None:
    page.text(x, y + 9, str(number), SIZE, is_serif=True)
    page.lines(x + NUMBER, y + 9, lines, LEADING, SIZE)


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


def _step_of(countries: Sequence[Country], width: float) -> float:
    return min((width - TURNS) / len(countries), 40.0)


def _income_head(page: Page, x: float, y: float, *, view: ChartView, width: float) -> None:
    step = _step_of(view.countries, width)
    for k, country in enumerate(view.countries):
        page.badge(x + TURNS + step * (k + 0.5) - BADGE / 2, y + 1, BADGE, country.seat)


def _incomes(view: ChartView, width: float) -> Iterator[Block]:
    """A row for all Game-turns in succession with the same incomes."""
    every = zip(*(country.incomes for country in view.countries), strict=True)
    step = _step_of(view.countries, width)
    for incomes, run in groupby(enumerate(every, start=1), lambda pair: pair[1]):
        turns = [turn for turn, _incomes_then in run]
        shown = span(turns[0], turns[-1])
        yield Block(INCOME_ROW, partial(_income, turns=shown, incomes=incomes, step=step))


def _income(
    page: Page, x: float, y: float, *, turns: str, incomes: Sequence[int], step: float
) -> None:
    page.text(x, y + 9.5, turns, SIZE)
    for k, rfs in enumerate(incomes):
        middle = x + TURNS + step * (k + 0.5)
        page.text(middle, y + 9.5, str(rfs), SIZE, step, "centre", is_bold=True)
