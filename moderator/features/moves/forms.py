"""Move forms for everything that is legal now, on the console and on a seat's page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from moderator.core import credentials
from moderator.core.dice import rolls_here
from moderator.core.forms import whole_number
from moderator.core.games import template_of
from moderator.core.look import Look
from moderator.core.models import Game
from moderator.core.responses import CONFLICT, UNPROCESSABLE
from moderator.features.moves.posted import choice_of
from moderator.rules.cells import CorrectionField
from moderator.rules.deals import PromiseField
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.kinds import PLAYER, form_of
from moderator.rules.move import Dice
from moderator.rules.offer import Amount, Amounts, Choice, Offer
from moderator.rules.seating import SeatLabel

# Move forms for everything that is legal now, on the console and on a seat's page.
#
# A form's choices are inputs, options or buttons named `choice`; their values are the fields that
# they set, as JSON.

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
        return UNPROCESSABLE if self.refused else CONFLICT


@dataclass(frozen=True)
class FormChoice:
    """One choice of a form; `reason` says why it is disabled, `usual` the number to begin with,
    `seat` which other player it is about, `row` what an order slip says of its place."""

    label: str
    value: str
    low: int
    high: int
    reason: str
    is_picked: bool
    usual: int
    seat: SeatLabel | None
    row: Any


@dataclass(frozen=True)
class NumberField:
    """An input for the number of a move: of pieces, or what a die shows on the table.

    `presets`: numbers that a press sets, and why one would.
    """

    name: str
    low: int
    high: int
    value: str
    label: str
    is_die: bool = False
    presets: tuple[tuple[int, str], ...] = ()

    @property
    def steps(self) -> tuple[tuple[str, int], ...]:
        """The next lower number and the next higher one, as far as there are any."""
        now = whole_number(self.value)
        now = self.low - 1 if now is None else now
        both = (("−", now - 1), ("+", now + 1))
        return tuple((sign, to) for sign, to in both if self.low <= to <= self.high)


@dataclass(frozen=True)
class TypedField:
    """A field of the rules with what was typed; `name`: of its input; a box `is_ticked` or not."""

    name: str
    field: Amount | CorrectionField | PromiseField
    value: str
    is_ticked: bool | None = None


@dataclass(frozen=True)
class TypedFields:
    """Fields under one heading; `name`: of the field of a move that they are in."""

    label: str
    each: tuple[TypedField, ...]
    name: str = ""


def amounts_of(offered: Iterable[Amounts], post: QueryDict) -> tuple[TypedFields, ...]:
    """The inputs for the amounts in a move."""
    return tuple(
        TypedFields(
            one.label,
            tuple(
                TypedField(name := f"{one.field}.{amount.id}", amount, post.get(name, ""))
                for amount in one.each
            ),
            one.field,
        )
        for one in offered
    )


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

    `is_typed`: it has rejected input. `title` is what a phone calls it; `question` is what `picks`
    answer. `is_named`: its choices set more than the player. `is_told`: a phone says why it is
    closed. `is_all_usual`: on the console its number begins with the highest. `usual_reason`: why a
    phone begins with another than the lowest.
    """

    id: str
    verb: str
    label: str
    player: str | None
    picks: tuple[FormChoice, ...]
    number: NumberField | None
    amounts: tuple[TypedFields, ...]
    reason: str
    dice: tuple[DieField, ...] = ()
    numbers: str = ""
    lists: str = ""
    is_rolled: bool = False  # by the server
    error: str = ""
    error_at: str = ""
    is_typed: bool = False
    button: str = ""
    title: str = ""
    question: str = ""
    is_named: bool = False
    is_told: bool = False
    is_all_usual: bool = False
    usual_reason: str = ""

    @property
    def counts(self) -> str:
        """The hidden field that names the amounts."""
        return " ".join(amounts.name for amounts in self.amounts)

    @property
    def is_pressed(self) -> bool:
        """Whether it has nothing but choices."""
        return not (self.number or self.amounts or self.dice)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to choose or to type, such as at the end of a turn."""
        return self.is_pressed and not self.is_named

    @property
    def is_limited(self) -> bool:
        """Whether each choice has a limit of its own for the number."""
        return self.number is not None and not self.number.is_die and not self.is_all_usual

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
        return any(act.error for act in self.open)


@dataclass(frozen=True)
class MovePreview:
    """A move that is recorded if it is confirmed: what it does, and the form's fields again.

    `is_rolled`: the server will roll its dice. `is_plain`: there is nothing to change in the form.
    `number`: its input. `error`: why it can't be confirmed.
    """

    form: str
    verb: str
    fields: tuple[tuple[str, str], ...]
    number: NumberField | None = None
    action: str = ""
    outcome: str = ""
    button: str = ""
    is_rolled: bool = False
    is_plain: bool = False
    error: str = ""


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
        return self._template("acts.html", "moves/forms.html")

    @property
    def act_template(self) -> str:
        """The game's template for one form."""
        return self._template("act.html", "moves/form.html")

    @property
    def help_template(self) -> str:
        """The game's template about what can be typed; empty if there is none."""
        return self._template("help.html", "")

    @property
    def own_acts(self) -> tuple[MoveForm, ...]:
        """The seat's forms that are open, have rejected input, or say why they are closed."""
        forms = (act for group in self.groups for act in (*group.open, *group.closed))
        return tuple(act for act in forms if not act.reason or act.is_typed or act.is_told)

    @property
    def is_crowded(self) -> bool:
        """Whether several players can make moves now."""
        return sum(group.seat is not None for group in self.groups) > 1

    @property
    def has_error(self) -> bool:
        return any(group.has_error for group in self.groups)

    @property
    def first(self) -> MoveFormGroup | None:
        """The first player in the order of play who has forms to fill in."""
        return next((group for group in self.groups if group.seat and group.forms), None)

    def _template(self, name: str, otherwise: str) -> str:
        return template_of(self.game.rules, name, otherwise) if self.game else otherwise


# Builds the forms from a game's offers, with the rejected input if there is any.

_encode = json.JSONEncoder(ensure_ascii=False).encode
_NOTHING_POSTED = QueryDict()


def form_groups(
    look: Look,
    offers: tuple[Offer, ...],
    typed: RejectedForm | None,
    places: Any = None,
    has_slips: bool = True,
) -> tuple[MoveFormGroup, ...]:
    """The forms for these offers, grouped by player in the order of play.

    Args:
        places: an order slip of the rules' (`OrderRules.view`), if choices show its rows.
        has_slips: whether orders are written on slips, and not by these forms.
    """
    rules, state = look.rules, look.state
    is_rolling = rolls_here(look)
    orders = rules.orders if has_slips else None
    written = orders.verbs if orders and orders.is_open(state) else ()
    rows = {row.place: row for row in places.rows} if places else {}
    acts = [
        _act_of(offer, is_rolling, typed, rows)
        for offer in offers
        if not is_correction(rules, offer) and offer.verb not in written
    ]
    groups = []
    for seat in (*rules.seats_of(state), None):
        own = [act for act in acts if act.player == (seat.id if seat else None)]
        # A form that has just been rejected stays where it was, with its input.
        is_open = [not act.reason or bool(act.error) for act in own]
        group = MoveFormGroup(
            seat,
            tuple(act for act, yes in zip(own, is_open, strict=True) if yes),
            tuple(act for act, yes in zip(own, is_open, strict=True) if not yes),
        )
        # While orders are written, nothing else can be done by most players.
        if own and (group.open or not written):
            groups.append(group)
    return tuple(groups)


def without_hands(offers: Iterable[Offer], typed: RejectedForm | None) -> tuple[Offer, ...]:
    """The offers without those that would show a hand of cards, but for one that was just used."""
    used = typed.form if typed else None
    return tuple(
        offer
        for offer in offers
        if not offer.move.has_secret_choices or f"{offer.verb}-{offer.player}" == used
    )


def is_correction(rules: Rules[Any], offer: Offer) -> bool:
    """Whether the offer is for the corrections page, which has its own form."""
    return rules.correction is not None and offer.verb == rules.correction.verb


def _act_of(
    offer: Offer, is_rolling: bool, typed: RejectedForm | None, rows: Mapping[str, Any]
) -> MoveForm:
    """The form for one offer, with its rejected input if there is any.

    Args:
        is_rolling: the server rolls, so nobody types dice.
    """
    move = offer.move
    id = f"{offer.verb}-{offer.player}" if offer.player else offer.verb
    mine = typed if typed is not None and typed.form == id else None
    post = mine.post if mine else _NOTHING_POSTED
    needed = move.dice(offer.state) if offer.is_open and offer.choices else ()
    number = _number_of(offer, post)
    if number is not None and is_rolling and number.is_die:
        number = None
    shown = () if is_rolling else needed
    typed_dice = tuple(one for one in shown if number is None or one.field != number.name)
    act = MoveForm(
        id=id,
        verb=offer.verb,
        label=offer.label,
        player=offer.player,
        picks=tuple(_pick(choice, offer, post, rows) for choice in offer.choices),
        number=number,
        amounts=amounts_of(offer.amounts, post),
        reason=str(offer.refused) if offer.refused else "",
        dice=tuple(die for one in typed_dice for die in _dice_inputs(one, post)),
        numbers=" ".join((*((number.name,) if number else ()), *_of_numbers(typed_dice))),
        is_rolled=is_rolling and bool(needed),
        lists=" ".join(one.field for one in typed_dice if one.count is not None),
        is_typed=mine is not None,
        button=move.button,
        title=move.title or move.button,
        question=move.question,
        is_named=any(choice.values.keys() - {"player"} for choice in offer.choices),
        is_told=offer.closed is None and move.says_why(offer.state, offer.player_number),
        is_all_usual=move.is_all_usual,
        usual_reason=move.usual_reason,
    )
    error, error_at = _error_of(act, offer, mine)
    return replace(act, error=error, error_at=error_at) if error else act


def _dice_inputs(needed: Dice, post: QueryDict) -> tuple[DieField, ...]:
    faces, count = tuple(map(str, needed.faces)), needed.count or 1
    values = [*post.getlist(needed.field), *[""] * count]
    return tuple(DieField(needed.field, i + 1, faces, values[i]) for i in range(count))


def _of_numbers(needed: tuple[Dice, ...]) -> tuple[str, ...]:
    return tuple(one.field for one in needed if all(isinstance(face, int) for face in one.faces))


def _pick(choice: Choice, offer: Offer, post: QueryDict, rows: Mapping[str, Any]) -> FormChoice:
    value, orders = _encode(dict(choice.values)), offer.rules.orders
    row = None
    if rows and orders and offer.verb in orders.verbs:
        row = rows.get(orders.place_of({"type": offer.verb, **choice.values}))
    return FormChoice(
        label=f"{choice.label} ({choice.note})" if choice.note else choice.label,
        value=value,
        low=choice.low,
        high=choice.high,
        reason=str(choice.refused) if choice.refused else "",
        is_picked=len(offer.choices) == 1 or post.get("choice") == value,
        usual=choice.usual or choice.low,
        seat=_other_in(choice, offer),
        row=row,
    )


def _other_in(choice: Choice, offer: Offer) -> SeatLabel | None:
    """Whom else the choice names."""
    players = {one.name for one in form_of(offer.move).fields if one.kind is PLAYER}
    named = [choice.values.get(name) for name in players - {"player"}]
    return next((seat for seat in offer.rules.seats_of(offer.state) if seat.id in named), None)


def _number_of(offer: Offer, post: QueryDict) -> NumberField | None:
    open_ones = [c for c in offer.choices if c.number and not c.refused] or [
        c for c in offer.choices if c.number
    ]
    if not open_ones:
        return None
    name = open_ones[0].number or ""
    low, high = min(c.low for c in open_ones), max(c.high for c in open_ones)
    is_die = name in {one.field for one in offer.move.dice(offer.state)}
    label = gettext("Die") if is_die else offer.move.unit or name.capitalize()
    usual = str(high) if offer.move.is_all_usual and not post else ""
    return NumberField(name, low, high, post.get(name, usual), label, is_die)


def _error_of(act: MoveForm, offer: Offer, mine: RejectedForm | None) -> tuple[str, str]:
    """The error of the rejected form, and the place in the form."""
    if mine is None or mine.refused is None:
        return "", ""
    code, message = mine.refused.code, str(mine.refused)
    if len(offer.choices) > 1 and not mine.post.get("choice"):
        return gettext("Choose one of these first."), "choice"
    if code == "bad-move" and act.number is not None:
        limits = {"low": act.number.low, "high": act.number.high}
        return gettext("Type a whole number from %(low)d to %(high)d.") % limits, "number"
    if code == "bad-move" and act.amounts:
        return offer.amounts_missing, "amounts"
    if code == "bad-move" and act.dice:
        return gettext("Type what every die shows."), "dice"
    # An open choice is right, so the input beside it must be wrong.
    chosen = choice_of(mine.post.get("choice", ""))
    if any(choice.refused is None and dict(choice.values) == chosen for choice in offer.choices):
        return message, "number" if act.number else "amounts" if act.amounts else "choice"
    return message, "choice"
