"""Order slips in frames: a player’s own, and for the moderator who has sealed; and commands about
them, typed on the console."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from moderator.core import log
from moderator.core.errors import Stale
from moderator.core.feature import Shown, part_html
from moderator.core.forms import whole_number
from moderator.core.games import template_of
from moderator.core.log import Fold, seats_of
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Person
from moderator.core.recording import is_done
from moderator.core.sentences import author_of
from moderator.core.written import said_in
from moderator.features.moves.forms import NOTHING, Reply
from moderator.features.moves.posted import key_of
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.read import ORDER_SLIPS, Slip, SlipBook, last_changes, opened_by_of
from moderator.features.slips.write import SlipChange, slip_write, slips_reveal
from moderator.rules import orders
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.orders import OrderRules, SlipCommand
from moderator.rules.reading import REDO, UNDO, Wire
from moderator.rules.seating import SeatLabel

# The panel of order slips in the moderator's frame: who has sealed, never what is written.


def reason_of(book: SlipBook) -> str:
    """Why the orders can't be revealed yet; empty if they can."""
    missing = len(book.missing)
    message = ngettext("%(n)d slip is not sealed", "%(n)d slips are not sealed", missing)
    return message % {"n": missing} if missing else ""


def _panel(game: Game, book: SlipBook) -> SafeString:
    """The panel, while orders are written. `number`: how often slips were sealed and opened, which
    the reveal's form carries."""
    seats = {seat.id: seat for seat in seats_of(game)}
    return part_html(
        "slips/slips.html",
        rows=[_row(seats[slip.player], slip) for slip in book.slips],
        number=book.public_number,
        reason=reason_of(book),
        code=game.group.code,
    )


def _row(seat: SeatLabel, slip: Slip) -> Mapping[str, Any]:
    """One player's slip. `left`: what is left if the moderator has written it."""
    is_odd = slip.is_sealed and slip.refused
    return {
        "seat": seat,
        "is_sealed": slip.is_sealed,
        "at": slip.sealed_at,
        "left": slip.moderators_left,
        "reason": gettext("no longer allowed: peek at it") if is_odd else "",
    }


# A player's order slip as part of the frames of the player's own seat, and of no others.


@dataclass(frozen=True, slots=True)
class Author:
    """Who changed something on a slip, and when. `person_id` is the person's primary key."""

    person_id: int
    name: str
    at: datetime


class SlipLine(NamedTuple):
    """A row of the rules' view of a slip, counted from 1, and who changed it last."""

    number: int
    row: Any
    author: Author | None


@dataclass(frozen=True, slots=True)
class SlipPart:
    """A slip with everything around it; the frame shows it to the slip's own seat only.

    `turn` and `version` are for its form. `lines`: the rows of `view`. `seats`, once it is sealed:
    all that write orders, and whether they are sealed. `refused`: why some of the stored orders,
    which `view` leaves out, are no longer legal.
    """

    turn: int
    version: int
    is_sealed: bool
    view: Any
    lines: tuple[SlipLine, ...]
    seats: tuple[tuple[SeatLabel, bool], ...]
    author: Author | None
    refused: str
    template: str
    code: str

    @property
    def is_full(self) -> bool:
        """Whether nothing is left to place."""
        return not self.view.left

    @property
    def pieces(self) -> tuple[bool, ...]:
        """A piece for everything that is to be placed, and whether it is still left."""
        return tuple(number < self.view.left for number in range(self.view.total))


def slip_part(look: Look) -> SlipPart | None:
    """The slip that the viewer can write; None if there is none now."""
    book, orders = ORDER_SLIPS.of(look), look.rules.orders
    slip = book.of(look.viewer.seat) if look.viewer.seat and not look.game.is_waiting else None
    if slip is None or orders is None:
        return None
    state, labels = look.state, look.timeline.labels
    view = orders.view(state, look.viewer, legal_orders(orders, state, slip), _promised(look))
    changes = last_changes(look.game, orders, book, slip.player) if slip.version else {}
    newest = max(changes.values(), key=lambda one: one.number, default=None)
    if slip.version and (newest is None or newest.number != slip.version):
        newest = _newest(look.game, book, slip)
    authors = {place: _author(version) for place, version in changes.items()}
    return SlipPart(
        turn=book.opened_by,
        version=slip.version,
        is_sealed=slip.is_sealed,
        view=view,
        lines=tuple(
            SlipLine(number, row, authors.get(row.place))
            for number, row in enumerate(view.rows, start=1)
        ),
        seats=tuple((labels[one.player], one.is_sealed) for one in book.slips)
        if slip.is_sealed
        else (),
        author=_author(newest) if newest else None,
        refused=str(slip.refused) if slip.refused else "",
        template=template_of(look.game.rules, "slip.html"),
        code=look.game.group.code,
    )


def _promised(look: Look) -> tuple[Wire, ...]:
    """The terms of the viewer's own promises that were accepted."""
    accepted = (one for one in said_in(look) if one.is_accepted)
    made = chain.from_iterable(one.judged for one in accepted)
    return tuple(one.terms for one in made if one.maker == look.viewer.seat)


def legal_orders(orders: OrderRules[Any], state: Any, slip: Slip) -> Any:
    """The slip's orders; those that are no longer legal are left out."""
    return orders.legal(state, slip.player, slip.orders) if slip.refused else slip.orders


def revealed_by(fold: Fold) -> int:
    """The number of the log's last entry if a reveal has recorded it, or 0.

    Restoring a reveal with `redo` is none.
    """
    orders, last = fold.timeline.rules.orders, fold.entries[-1] if fold.entries else None
    if orders is None or last is None or last.verb in (UNDO, REDO):
        return 0
    return last.number if last.verb in orders.verbs and log.name_of(last.key) else 0


def _newest(game: Game, book: SlipBook, slip: Slip) -> SlipVersion | None:
    rows = game.slip_versions.filter(opened_by=book.opened_by, player=slip.player)
    return rows.select_related("person").filter(number=slip.version).first()


def _author(version: SlipVersion) -> Author:
    is_named = version.role in (Entry.Role.STUDENT, Entry.Role.PARTNER)
    name = author_of(version.role, version.person) if is_named else gettext("the moderator")
    return Author(version.person_id, name, version.at)


# The parts of a frame. On what they depend is in the number of the slips.


def shown_slip(look: Look) -> Shown | None:
    """The viewer's own slip."""
    if not look.game.is_running or look.viewer.seat is None:
        return None

    def html() -> SafeString:
        slip = slip_part(look)
        return part_html("slips/frame_own.html", slip=slip) if slip else SafeString()

    return Shown((), html)


def shown_panel(look: Look) -> Shown | None:
    """For the moderator: who has sealed."""
    if not (look.viewer.is_moderator and look.game.is_running):
        return None
    book = ORDER_SLIPS.of(look)
    if not book.is_open:
        return None
    return Shown((), lambda: _panel(look.game, book))


def shown_reminder(look: Look) -> Shown | None:
    """How often the viewer was asked for orders that are still missing."""
    number = ORDER_SLIPS.of(look).reminders_of(look.viewer.seat or "")
    if not number or not look.game.is_running:
        return None
    return Shown((), partial(part_html, "slips/frame_reminder.html", number=number))


def shown_reveal(look: Look) -> Shown | None:
    """The last entry, if it comes from a reveal."""
    number = revealed_by(look.fold)
    if not number or not look.game.is_running:
        return None
    return Shown((), partial(part_html, "slips/frame_revealed.html", revealed=number))


# Fields: the versions of all slips, their public number, and the entry that opened their turn.
VERSIONS, SEEN, TURN = "slips", "seen", "turn"


def command_in(rules: Rules[Any], state: Any, text: str) -> SlipCommand | None:
    """The typed command about slips; None if it is another one, or no slips are written now.

    Raises:
        Refused: it is about slips, and not understood.
    """
    if rules.orders is None or not rules.orders.is_open(state):
        return None
    return rules.orders.command(state, text)


def versions_of(book: SlipBook) -> str:
    """The versions of all slips, as a form's field."""
    return " ".join(f"{slip.player}:{slip.version}" for slip in book.slips)


def reply_to_slip_command(look: Look, command: SlipCommand) -> Reply:
    """How a command about slips is understood; nothing that is on a slip is told."""
    rules, book = look.rules.orders, ORDER_SLIPS.of(look)
    if command.verb == orders.REVEAL:
        sentence = gettext("Reveal all orders")
        missing = reason_of(book)
        return Reply("refused" if missing else "understood", sentence, missing)
    slip = book.of(command.player)
    if rules is None or slip is None:
        return Reply("unclear", gettext("This player has nothing to place in this turn."))
    sentence = _sentence(look.fold, rules, command)
    try:
        change = _change(look.fold, rules, slip, command, slip.version)
    except Refused as refused:
        return Reply("refused", sentence, str(refused))
    return Reply("understood", f"{sentence} · {_status(look.fold, rules, change)}")


def reply_to_slip(look: Look, player: str) -> Reply:
    """What has become of a slip: sealed, or how much is left."""
    rules, slip = look.rules.orders, ORDER_SLIPS.of(look).of(player)
    if rules is None or slip is None:
        return NOTHING
    return Reply("written", _title(look.fold, player), _status(look.fold, rules, slip))


def record_slip_command(
    look: Look, command: SlipCommand, post: QueryDict, by: Person, role: str
) -> tuple[Fold, Reply]:
    """Do what a posted command says about slips.

    Raises:
        Stale: the slip, or for a reveal any slip, has been changed since the form was made.
        Refused: the rules refuse it.
        NotAllowed: this person may not do it.
    """
    if command.verb == orders.REVEAL:
        return slips_reveal(look.game, number_in(post, SEEN), key_of(post), by, role).fold, NOTHING
    rules, slip = look.rules.orders, ORDER_SLIPS.of(look).of(command.player)
    if rules is None or slip is None:
        raise Refused("bad-move", gettext("This player has nothing to place in this turn."))
    key, version, turn = post.get("key", ""), _version(post, command.player), number_in(post, TURN)
    is_other = version != slip.version or turn != opened_by_of(look.fold)
    if is_other and not is_done(look.game, key):
        raise Stale(look.timeline)  # what was typed was meant for another slip
    change = replace(_change(look.fold, rules, slip, command, version), opened_by=turn)
    written = slip_write(look.game, change, key, by, role, post.get("text", ""))
    if written.recorded:
        return written.recorded.fold, NOTHING
    sentence = _sentence(look.fold, rules, command)
    status = _status(look.fold, rules, ORDER_SLIPS.of(look).of(command.player) or slip)
    return look.fold, Reply("written", sentence, status, player=command.player)


def _change(
    fold: Fold, rules: OrderRules[Any], slip: Slip, command: SlipCommand, version: int
) -> SlipChange:
    """What the command asks for; `Refused` if the rules don't accept it."""
    state, player = fold.timeline.state, command.player
    if command.verb == orders.CLEAR:
        return SlipChange(player, version, (), False)
    if command.verb in (orders.SEAL, orders.OPEN):
        return SlipChange(player, version, slip.orders, command.verb == orders.SEAL)
    written = rules.with_amounts(state, player, slip.orders, command.amounts)
    return SlipChange(player, version, written, not rules.left(state, player, written))


def _version(post: QueryDict, player: str) -> int:
    """The version of the player's slip that the form knew; -1 if it knew none."""
    known = dict(one.rpartition(":")[::2] for one in post.get(VERSIONS, "").split())
    return _number(known.get(player, ""))


def number_in(post: QueryDict, name: str) -> int:
    """The version, SEEN (the slips' public number) or TURN (the entry that opened it) that the form
    knew; -1 if it knew none."""
    return _number(post.get(name, ""))


def _number(text: str) -> int:
    number = whole_number(text)
    return -1 if number is None else number


def _title(fold: Fold, player: str) -> str:
    return gettext("%(name)s’s slip") % {"name": fold.timeline.labels[player].name}


def _sentence(fold: Fold, rules: OrderRules[Any], command: SlipCommand) -> str:
    """What the command says, with the numbers before and after."""
    title = _title(fold, command.player)
    if command.verb == orders.CLEAR:
        return gettext("%(slip)s is cleared") % {"slip": title}
    if command.verb == orders.OPEN:
        return gettext("%(slip)s is opened again") % {"slip": title}
    if command.verb == orders.SEAL:
        return title
    lines = rules.lines(fold.timeline.state, command.player, command.amounts)
    amounts = ", ".join(
        f"{line.place} {line.rfs} ({line.before} → {line.after})"
        if line.rfs
        else gettext("nothing for %(place)s") % {"place": line.place}
        for line in lines
    )
    return f"{title}: {amounts}"


def _status(fold: Fold, rules: OrderRules[Any], change: SlipChange | Slip) -> str:
    if change.is_sealed:
        return gettext("complete and sealed")
    written = rules.read(fold.timeline.state, change.player, change.orders)
    left = rules.left(fold.timeline.state, change.player, written)
    return ngettext("%(left)d left", "%(left)d left", left) % {"left": left}
