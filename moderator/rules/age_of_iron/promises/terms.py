"""The six kinds of promises, and how their terms are read from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from moderator.rules.age_of_iron.moves.trade import Bundle
from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import Refused, printable
from moderator.rules.promises import BAD_PROMISE
from moderator.rules.reading import fields
from moderator.rules.wire import Wire

NO_ATTACK, ATTACK, NO_PLACEMENT = "no-attack", "attack", "no-placement"
TRADE, NO_PRESENCE, PRESENCE = "trade", "no-presence", "presence"

TURN_KEYS = {
    NO_ATTACK: "until",
    ATTACK: "turn",
    NO_PLACEMENT: "until",
    TRADE: "turn",
    NO_PRESENCE: "at",
    PRESENCE: "at",
}
"""The kinds of promises, each with the key of its Game-turn."""

_MOST_UNITS = 99_999


def _goods(value: object) -> str | None:
    unit = fields.whole(1, _MOST_UNITS)
    is_valid = isinstance(value, dict) and all(unit(units) is None for units in value.values())
    return None if is_valid else "goods with whole numbers, at least 1"


_CHECKS = {"target": fields.text, "region": fields.text, "give": _goods, "get": _goods}
_KEYS = {
    NO_ATTACK: ("target",),
    ATTACK: ("target", "region"),
    NO_PLACEMENT: ("region",),
    TRADE: ("give", "get"),
    NO_PRESENCE: ("region",),
    PRESENCE: ("region",),
}


@dataclass(frozen=True, slots=True)
class PromiseTerms:
    """A promise's terms. Players and regions are numbered from 0.

    `turn` is the Game-turn in which, until whose end, or at whose end it holds. `region` is None
    for no attack anywhere.
    """

    kind: str
    maker: int
    partner: int
    turn: int
    target: int | None = None
    region: int | None = None
    give: Bundle = field(default_factory=dict)
    get: Bundle = field(default_factory=dict)

    def wire(self, state: State) -> Wire:
        """The terms as JSON, in normal form."""
        wire: dict[str, Any] = {"kind": self.kind}
        if self.target is not None:
            wire["target"] = state.player_id(self.target)
        if self.region is not None:
            wire["region"] = state.region_id(self.region)
        if self.kind == TRADE:
            wire |= {"give": dict(self.give), "get": dict(self.get)}
        return {**wire, TURN_KEYS[self.kind]: self.turn}


def read_terms(state: State, maker: str, partner: str, wire: object) -> PromiseTerms:
    """The terms, well formed and with known ids; `Refused("bad-promise")`."""
    checked = _checked(wire)
    try:
        return terms_of(state, maker, partner, checked)
    except Refused as refused:
        raise Refused(BAD_PROMISE, refused.message, **refused.facts) from None


def terms_of(state: State, maker: str, partner: str, wire: Wire) -> PromiseTerms:
    """The same for terms that were read before."""
    kind = wire["kind"]
    return PromiseTerms(
        kind,
        state.player(maker),
        state.player(partner),
        wire[TURN_KEYS[kind]],
        state.player(wire["target"]) if "target" in wire else None,
        state.region(wire["region"]) if "region" in wire else None,
        _bundle(state, wire.get("give", {})),
        _bundle(state, wire.get("get", {})),
    )


def refuse(message: str, **facts: Any) -> NoReturn:
    """Raise `Refused("bad-promise")`."""
    raise Refused(BAD_PROMISE, message, **facts)


def _checked(wire: object) -> Wire:
    kind = wire.get("kind") if isinstance(wire, dict) else None
    if not isinstance(wire, dict) or not isinstance(kind, str) or kind not in TURN_KEYS:
        refuse(f"Choose what is promised: one of {', '.join(TURN_KEYS)}.")
    required = {"kind": fields.text, TURN_KEYS[kind]: fields.whole(1)}
    required |= {key: _CHECKS[key] for key in _KEYS[kind]}
    optional = {"region": fields.text} if kind == NO_ATTACK else {}
    found = fields.problem(wire, required, optional)
    if found is not None:
        key, what = found
        refuse(f"In the promise “{printable(key)}” {what}.")
    return wire


def _bundle(state: State, units: Mapping[str, int]) -> Bundle:
    """The goods in the scenario's order."""
    letters = state.scenario.letters
    for letter in units:
        if letter not in letters:
            known = ", ".join(letters) or "none in this scenario"
            refuse(f"There is no good “{printable(letter)}”; the goods are {known}.")
    return {letter: units[letter] for letter in letters if letter in units}
