"""The winners' path compared with the others': sentences, plots, and a table of how all ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from moderator.plots.lines import line_plots
from moderator.plots.plot import Plot
from moderator.rules.age_of_iron.past import GameHistory, WinnersPath
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.plots import draw_plot
from moderator.sheets.layout.columns import beside, column_width
from moderator.sheets.layout.sheet import Block, bullet, space, stacked
from moderator.sheets.said.table import Column, TableCell, table_head, table_row

WHAT, NUMBER = 110.0, 84.0
GUTTER, GAP = 16.0, 8.0
MOST = 12
"""Sentences; there are more only if more than two won together."""
PLOT, LEADING, MOST_LINES = 76.0, 11.0, 2


def path_title(past: GameHistory) -> str:
    """Whose path it is."""
    if not past.is_over:
        return _("The leader’s path and the others’")
    if past.path and len(past.path.winners) > 1:
        return _("The winners’ path and the others’")
    return _("The winner’s path and the others’")


def path_note(past: GameHistory) -> str:
    """What the lines of the plots are."""
    has_plots = past.path and _has_plots(past, past.path)
    return _("heavy: the winner; thin: the others") if has_plots else ""


def path_blocks(past: GameHistory, width: float) -> list[Block]:
    """The sentences, a row of plots if there is one winner, and the table; none without points."""
    path = past.path
    if path is None:
        return []
    blocks = [bullet(sentence, width) for sentence in path.sentences[:MOST]]
    if _has_plots(past, path):
        blocks.append(_plots(past, path, width))
    return [*blocks, stacked([space(GAP), *_table(past, path, width)])]


def _has_plots(past: GameHistory, path: WinnersPath) -> bool:
    return len(path.winners) == 1 and past.is_over and bool(past.complete_turns)


def _plots(past: GameHistory, path: WinnersPath, width: float) -> Block:
    """The winner's numbers after each Game-turn, but for all points, which have plots already."""
    series = path.series[1:]
    each = column_width(width, max(len(series), 2), GUTTER)
    (winner,) = path.winners
    names = [fonts.wrap(one.label, 9, each, MOST_LINES, "bold") for one in series]
    top = LEADING * max(map(len, names)) + 4
    blocks = []
    for one, name in zip(series, names, strict=True):
        plot = line_plots(one.rows, past.seats, past.labels, each, PLOT)[winner]
        facts = {"label": one.label, "name": past.seats[winner].name,
                 "numbers": _listed(one.rows[winner])}  # fmt: skip
        label = _("%(label)s of %(name)s at the start and after each Game-turn: %(numbers)s.")
        blocks.append(_named(name, replace(plot, label=label % facts), top))
    return stacked([space(GAP), beside(blocks, each + GUTTER)])


def _named(name: Sequence[str], plot: Plot, top: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        with page.element("H3"):
            page.lines(x, y + 10, name, LEADING, 9, is_bold=True)
        draw_plot(page, x, y + top, plot)

    return Block(top + plot.height, draw)


def _table(past: GameHistory, path: WinnersPath, width: float) -> list[Block]:
    """A column for each country, the winners first."""
    number = min(NUMBER, (width - WHAT) / len(path.countries))
    seats = [past.seats[one.player] for one in path.countries]
    columns = [
        Column(_("At the end") if past.is_over else _("Now"), WHAT),
        *(Column(seat.name, number, "right", seat) for seat in seats),
    ]
    rows = [
        (series.label, [one.numbers[k] for one in path.countries])
        for k, series in enumerate(path.series)
    ]
    rows.append((_("Attacks made"), [len(one.attacks) for one in path.countries]))
    rows.append((_("Attacks suffered"), [len(one.attacked) for one in path.countries]))
    if past.has_goods:
        rows.append((_("Trades"), [len(one.trades) for one in path.countries]))
    return [
        table_head(columns),
        *(table_row(columns, [TableCell(name), *map(str, numbers)]) for name, numbers in rows),
    ]


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
