"""Promises and verdicts as sentences."""

from __future__ import annotations

from moderator.rules.age_of_iron.moves.trade import in_words
from moderator.rules.age_of_iron.promises.terms import (
    ATTACK,
    NO_ATTACK,
    NO_PLACEMENT,
    NO_PRESENCE,
    PRESENCE,
    TRADE,
    PromiseTerms,
)
from moderator.rules.age_of_iron.state import State
from moderator.rules.promises import KEPT

TAKEN_BACK = "The game was taken back to before this was accepted."


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


def outcome(state: State, terms: PromiseTerms, kind: str, turn: int | None) -> str:
    """What happened; `turn` is the Game-turn in which it was decided."""
    maker, last = state.player_name(terms.maker), terms.turn
    if terms.kind == TRADE:
        partner = state.player_name(terms.partner)
        if kind == KEPT:
            return f"{maker} and {partner} made this trade in Game-turn {last}."
        return f"{maker} and {partner} didn’t make this trade in Game-turn {last}. It takes both."
    place = "" if terms.region is None else f" in {state.region_name(terms.region)}"
    target = "" if terms.target is None else state.player_name(terms.target)
    is_done = (kind == KEPT) == (terms.kind in (ATTACK, PRESENCE))
    if terms.kind in (PRESENCE, NO_PRESENCE):
        what = "a Presence" if is_done else "no Presence"
        return f"{maker} had {what}{place} at the end of Game-turn {last}."
    when = f"until the end of Game-turn {last}"
    if is_done or terms.kind == ATTACK:
        when = f"in Game-turn {turn}"
    if terms.kind == NO_PLACEMENT:
        return f"{maker} placed {'RFs' if is_done else 'nothing'}{place} {when}."
    return f"{maker} {'attacked' if is_done else 'didn’t attack'} {target}{place} {when}."


def closed(state: State, terms: PromiseTerms, turn: int) -> str:
    """Why Control has made a promise void."""
    place = "" if terms.region is None else state.region_name(terms.region)
    return f"Control closed {place} in Game-turn {turn}, so it could not be done."


def late(terms: PromiseTerms) -> str:
    """Why a promise came too late."""
    return f"Game-turn {terms.turn} was over before this was accepted."


def ended_first(terms: PromiseTerms) -> str:
    """Why the end of the game has made a promise void."""
    return f"The game ended before the end of Game-turn {terms.turn}."


def pending(terms: PromiseTerms) -> str:
    """What is waited for."""
    return f"Game-turn {terms.turn} is not over yet."
