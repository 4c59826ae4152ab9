"""Revealing all order slips at once: their orders become ordinary entries of the log."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.databases import pubsub
from moderator.play.errors import NotAllowed, Stale
from moderator.play.log import folds, groups
from moderator.play.log.folds import Fold
from moderator.play.models import Entry, Game, Person
from moderator.play.services.recording import (
    RecordedMove,
    check_key,
    check_moderator,
    check_running,
    locked,
    store,
)
from moderator.play.table.slips import SlipBook, book_of
from moderator.rules.errors import Refused
from moderator.rules.orders import OrderRules, Orders
from moderator.rules.wire import Wire


def slips_reveal(game: Game, seen: int, key: str, by: Person, role: str) -> RecordedMove:
    """Record the orders on all slips, in the order of play: all of them, or nothing.

    Args:
        seen: the slips' `public_number` that the moderator saw.

    Raises:
        Stale: a slip has been sealed or opened since, the orders have been revealed already, or the
            game has been deleted.
        Refused: a slip is not sealed (`rfs-in-hand`), or the rules no longer accept one.
        NotAllowed: only a moderator reveals.
    """
    check_slip_key(key)
    check_moderator(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked(game)
        if first := fold.by_key(key):
            orders = fold.timeline.game.orders
            if orders is None or first.verb not in orders.verbs or not groups.name_of(first.key):
                raise Stale(fold.timeline)
            return RecordedMove(first, fold, is_repeat=True)
        check_running(game)
        _orders, book = open_book(game, fold)
        if book.public_number != seen:
            raise Stale(fold.timeline)
        revealed = _record(game, fold, key, by, role)
        pubsub.publish(game.group_id)
    folds.keep(game, revealed.fold)
    return revealed


def reveal_if_complete(game: Game, fold: Fold, key: str, by: Person) -> RecordedMove | None:
    """The reveal, if the last slip has just been sealed; the moderator is needed if one of them
    is no longer legal."""
    if not game.is_reveal_automatic or not book_of(game, fold).is_complete:
        return None
    try:
        return _record(game, fold, key, by, Entry.Role.SYSTEM)
    except Refused:
        return None


def check_written(fold: Fold, verb: object) -> None:
    """Raise `NotAllowed` for a single move that has to be written on a slip now."""
    orders = fold.timeline.game.orders
    is_order = orders is not None and isinstance(verb, str) and verb in orders.verbs
    if orders and is_order and orders.is_open(fold.timeline.state):
        raise NotAllowed(
            gettext("Orders are written on order slips now, and recorded when all are revealed.")
        )


def open_book(game: Game, fold: Fold) -> tuple[OrderRules[Any], SlipBook]:
    """The rules of the slips, and the slips, while orders are written.

    Raises:
        Stale: no orders are written now, so what was posted comes too late.
        Refused: in this game none are ever written.
    """
    orders, book = fold.timeline.game.orders, book_of(game, fold)
    if orders is None or not orders.are_written(fold.timeline.state):
        raise Refused("wrong-phase", gettext("In this game no orders are written."))
    if not book.is_open:
        raise Stale(fold.timeline)
    return orders, book


def check_complete(orders: OrderRules[Any], fold: Fold, player: str, written: Orders) -> None:
    if left := orders.left(fold.timeline.state, player, written):
        raise Refused("rfs-in-hand", gettext("Place %(left)d more first.") % {"left": left})


def check_slip_key(key: str) -> None:
    """Raise `ValueError` for a malformed key, or one that is too long for a group of entries."""
    check_key(key)
    groups.check_key(key)


def _record(game: Game, fold: Fold, key: str, by: Person, role: str) -> RecordedMove:
    orders, book = open_book(game, fold)
    seats = {seat.id: seat.name for seat in fold.timeline.game.seats_of(fold.timeline.state)}
    if missing := [seats[slip.player] for slip in book.slips if not slip.is_sealed]:
        facts = {"names": ", ".join(missing)}
        raise Refused("rfs-in-hand", gettext("Not sealed yet: %(names)s.") % facts)
    wires: list[Wire] = []
    for slip in book.slips:
        try:
            written = orders.read(fold.timeline.state, slip.player, slip.orders)
            check_complete(orders, fold, slip.player, written)
        except Refused as refused:
            facts = {"name": seats[slip.player], "reason": str(refused)}
            message = gettext("%(name)s’s slip can’t be revealed as it is: %(reason)s") % facts
            raise Refused(refused.code, message) from None
        wires.extend(written)
    new = store(game, fold, wires, groups.keys(key, len(wires)), by, role)
    return RecordedMove(new.entries[-1], new, is_repeat=False)
