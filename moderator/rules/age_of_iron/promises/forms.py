"""The forms in which promises are made, with what can be chosen now."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.rules.age_of_iron.promises.possible import check_possible, units_in_game
from moderator.rules.age_of_iron.promises.terms import (
    ATTACK,
    NO_ATTACK,
    NO_PLACEMENT,
    NO_PRESENCE,
    PRESENCE,
    TRADE,
    TURN_KEYS,
    PromiseTerms,
)
from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import Refused
from moderator.rules.promises import PromiseChoice, PromiseField, PromiseForm

_LABELS = {
    NO_ATTACK: "Not to attack",
    ATTACK: "To attack",
    NO_PLACEMENT: "To place nothing",
    TRADE: "To trade",
    NO_PRESENCE: "To have no Presence",
    PRESENCE: "To have a Presence",
}
_TURN_LABELS = {"until": "Until the end of", "turn": "In", "at": "At the end of"}


def forms(state: State, maker: int, partner: int) -> tuple[PromiseForm, ...]:
    """A form for each kind of promise that is possible in some region and Game-turn."""
    if state.is_over or maker == partner:
        return ()
    return tuple(
        PromiseForm(kind, label, fields)
        for kind, label in _LABELS.items()
        if (fields := _fields(state, kind, maker, partner))
    )


def _fields(state: State, kind: str, maker: int, partner: int) -> tuple[PromiseField, ...]:
    """The inputs; none if nothing is possible."""
    possible = [one for one in _samples(state, kind, maker, partner) if _is_possible(state, one)]
    if not possible:
        return ()
    regions = {one.region for one in possible}
    is_now_possible = any(one.turn == state.turn for one in possible)
    turns = range(state.turn if is_now_possible else state.turn + 1, state.turns + 1)
    fields: list[PromiseField] = []
    if kind == TRADE:
        fields += _goods_fields(state)
    if kind in (ATTACK, NO_ATTACK):
        targets = {one.target: None for one in possible}  # the partner first
        names = ((state.player_id(n), state.player_name(n)) for n in targets if n is not None)
        fields.append(PromiseField("target", "Whom", _choices(names)))
    if kind != TRADE:
        rows = (row for row in range(len(state.chart)) if row in regions)
        places = [(state.region_id(row), state.region_name(row)) for row in rows]
        anywhere = [("", "anywhere")] if kind == NO_ATTACK else []
        fields.append(PromiseField("region", "Where", _choices([*anywhere, *places])))
    key = TURN_KEYS[kind]
    numbers = ((str(turn), f"Game-turn {turn}") for turn in turns)
    fields.append(PromiseField(key, _TURN_LABELS[key], _choices(numbers)))
    return tuple(fields)


def _samples(state: State, kind: str, maker: int, partner: int) -> Iterable[PromiseTerms]:
    """Terms of a kind, possible or not, for this Game-turn and the next: later ones are alike."""
    turns = range(state.turn, min(state.turn + 1, state.turns) + 1)
    if kind == TRADE:
        goods = {letter: 1 for letter in state.scenario.letters if units_in_game(state, letter)}
        return [PromiseTerms(kind, maker, partner, turn, give=goods) for turn in turns]
    others = [n for n in range(len(state.hand)) if n not in (maker, partner)]
    targets = [partner, *others] if kind in (ATTACK, NO_ATTACK) else [None]
    regions = [*([None] if kind == NO_ATTACK else []), *range(len(state.chart))]
    return [
        PromiseTerms(kind, maker, partner, turn, target, region)
        for target in targets
        for region in regions
        for turn in turns
    ]


def _is_possible(state: State, terms: PromiseTerms) -> bool:
    try:
        check_possible(state, terms)
    except Refused:
        return False
    return True


def _goods_fields(state: State) -> list[PromiseField]:
    sides = {"give": "Gives", "get": "Gets"}
    return [
        PromiseField(f"{side}.{letter}", f"{label} {name}", most=most)
        for side, label in sides.items()
        for letter, name in state.scenario.good_names.items()
        if (most := units_in_game(state, letter))
    ]


def _choices(pairs: Iterable[tuple[str, str]]) -> tuple[PromiseChoice, ...]:
    return tuple(PromiseChoice(value, label) for value, label in pairs)
