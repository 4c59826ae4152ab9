"""The panel of order slips in the moderator's frame: who has sealed, never what is written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.models import Game
from moderator.play.table.slips import Slip, SlipBook
from moderator.rules.seating import SeatLabel


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


def panel_of(game: Game, book: SlipBook) -> SlipPanel | None:
    """The panel; None while no orders are written."""
    if not book.is_open:
        return None
    seats = {seat.id: seat for seat in rules_of(game).seats(scenario_of(game), game.options)}
    rows = tuple(_row(seats[slip.player], slip) for slip in book.slips)
    return SlipPanel(rows, book.public_number, len(book.missing), game.group.code)


def _row(seat: SeatLabel, slip: Slip) -> SlipStatus:
    reason = gettext("no longer allowed: peek at it") if slip.is_sealed and slip.refused else ""
    return SlipStatus(seat, slip.is_sealed, slip.sealed_at, slip.moderators_left, reason)
