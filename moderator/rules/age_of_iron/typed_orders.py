"""Typed order slips: `e nub4 pal3 civ4` says what Egypt writes, in any number of places.

A country comes first, then pairs of a place and a number, in either order, with or without a space.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moderator.rules.age_of_iron.moves import MOVES
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.order_places import CIVILIZATION, place_in
from moderator.rules.age_of_iron.state import State
from moderator.rules.command import MOST_COMPLETIONS, not_understood, number
from moderator.rules.errors import Refused, printable
from moderator.rules.orders import CLEAR, OPEN, REVEAL, SEAL, WRITE, Amounts, SlipCommand
from moderator.rules.reading.words import Names, match, simple
from moderator.rules.wire import REDO, UNDO

_WHOLE = "civilization"
_PLACE = "region or civilization"
_WITH_COUNTRY = (CLEAR, SEAL, OPEN)
_OTHERS = [
    *(move.words for move in MOVES if move not in (Deploy, Build)),
    *((UNDO, "u"), (REDO, "r")),
]
# These are typed without a country. Nobody's turn can be ended now, so `e` means a country.
_NOBODYS = [
    words if words[0] != EndTurn.words[0] else words[:1]
    for words in _OTHERS
    if words[0] not in (*Attack.words, *Trade.words)
]


def parse(state: State, text: str) -> SlipCommand | None:
    """A command about order slips; None if it is another command.

    Raises:
        Refused: `not-understood` or `ambiguous`, saying what would be right.
    """
    words = _words(state, text)
    if not words:
        return None
    first, rest = words[0], words[1:]
    countries = _countries(state)
    if first not in countries.ids and (found := _short(state, first, rest)):
        return found
    try:
        player = countries.ids[match(first, countries, "country")]
    except Refused:
        if _is_verb(first, _OTHERS):
            return None
        if _pairs(words) is not None or _is_place(state, first):
            _name_one_first(state, text)
        raise
    pairs = _pairs(rest)
    if pairs is None and (_is_verb(first, _NOBODYS) or (rest and _is_verb(rest[0], _OTHERS))):
        return None
    return SlipCommand(WRITE, player, _amounts(state, player, rest, pairs))


def complete(state: State, text: str) -> Sequence[str]:
    """The last word completed: to a country, a place, or a verb. Numbers are never completed."""
    if not text.strip() or text != text.rstrip():
        return ()
    words = simple(text).split()
    *before, last = words
    if not before:
        known: Sequence[str] = (*_countries(state).ids, *_WITH_COUNTRY, REVEAL, UNDO, REDO)
    elif before[0] in _WITH_COUNTRY:
        known = _countries(state).ids if len(before) == 1 else ()
    else:
        known = [*_regions(state).ids, *([_WHOLE] if state.scenario.box_points else [])]
    lines = [" ".join([*before, one]) for one in known if one.startswith(last)]
    return tuple(lines[:MOST_COMPLETIONS])


def _words(state: State, text: str) -> list[str]:
    """The words of the line, numbers apart from names: `nub4` is two words."""
    ids = {*_regions(state).ids, *_countries(state).ids}
    words: list[str] = []
    for word in re.split(r"[\s:,;=]+", simple(text)):
        found = None if word in ids else re.fullmatch(r"(.*?[^0-9])([0-9]+)", word)
        found = found or (None if word in ids else re.fullmatch(r"([0-9]+)([^0-9].*)", word))
        words.extend(found.groups() if found else [word] if word else [])
    return words


def _short(state: State, first: str, rest: Sequence[str]) -> SlipCommand | None:
    """`reveal`, or a verb and a country."""
    if len(first) > 2 and REVEAL.startswith(first) and not rest:
        return SlipCommand(REVEAL)
    if first not in _WITH_COUNTRY:
        return None
    if len(rest) != 1:
        example = f"{first} {state.player_id(0)}"
        not_understood("Name one country: “{example}”.", example=example)
    countries = _countries(state)
    return SlipCommand(first, countries.ids[match(rest[0], countries, "country")])


def _pairs(words: Sequence[str]) -> list[tuple[str, str]] | None:
    """Names with their numbers, which all come first or all second; None if it isn't so."""
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if not pairs or len(words) % 2:
        return None
    for turned in (pairs, [(name, count) for count, name in pairs]):
        if all(count.isdigit() and not name.isdigit() for name, count in turned):
            return turned
    return None


def _amounts(
    state: State, player: str, words: Sequence[str], pairs: list[tuple[str, str]] | None
) -> Amounts:
    if pairs is None:
        _say_what_is_missing(state, player, words)
    amounts: dict[str, int] = {}
    for word, count in pairs or ():
        place = _place(state, word)
        if place in amounts:
            facts = {"typed": printable(word)}
            not_understood("“{typed}” is a place that you have named already.", **facts)
        amounts[place] = number(count, "RFs")
    return tuple(amounts.items())


def _say_what_is_missing(state: State, player: str, words: Sequence[str]) -> None:
    """Raise what is wrong with words that are not pairs: first an unknown one."""
    example = f"{player} {state.scenario.regions[-1].id} 4"
    for word in words:
        if not word.isdigit():
            _place(state, word)
    name = state.player_name(state.player(player))
    if not words:
        message = "Type what {name} writes on its slip: “{example}”."
        not_understood(message, name=name, example=example)
    missing = next((w for w, n in zip(words, [*words[1:], ""], strict=True) if _is_alone(w, n)), "")
    if missing:
        message = "Type a number of RFs after “{typed}”, as in “{example}”."
        not_understood(message, typed=printable(missing), example=example)
    message = "Type a place and a number for each order, as in “{example}”."
    not_understood(message, example=example)


def _is_alone(word: str, after: str) -> bool:
    return not word.isdigit() and not after.isdigit()


def _place(state: State, word: str) -> str:
    """The place that a typed word means."""
    regions = _regions(state)
    if not state.scenario.box_points:
        return place_in(regions.ids[match(word, regions, "region")])
    if word == Build.words[1]:
        _check_bare_build(state, word)
        return CIVILIZATION
    if word not in regions.ids and word == Build.verb:
        return CIVILIZATION
    both = Names((*regions.ids, _WHOLE), (*regions.names, "Civilization"))
    found = match(word, both, _PLACE)
    return CIVILIZATION if found == len(regions.ids) else place_in(regions.ids[found])


def _check_bare_build(state: State, word: str) -> None:
    """Raise `ambiguous` if a place or a country begins with the short word for building."""
    known = (_regions(state), _countries(state))
    begun = [
        (id, name)
        for names in known
        for id, name in zip(names.ids, names.names, strict=True)
        if id.startswith(word) or simple(name).startswith(word)
    ]
    if not begun:
        return
    id, name = begun[0]
    message = "“{typed}” could be {name} or building: type “{id}” or “civ”."
    raise Refused("ambiguous", message, typed=word, name=printable(name), id=id)


def _is_place(state: State, word: str) -> bool:
    try:
        _place(state, word)
    except Refused as refused:
        return refused.code == "ambiguous"
    return True


def _name_one_first(state: State, text: str) -> None:
    message = "All countries write orders now, so name one first: “{example}”."
    not_understood(message, example=printable(f"{state.player_id(0)} {text.strip()}"))


def _is_verb(word: str, verbs: Sequence[Sequence[str]]) -> bool:
    return any(word in words or (len(word) > 1 and words[0].startswith(word)) for words in verbs)


def _countries(state: State) -> Names:
    players = state.scenario.players
    return Names(tuple(one.id for one in players), tuple(one.name for one in players))


def _regions(state: State) -> Names:
    regions = state.scenario.regions
    return Names(tuple(one.id for one in regions), tuple(one.name for one in regions))
