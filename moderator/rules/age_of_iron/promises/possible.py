"""What can't be promised: the past, oneself, and what is impossible or decided already."""

from __future__ import annotations

from typing import cast

from moderator.rules.age_of_iron.promises.terms import (
    ATTACK,
    NO_ATTACK,
    NO_PLACEMENT,
    PRESENCE,
    TRADE,
    PromiseTerms,
    refuse,
)
from moderator.rules.age_of_iron.setup.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.state import ACTION, State, pair


def check_possible(state: State, terms: PromiseTerms) -> None:
    """Raise `Refused("bad-promise")` unless the promise can be kept and broken from now on."""
    if terms.maker == terms.partner:
        refuse("A promise is made to another country: choose which one.")
    if state.is_over:
        refuse("The game is over: nothing can be promised any more.")
    if terms.target == terms.maker:
        refuse("A country can’t attack itself: choose another one.")
    _check_turn(state, terms.turn)
    if terms.kind == TRADE:
        _check_goods(state, terms)
    elif terms.region is not None and state.controlled[terms.region]:
        _check_closed(state, terms)
    if terms.turn == state.turn:
        _check_this_turn(state, terms)


def has_played(state: State, player: int) -> bool:
    """Whether the player's turn in this Game-turn is over."""
    return state.phase == ACTION and state.active is not None and state.active > player


def units_in_game(state: State, letter: str) -> int:
    """Units of a good that all countries have together."""
    good = state.scenario.letters.index(letter)
    return sum(state.has_goods(player, good) for player in range(len(state.hand)))


def _check_turn(state: State, turn: int) -> None:
    if turn < state.turn:
        message = "Game-turn {turn} is over: choose one from {now} to {last}."
    elif turn > state.turns:
        message = "The game has {last} Game-turns: choose one from {now} to {last}."
    else:
        return
    refuse(message, turn=turn, now=state.turn, last=state.turns)


def _check_goods(state: State, terms: PromiseTerms) -> None:
    if not terms.give and not terms.get:
        refuse("Enter at least one number of goods given or received.")
    for letter, units in [*terms.give.items(), *terms.get.items()]:
        most = units_in_game(state, letter)
        if units > most:
            good = state.scenario.good_names[letter]
            refuse("There are {most} {good} in the whole game: enter fewer.", most=most, good=good)


def _check_closed(state: State, terms: PromiseTerms) -> None:
    """In a controlled region nobody places anything, but two who are there may attack."""
    region = cast(int, terms.region)
    row, place = state.chart[region], state.region_name(region)
    if terms.kind == NO_PLACEMENT:
        refuse("{place} is controlled: nobody can place anything there anyway.", place=place)
    if terms.kind in (ATTACK, NO_ATTACK):
        if not row[terms.maker] or not row[cast(int, terms.target)]:
            message = "{place} is controlled: the two can’t meet there. Choose another region."
            refuse(message, place=place)
        return
    is_alone = row[terms.maker] == sum(row)
    is_lost = terms.kind == PRESENCE and not state.has_presence(terms.maker, region)
    if not row[terms.maker] or is_alone or is_lost:
        message = "{place} is controlled: that is decided already. Choose another region."
        refuse(message, place=place)


def _check_this_turn(state: State, terms: PromiseTerms) -> None:
    name, turn = state.player_name(terms.maker), state.turn
    if terms.kind == ATTACK:
        _check_attack(state, terms, name)
    elif terms.kind == TRADE:
        other = state.player_name(terms.partner)
        if pair(terms.maker, terms.partner) in state.fought:
            message = "{name} and {other} fought in Game-turn {turn}, so they can’t trade in it."
            refuse(message, name=name, other=other, turn=turn)
        is_late = has_played(state, terms.maker) and has_played(state, terms.partner)
        if is_late and not state.options.extended_trading:
            message = "The turns of {name} and {other} in Game-turn {turn} are over."
            refuse(message, name=name, other=other, turn=turn)
    elif terms.kind == PRESENCE and not _can_have_presence(state, terms):
        place = state.region_name(cast(int, terms.region))
        message = "{name} can’t place enough in {place} in Game-turn {turn} any more."
        refuse(message, name=name, place=place, turn=turn)


def _check_attack(state: State, terms: PromiseTerms, name: str) -> None:
    target, turn = cast(int, terms.target), state.turn
    other = state.player_name(target)
    if has_played(state, terms.maker):
        refuse("{name}’s turn in Game-turn {turn} is over.", name=name, turn=turn)
    if pair(terms.maker, target) in state.traded:
        message = "{name} and {other} traded in Game-turn {turn}, so they can’t fight in it."
        refuse(message, name=name, other=other, turn=turn)
    if state.active == terms.maker and (target, terms.region) in state.attacked:
        message = "{name} has already attacked {other} there in Game-turn {turn}."
        refuse(message, name=name, other=other, turn=turn)


def _can_have_presence(state: State, terms: PromiseTerms) -> bool:
    here = state.chart[cast(int, terms.region)][terms.maker]
    if here >= PRESENCE_RFS or state.phase != ACTION:
        return True
    if state.options.is_simultaneous or has_played(state, terms.maker):
        return False
    return state.active != terms.maker or here + state.hand[terms.maker] >= PRESENCE_RFS
