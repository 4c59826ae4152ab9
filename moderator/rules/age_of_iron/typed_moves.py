"""The grammar of typed moves: who makes the move, which verb is meant, and what is ambiguous."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from moderator.rules.age_of_iron.moves import MOVES
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.extend import Extend
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.order_places import CIVILIZATION
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.age_of_iron.typed_places import check_bare_build, places, typed_place
from moderator.rules.age_of_iron.typed_words import (
    all_names,
    apart,
    countries,
    example,
    missing,
    regions,
)
from moderator.rules.errors import Refused, printable
from moderator.rules.move import Move
from moderator.rules.reading.words import begun, match
from moderator.rules.wire import REDO, UNDO

_ALONE = (EndTurn.words[0], UNDO, REDO)
"""Verbs that are whole commands."""
_NOBODYS = ("split", "extend", "correct")
_STUCK = re.compile(r"(?<!\S)([^\s0-9:]+)([0-9]+)(?!\S)")
_ANY = "country, region or command"


def first_apart(state: State, words: Sequence[str]) -> list[str]:
    """The words, with the first one's number apart from its name: `sy2` is two words."""
    return [*apart(state, words[:1]), *words[1:]]


def spaced(state: State, text: str) -> str:
    """The text with a space before each number that follows a name."""
    ids = {*regions(state).ids, *countries(state).ids}
    return _STUCK.sub(lambda found: found[0] if found[0] in ids else f"{found[1]} {found[2]}", text)


def names_country(state: State, words: Sequence[str]) -> bool:
    """Whether the command begins with its country: without a colon if all write orders, or if
    a verb, or a place and a number, follows."""
    if state.phase == DEPLOYMENT:
        return not _is_nobodys(state, words)
    parts, verb = apart(state, words), verb_of(state, words)
    if len(parts) < 2 or len(begun(parts[0], countries(state))) != 1:
        return False
    if verb in ("", Build.words[0], *_ALONE) and parts[0] != verb and verb_of(state, parts[1:]):
        return True
    is_order = [part.isdigit() for part in parts[1:]] in ([True, False], [False, True])
    return is_order and verb in ("", Build.words[0], *_ALONE)


def _is_nobodys(state: State, words: Sequence[str]) -> bool:
    """Whether no country has to be named for a command while orders are written."""
    verb = verb_of(state, words)
    return verb in _NOBODYS or (verb in _ALONE and len(words) < 3)


def check_country_first(state: State, words: Sequence[str]) -> None:
    """Raise `not-understood` if a command names no country while all write orders."""
    if begun(words[0], countries(state)):
        return  # one, or several that are ambiguous
    name, line = printable(" ".join(words)), example(state, Deploy, 0)
    if words[0].isdigit() or begun(words[0], places(state)):
        raise missing("Which country places this: {words}?", line, words=name)


def check_alone(state: State, player: int, words: Sequence[str]) -> None:
    """Raise `not-understood` or `ambiguous` for a country, a place or a number alone."""
    name = state.player_name(player)
    if not words:
        first = Deploy if state.must_place(player) else Attack
        line = example(state, first, player) or example(state, EndTurn, player)
        raise missing("What does {name} do?", line, name=name)
    if len(words) > 1:
        return
    word = words[0]
    if word.isdigit():
        _ask_about_number(state, player, word)
    found = _readings(state, word)
    verbs = [verb for verb, *short in _verbs(state) if _begins(word, verb, short)]
    is_verb = any(word == move.words[0] for move in MOVES if move.words)
    if is_verb or word in verbs or (verbs and not found):
        return
    if len(found) + len(verbs) > 1:
        fits = " or ".join([*map(printable, found.values()), *(f"“{verb}”" for verb in verbs)])
        message = "“{typed}” could be {fits}: type more letters."
        if EndTurn.words[0] in verbs:
            message = "“{typed}” could be {fits}: type more letters, or “.” to end the turn."
        raise Refused("ambiguous", message, typed=printable(word), fits=fits)
    if not found:
        match(word, all_names(state), _ANY)
    _ask_about_name(state, player, next(iter(found)))


def _readings(state: State, word: str) -> dict[str, str]:
    """The ids of countries and places that begin with the word, and their names."""
    return {
        names.ids[index]: names.names[index]
        for names in (countries(state), places(state))
        for index in begun(word, names)
    }


def _ask_about_number(state: State, player: int, number: str) -> None:
    name = state.player_name(player)
    if state.must_place(player) or not (line := example(state, Attack, player)):
        line, question = example(state, Deploy, player), "Where does {name} place {number}?"
    else:
        question = "What does {name} do with {number}?"
    raise missing(question, line, name=name, number=printable(number))


def _ask_about_name(state: State, player: int, id: str) -> None:
    """What is to happen in a place, or with a country."""
    name, region = state.player_name(player), state.scenario.region_numbers.get(id)
    if state.must_place(player) and id in places(state).ids:
        move, other = (Build, "civilization") if region is None else (Deploy, id)
        if region is not None:
            other = state.region_name(region)
        line = example(state, move, player, None if region is None else id)
        raise missing("How many RFs does {name} place in {other}?", line, name=name, other=other)
    line = example(state, Attack, player, id) or example(state, Trade, player, id)
    if id in countries(state).ids and id != state.player_id(player):
        other = state.player_name(state.player(id))
        raise missing("What does {name} do with {other}?", line, name=name, other=other)
    if region is not None:
        place = state.region_name(region)
        raise missing("What does {name} do in {place}?", line, name=name, place=place)
    raise missing("What does {name} do now?", line, name=name)


def bare_move(state: State, words: Sequence[str]) -> type[Move[State]] | None:
    """Whatever doesn't begin with a verb places RFs; None if it begins with one."""
    verb = verb_of(state, words)
    is_short = words[0] == Build.words[1] and _is_numbered(words)
    if verb == Build.words[0] and is_short and begun(words[0], regions(state)):
        check_bare_build(state, words[0])
    if verb:
        return None
    names = [word for word in words if not word.isdigit()]
    is_pair = len(words) == 2 and len(names) == 1 and bool(state.scenario.box_points)
    if is_pair and begun(names[0], places(state)):
        return Build if typed_place(state, names[0]) == CIVILIZATION else Deploy
    return Deploy


def verb_of(state: State, words: Sequence[str]) -> str:
    """The verb that the command begins with; empty if it is a region, or a player.

    A region and a number place RFs even if the region is typed like a verb: before a number
    alone, only `build` and `extend` can be shortened as long as there are RFs to place.
    """
    first = words[0]
    can_place = state.active is None or state.hand[state.active] > 0
    is_place = can_place and _is_numbered(words)
    always = (Build.words[0], Extend.words[0])
    for verb, *short in _verbs(state, is_all=True):
        if first == verb or (_begins(first, verb, short) and (not is_place or verb in always)):
            return verb
    return ""


def _is_numbered(words: Sequence[str]) -> bool:
    return len(words) == 2 and words[1].isdigit()


def _begins(word: str, verb: str, short: Sequence[str]) -> bool:
    return word in (verb, *short) or (len(word) > 1 and verb.startswith(word))


def _verbs(state: State, is_all: bool = False) -> Iterator[tuple[str, ...]]:
    """The command words of every move in this game (or of all moves), of undo and of redo."""
    for move in MOVES:
        if move.words and (is_all or move.is_in(state)):
            yield move.words
    yield from ((UNDO, "u"), (REDO, "r"))


def examples(state: State) -> str:
    """Commands that are legal now, for a message."""
    player = state.active or 0
    moves = (Deploy, Build, Attack, Trade, EndTurn)
    lines = [example(state, move, player) for move in moves if move.is_in(state)]
    return " · ".join([*filter(None, lines), UNDO])
