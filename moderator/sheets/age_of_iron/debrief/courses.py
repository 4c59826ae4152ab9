"""Points and RFs over the Game-turns: a small plot for each country, all on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from moderator.plots.bars import bar_plots
from moderator.plots.lines import line_plots
from moderator.plots.plot import Plot
from moderator.rules.age_of_iron.past import GameHistory
from moderator.rules.seating import SeatLabel
from moderator.sheets.age_of_iron.debrief.parts import LEAST
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.plots import draw_plot
from moderator.sheets.layout.columns import beside, column_width
from moderator.sheets.layout.sheet import Block

MOST_ACROSS = 5
GUTTER = 16.0
SEAL, NAME, PLAYERS = 16.0, 20.0, 11.0
LINES, BARS = 112.0, 108.0
LOW = 0.74
"""How high plots are, relative to these heights, if they take two rows."""


def points_blocks(past: GameHistory, players: Mapping[str, str], width: float) -> list[Block]:
    """Rows of plots with the points after each Game-turn, with who played above them."""
    if not past.complete_turns:
        return []
    each, height = _size(past, width, LINES)
    plots = line_plots(past.points, past.seats, past.labels, each, height)
    return _rows([labelled_points(past, k, plot) for k, plot in enumerate(plots)], players, each)


def rfs_blocks(past: GameHistory, width: float) -> list[Block]:
    """Rows of plots with the RFs at the end of each Game-turn."""
    if not past.complete_turns:
        return []
    each, height = _size(past, width, BARS)
    plots = bar_plots(past.rfs, past.seats, past.labels[1:], each, height)
    return _rows([labelled_rfs(past, k, plot) for k, plot in enumerate(plots)], {}, each)


def labelled_points(past: GameHistory, player: int, plot: Plot) -> Plot:
    """The plot with its numbers as text."""
    facts = {"name": past.seats[player].name, "numbers": _listed(past.points[player])}
    label = _("Points of %(name)s at the start and after each Game-turn: %(numbers)s.") % facts
    return replace(plot, label=label)


def labelled_rfs(past: GameHistory, player: int, plot: Plot) -> Plot:
    """The plot with its numbers as text."""
    on_chart, built = zip(*past.rfs[player], strict=True)
    facts = {
        "name": past.seats[player].name,
        "chart": _listed(on_chart),
        "civilization": _listed(built),
    }
    text = _("RFs of %(name)s after each Game-turn, on the Game Chart: %(chart)s; in "
             "civilization: %(civilization)s.")  # fmt: skip
    return replace(plot, label=text % facts)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _size(past: GameHistory, width: float, height: float) -> tuple[float, float]:
    """The width and the height of each plot."""
    count = len(past.seats)
    rows = -(-count // MOST_ACROSS)
    each = column_width(width, max(-(-count // rows), 2), GUTTER)
    return each, height if rows == 1 else height * LOW


def _rows(plots: Sequence[Plot], players: Mapping[str, str], each: float) -> list[Block]:
    rows = -(-len(plots) // MOST_ACROSS)
    across = -(-len(plots) // rows)
    blocks = [_named(plot, plot.seats[0], players, each) for plot in plots]
    step = each + GUTTER
    return [beside(blocks[k : k + across], step) for k in range(0, len(blocks), across)]


def _named(plot: Plot, seat: SeatLabel, players: Mapping[str, str], width: float) -> Block:
    """A plot below the country's name and, if they are given, those who played."""
    names = players.get(seat.id, "")
    top = NAME + (PLAYERS if players else 0)

    def draw(page: Page, x: float, y: float) -> None:
        room = width - SEAL - 5
        with page.element("H3"):
            page.badge(x, y, SEAL, seat)
            page.text(x + SEAL + 5, y + 12, seat.name, 10, room, least=LEAST, is_bold=True)
        page.text(x, y + 26, names, LEAST, width, least=LEAST)
        draw_plot(page, x, y + top, plot)

    return Block(top + plot.height + 4, draw)
