"""How promises were kept: per player, and as a matrix of who promised whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from moderator.plots.matrix import HEAD
from moderator.plots.trust import trust_plot
from moderator.rules.trust import PromiseCount, Trust
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.plots import draw_plot
from moderator.sheets.layout.columns import beside
from moderator.sheets.layout.sheet import Block, paragraph, space, stacked
from moderator.sheets.said.table import Column, TableCell, table_head, table_row

NAME, NUMBER = 120.0, 42.0
TOTALS = NAME + 6 * NUMBER
GUTTER, GAP = 26.0, 6.0
BESIDE = 2 * TOTALS
"""The width from which the matrix stands beside the totals, in points."""
ROW = 36.0
"""The height of a row of the matrix, if it has room: a number, a bar and a line of moves."""
TITLE, SMALL = 17.0, 8.5


def trust_block(trust: Trust, width: float, room: float) -> Block:
    """The promises of each player with the verdicts, and who kept them to whom; on one page.

    Args:
        width, room: in points; the rows of the matrix are as high as the room allows.
    """
    if width < BESIDE:
        totals = _totals(trust, width)
        left = room - totals.height - GAP
        return stacked([totals, space(GAP), _matrix(trust, width, left)])
    matrix = _matrix(trust, width - TOTALS - GUTTER, room)
    return beside([_totals(trust, TOTALS), matrix], TOTALS + GUTTER)


def _totals(trust: Trust, width: float) -> Block:
    heads = (_("Made"), _("Kept"), _("Broken"), _("Not done"), _("Void"), _("Not decided"))
    name = max(NAME, width - NUMBER * len(heads))
    columns = [Column(_("Promised by"), name), *(Column(one, NUMBER, "right") for one in heads)]
    rows = [
        table_row(columns, [TableCell(seat.name, seat=seat), *_numbers(count)])
        for seat, count in zip(trust.seats, trust.by_maker, strict=True)
    ]
    return stacked([table_head(columns), *rows])


def _numbers(count: PromiseCount) -> list[str]:
    numbers = (count.made, count.kept, count.broken, count.not_done, count.void, count.pending)
    return [str(number) for number in numbers]


def _matrix(trust: Trust, width: float, room: float) -> Block:
    note = _("None of them has been kept or broken.")
    if trust.has_decided:
        note = _("Kept promises of those that were kept or broken; below them the moves that broke "
                 "some.")  # fmt: skip
    blocks = [_title(_("Who kept promises to whom"), width), *paragraph(note, width, SMALL)]
    if trust.has_decided:
        left = room - sum(block.height for block in blocks) - GAP
        blocks += [space(GAP), _plot(trust, width, left)]
    return stacked(blocks)


def _plot(trust: Trust, width: float, room: float) -> Block:
    height = min(HEAD + ROW * len(trust.seats), room)
    plot = trust_plot(trust, width, height, _("row to column"))
    plot = replace(plot, label=" ".join(_sentences(trust)))
    return Block(height, lambda page, x, y: draw_plot(page, x, y, plot))


def _sentences(trust: Trust) -> Iterator[str]:
    """The matrix in words."""
    for maker, row in zip(trust.seats, trust.cells, strict=True):
        for partner, count in zip(trust.seats, row, strict=True):
            if not count.decided:
                continue
            facts = {
                "maker": maker.name,
                "partner": partner.name,
                "kept": count.kept,
                "decided": count.decided,
                "moves": ", ".join(map(str, count.broken_by)),
            }
            if count.broken_by:
                yield _("%(maker)s kept %(kept)d of %(decided)d promises to %(partner)s; broken "
                        "with moves %(moves)s.") % facts  # fmt: skip
            else:
                yield _("%(maker)s kept %(kept)d of %(decided)d promises to %(partner)s.") % facts


def _title(text: str, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 12, text, 9.5, width, is_bold=True, tag="H3")

    return Block(TITLE, draw)
