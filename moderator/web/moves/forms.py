"""The forms for all that is legal now, from the rules' own offers: the console's, and a seat's.

A form's choices are inputs, options or buttons named `choice`, each with the fields that it fixes
as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from moderator.play import credentials
from moderator.play.models import Game
from moderator.rules.errors import Refused
from moderator.rules.game import SeatLabel
from moderator.web.core.game_files import template_of

COMMAND_LINE = "say"  # the command line's form
BOARD = "press"  # that of a board's buttons
CHIPS_MOST = 12  # more choices than that become a list to pull down


@dataclass(frozen=True)
class RejectedForm:
    """What was posted and not taken: the form's id, its fields, and why."""

    form: str
    post: QueryDict
    refused: Refused | None = None  # None: the log had gone on meanwhile


@dataclass(frozen=True)
class FormChoice:
    """One choice of a form; `reason` says why it is closed."""

    label: str
    value: str
    low: int
    high: int
    reason: str
    is_picked: bool


@dataclass(frozen=True)
class NumberField:
    """A whole number that is still open."""

    name: str
    low: int
    high: int
    value: str


@dataclass(frozen=True)
class AmountField:
    """How many of one thing: `field` is the input's name."""

    field: str
    id: str
    name: str
    most: int
    value: str


@dataclass(frozen=True)
class AmountFields:
    """The amounts under one heading."""

    label: str
    each: tuple[AmountField, ...]


@dataclass(frozen=True)
class DieField:
    """A die that was rolled at the table: `field` is the input's name, `value` what was typed."""

    field: str
    number: int
    faces: tuple[str, ...]
    value: str


@dataclass(frozen=True)
class MoveForm:
    """One form. `reason` says why it is closed; `error` stands at `error_at`.

    `is_typed`: its fields hold what somebody has typed.
    """

    id: str
    verb: str
    label: str
    player: str | None
    picks: tuple[FormChoice, ...]
    number: NumberField | None
    amounts: tuple[AmountFields, ...]
    reason: str
    dice: tuple[DieField, ...] = ()
    numbers: str = ""
    counts: str = ""
    lists: str = ""
    is_rolled: bool = False  # by the server
    error: str = ""
    error_at: str = ""
    is_typed: bool = False

    @property
    def is_pressed(self) -> bool:
        """Whether a choice is all that is to be said."""
        return not (self.number or self.amounts or self.dice)

    @property
    def is_list(self) -> bool:
        """Whether the choices are too many to show one by one."""
        return len(self.picks) > CHIPS_MOST

    @property
    def closed(self) -> tuple[FormChoice, ...]:
        """The choices that can't be made now."""
        return tuple(pick for pick in self.picks if pick.reason)


@dataclass(frozen=True)
class MoveFormGroup:
    """What one player, or (None) nobody in particular, can do; closed forms apart."""

    seat: SeatLabel | None
    open: tuple[MoveForm, ...]
    closed: tuple[MoveForm, ...]

    @property
    def forms(self) -> tuple[MoveForm, ...]:
        """The open ones in which there is something to choose or to type."""
        return tuple(act for act in self.open if not act.is_pressed or len(act.picks) != 1)

    @property
    def has_error(self) -> bool:
        """Whether one of the forms has been refused."""
        return any(act.error for act in self.open)


class MoveFormsPage:
    """What a page with such forms has for its templates, besides the forms."""

    game: Game | None
    groups: tuple[MoveFormGroup, ...]

    @property
    def key(self) -> str:
        """Another one for each form that asks for it."""
        return credentials.new()

    @property
    def acts_template(self) -> str:
        """How this game draws all its forms together."""
        return self._template("acts.html", "web/moves/forms.html")

    @property
    def act_template(self) -> str:
        """How this game draws one form."""
        return self._template("act.html", "web/moves/form.html")

    @property
    def help_template(self) -> str:
        """What can be typed in this game; empty where nothing is said of it."""
        return self._template("help.html", "")

    @property
    def is_crowded(self) -> bool:
        """Whether several players can do something at once."""
        return sum(group.seat is not None for group in self.groups) > 1

    @property
    def first(self) -> MoveFormGroup | None:
        """The first player in the order of play who has something to do."""
        return next((group for group in self.groups if group.seat and group.forms), None)

    def _template(self, name: str, otherwise: str) -> str:
        return template_of(self.game.rules, name, otherwise) if self.game else otherwise
