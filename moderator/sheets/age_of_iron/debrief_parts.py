"""What the debrief and the student's page share: headings, paragraphs, and the plots of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from django.utils.translation import gettext as _

from moderator.plots import Plot
from moderator.plots.lines import bar_plots, line_plots
from moderator.plots.matrix import (
    BELOW,
    HEAD,
    NAMES,
    TILE,
    PlotCell,
    matrix_plot,
    network_plot,
    wrapped,
)
from moderator.plots.matrix import LEADING as MATRIX_LEADING
from moderator.plots.matrix import SEAL as MATRIX_SEAL
from moderator.rules.age_of_iron.past import AttackCell, TradeCell
from moderator.rules.age_of_iron.past.history import GameHistory, history
from moderator.rules.age_of_iron.past.path import WinnersPath
from moderator.rules.age_of_iron.views import ChartView
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import LEAST, Page, draw_plot, fonts
from moderator.sheets.layout import (
    SLACK,
    Block,
    Sheet,
    beside,
    bullet,
    column_width,
    in_rows,
    plot_block,
    space,
    stacked,
)
from moderator.sheets.layout.table import Column, table_head, table_row
from moderator.sheets.snapshot import GameSnapshot, Said, public

# What the parts of the debrief share: headings, paragraphs, lines to write on.

HEADING, NOTE, HEADING_HEIGHT = 13.0, 9.0, 22.0
GAP, GUTTER = 14.0, 20.0
RULE = 19.0
"""The distance of lines to write on, in points."""


def heading(title: str, note: str, width: float) -> Block:
    """A title, with a note in a few words beside it."""

    def draw(page: Page, x: float, y: float) -> None:
        page.bookmark(y, title)
        used = page.text(x, y + 12, title, HEADING, width, least=LEAST, is_serif=True, tag="H2")
        if note and used + 60 < width:
            page.text(x + used + 8, y + 12, note, NOTE, width - used - 8, least=LEAST)

    return Block(HEADING_HEIGHT, draw)


def add(sheet: Sheet, block: Block) -> None:
    """Adds a block, on a new page if it doesn't fit this one."""
    if sheet.y + block.height > sheet.bottom + SLACK and sheet.y > sheet.top:
        sheet.new_page()
    sheet.add(block)


def add_section(sheet: Sheet, title: str, note: str, blocks: Sequence[Block]) -> None:
    """Adds a title with blocks below it; the title is repeated where they go on on a new page."""
    if not blocks:
        return
    width = sheet.width
    head = heading(title, note, width) if title else space(0)
    if sheet.y > sheet.top:
        sheet.y += GAP
    add(sheet, stacked([head, *blocks[:1]]))
    for block in blocks[1:]:
        if sheet.y + block.height > sheet.bottom + SLACK:
            sheet.new_page()
            add(sheet, heading(_("%s, continued") % title, "", width))
        add(sheet, block)


def rules_to_write_on(count: int, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        for k in range(1, count + 1):
            page.line(x, y + RULE * k, x + width, y + RULE * k, 0.5)

    return Block(RULE * count + 4, draw)


# What the debrief and the student's page are drawn from.


@dataclass(frozen=True, slots=True)
class DebriefView:
    """A game's state and its history, as far as everybody may know them.

    `stopped`: where a stopped game ended, as a sentence without a full stop. `said`: what players
    wrote, as far as the readers may know it; only in the debrief.
    """

    chart: ChartView
    history: GameHistory
    stopped: str = ""
    said: Said = field(default_factory=Said)


def debrief_view(now: GameSnapshot) -> DebriefView:
    """The view for everybody; after the end with the objectives."""
    start = now.past[0].before if now.past else now.state
    return DebriefView(public(now), history(start, now.past, now.reader), now.stopped, now.said)


# Attacks and trades: as a matrix whose cells name the moves, and as a network.

Cell = TypeVar("Cell", AttackCell, TradeCell)

MOST_BESIDE = 5
"""Countries with which a matrix still stands beside its network."""
MATRIX_SHARE = 0.62
LEAST_ROW = 34.0
CONTACT_LINES = (4, 3, 2)
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
    note: str
    corner: str
    label: str
    network_label: str

    @property
    def has_any(self) -> bool:
        return any(cell.moves for row in self.cells for cell in row)


def attacks(past: GameHistory) -> Contacts:
    cells = tuple(tuple(map(_attack_cell, row)) for row in past.attack_matrix)
    note = _("RFs that attacker : defender lost, also at the arrows; moves")
    if all(one.attacker_lost == one.defender_lost for row in past.attack_matrix for one in row):
        note = _("RFs that each side lost, also at the arrows; moves")
    return Contacts(
        _("Attacks"),
        past.seats,
        cells,
        past.attack_flows,
        note,
        _("row attacks column"),
        " ".join(_attack_sentences(past)),
        _("The same as arrows between the countries, as thick as what both sides lost."),
    )


def trades(past: GameHistory) -> Contacts:
    cells = tuple(
        tuple(PlotCell(units=cell.goods, moves=cell.moves) for cell in row)
        for row in past.trade_matrix
    )
    return Contacts(
        _("Trades"),
        past.seats,
        cells,
        past.trade_flows,
        _("units given; moves; the arrows count units"),
        _("row to column"),
        " ".join(_trade_sentences(past)),
        _("The same as arrows between the countries, as thick as the units that were given."),
    )


def contacts_block(contacts: Contacts, width: float, rooms: Sequence[float]) -> Block:
    """The matrix, and the network beside it if there is room for it.

    Args:
        rooms: heights in points: as many moves are shown as fit the first of them in which two
            lines of moves in a cell have room, the last one being the height of a page.
    """
    ways = ((room, lines) for room in rooms for lines in CONTACT_LINES)
    for room, lines in ways:
        block = _block(contacts, width, rooms[-1], lines)
        if block.height <= room:
            break
    return block


def _block(contacts: Contacts, width: float, room: float, lines: int) -> Block:
    if not has_room_beside(contacts):
        return plot_block(_matrix(contacts, width, room, lines))
    left = (width - GUTTER) * MATRIX_SHARE
    matrix = _matrix(contacts, left, room, lines)
    right = width - left - GUTTER
    network = _network(contacts, right, matrix.height - 6)
    return beside([plot_block(matrix), plot_block(network, 4)], left + GUTTER)


def has_room_beside(contacts: Contacts) -> bool:
    """Whether the network stands beside its matrix."""
    return len(contacts.seats) <= MOST_BESIDE


def network_blocks(all_contacts: Sequence[Contacts], width: float) -> list[Block]:
    """The networks beside each other, each with its name, for those that stand alone."""
    each = column_width(width, 2, GUTTER)
    networks = [_named_contacts(one, _network(one, each, NETWORK), each) for one in all_contacts]
    return [beside(networks, each + GUTTER)] if networks else []


def _network(contacts: Contacts, width: float, height: float) -> Plot:
    texts = [[cell.number for cell in row] for row in contacts.cells]
    flows, seats = contacts.flows, contacts.seats
    network = network_plot(flows, seats, width, height, texts if any(map(any, texts)) else ())
    return replace(network, label=contacts.network_label)


def _named_contacts(contacts: Contacts, network: Plot, width: float) -> Block:
    block = plot_block(network, 20)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 11, contacts.name, 10, width, least=LEAST, is_bold=True)
        block.draw(page, x, y)

    return Block(block.height, draw)


def _matrix(contacts: Contacts, width: float, room: float, most: int) -> Plot:
    """Rows high enough for the moves of the fullest cell, up to `most` lines."""
    count = len(contacts.seats)
    each = (width - MATRIX_SEAL - 5 - (NAMES if width / count > NAMES else 0)) / count - 4
    lines = max(
        len(wrapped(cell.moves, each, most)) if cell.moves else 0
        for row in contacts.cells
        for cell in row
    )
    row = max(LEAST_ROW, TILE + BELOW + MATRIX_LEADING * lines + 7)
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


# Points and RFs over the Game-turns: a small plot for each country, all on one scale.

MOST_ACROSS = 5
PLOTS_GUTTER = 16.0
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
    each = column_width(width, max(-(-count // rows), 2), PLOTS_GUTTER)
    return each, height if rows == 1 else height * LOW


def _rows(plots: Sequence[Plot], players: Mapping[str, str], each: float) -> list[Block]:
    rows = -(-len(plots) // MOST_ACROSS)
    across = -(-len(plots) // rows)
    blocks = [_named(plot, plot.seats[0], players, each) for plot in plots]
    return in_rows(blocks, across, each + PLOTS_GUTTER)


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


# The winners' path compared with the others': sentences, plots, and a table of how all ended.

WHAT, NUMBER = 110.0, 84.0
PATH_GAP = 8.0
MOST = 12
"""Sentences; there are more only if more than two won together."""
PLOT, LEADING, MOST_LINES = 76.0, 11.0, 2


def path_title(past: GameHistory) -> str:
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
    return [*blocks, stacked([space(PATH_GAP), *_table(past, path, width)])]


def _has_plots(past: GameHistory, path: WinnersPath) -> bool:
    return len(path.winners) == 1 and past.is_over and bool(past.complete_turns)


def _plots(past: GameHistory, path: WinnersPath, width: float) -> Block:
    """The winner's numbers after each Game-turn, but for all points, which have plots already."""
    series = path.series[1:]
    each = column_width(width, max(len(series), 2), PLOTS_GUTTER)
    (winner,) = path.winners
    names = [fonts.wrap(one.label, 9, each, MOST_LINES, "bold") for one in series]
    top = LEADING * max(map(len, names)) + 4
    blocks = []
    for one, name in zip(series, names, strict=True):
        plot = line_plots(one.rows, past.seats, past.labels, each, PLOT)[winner]
        facts = {"label": one.label, "name": past.seats[winner].name,
                 "numbers": _listed(one.rows[winner])}  # fmt: skip
        label = _("%(label)s of %(name)s at the start and after each Game-turn: %(numbers)s.")
        blocks.append(_named_path(name, replace(plot, label=label % facts), top))
    return stacked([space(PATH_GAP), beside(blocks, each + PLOTS_GUTTER)])


def _named_path(name: Sequence[str], plot: Plot, top: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 10, name, LEADING, 9, is_bold=True, tag="H3")
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
        *(table_row(columns, [name, *map(str, numbers)]) for name, numbers in rows),
    ]
