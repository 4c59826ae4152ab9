"""Attacks and trades: as a matrix whose cells name the moves, and as a network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _

from moderator.plots.matrix import (
    BELOW,
    HEAD,
    LEADING,
    NAMES,
    SEAL,
    TILE,
    PlotCell,
    matrix_plot,
    wrapped,
)
from moderator.plots.network import network_plot
from moderator.plots.plot import Plot
from moderator.rules.age_of_iron.past import AttackCell, GameHistory, TradeCell
from moderator.rules.seating import SeatLabel
from moderator.sheets.age_of_iron.debrief.parts import GUTTER, beside, column_width
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.plots import draw_plot
from moderator.sheets.layout.sheet import Block

Cell = TypeVar("Cell", AttackCell, TradeCell)

MOST_BESIDE = 5
"""Countries with which a matrix still stands beside its network."""
MATRIX_SHARE = 0.62
LEAST_ROW, MOST_LINES = 34.0, 4
NETWORK = 210.0
"""The height of a network below its matrix, in points."""


@dataclass(frozen=True, slots=True)
class Contacts:
    """A matrix and a network of the same: cells and flows between the seats, with texts."""

    seats: tuple[SeatLabel, ...]
    cells: tuple[tuple[PlotCell, ...], ...]
    flows: tuple[tuple[int, ...], ...]
    corner: str
    label: str
    network_label: str

    @property
    def has_any(self) -> bool:
        return any(cell.moves for row in self.cells for cell in row)


def attacks(past: GameHistory) -> Contacts:
    """Who attacked whom."""
    cells = tuple(tuple(map(_attack_cell, row)) for row in past.attack_matrix)
    return Contacts(
        past.seats,
        cells,
        past.attack_flows,
        _("row attacks column"),
        " ".join(_attack_sentences(past)),
        _("The same as arrows between the countries, as thick as what both sides lost."),
    )


def trades(past: GameHistory) -> Contacts:
    """Who gave what to whom."""
    cells = tuple(
        tuple(PlotCell(units=cell.goods, moves=cell.moves) for cell in row)
        for row in past.trade_matrix
    )
    return Contacts(
        past.seats,
        cells,
        past.trade_flows,
        _("row gives to column"),
        " ".join(_trade_sentences(past)),
        _("The same as arrows between the countries, as thick as the units that were given."),
    )


def attacks_note(past: GameHistory) -> str:
    """What the numbers are; both sides' losses are named where they differ."""
    if all(one.attacker_lost == one.defender_lost for row in past.attack_matrix for one in row):
        return _("RFs that each side lost; moves; the arrows count both sides")
    return _("RFs that attacker : defender lost; moves; the arrows count both sides")


def trades_note() -> str:
    """What the letters and numbers are."""
    return _("units given; moves; the arrows count units")


def contacts_blocks(contacts: Contacts, width: float) -> list[Block]:
    """The matrix and the network, beside each other if there is room."""
    if len(contacts.seats) > MOST_BESIDE:
        matrix = _matrix(contacts, width)
        network = network_plot(contacts.flows, contacts.seats, width, NETWORK)
        return [_drawn(matrix), _drawn(replace(network, label=contacts.network_label), 10)]
    left = (width - GUTTER) * MATRIX_SHARE
    matrix = _matrix(contacts, left)
    right = column_width(width, 1) - left - GUTTER
    network = network_plot(contacts.flows, contacts.seats, right, matrix.height - 6)
    shown = replace(network, label=contacts.network_label)
    return [beside([_drawn(matrix), _drawn(shown, 4)], left + GUTTER)]


def _drawn(plot: Plot, above: float = 0.0) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        draw_plot(page, x, y + above, plot)

    return Block(plot.height + above, draw)


def _matrix(contacts: Contacts, width: float) -> Plot:
    """Rows high enough for the moves of the fullest cell, up to a limit."""
    count = len(contacts.seats)
    each = (width - SEAL - 5 - (NAMES if width / count > NAMES else 0)) / count - 4
    lines = max(
        len(wrapped(cell.moves, each, MOST_LINES)) if cell.moves else 0
        for row in contacts.cells
        for cell in row
    )
    row = max(LEAST_ROW, TILE + BELOW + LEADING * lines + 7)
    height = HEAD + row * count
    plot = matrix_plot(contacts.cells, contacts.seats, width, height, contacts.corner)
    return replace(plot, label=contacts.label)


def _attack_cell(cell: AttackCell) -> PlotCell:
    mine, theirs = cell.attacker_lost, cell.defender_lost
    return PlotCell(str(mine) if mine == theirs else f"{mine} : {theirs}", moves=cell.moves)


def _attack_sentences(past: GameHistory) -> Iterator[str]:
    for attacker, defender, cell in _pairs(past.seats, past.attack_matrix):
        facts = {
            "attacker": attacker.name,
            "defender": defender.name,
            "mine": cell.attacker_lost,
            "theirs": cell.defender_lost,
            "moves": ", ".join(map(str, cell.moves)),
        }
        yield _("%(attacker)s attacked %(defender)s and lost %(mine)d RFs, %(defender)s "
                "%(theirs)d; moves %(moves)s.") % facts  # fmt: skip


def _trade_sentences(past: GameHistory) -> Iterator[str]:
    for giver, taker, cell in _pairs(past.seats, past.trade_matrix):
        facts = {
            "giver": giver.name,
            "taker": taker.name,
            "goods": ", ".join(f"{count} {letter}" for letter, count in cell.goods),
            "moves": ", ".join(map(str, cell.moves)),
        }
        yield _("%(giver)s gave %(goods)s to %(taker)s; moves %(moves)s.") % facts


def _pairs(
    seats: Sequence[SeatLabel], matrix: Sequence[Sequence[Cell]]
) -> Iterator[tuple[SeatLabel, SeatLabel, Cell]]:
    for one, row in zip(seats, matrix, strict=True):
        for other, cell in zip(seats, row, strict=True):
            if cell.moves:
                yield one, other, cell
