"""The services' errors, besides the rules' `Refused`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moderator.rules.log import Timeline


class Stale(Exception):
    """The move was made for an older chart. Nothing is stored; `timeline` is the present one."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(f"the log is at number {timeline.number}")
        self.timeline = timeline


class NotAllowed(PermissionError):
    """The role does not allow this; the message is for the user."""


class InvalidInput(ValueError):
    """A value can't be accepted; the message is for the user."""


class NameTaken(InvalidInput):
    """Somebody in the class has that name already."""


class SeatTaken(InvalidInput):
    """The seat is not free."""
