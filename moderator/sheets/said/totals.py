"""How promises were kept: per player, and as a matrix of who promised whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from moderator.rules.promises import BROKEN, KEPT, NOT_DONE, PENDING, VOID
from moderator.rules.seating import SeatLabel
from moderator.sheets.layout.sheet import Block
from moderator.sheets.said.table import Column, TableCell, table_head, table_row
from moderator.sheets.said_data import Said, SaidPromise

NAME, NUMBER = 130.0, 64.0
LEAST, MOST = 42.0, 96.0
"""The width of a column of the matrix, in points."""
KINDS = (KEPT, BROKEN, NOT_DONE, VOID, PENDING)

Counts = dict[tuple[str, str], Counter[str]]


def counted(promises: Iterable[SaidPromise]) -> Counts:
    """The verdicts on accepted promises, by the ids of who promised and to whom.

    What was promised in exchange counts by itself; what isn't judged yet is pending.
    """
    found: Counts = {}
    for promise in promises:
        if not promise.is_accepted:
            continue
        for maker, partner, verdict in promise.halves:
            kinds = found.setdefault((maker.id, partner.id), Counter())
            kinds[verdict.kind if verdict else PENDING] += 1
    return found


def totals_blocks(said: Said, width: float) -> list[Block]:
    """A row for each player, with the number of its promises and the verdicts on them."""
    counts = counted(said.promises)
    heads = (_("Promised"), _("Kept"), _("Broken"), _("Not done"), _("Void"), _("Pending"))
    number = min(NUMBER, (width - NAME) / len(heads))
    columns = [Column("", NAME), *(Column(head, number, "right") for head in heads)]
    rows = [table_row(columns, _totals(seat, counts)) for seat in said.seats]
    return [table_head(columns), *rows]


def _totals(seat: SeatLabel, counts: Counts) -> list[TableCell | str]:
    own = sum((kinds for (maker, _to), kinds in counts.items() if maker == seat.id), Counter())
    return [TableCell(seat.name), str(own.total()), *(str(own[kind]) for kind in KINDS)]


def matrix_note() -> str:
    """What the numbers of the matrix are."""
    return _("kept / broken, from those on the left to those above")


def matrix_blocks(said: Said, width: float) -> list[Block]:
    """A row for each player who promised, a column for each to whom."""
    counts, seats = counted(said.promises), said.seats
    number = max(LEAST, min(MOST, (width - NAME) / max(len(seats), 1)))
    name = min(NAME, width - number * len(seats))
    columns = [Column(_("From / to"), name), *(Column(one.name, number) for one in seats)]
    rows = [table_row(columns, [TableCell(one.name), *_cells(one, seats, counts)]) for one in seats]
    return [table_head(columns), *rows]


def _cells(maker: SeatLabel, seats: Sequence[SeatLabel], counts: Counts) -> list[str]:
    found = []
    for seat in seats:
        kinds = counts.get((maker.id, seat.id), Counter())
        judged = kinds[KEPT] or kinds[BROKEN]
        found.append(f"{kinds[KEPT]} / {kinds[BROKEN]}" if judged else "–" if kinds else "")
    return found
