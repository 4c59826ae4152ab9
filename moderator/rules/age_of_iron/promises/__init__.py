"""The six kinds of promises: their terms from JSON, and as sentences with their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from moderator.rules import reading
from moderator.rules.age_of_iron.moves.trade import Bundle, in_words
from moderator.rules.age_of_iron.state import State
from moderator.rules.deals import BAD_PROMISE, KEPT, Verdict
from moderator.rules.errors import Refused, printable
from moderator.rules.reading import Wire

# The six kinds of promises, and how their terms are read from JSON.

NO_ATTACK, ATTACK, NO_PLACEMENT = "no-attack", "attack", "no-placement"
TRADE, NO_PRESENCE, PRESENCE = "trade", "no-presence", "presence"

WHEN = {"until": "until the end of", "turn": "in", "at": "at the end of"}
"""The keys of Game-turns in terms, in words."""


class PromiseKind(NamedTuple):
    """What a kind of promise is called in a form, the key of its Game-turn, and its other keys.

    `verbs`: what is promised, that it was done, and that it was not done.
    """

    label: str
    turn_key: str
    keys: tuple[str, ...]
    verbs: tuple[str, str, str]


_ATTACK = ("attack {target}", "attacked {target}", "didn’t attack {target}")
_PLACE = ("place nothing", "placed RFs", "placed nothing")
_TRADE = ("{trade}", "made this trade", "didn’t make this trade")
_ABSENT = ("have no Presence", "had a Presence", "had no Presence")
_PRESENT = ("have a Presence", "had a Presence", "had no Presence")
KINDS = {
    NO_ATTACK: PromiseKind("Not to attack", "until", ("target",), _ATTACK),
    ATTACK: PromiseKind("To attack", "turn", ("target", "region"), _ATTACK),
    NO_PLACEMENT: PromiseKind("To place nothing", "until", ("region",), _PLACE),
    TRADE: PromiseKind("To trade", "turn", ("give", "get"), _TRADE),
    NO_PRESENCE: PromiseKind("To have no Presence", "at", ("region",), _ABSENT),
    PRESENCE: PromiseKind("To have a Presence", "at", ("region",), _PRESENT),
}

_MOST_UNITS = 99_999


_goods = reading.fits(
    lambda value: (
        isinstance(value, dict) and not any(map(reading.whole(1, _MOST_UNITS), value.values()))
    ),
    "goods with whole numbers, at least 1",
)
_CHECKS = {"target": reading.text, "region": reading.text, "give": _goods, "get": _goods}


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
        return {**wire, KINDS[self.kind].turn_key: self.turn}


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
        wire[KINDS[kind].turn_key],
        state.player(wire["target"]) if "target" in wire else None,
        state.region(wire["region"]) if "region" in wire else None,
        _bundle(state, wire.get("give", {})),
        _bundle(state, wire.get("get", {})),
    )


def regions_promised(state: State, promised: Iterable[Wire]) -> frozenset[int]:
    """The regions that promises with these terms concern in the present Game-turn.

    What holds until a Game-turn concerns those before it, too.
    """

    def is_now(terms: Wire) -> bool:
        turn: int = terms[KINDS[terms["kind"]].turn_key]
        return state.turn <= turn if "until" in terms else state.turn == turn

    return frozenset(
        state.region(terms["region"]) for terms in promised if "region" in terms and is_now(terms)
    )


def refuse(message: str, **facts: Any) -> NoReturn:
    """Raise `Refused("bad-promise")`."""
    raise Refused(BAD_PROMISE, message, **facts)


def _checked(wire: object) -> Wire:
    kind = wire.get("kind") if isinstance(wire, dict) else None
    if not isinstance(wire, dict) or not isinstance(kind, str) or kind not in KINDS:
        refuse(f"Choose what is promised: one of {', '.join(KINDS)}.")
    required = {"kind": reading.text, KINDS[kind].turn_key: reading.whole(1)}
    required |= {key: _CHECKS[key] for key in KINDS[kind].keys}
    optional = {"region": reading.text} if kind == NO_ATTACK else {}
    found = reading.problem(wire, required, optional)
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


# Promises and verdicts as sentences: who, a verb, where, and when.


def sentence(state: State, terms: PromiseTerms) -> str:
    will = "won’t" if terms.kind == NO_ATTACK else "will"
    return f"{state.player_name(terms.maker)} {will} {_clause(state, terms)}."


def infinitive(state: State, terms: PromiseTerms) -> str:
    """What is promised, as words after “promised”; the partner is “it”."""
    to = "not to" if terms.kind == NO_ATTACK else "to"
    return f"{to} {_clause(state, terms, it='it')}"


def outcome(state: State, terms: PromiseTerms, kind: str, turn: int | None) -> str:
    """What happened; `turn` is the Game-turn in which it was decided."""
    who, is_trade = state.player_name(terms.maker), terms.kind == TRADE
    if is_trade:
        who += f" and {state.player_name(terms.partner)}"
    is_done = (kind == KEPT) == (terms.kind in (ATTACK, PRESENCE, TRADE))
    is_early = is_done and KINDS[terms.kind].turn_key == "until"
    clause = _clause(state, terms, 1 if is_done else 2, f"in Game-turn {turn}" if is_early else "")
    return f"{who} {clause}.{' It takes both.' if is_trade and not is_done else ''}"


def _clause(state: State, terms: PromiseTerms, verb: int = 0, when: str = "", it: str = "") -> str:
    """The verb, where and when: by then if nothing else is given; `it` stands for the partner."""
    target = "" if terms.target is None else state.player_name(terms.target)
    kind = KINDS[terms.kind]
    words = kind.verbs[verb].format(
        target=it if it and terms.target == terms.partner else target,
        trade=_trade(state, terms, it),
    )
    place = "" if terms.region is None else f" in {state.region_name(terms.region)}"
    return f"{words}{place} {when or f'{WHEN[kind.turn_key]} Game-turn {terms.turn}'}"


def _trade(state: State, terms: PromiseTerms, it: str) -> str:
    give, get = in_words(state, terms.give), in_words(state, terms.get)
    given = f"{it} {give}" if it else f"{give} to {state.player_name(terms.partner)}"
    if give and get:
        return f"trade {given} for {get}"
    return f"give {given}" if give else f"take {get} from {it or state.player_name(terms.partner)}"


def broken(terms: PromiseTerms, verdict: Verdict) -> str:
    """What its maker did instead, as words after “and”, with the entry that decided it."""
    if terms.kind == ATTACK:
        return f"did not; the Game-turn ended with move {verdict.entry}"
    did = {
        NO_ATTACK: f"attacked in Game-turn {verdict.turn}",
        NO_PLACEMENT: f"placed RFs there in Game-turn {verdict.turn}",
        PRESENCE: "had none",
    }.get(terms.kind, "had one")
    return f"{did} (move {verdict.entry})"
