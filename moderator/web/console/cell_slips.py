"""Writing on an order slip at a cell of the chart, for players without a device."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.table.slips import Slip
from moderator.play.table.snapshot import table_of
from moderator.rules.cells import CellChange, CellTab
from moderator.rules.errors import Refused
from moderator.rules.orders import OrderRules, Orders
from moderator.web.console.cell_panel import CellForm, CellNumber, CellPanel, CellSlip
from moderator.web.console.cell_preview import CellOutcome
from moderator.web.core.forms import whole_number

NUMBER = "rfs"
PEEK = "peek"


def is_written(fold: Fold, verb: str) -> bool:
    """Whether such a move is written on slips now."""
    orders = fold.timeline.game.orders
    return orders is not None and verb in orders.verbs and orders.is_open(fold.timeline.state)


def with_slip(
    game: Game, fold: Fold, panel: CellPanel, tab: CellTab, fields: QueryDict
) -> CellPanel:
    """The panel with the form that writes on the player's slip.

    Orders that somebody else has written are shown only after a press on *Peek*.
    """
    rules, state = fold.timeline.game, fold.timeline.state
    address, book = panel.address, table_of(game, fold).slips
    slip, orders = book.of(address.player), rules.orders
    if slip is None or orders is None or rules.cells is None:
        return replace(panel, refused=gettext("This player has nothing to place in this turn."))
    place = rules.cells.order_place(address.place)
    is_covered = bool(slip.orders) and slip.moderators_left is None and address.pick != PEEK
    on_slip = CellSlip(
        player=slip.player,
        place=place,
        version=slip.version,
        turn=book.opened_by,
        left=None if is_covered else slip.left,
        is_sealed=slip.is_sealed,
        peek=address.at(address.tab, PEEK).query if is_covered else "",
    )
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
    return CellNumber(NUMBER, 0, most, value, tab.unit, usual=usual)


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
    orders, state = fold.timeline.game.orders, fold.timeline.state
    wanted = whole_number(fields.get(NUMBER, ""))
    if wanted is None or orders is None:
        raise Refused("bad-move", gettext("Enter a whole number."))
    amounts = ((fields.get("place", ""), wanted),)
    written = orders.with_amounts(state, slip.player, slip.orders, amounts)
    return written, not orders.left(state, slip.player, written)
