"""Promises as sentences about their makers."""

from __future__ import annotations

from moderator.rules.age_of_iron.moves.trade import in_words
from moderator.rules.age_of_iron.promises.terms import (
    ATTACK,
    NO_ATTACK,
    NO_PLACEMENT,
    PRESENCE,
    TRADE,
    PromiseTerms,
)
from moderator.rules.age_of_iron.state import State


def sentence(state: State, terms: PromiseTerms) -> str:
    """What is promised."""
    maker, turn = state.player_name(terms.maker), terms.turn
    if terms.kind == TRADE:
        return f"{maker} {_trade(state, terms)} in Game-turn {turn}."
    place = "" if terms.region is None else f" in {state.region_name(terms.region)}"
    target = "" if terms.target is None else state.player_name(terms.target)
    if terms.kind == NO_ATTACK:
        return f"{maker} won’t attack {target}{place} until the end of Game-turn {turn}."
    if terms.kind == ATTACK:
        return f"{maker} will attack {target}{place} in Game-turn {turn}."
    if terms.kind == NO_PLACEMENT:
        return f"{maker} will place nothing{place} until the end of Game-turn {turn}."
    what = "a Presence" if terms.kind == PRESENCE else "no Presence"
    return f"{maker} will have {what}{place} at the end of Game-turn {turn}."


def _trade(state: State, terms: PromiseTerms) -> str:
    partner = state.player_name(terms.partner)
    give, get = in_words(state, terms.give), in_words(state, terms.get)
    if not get:
        return f"will give {give} to {partner}"
    if not give:
        return f"will take {get} from {partner}"
    return f"will trade {give} to {partner} for {get}"
