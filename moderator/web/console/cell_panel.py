"""What is shown for a pressed cell: its tabs, the other side, a number, and what would happen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.http import urlencode

from moderator.rules.offer import Amounts
from moderator.rules.seating import SeatLabel
from moderator.web.console.cell_preview import CellOutcome

BUTTONS_MOST = 15  # of more numbers only some have a button
_FORM = "cell"


@dataclass(frozen=True)
class CellAddress:
    """A cell, its open tab, and whom the move concerns; empty: not chosen."""

    player: str
    place: str
    tab: str = ""
    pick: str = ""

    @property
    def cell(self) -> str:
        """The cell alone, as its button names it."""
        return f"{self.player}.{self.place}"

    @property
    def form(self) -> str:
        """The id of its form."""
        return " ".join((_FORM, self.cell, self.tab, self.pick)).rstrip()

    @property
    def query(self) -> str:
        """As a query string."""
        parts = {"cell": self.cell, "tab": self.tab, "pick": self.pick}
        return urlencode({name: value for name, value in parts.items() if value})

    def at(self, tab: str, pick: str = "") -> CellAddress:
        """Another tab, or another pick, at the same cell."""
        return replace(self, tab=tab, pick=pick)


def address_in(fields: QueryDict) -> CellAddress | None:
    """The address in a query, or in a form's id; None if there is none."""
    verb, *parts = fields.get("form", "").split(" ")
    if verb != _FORM:
        parts = [fields.get(name, "") for name in ("cell", "tab", "pick")]
    cell, tab, pick = [*parts, "", "", ""][:3]
    player, dot, place = cell.partition(".")
    return CellAddress(player, place, tab, pick) if dot else None


@dataclass(frozen=True)
class CellLink:
    """A tab, or a pick: where it leads, or (`reason`) why it can't be chosen."""

    label: str
    query: str
    is_current: bool
    reason: str = ""
    seat: SeatLabel | None = None
    has: str = ""


@dataclass(frozen=True)
class CellNumber:
    """The number of a move: typed, or chosen by steps and buttons. A die has its faces alone."""

    name: str
    low: int
    high: int
    value: str
    label: str
    is_die: bool = False
    usual: tuple[tuple[str, int], ...] = ()

    @property
    def each(self) -> tuple[int, ...]:
        """The numbers that have a button."""
        if self.high <= BUTTONS_MOST:
            return tuple(range(self.low, self.high + 1))
        return (*range(self.low, 11), *range(15, self.high, 5), self.high)


@dataclass(frozen=True)
class CellSlip:
    """The order slip that a form writes on; `left` after what is on it now.

    `peek`: the query that uncovers it; empty if its orders may be shown.
    """

    player: str
    place: str
    version: int
    turn: int
    left: int | None
    is_sealed: bool
    peek: str = ""


@dataclass(frozen=True)
class CellForm:
    """The form of the open tab; `choice` is the JSON of the fields that the pick sets.

    `reason`: of a correction, and the name of its number is a path. `rolled`: by the server.
    """

    verb: str
    label: str
    outcome: CellOutcome
    choice: str = ""
    number: CellNumber | None = None
    amounts: tuple[Amounts, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    reason: str | None = None
    is_rolled: bool = False

    @property
    def numbers(self) -> str:
        """The hidden field that names the numbers."""
        return self.number.name.partition(".")[0] if self.number else ""

    @property
    def counts(self) -> str:
        """The hidden field that names the amounts."""
        return " ".join(amounts.field for amounts in self.amounts)


@dataclass(frozen=True)
class CellPanel:
    """All of it. `refused`: why nothing can be done in the open tab; `error`: of the form."""

    address: CellAddress
    seat: SeatLabel
    title: str
    tabs: tuple[CellLink, ...]
    question: str = ""
    picks: tuple[CellLink, ...] = ()
    refused: str = ""
    form: CellForm | None = None
    slip: CellSlip | None = None
    error: str = ""

    @property
    def target(self) -> str:
        """The id of the seat on the other side, once it has been chosen."""
        return next((one.seat.id for one in self.picks if one.is_current and one.seat), "")
