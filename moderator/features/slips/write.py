"""Order slips: written, sealed, opened, filled in, revealed; and reminding a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import log
from moderator.core.databases import pubsub
from moderator.core.errors import NotAllowed, Stale
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import MODERATORS, Entry, Game, Person
from moderator.core.recording import (
    RecordedMove,
    check_key,
    check_moderator,
    check_person,
    check_running,
    count_change,
    locked,
    own_player,
    store,
)
from moderator.core.text import json_values
from moderator.features.slips.models import Reminder, SlipVersion
from moderator.features.slips.read import BY_UNDO, Slip, SlipBook, book_of
from moderator.rules.errors import Refused
from moderator.rules.orders import OrderRules, Orders
from moderator.rules.wire import Wire

# Revealing all order slips at once: their orders become ordinary entries of the log.


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
        look = Look(game, fold)
        if first := fold.by_key(key):
            orders = fold.timeline.rules.orders
            if orders is None or first.verb not in orders.verbs or not log.name_of(first.key):
                raise Stale(fold.timeline)
            return RecordedMove(first, fold, is_repeat=True)
        check_running(game)
        _orders, book = open_book(look)
        if book.public_number != seen:
            raise Stale(fold.timeline)
        revealed = _record(look, key, by, role)
        pubsub.publish(game.group_id)
    log.keep(game, revealed.fold)
    return revealed


def reveal_if_complete(look: Look, key: str, by: Person) -> RecordedMove | None:
    """The reveal, if the last slip has just been sealed; the moderator is needed if one of them
    is no longer legal."""
    if not look.game.is_reveal_automatic or not book_of(look).is_complete:
        return None
    try:
        return _record(look, key, by, Entry.Role.SYSTEM)
    except Refused:
        return None


def check_written(fold: Fold, verb: object) -> None:
    """Raise `NotAllowed` for a single move that has to be written on a slip now."""
    orders = fold.timeline.rules.orders
    is_order = orders is not None and isinstance(verb, str) and verb in orders.verbs
    if orders and is_order and orders.is_open(fold.timeline.state):
        raise NotAllowed(
            gettext("Orders are written on order slips now, and recorded when all are revealed.")
        )


def open_book(look: Look) -> tuple[OrderRules[Any], SlipBook]:
    """The rules of the slips, and the slips, while orders are written.

    Raises:
        Stale: no orders are written now, so what was posted comes too late.
        Refused: in this game none are ever written.
    """
    orders, book = look.rules.orders, book_of(look)
    if orders is None or not orders.are_written(look.state):
        raise Refused("wrong-phase", gettext("In this game no orders are written."))
    if not book.is_open:
        raise Stale(look.timeline)
    return orders, book


def check_complete(orders: OrderRules[Any], fold: Fold, player: str, written: Orders) -> None:
    if left := orders.left(fold.timeline.state, player, written):
        raise Refused("rfs-in-hand", gettext("Place %(left)d more first.") % {"left": left})


def check_slip_key(key: str) -> None:
    """Raise `ValueError` for a malformed key, or one that is too long for a group of entries."""
    check_key(key)
    log.check_key(key)


def _record(look: Look, key: str, by: Person, role: str) -> RecordedMove:
    orders, book = open_book(look)
    seats = {seat.id: seat.name for seat in look.rules.seats_of(look.state)}
    if missing := [seats[slip.player] for slip in book.slips if not slip.is_sealed]:
        facts = {"names": ", ".join(missing)}
        raise Refused("rfs-in-hand", gettext("Not sealed yet: %(names)s.") % facts)
    wires: list[Wire] = []
    for slip in book.slips:
        try:
            written = orders.read(look.state, slip.player, slip.orders)
            check_complete(orders, look.fold, slip.player, written)
        except Refused as refused:
            facts = {"name": seats[slip.player], "reason": str(refused)}
            message = gettext("%(name)s’s slip can’t be revealed as it is: %(reason)s") % facts
            raise Refused(refused.code, message) from None
        wires.extend(written)
    new = store(look, wires, log.keys(key, len(wires)), by, role)
    return RecordedMove(new.entries[-1], new, is_repeat=False)


# Order slips: writing, sealing and opening them. What is on a slip is secret until the reveal.


@dataclass(frozen=True, slots=True)
class SlipChange:
    """What is asked for: the slip of `player`, of which the form knew `version`.

    `orders`: wire forms of moves, complete or not; only complete ones can be sealed. `opened_by`:
    the entry that opened the turn for which the form was made, if it says so.
    """

    player: str
    version: int
    orders: Sequence[object]
    is_sealed: bool
    opened_by: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenSlip:
    """A slip that has been written; `revealed`: all orders, if this revealed them."""

    slip: Slip | None
    is_repeat: bool
    is_public: bool
    revealed: RecordedMove | None = None


def slip_write(game: Game, change: SlipChange, key: str, by: Person, role: str) -> WrittenSlip:
    """Write, seal or open a slip. When this returns, the change is committed.

    If it was the last slip to be sealed and the game is set to do so, all are revealed.

    Raises:
        Stale: the slip has been changed since that version, the orders have been revealed, or the
            game has been deleted.
        Refused: the rules don't accept these orders.
        NotAllowed: it isn't this student's slip.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_slip_key(key)
    check_person(game, by, role)
    change = replace(change, orders=json_values(list(change.orders), "bad-move"))
    with transaction.atomic(durable=True):
        fold = locked(game)
        if role == Entry.Role.STUDENT:
            message = gettext("You can write the orders of your own %(seat)s only.")
            own_player(game, by, message, change.player)
        if repeated := game.slip_versions.filter(key=key).first():
            return _repeated(Look(game, fold), change, repeated)
        check_running(game)
        _check_unused(fold, key)
        stored, opened_by = _asked(Look(game, fold), change, key)
        versions_add(game, opened_by, fold.number, [stored], by, role)
        revealed = reveal_if_complete(Look(game, fold), key, by)
        if stored.is_public or revealed is not None:
            pubsub.publish(game.group_id)
        else:
            for audience in audiences_of(change.player, role):
                pubsub.publish(game.group_id, audience)
    if revealed is not None:
        log.keep(game, revealed.fold)
    slip = book_of(Look(game, fold)).of(change.player)
    return WrittenSlip(slip, False, stored.is_public, revealed)


def audiences_of(player: str, role: str) -> tuple[str, ...]:
    """Those who may notice that somebody in this role has written on the player's slip."""
    seat = pubsub.seat_audience(player)
    return (seat, pubsub.MODERATOR) if role in MODERATORS else (seat,)


def slips_fill(
    game: Game,
    versions: Sequence[int],
    key: str,
    by: Person,
    role: str,
    opened_by: int | None = None,
) -> SlipBook:
    """Complete and seal all slips that are not sealed, with the rules' default orders.

    If the game is set to do so, all are revealed.

    Args:
        versions: of all slips, in the order of play, as the form showed them.
        opened_by: as in `SlipChange`.

    Raises:
        Stale: a slip has been changed since, or the form was made for another turn.
        Refused: a slip's own orders are no longer legal.
    """
    check_slip_key(key)
    check_moderator(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked(game)
        seats = fold.timeline.rules.seats_of(fold.timeline.state)
        if game.slip_versions.filter(key__in=[f"{key}:{seat.id}" for seat in seats]).exists():
            return book_of(Look(game, fold))
        check_running(game)
        _check_unused(fold, key)
        _orders, book = open_book(Look(game, fold))
        _check_turn(fold, book, opened_by)
        if [slip.version for slip in book.slips] != list(versions):
            raise Stale(fold.timeline)
        filled = [
            next_version(slip, filled_orders(fold, slip), True, f"{key}:{slip.player}")
            for slip in book.missing
        ]
        versions_add(game, book.opened_by, fold.number, filled, by, role)
        revealed = reveal_if_complete(Look(game, fold), key, by)
        pubsub.publish(game.group_id)
    if revealed is not None:
        fold = revealed.fold
        log.keep(game, fold)
    return book_of(Look(game, fold))


def filled_orders(fold: Fold, slip: Slip) -> Orders:
    """A slip's orders with what is missing filled in by default; `Refused` if they are illegal."""
    orders, state = fold.timeline.rules.orders, fold.timeline.state
    if orders is None:
        return slip.orders
    return orders.filled(state, slip.player, orders.read(state, slip.player, slip.orders))


def reopen_slips(game: Game, before: Fold, after: Fold, key: str, by: Person, role: str) -> None:
    """After an undo that took back a reveal: the slips lie on the table again, unsealed."""
    orders = after.timeline.rules.orders
    if orders is None or not orders.is_open(after.timeline.state):
        return
    if orders.is_open(before.timeline.state):
        return
    book = book_of(Look(game, after))
    sealed = (slip for slip in book.slips if slip.is_sealed)
    opened = [
        next_version(slip, slip.orders, False, f"{key}{BY_UNDO}{slip.player}") for slip in sealed
    ]
    versions_add(game, book.opened_by, before.number, opened, by, role)


def _check_turn(fold: Fold, book: SlipBook, opened_by: int | None) -> None:
    """Raise `Stale` for a form of another turn: versions begin again with every turn."""
    if opened_by not in (None, book.opened_by):
        raise Stale(fold.timeline)


def _check_unused(fold: Fold, key: str) -> None:
    """Raise `Stale` for a key that has recorded a move, as an automatic reveal needs it."""
    if fold.by_key(key):
        raise Stale(fold.timeline)


def _repeated(look: Look, change: SlipChange, stored: SlipVersion) -> WrittenSlip:
    """The answer to a key that has been used: the same again, or 409 for another change."""
    asked = (change.player, change.is_sealed, change.version + 1)
    is_same = asked == (stored.player, stored.is_sealed, stored.number)
    if not is_same or _read_then(look.fold, change, stored.log_number) != tuple(stored.orders):
        raise Stale(look.timeline)
    return WrittenSlip(book_of(look).of(change.player), True, stored.is_public)


def _read_then(fold: Fold, change: SlipChange, number: int) -> Orders | None:
    """The orders in the form that they had after the log's entry `number`; None if refused."""
    orders = fold.timeline.rules.orders
    try:
        state = fold.state_after(number)
        return orders.read(state, change.player, change.orders) if orders else None
    except Refused:
        return None


def _asked(look: Look, change: SlipChange, key: str) -> tuple[SlipVersion, int]:
    """The version that is asked for, not stored yet, and the entry that opened its turn."""
    orders, book = open_book(look)
    _check_turn(look.fold, book, change.opened_by)
    slip = book.of(change.player)
    if slip is None:
        raise Refused("bad-move", gettext("This player has nothing to place in this turn."))
    if slip.version != change.version:
        raise Stale(look.timeline)
    written = orders.read(look.state, change.player, change.orders)
    if change.is_sealed:
        check_complete(orders, look.fold, change.player, written)
    return next_version(slip, written, change.is_sealed, key), book.opened_by


def next_version(slip: Slip, orders: Orders, is_sealed: bool, key: str) -> SlipVersion:
    """The slip's next version, not stored yet."""
    return SlipVersion(
        player=slip.player,
        number=slip.version + 1,
        orders=list(orders),
        is_sealed=is_sealed,
        is_public=is_sealed != slip.is_sealed,
        key=key,
    )


def versions_add(
    game: Game,
    opened_by: int,
    log_number: int,
    versions: Sequence[SlipVersion],
    by: Person,
    role: str,
) -> None:
    at = timezone.now()
    for version in versions:
        version.game, version.person, version.role, version.at = game, by, role, at
        version.opened_by, version.log_number = opened_by, log_number
        version.save(force_insert=True)
    if versions:
        count_change(game)


# Reminding a player who has not sealed an order slip.


def player_remind(game: Game, player: str, key: str, by: Person, role: str) -> None:
    """Ask a player for the orders; the same key asks once.

    Raises:
        Refused: the slip is sealed.
        Stale: the game has been deleted.
        NotAllowed: only a moderator reminds.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    check_moderator(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked(game)
        if game.reminders.filter(key=key).exists():
            return
        check_running(game)
        _orders, book = open_book(Look(game, fold))
        slip = book.of(player)
        if slip is None or slip.is_sealed:
            raise Refused("bad-move", gettext("The slip is sealed: there is nothing to ask for."))
        Reminder.objects.create(game=game, opened_by=book.opened_by, player=player, key=key)
        count_change(game)
        pubsub.publish(game.group_id, pubsub.seat_audience(player))
        pubsub.publish(pubsub.class_id(game.group.classroom_id))  # the overview counts them
