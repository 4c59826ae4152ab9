"""Move forms for everything that is legal now, on the console and on a seat's page.

A form's choices are inputs, options or buttons named `choice`; their values are the fields that
they set, as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from moderator.play import credentials
from moderator.play.models import Game
from moderator.rules.errors import Refused
from moderator.rules.seating import SeatLabel
from moderator.web.core.game_files import template_of
from moderator.web.core.responses import CONFLICT, UNPROCESSABLE

COMMAND_LINE = "say"  # the command line's form
BOARD = "press"  # the form of a board's buttons
SLIPS = "slips"  # the forms about order slips
CHIPS_MOST = 12  # more choices than that become a drop-down list


@dataclass(frozen=True)
class Reply:
    """A reply of the console.

    `kind` is "recorded", "written", "understood", "hint", "unclear", "refused", "stale" or "".
    `number` is the recorded entry's, or the last one's of those recorded together from `first` on.
    """

    kind: str = ""
    sentence: str = ""
    detail: str = ""
    number: int = 0
    first: int = 0
    player: str = ""  # whose slip has been written
    completions: tuple[str, ...] = ()


NOTHING = Reply()


@dataclass(frozen=True)
class RejectedForm:
    """A posted form that was not accepted: its id, its fields, and why."""

    form: str
    post: QueryDict
    refused: Refused | None = None  # None: it was stale

    @property
    def status(self) -> int:
        """The status code of the response."""
        return UNPROCESSABLE if self.refused else CONFLICT


@dataclass(frozen=True)
class FormChoice:
    """One choice of a form; `reason` says why it is disabled."""

    label: str
    value: str
    low: int
    high: int
    reason: str
    is_picked: bool


@dataclass(frozen=True)
class NumberField:
    """An input for a whole number."""

    name: str
    low: int
    high: int
    value: str


@dataclass(frozen=True)
class AmountField:
    """An input for the number of one thing; `field` is the input's name."""

    field: str
    id: str
    name: str
    most: int
    value: str


@dataclass(frozen=True)
class AmountFields:
    """Amount inputs under one heading."""

    label: str
    each: tuple[AmountField, ...]


@dataclass(frozen=True)
class DieField:
    """An input for a die rolled at the table; `field` is its name, `value` what was typed."""

    field: str
    number: int
    faces: tuple[str, ...]
    value: str


@dataclass(frozen=True)
class MoveForm:
    """A form for an offered move. `reason` says why it is closed; `error` is shown at `error_at`.

    `is_typed`: it has rejected input.
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
        """Whether it has nothing but choices."""
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
    """The forms of one player, or (None) of nobody in particular."""

    seat: SeatLabel | None
    open: tuple[MoveForm, ...]
    closed: tuple[MoveForm, ...]

    @property
    def forms(self) -> tuple[MoveForm, ...]:
        """The open forms with something to choose or to type."""
        return tuple(act for act in self.open if not act.is_pressed or len(act.picks) != 1)

    @property
    def has_error(self) -> bool:
        """Whether one of the forms has an error."""
        return any(act.error for act in self.open)


@dataclass(frozen=True)
class MovePreview:
    """A move that is recorded if it is confirmed: what it does, and the form's fields again.

    `is_rolled`: the server will roll its dice.
    """

    form: str
    verb: str
    action: str
    outcome: str
    is_rolled: bool
    fields: tuple[tuple[str, str], ...]

    @property
    def number(self) -> str:
        """The number that was entered; empty if the move has none."""
        entered = dict(self.fields)
        return entered.get(entered.get("numbers", ""), "")


class MoveFormsPage:
    """What a page with move forms provides for its templates, besides the forms."""

    game: Game | None
    groups: tuple[MoveFormGroup, ...]

    @property
    def key(self) -> str:
        """A new idempotency key, different for each form."""
        return credentials.new()

    @property
    def acts_template(self) -> str:
        """The game's template for all its forms."""
        return self._template("acts.html", "web/moves/forms.html")

    @property
    def act_template(self) -> str:
        """The game's template for one form."""
        return self._template("act.html", "web/moves/form.html")

    @property
    def help_template(self) -> str:
        """The game's template about what can be typed; empty if there is none."""
        return self._template("help.html", "")

    @property
    def is_crowded(self) -> bool:
        """Whether several players can make moves now."""
        return sum(group.seat is not None for group in self.groups) > 1

    @property
    def has_error(self) -> bool:
        """Whether one of the forms has an error."""
        return any(group.has_error for group in self.groups)

    @property
    def first(self) -> MoveFormGroup | None:
        """The first player in the order of play who has forms to fill in."""
        return next((group for group in self.groups if group.seat and group.forms), None)

    def _template(self, name: str, otherwise: str) -> str:
        return template_of(self.game.rules, name, otherwise) if self.game else otherwise
