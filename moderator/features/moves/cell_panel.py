"""What is shown for a pressed cell: its tabs, a number, an order slip, what would happen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from moderator.core import dice
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.features.moves.forms import NumberField, TypedFields
from moderator.features.slips.read import ORDER_SLIPS, Slip
from moderator.rules.cells import CellChange, CellTab
from moderator.rules.errors import Refused
from moderator.rules.orders import OrderRules, Orders
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel

# What a move at a cell would do, in words and numbers, before it is recorded.


@dataclass(frozen=True)
class CellOutcome:
    """What would be recorded: `action`, with `changes` or the `outcome` in words.

    `missing` asks for what has to be chosen first; `refused` is why it can't be recorded.
    """

    action: str = ""
    outcome: str = ""
    changes: tuple[CellChange, ...] = ()
    missing: str = ""
    refused: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether it can be recorded as it is."""
        return not (self.missing or self.refused)


def preview_of(look: Look, wire: Wire, place: str) -> CellOutcome:
    """The move in words, with the numbers at the place before and after. Nothing is stored."""
    rules, state = look.rules, look.state
    is_rolled = dice.rolls_here(look) and bool(rules.dice_of(state, wire))
    try:
        move = rules.read_move(state, wire, is_rolled=not is_rolled)
        rules.check(state, move)
    except Refused as refused:
        return CellOutcome(refused=str(refused))
    words = move.describe(state)
    if is_rolled or rules.cells is None:
        return CellOutcome(words.action)
    changes = rules.cells.changes(state, rules.apply(state, move), place)
    return CellOutcome(words.action, words.outcome.strip(" :;"), changes)


# What is shown for a pressed cell: its tabs, the other side, a number, and what would happen.

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
class CellNumber(NumberField):
    """A number that is typed, or chosen by steps and buttons. A die has its faces alone."""

    usual: tuple[tuple[str, int], ...] = ()

    @property
    def faces(self) -> range:
        """The faces of a die."""
        return range(self.low, self.high + 1)


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
    amounts: tuple[TypedFields, ...] = ()
    reason: str | None = None
    is_rolled: bool = False

    @property
    def numbers(self) -> str:
        """The hidden field that names the numbers."""
        return self.number.name.partition(".")[0] if self.number else ""

    @property
    def counts(self) -> str:
        """The hidden field that names the amounts."""
        return " ".join(amounts.name for amounts in self.amounts)


@dataclass(frozen=True)
class CellPanel:
    """All of it. `refused`: why nothing can be done in the open tab; `error`: of the form.

    `is_target`: the other side makes the move, against this cell. `slip`: the order slip that the
    form writes on, with what is `left` after what is on it now; with `peek`, the query that
    uncovers it, its orders may not be shown.
    """

    address: CellAddress
    seat: SeatLabel
    title: str
    tabs: tuple[CellLink, ...]
    question: str = ""
    picks: tuple[CellLink, ...] = ()
    refused: str = ""
    form: CellForm | None = None
    slip: Mapping[str, Any] | None = None
    error: str = ""
    is_target: bool = False

    @property
    def other(self) -> str:
        """The id of the seat on the other side, once it has been chosen."""
        return next((one.seat.id for one in self.picks if one.is_current and one.seat), "")


# Writing on an order slip at a cell of the chart, for players without a device.

NUMBER = "rfs"
PEEK = "peek"


def is_written(fold: Fold, verb: str) -> bool:
    """Whether such a move is written on slips now."""
    orders = fold.timeline.rules.orders
    return orders is not None and verb in orders.verbs and orders.is_open(fold.timeline.state)


def with_slip(look: Look, panel: CellPanel, tab: CellTab, fields: QueryDict) -> CellPanel:
    """The panel with the form that writes on the player's slip.

    Orders that somebody else has written are shown only after a press on *Peek*.
    """
    rules, state = look.rules, look.state
    address, book = panel.address, ORDER_SLIPS.of(look)
    slip, orders = book.of(address.player), rules.orders
    if slip is None or orders is None or rules.cells is None:
        return replace(panel, refused=gettext("This player has nothing to place in this turn."))
    place = rules.cells.order_place(address.place)
    is_covered = bool(slip.orders) and slip.moderators_left is None and address.pick != PEEK
    on_slip = {
        "player": slip.player,
        "place": place,
        "version": slip.version,
        "turn": book.opened_by,
        "left": None if is_covered else slip.left,
        "is_sealed": slip.is_sealed,
        "peek": address.at(address.tab, PEEK).query if is_covered else "",
    }
    if is_covered:
        return replace(panel, slip=on_slip)
    placed = orders.placed(slip.orders).get(place, 0)
    number = _number(placed, slip.left or 0, tab, fields)
    wanted = whole_number(number.value)
    form = CellForm(address.tab, tab.label, CellOutcome(), number=number)
    if wanted is None:
        outcome = CellOutcome(missing=gettext("How many?"))
    else:
        outcome = _outcome(orders, state, slip, place, wanted, panel)
    return replace(panel, slip=on_slip, form=replace(form, outcome=outcome))


def _number(placed: int, left: int, tab: CellTab, fields: QueryDict) -> CellNumber:
    """From nothing to all that is left, with what is on the slip here."""
    most = placed + left
    value = fields.get(NUMBER, "") if fields else str(placed or left)
    usual = ((gettext("All %(n)d") % {"n": most}, most),) if most else ()
    return CellNumber(NUMBER, 0, most, value, tab.move.unit, usual=usual)


def _outcome(
    orders: OrderRules[Any], state: Any, slip: Slip, place: str, wanted: int, panel: CellPanel
) -> CellOutcome:
    try:
        written = orders.with_amounts(state, slip.player, slip.orders, ((place, wanted),))
    except Refused as refused:
        return CellOutcome(refused=str(refused))
    (line,) = orders.lines(state, slip.player, ((place, wanted),))
    change = CellChange(panel.seat, line.before, line.after)
    left = orders.left(state, slip.player, written)
    words = gettext("%(left)d left") % {"left": left} if left else gettext("complete and sealed")
    return CellOutcome(words, "", (change,))


def written_at(fold: Fold, slip: Slip, fields: QueryDict) -> tuple[Orders, bool]:
    """The slip's orders with the number that was posted for a place, and whether that is all.

    Raises:
        Refused: the rules don't accept them.
    """
    orders, state = fold.timeline.rules.orders, fold.timeline.state
    wanted = whole_number(fields.get(NUMBER, ""))
    if wanted is None or orders is None:
        raise Refused("bad-move", gettext("Enter a whole number."))
    amounts = ((fields.get("place", ""), wanted),)
    written = orders.with_amounts(state, slip.player, slip.orders, amounts)
    return written, not orders.left(state, slip.player, written)
