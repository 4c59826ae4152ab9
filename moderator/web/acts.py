"""The console's forms: one for each thing that is legal now, from the rules' own offers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext

from moderator.rules.errors import Refused
from moderator.rules.game import Choice, Offer, Seat

SAY = "say"  # the command line's form
END_TURN = "end-turn"
CORRECT = "correct"  # has a page of its own
CHIPS_MOST = 12  # more choices than that become a list to pull down

# To which part of a form a refusal belongs; what is not here belongs to the choice.
_OF_NUMBER = frozenset(("not-enough-rfs", "too-many-rfs", "civilization-complete", "odds-too-low"))
_OF_GOODS = frozenset(("goods-missing",))


@dataclass(frozen=True)
class Typed:
    """What was posted and not taken: the form's id, its fields, and why."""

    form: str
    post: QueryDict
    refused: Refused | None = None  # None: the log had gone on meanwhile


@dataclass(frozen=True)
class Pick:
    """One choice of a form; `reason` says why it is closed."""

    label: str
    value: str
    low: int
    high: int
    reason: str
    is_picked: bool


@dataclass(frozen=True)
class Number:
    """A whole number that is still open."""

    name: str
    low: int
    high: int
    value: str


@dataclass(frozen=True)
class Amount:
    """How many of one thing: `field` is the input's name."""

    field: str
    letter: str
    name: str
    high: int
    value: str


@dataclass(frozen=True)
class Act:
    """One form. `reason` says why it is closed; `error` stands at `error_at`.

    `is_typed`: its fields hold what somebody has typed.
    """

    id: str
    verb: str
    label: str
    player: str | None
    picks: tuple[Pick, ...]
    number: Number | None
    give: tuple[Amount, ...]
    get: tuple[Amount, ...]
    reason: str
    error: str = ""
    error_at: str = ""
    is_typed: bool = False

    @property
    def is_list(self) -> bool:
        """Whether the choices are too many to show one by one."""
        return len(self.picks) > CHIPS_MOST

    @property
    def closed(self) -> tuple[Pick, ...]:
        """The choices that can't be made now."""
        return tuple(pick for pick in self.picks if pick.reason)


@dataclass(frozen=True)
class ActGroup:
    """What one player, or (None) nobody in particular, can do; closed forms apart."""

    seat: Seat | None
    open: tuple[Act, ...]
    closed: tuple[Act, ...]

    @property
    def forms(self) -> tuple[Act, ...]:
        """The open ones that need more than one button."""
        return tuple(act for act in self.open if act.verb != END_TURN)

    @property
    def has_error(self) -> bool:
        """Whether one of the forms has been refused."""
        return any(act.error for act in self.open)


def groups_of(
    offers: tuple[Offer, ...],
    seats: tuple[Seat, ...],
    goods: Mapping[str, str],
    typed: Typed | None,
) -> tuple[ActGroup, ...]:
    """The forms, by player in the order of play. `goods` maps letters to names."""
    acts = [act_of(offer, goods, typed) for offer in offers if offer.verb != CORRECT]
    groups = []
    for seat in (*seats, None):
        own = [act for act in acts if act.player == (seat.id if seat else None)]
        # A form that has just been refused stays where it was, with what was typed in it.
        is_open = [not act.reason or bool(act.error) for act in own]
        group = ActGroup(
            seat,
            tuple(act for act, yes in zip(own, is_open, strict=True) if yes),
            tuple(act for act, yes in zip(own, is_open, strict=True) if not yes),
        )
        if own:
            groups.append(group)
    return tuple(groups)


def act_of(offer: Offer, goods: Mapping[str, str], typed: Typed | None) -> Act:
    """The form of one offer, with what was typed in it."""
    id = f"{offer.verb}-{offer.player}" if offer.player else offer.verb
    mine = typed if typed is not None and typed.form == id else None
    post = mine.post if mine else QueryDict()
    number = _number_of(offer, post)
    give, get = _amounts_of(offer, goods, post)
    error, error_at = _error_of(offer, mine, number)
    return Act(
        id=id,
        verb=offer.verb,
        label=offer.label,
        player=offer.player,
        picks=tuple(_pick(choice, offer, post) for choice in offer.choices),
        number=number,
        give=give,
        get=get,
        reason=offer.refused.message if offer.refused else "",
        error=error,
        error_at=error_at,
        is_typed=mine is not None,
    )


def _pick(choice: Choice, offer: Offer, post: QueryDict) -> Pick:
    value = json.dumps(dict(choice.values), ensure_ascii=False)
    goods = offer.limits.get(str(choice.values.get("partner")), {})
    held = ", ".join(f"{units} {letter}" for letter, units in goods.items() if units)
    return Pick(
        label=f"{choice.label} ({held})" if held else choice.label,
        value=value,
        low=choice.low,
        high=choice.high,
        reason=choice.refused.message if choice.refused else "",
        is_picked=len(offer.choices) == 1 or post.get("choice") == value,
    )


def _number_of(offer: Offer, post: QueryDict) -> Number | None:
    open_ones = [c for c in offer.choices if c.number and not c.refused] or [
        c for c in offer.choices if c.number
    ]
    if not open_ones:
        return None
    name = open_ones[0].number or ""
    low, high = min(c.low for c in open_ones), max(c.high for c in open_ones)
    # Everybody's RFs have to be placed: the whole hand is the likeliest number.
    first = str(high) if offer.verb in ("deploy", "build") else ""
    return Number(name, low, high, post.get(name, first))


def _amounts_of(
    offer: Offer, goods: Mapping[str, str], post: Mapping[str, str]
) -> tuple[tuple[Amount, ...], tuple[Amount, ...]]:
    """What can be given, and what at least one partner has to give back."""
    own = offer.limits.get(offer.player or "", {})
    others = [limits for player, limits in offer.limits.items() if player != offer.player]
    most = {letter: max((limits.get(letter, 0) for limits in others), default=0) for letter in own}
    give, get = (
        tuple(
            Amount(f"{side}.{k}", k, goods.get(k, ""), units, post.get(f"{side}.{k}", ""))
            for k, units in limits.items()
        )
        for side, limits in (("give", own), ("get", most))
    )
    return give, get


def _error_of(offer: Offer, mine: Typed | None, number: Number | None) -> tuple[str, str]:
    if mine is None or mine.refused is None:
        return "", ""
    code, message = mine.refused.code, mine.refused.message
    if len(offer.choices) > 1 and not mine.post.get("choice"):
        return gettext("Choose one of these first."), "choice"
    if code == "bad-move" and number is not None:
        limits = {"low": number.low, "high": number.high}
        return gettext("Type a whole number from %(low)d to %(high)d.") % limits, "number"
    if code == "bad-move" and offer.limits:
        return gettext("Say what is given or got: at least one number."), "goods"
    if code in _OF_NUMBER and number is not None:
        return message, "number"
    if code in _OF_GOODS:
        return message, "goods"
    return message, "choice"
