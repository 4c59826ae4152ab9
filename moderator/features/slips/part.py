"""Order slips in frames: a player's own, and for the moderator who has sealed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from moderator.core import log
from moderator.core.feature import Shown, part_html
from moderator.core.games import template_of
from moderator.core.log import Fold, seats_of
from moderator.core.look import Look
from moderator.core.models import Entry, Game
from moderator.core.sentences import author_of
from moderator.core.written import said_in
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.read import ORDER_SLIPS, Slip, SlipBook, last_changes
from moderator.rules.reading import REDO, UNDO, Wire
from moderator.rules.seating import SeatLabel

# The panel of order slips in the moderator's frame: who has sealed, never what is written.


@dataclass(frozen=True, slots=True)
class SlipStatus:
    """One player's slip. `left`: what is left if the moderator has written it."""

    seat: SeatLabel
    is_sealed: bool
    at: datetime | None
    left: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SlipPanel:
    """All slips, and whether they can be revealed; `reason` says why not.

    `number`: how often slips were sealed and opened, which the reveal's form carries.
    """

    rows: tuple[SlipStatus, ...]
    number: int
    missing: int
    code: str

    @property
    def reason(self) -> str:
        """Why the orders can't be revealed yet; empty if they can."""
        if not self.missing:
            return ""
        return reason_of(self.missing)


def reason_of(missing: int) -> str:
    """The sentence that so many slips are not sealed."""
    message = ngettext("%(n)d slip is not sealed", "%(n)d slips are not sealed", missing)
    return message % {"n": missing}


def panel_of(game: Game, book: SlipBook) -> SlipPanel:
    """The panel, while orders are written."""
    seats = {seat.id: seat for seat in seats_of(game)}
    rows = tuple(_row(seats[slip.player], slip) for slip in book.slips)
    return SlipPanel(rows, book.public_number, len(book.missing), game.group.code)


def _row(seat: SeatLabel, slip: Slip) -> SlipStatus:
    reason = gettext("no longer allowed: peek at it") if slip.is_sealed and slip.refused else ""
    return SlipStatus(seat, slip.is_sealed, slip.sealed_at, slip.moderators_left, reason)


# A player's order slip as part of the frames of the player's own seat, and of no others.


@dataclass(frozen=True, slots=True)
class Author:
    """Who changed something on a slip, and when. `person_id` is the person's primary key."""

    person_id: int
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SlipLine:
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
    state = look.state
    view = orders.view(state, look.viewer, legal_orders(look.fold, slip), _promised(look))
    changes = last_changes(look.game, book, slip.player) if slip.version else {}
    newest = max(changes.values(), key=lambda one: one.number, default=None)
    if slip.version and (newest is None or newest.number != slip.version):
        newest = _version(look.game, book, slip)
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
        seats=_seats(look.fold, book) if slip.is_sealed else (),
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


def legal_orders(fold: Fold, slip: Slip) -> Any:
    """The slip's orders; those that are no longer legal are left out."""
    orders = fold.timeline.rules.orders
    if orders is None or slip.refused is None:
        return slip.orders
    return orders.legal(fold.timeline.state, slip.player, slip.orders)


def revealed_by(fold: Fold) -> int:
    """The number of the log's last entry if a reveal has recorded it, or 0.

    Restoring a reveal with `redo` is none.
    """
    orders, last = fold.timeline.rules.orders, fold.entries[-1] if fold.entries else None
    if orders is None or last is None or last.verb in (UNDO, REDO):
        return 0
    return last.number if last.verb in orders.verbs and log.name_of(last.key) else 0


def _version(game: Game, book: SlipBook, slip: Slip) -> SlipVersion | None:
    rows = game.slip_versions.filter(opened_by=book.opened_by, player=slip.player)
    return rows.select_related("person").filter(number=slip.version).first()


def _author(version: SlipVersion) -> Author:
    is_named = version.role in (Entry.Role.STUDENT, Entry.Role.PARTNER)
    name = author_of(version.role, version.person) if is_named else gettext("the moderator")
    return Author(version.person_id, name, version.at)


def _seats(fold: Fold, book: SlipBook) -> tuple[tuple[SeatLabel, bool], ...]:
    labels = fold.timeline.labels
    return tuple((labels[slip.player], slip.is_sealed) for slip in book.slips)


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
    return Shown((), lambda: part_html("slips/slips.html", panel=panel_of(look.game, book)))


def shown_reminder(look: Look) -> Shown | None:
    """How often the viewer was asked for orders that are still missing."""
    number = ORDER_SLIPS.of(look).reminders.number_for(look.viewer.seat or "")
    if not number or not look.game.is_running:
        return None
    return Shown((), partial(part_html, "slips/frame_reminder.html", number=number))


def shown_reveal(look: Look) -> Shown | None:
    """The last entry, if it comes from a reveal."""
    number = revealed_by(look.fold) if look.game.is_running else 0
    html = partial(part_html, "slips/frame_revealed.html", revealed=number)
    return Shown((), html) if number else None
