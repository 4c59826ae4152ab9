"""Order slips: written, sealed, opened, filled in, revealed; and reminding a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import log, publishing
from moderator.core.errors import NotAllowed, Stale
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import MODERATORS, Entry, Game, Person
from moderator.core.recording import Change, Done, RecordedMove, changing
from moderator.core.text import json_values
from moderator.features.slips.models import Reminder, SlipVersion
from moderator.features.slips.read import Slip, SlipBook, book_of
from moderator.rules.errors import Refused
from moderator.rules.orders import OrderRules, Orders
from moderator.rules.reading import Wire

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
    log.check_key(key)
    with changing(game, by, role, key=key, is_moderators=True) as now:
        if now.entry:
            orders = now.look.rules.orders
            is_order = orders is not None and now.entry.verb in orders.verbs
            if not is_order or not log.name_of(now.entry.key):
                raise now.stale()
            return RecordedMove(now.entry, now.fold, is_repeat=True)
        _orders, book = open_book(now.look)
        if book.public_number != seen:
            raise now.stale()
        return _record(now, role)


def reveal_if_complete(now: Change) -> None:
    """Reveal all orders if the last slip has just been sealed; the moderator is needed if one of
    them is no longer legal."""
    if now.game.is_reveal_automatic and book_of(now.look).is_complete:
        with suppress(Refused):
            _record(now, Entry.Role.SYSTEM)


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


def _record(now: Change, role: str) -> RecordedMove:
    look = now.look
    orders, book = open_book(look)
    seats = {seat.id: seat.name for seat in look.timeline.seats}
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
    return now.record(wires, log.keys(now.key, len(wires)), role)


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


def slip_write(
    game: Game,
    change: SlipChange,
    key: str,
    by: Person,
    role: str,
    asked: object = None,
    beside: Callable[[], object] = lambda: None,
) -> Done:
    """Write, seal or open a slip. When this returns, the change is committed.

    Args:
        asked: what was posted, as JSON values: by that a repetition is known; `change`, if left
            out.
        beside: stores what is committed with it.

    Returns:
        With all orders, if it was the last slip to be sealed and the game is set to reveal them.

    Raises:
        Stale: the slip has been changed since that version, the orders have been revealed, or the
            game has been deleted.
        Refused: the rules don't accept these orders.
        NotAllowed: it isn't this student's slip.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    log.check_key(key)
    change = replace(change, orders=json_values(list(change.orders), "bad-move"))
    own = gettext("You can write the orders of your own %(seat)s only.")
    asked = ["slip", change.player, astuple(change) if asked is None else asked]
    with changing(game, by, role, key=key, asked=asked, own=own, player=change.player) as now:
        if now.repeated:
            return now.repeated
        version, opened_by = _asked(now, change)
        versions_add(now, opened_by, now.fold.number, [version])
        beside()
        reveal_if_complete(now)
        return now.done(version.pk)


def slips_fill(
    game: Game,
    versions: Sequence[int],
    key: str,
    by: Person,
    role: str,
    opened_by: int | None = None,
) -> None:
    """Complete and seal all slips that are not sealed, with the rules' default orders.

    If the game is set to do so, all are revealed.

    Args:
        versions: of all slips, in the order of play, as the form showed them.
        opened_by: as in `SlipChange`.

    Raises:
        Stale: a slip has been changed since, or the form was made for another turn.
        Refused: a slip's own orders are no longer legal.
    """
    log.check_key(key)
    asked = ["fill", list(versions), opened_by]
    with changing(game, by, role, key=key, asked=asked, is_moderators=True) as now:
        if now.repeated:
            return
        _orders, book = open_book(now.look)
        _check_turn(now, book, opened_by)
        if [slip.version for slip in book.slips] != list(versions):
            raise now.stale()
        filled = [next_version(slip, filled_orders(now.fold, slip), True) for slip in book.missing]
        versions_add(now, book.opened_by, now.fold.number, filled)
        reveal_if_complete(now)


def filled_orders(fold: Fold, slip: Slip) -> Orders:
    """A slip's orders with what is missing filled in by default; `Refused` if they are illegal."""
    orders, state = fold.timeline.rules.orders, fold.timeline.state
    if orders is None:
        return slip.orders
    return orders.filled(state, slip.player, orders.read(state, slip.player, slip.orders))


def reopen_slips(now: Change, before: Look) -> None:
    """After an undo that took back a reveal: the slips lie on the table again, unsealed."""
    orders = now.look.rules.orders
    if orders is None or not orders.is_open(now.look.state) or orders.is_open(before.state):
        return
    book = book_of(now.look)
    opened = [next_version(slip, slip.orders, False) for slip in book.slips if slip.is_sealed]
    for version in opened:
        version.is_by_undo = True
    versions_add(now, book.opened_by, before.fold.number, opened)


def _check_turn(now: Change, book: SlipBook, opened_by: int | None) -> None:
    """Raise `Stale` for a form of another turn: versions begin again with every turn."""
    if opened_by not in (None, book.opened_by):
        raise now.stale()


def _asked(now: Change, change: SlipChange) -> tuple[SlipVersion, int]:
    """The version that is asked for, not stored yet, and the entry that opened its turn."""
    look = now.look
    orders, book = open_book(look)
    _check_turn(now, book, change.opened_by)
    slip = book.of(change.player)
    if slip is None:
        raise Refused("bad-move", gettext("This player has nothing to place in this turn."))
    if slip.version != change.version:
        raise now.stale()
    written = orders.read(look.state, change.player, change.orders)
    if change.is_sealed:
        check_complete(orders, look.fold, change.player, written)
    return next_version(slip, written, change.is_sealed), book.opened_by


def next_version(slip: Slip, orders: Orders, is_sealed: bool) -> SlipVersion:
    """The slip's next version, not stored yet."""
    return SlipVersion(
        player=slip.player,
        number=slip.version + 1,
        orders=list(orders),
        is_sealed=is_sealed,
        is_public=is_sealed != slip.is_sealed,
    )


def versions_add(
    now: Change, opened_by: int, log_number: int, versions: Sequence[SlipVersion]
) -> None:
    """Store the versions; those see it who may: everybody, if one was sealed or opened."""
    at = timezone.now()
    for version in versions:
        version.game, version.person, version.role, version.at = now.game, now.by, now.role, at
        version.opened_by, version.log_number = opened_by, log_number
        version.save(force_insert=True)
        audiences = [publishing.seat_audience(version.player)]
        if now.role in MODERATORS:
            audiences.append(publishing.MODERATOR)
        now.changed(*([] if version.is_public else audiences))


# Reminding a player who has not sealed an order slip.


def player_remind(game: Game, player: str, key: str, by: Person, role: str) -> None:
    """Ask a player for the orders; the same key asks once.

    Raises:
        Refused: the slip is sealed.
        Stale: the game has been deleted.
        NotAllowed: only a moderator reminds.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    asked = ["remind", player]
    with changing(game, by, role, key=key, asked=asked, is_moderators=True) as now:
        if now.repeated:
            return
        _orders, book = open_book(now.look)
        slip = book.of(player)
        if slip is None or slip.is_sealed:
            raise Refused("bad-move", gettext("The slip is sealed: there is nothing to ask for."))
        Reminder.objects.create(game=game, opened_by=book.opened_by, player=player)
        now.changed(publishing.seat_audience(player))
        publishing.publish_class(game.group.classroom_id)  # the overview counts them
