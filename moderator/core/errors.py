"""The services' errors, besides the rules' `Refused`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext

from moderator.rules.errors import Refused

if TYPE_CHECKING:
    from moderator.rules.log import Timeline


class Stale(Exception):
    """The move was made for an older chart. Nothing is stored; `timeline` is the present one.

    `done`: for the user, if somebody else has just done what was asked for; otherwise empty.
    """

    def __init__(self, timeline: Timeline, done: str = "") -> None:
        super().__init__(f"the log is at number {timeline.number}")
        self.timeline = timeline
        self.done = done


class NotAllowed(PermissionError):
    """The role does not allow this; the message is for the user."""


def broken_form() -> Refused:
    """The refusal of a form that this site did not make."""
    return Refused(
        "bad-move", gettext("This form can’t be recorded. Reload the page and try again.")
    )


class InvalidInput(ValueError):
    """A value can't be accepted; the message is for the user."""


class NameTaken(InvalidInput):
    """Somebody in the class has that name already."""


class JoiningClosed(InvalidInput):
    """The instructor has closed joining."""


class SeatTaken(InvalidInput):
    """The seat is not free."""
