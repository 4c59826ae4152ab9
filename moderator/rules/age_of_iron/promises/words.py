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
from moderator.rules.promises import KEPT, Verdict

TAKEN_BACK = "The game was taken back to before this was accepted."


def sentence(state: State, terms: PromiseTerms) -> str:
    """What is promised."""
    maker, turn = state.player_name(terms.maker), terms.turn
    if terms.kind == TRADE:
        return f"{maker} {_trade(state, terms)} in Game-turn {turn}."
    place, target = _place(state, terms), _target(state, terms)
    if terms.kind == NO_ATTACK:
        return f"{maker} won’t attack {target}{place} until the end of Game-turn {turn}."
    if terms.kind == ATTACK:
        return f"{maker} will attack {target}{place} in Game-turn {turn}."
    if terms.kind == NO_PLACEMENT:
        return f"{maker} will place nothing{place} until the end of Game-turn {turn}."
    what = "a Presence" if terms.kind == PRESENCE else "no Presence"
    return f"{maker} will have {what}{place} at the end of Game-turn {turn}."


def _place(state: State, terms: PromiseTerms) -> str:
    return "" if terms.region is None else f" in {state.region_name(terms.region)}"


def _target(state: State, terms: PromiseTerms) -> str:
    return "" if terms.target is None else state.player_name(terms.target)


def _trade(state: State, terms: PromiseTerms) -> str:
    partner = state.player_name(terms.partner)
    give, get = in_words(state, terms.give), in_words(state, terms.get)
    if not get:
        return f"will give {give} to {partner}"
    if not give:
        return f"will take {get} from {partner}"
    return f"will trade {give} to {partner} for {get}"


def infinitive(state: State, terms: PromiseTerms) -> str:
    """What is promised, as words after “promised”; the partner is “it”."""
    turn = terms.turn
    if terms.kind == TRADE:
        give, get = in_words(state, terms.give), in_words(state, terms.get)
        what = f"trade it {give} for {get}" if give and get else ""
        what = what or (f"give it {give}" if give else f"take {get} from it")
        return f"to {what} in Game-turn {turn}"
    place = _place(state, terms)
    target = "it"
    if terms.target is not None and terms.target != terms.partner:
        target = state.player_name(terms.target)
    if terms.kind == NO_ATTACK:
        return f"not to attack {target}{place} until the end of Game-turn {turn}"
    if terms.kind == ATTACK:
        return f"to attack {target}{place} in Game-turn {turn}"
    if terms.kind == NO_PLACEMENT:
        return f"to place nothing{place} until the end of Game-turn {turn}"
    what = "a Presence" if terms.kind == PRESENCE else "no Presence"
    return f"to have {what}{place} at the end of Game-turn {turn}"


def broken(terms: PromiseTerms, verdict: Verdict) -> str:
    """What its maker did instead, as words after “and”, with the entry that decided it."""
    if terms.kind == NO_ATTACK:
        return f"attacked in Game-turn {verdict.turn} (move {verdict.entry})"
    if terms.kind == NO_PLACEMENT:
        return f"placed RFs there in Game-turn {verdict.turn} (move {verdict.entry})"
    if terms.kind == ATTACK:
        return f"did not; the Game-turn ended with move {verdict.entry}"
    has = "none" if terms.kind == PRESENCE else "one"
    return f"had {has} (move {verdict.entry})"


def outcome(state: State, terms: PromiseTerms, kind: str, turn: int | None) -> str:
    """What happened; `turn` is the Game-turn in which it was decided."""
    maker, last = state.player_name(terms.maker), terms.turn
    if terms.kind == TRADE:
        partner = state.player_name(terms.partner)
        if kind == KEPT:
            return f"{maker} and {partner} made this trade in Game-turn {last}."
        return f"{maker} and {partner} didn’t make this trade in Game-turn {last}. It takes both."
    place, target = _place(state, terms), _target(state, terms)
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
