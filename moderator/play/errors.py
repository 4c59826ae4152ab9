"""How the services say no, besides the rules' `Refused`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moderator.rules.log import Timeline


class Stale(Exception):
    """The move was made for an older chart. Nothing is stored; `timeline` is the present one."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(f"the log stands at number {timeline.number}")
        self.timeline = timeline


class NotAllowed(PermissionError):
    """Somebody asked for what the own role does not allow: a sentence for a person."""


class InvalidInput(ValueError):
    """A value that can't be taken: a sentence for a person."""


class NameTaken(InvalidInput):
    """Somebody in the class has that name already: a friendly sentence."""


class SeatTaken(InvalidInput):
    """The seat is not free: a friendly sentence."""
