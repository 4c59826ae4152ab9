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
from moderator.rules.age_of_iron.order_places import region_of
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.typed_places import places, typed_place
from moderator.rules.age_of_iron.typed_words import apart, countries, example, missing
from moderator.rules.command import MOST_COMPLETIONS, not_understood, number
from moderator.rules.errors import Refused, printable
from moderator.rules.orders import CLEAR, OPEN, REVEAL, SEAL, WRITE, Amounts, SlipCommand
from moderator.rules.reading.words import begun, match, simple
from moderator.rules.wire import REDO, UNDO

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
    words = words_of(state, text)
    if not words:
        return None
    first, rest, known = words[0], words[1:], countries(state)
    if first not in known.ids and (found := _short(state, first, rest)):
        return found
    if not begun(first, known):
        is_place = first.isdigit() or bool(begun(first, places(state)))
        if _is_verb(first, _OTHERS) and not (is_place and pairs_in(words)):
            return None
        if is_place:
            _name_one_first(state, words)
    player = known.ids[match(first, known, "country")]
    pairs = pairs_in(rest)
    if pairs is None and (_is_verb(first, _NOBODYS) or (rest and _is_verb(rest[0], _OTHERS))):
        return None
    return SlipCommand(WRITE, player, _amounts(state, player, rest, pairs))


def complete(state: State, text: str) -> Sequence[str]:
    """The last word completed: to a country, a place, or a verb. Numbers are never completed.

    A country alone finds all places, a place or a number alone all countries.
    """
    words, known = simple(text).split(), countries(state).ids
    if not words or (len(words) > 1 and text != text.rstrip()):
        return ()
    *before, last = words
    if not before and last in known:
        lines = [f"{last} {place}" for place in _likeliest(state, state.player(last))]
    elif not before:
        verbs = (*_WITH_COUNTRY, REVEAL, UNDO, REDO)
        lines = [one for one in (*known, *verbs) if one.startswith(last)]
        lines = lines or [f"{country} {line}" for line in _of_one(state, last) for country in known]
    else:
        is_verb = before[0] in _WITH_COUNTRY
        after = places(state).ids if not is_verb else known if len(before) == 1 else ()
        lines = [" ".join([*before, one]) for one in after if one.startswith(last)]
    return tuple(lines[:MOST_COMPLETIONS])


def _likeliest(state: State, player: int) -> list[str]:
    """The places that are open: home, civilization, the territories, other homes."""
    homes = state.scenario.homes

    def unlikely(region: int) -> int:
        return 0 if region == homes[player] else 3 if region in homes else 2

    ids = sorted(range(len(state.chart)), key=unlikely)
    found = [state.region_id(one) for one in ids if not state.controlled[one]]
    if state.scenario.box_points:
        found.insert(1 if homes[player] is not None else 0, places(state).ids[-1])
    return found


def _of_one(state: State, word: str) -> Sequence[str]:
    """A place or a number, of which a line must be: the place with its whole name."""
    name, *number = words_of(state, word)
    if name.isdigit():
        return [" ".join([name, *number])]
    known = places(state)
    return ["".join([known.ids[found], *number]) for found in begun(name, known)]


def words_of(state: State, text: str) -> list[str]:
    """The words of the line, numbers apart from names: `nub4` is two words."""
    return apart(state, [word for word in re.split(r"[\s:,;=]+", simple(text)) if word])


def _short(state: State, first: str, rest: Sequence[str]) -> SlipCommand | None:
    """`reveal`, or a verb and a country."""
    if len(first) > 2 and REVEAL.startswith(first) and not rest:
        return SlipCommand(REVEAL)
    if first not in _WITH_COUNTRY:
        return None
    if len(rest) != 1:
        example = f"{first} {state.player_id(0)}"
        not_understood("Name one country: “{example}”.", example=example)
    known = countries(state)
    return SlipCommand(first, known.ids[match(rest[0], known, "country")])


def pairs_in(words: Sequence[str]) -> list[tuple[str, str]] | None:
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
        place = typed_place(state, word)
        if place in amounts:
            facts = {"typed": printable(word)}
            not_understood("“{typed}” is a place that you have named already.", **facts)
        amounts[place] = number(count, "RFs")
    return tuple(amounts.items())


def _say_what_is_missing(state: State, player: str, words: Sequence[str]) -> None:
    """Raise what is wrong with words that are not pairs: first an unknown one."""
    for word in words:
        if not word.isdigit():
            typed_place(state, word)
    writer = state.player(player)
    line, facts = example(state, Deploy, writer), {"name": state.player_name(writer)}
    if not words:
        raise missing("What does {name} write on its slip?", line, **facts)
    for word, *around in zip(words, ["", *words], [*words[1:], ""], strict=False):
        if not any(one.isdigit() for one in (word, *around)):
            region = region_of(typed_place(state, word))
            line = example(state, Deploy, writer, region) if region else f"{player} civ 4"
            question = "How many RFs does {name} write for “{typed}”?"
            raise missing(question, line, typed=printable(word), **facts)
    if len(words) == 1:
        raise missing("Where does {name} place {rfs}?", line, rfs=printable(words[0]), **facts)
    raise missing("Type one number for each place.", line, **facts)


def _name_one_first(state: State, words: Sequence[str]) -> None:
    """Raise that the country is missing, or an ambiguous place."""
    region = "" if words[0].isdigit() else region_of(typed_place(state, words[0]))
    line = f"{state.player_id(0)} {' '.join(words)}"
    try:
        parse(state, line)
    except Refused:
        line = example(state, Deploy, 0, region or None)
    raise missing("Which country writes this?", printable(line))


def _is_verb(word: str, verbs: Sequence[Sequence[str]]) -> bool:
    return any(word in words or (len(word) > 1 and words[0].startswith(word)) for words in verbs)
