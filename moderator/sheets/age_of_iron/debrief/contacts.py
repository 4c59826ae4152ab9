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
from moderator.sheets.age_of_iron.debrief.parts import GUTTER, LEAST
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.plots import draw_plot
from moderator.sheets.layout.columns import beside, column_width
from moderator.sheets.layout.sheet import Block

Cell = TypeVar("Cell", AttackCell, TradeCell)

MOST_BESIDE = 5
"""Countries with which a matrix still stands beside its network."""
MATRIX_SHARE = 0.62
LEAST_ROW = 34.0
LINES = (4, 3, 2)
"""The most lines of moves in a cell; more moves are counted at the end of the last one."""
NETWORK = 190.0
"""The height of a network that doesn't stand beside its matrix, in points."""


@dataclass(frozen=True, slots=True)
class Contacts:
    """A matrix and a network of the same: cells and flows between the seats, with texts."""

    name: str
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
        _("Attacks"),
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
        _("Trades"),
        past.seats,
        cells,
        past.trade_flows,
        _("row to column"),
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


def contacts_block(contacts: Contacts, width: float, rooms: Sequence[float]) -> Block:
    """The matrix, and the network beside it if there is room for it.

    Args:
        rooms: heights in points: as many moves are shown as fit the first of them in which two
            lines of moves in a cell have room, the last one being the height of a page.
    """
    ways = ((room, lines) for room in rooms for lines in LINES)
    for room, lines in ways:
        block = _block(contacts, width, rooms[-1], lines)
        if block.height <= room:
            break
    return block


def _block(contacts: Contacts, width: float, room: float, lines: int) -> Block:
    if not has_room_beside(contacts):
        return _drawn(_matrix(contacts, width, room, lines))
    left = (width - GUTTER) * MATRIX_SHARE
    matrix = _matrix(contacts, left, room, lines)
    right = width - left - GUTTER
    network = _network(contacts, right, matrix.height - 6)
    return beside([_drawn(matrix), _drawn(network, 4)], left + GUTTER)


def has_room_beside(contacts: Contacts) -> bool:
    """Whether the network stands beside its matrix."""
    return len(contacts.seats) <= MOST_BESIDE


def network_blocks(all_contacts: Sequence[Contacts], width: float) -> list[Block]:
    """The networks beside each other, each with its name, for those that stand alone."""
    each = column_width(width, 2, GUTTER)
    networks = [_named(one, _network(one, each, NETWORK), each) for one in all_contacts]
    return [beside(networks, each + GUTTER)] if networks else []


def _network(contacts: Contacts, width: float, height: float) -> Plot:
    network = network_plot(contacts.flows, contacts.seats, width, height)
    return replace(network, label=contacts.network_label)


def _named(contacts: Contacts, network: Plot, width: float) -> Block:
    block = _drawn(network, 20)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 11, contacts.name, 10, width, least=LEAST, is_bold=True)
        block.draw(page, x, y)

    return Block(block.height, draw)


def _drawn(plot: Plot, above: float = 0.0) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        draw_plot(page, x, y + above, plot)

    return Block(plot.height + above, draw)


def _matrix(contacts: Contacts, width: float, room: float, most: int) -> Plot:
    """Rows high enough for the moves of the fullest cell, up to `most` lines."""
    count = len(contacts.seats)
    each = (width - SEAL - 5 - (NAMES if width / count > NAMES else 0)) / count - 4
    lines = max(
        len(wrapped(cell.moves, each, most)) if cell.moves else 0
        for row in contacts.cells
        for cell in row
    )
    row = max(LEAST_ROW, TILE + BELOW + LEADING * lines + 7)
    height = min(HEAD + row * count, room)
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
