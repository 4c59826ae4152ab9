"""What a typed line means: moves, order slips, and lines of a text that was played on paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from moderator.rules.age_of_iron.moves import MOVES
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import ON_PAPER, Correct
from moderator.rules.age_of_iron.moves.deploy import (
    CIVILIZATION,
    Deploy,
    order_for,
    place_in,
    region_of,
)
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.extend import Extend
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.age_of_iron.typed_words import (
    all_names,
    apart,
    countries,
    example,
    missing,
    places,
    regions,
    typed_player,
)
from moderator.rules.command import MOST_COMPLETIONS, begun, match, not_understood, number, simple
from moderator.rules.errors import Refused, printable, refusal
from moderator.rules.move import Move
from moderator.rules.orders import CLEAR, OPEN, REVEAL, SEAL, WRITE, Amounts, SlipCommand
from moderator.rules.reading import REDO, UNDO, Wire

# The place that a typed word means: a region, or the Civilization Chart.


def typed_place(state: State, word: str) -> str:
    """The id of the place; `Refused("not-understood" | "ambiguous")`."""
    known, has_boxes = places(state), bool(state.scenario.box_points)
    if has_boxes and word == Build.words[1]:
        check_bare_build(state, word)
        return CIVILIZATION
    if has_boxes and word not in known.ids and word == Build.verb:
        return CIVILIZATION
    found = match(word, known, "region or civilization" if has_boxes else "region")
    is_whole = has_boxes and found + 1 == len(known.ids)
    return CIVILIZATION if is_whole else place_in(known.ids[found])


def check_bare_build(state: State, word: str) -> None:
    """Raise `ambiguous` if a place or a country begins with the short word for building."""
    for names in (regions(state), countries(state)):
        for found in begun(word, names)[:1]:
            id, name = names.ids[found], printable(names.names[found])
            message = "“{typed}” could be {name} or building: write “{id}” or “civ” instead."
            raise Refused("ambiguous", message, typed=word, name=name, id=id)


# Typed order slips: `e nub4 pal3 civ4` says what Egypt writes, in any number of places.
#
# A country comes first, then pairs of a place and a number, in either order, with or without a
# space.

_WITH_COUNTRY = (CLEAR, SEAL, OPEN)
_OTHERS = [
    *(move.words for move in MOVES if move not in (Deploy, Build)),
    *((UNDO, "u"), (REDO, "r")),
]
# These are typed without a country. Nobody's turn can be ended now, so `e` means a country.
_NOBODYS_ORDERS = [
    *(move.words for move in MOVES if not move.is_players()),
    *(EndTurn.words[:1], (UNDO, "u"), (REDO, "r")),
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
    player = typed_player(state, first)
    pairs = pairs_in(rest)
    if pairs is None and (
        _is_verb(first, _NOBODYS_ORDERS) or (rest and _is_verb(rest[0], _OTHERS))
    ):
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
    return SlipCommand(first, typed_player(state, rest[0]))


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
    if refusal(parse, state, line):
        line = example(state, Deploy, 0, region or None)
    raise missing("Which country writes this?", printable(line))


def _is_verb(word: str, verbs: Sequence[Sequence[str]]) -> bool:
    return any(word in words or (len(word) > 1 and words[0].startswith(word)) for words in verbs)


# The grammar of typed moves: who makes the move, which verb is meant, and what is ambiguous.

_ALONE = (EndTurn.words[0], UNDO, REDO)
"""Verbs that are whole commands."""
_NOBODYS = [move.words[0] for move in MOVES if not move.is_players()]
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
    moves = (move for move in MOVES if move.is_players() and move.is_in(state))
    lines = [example(state, move, player) for move in moves]
    return " · ".join([*filter(None, lines), UNDO])


# Lines of a text that was played on paper.
#
# A line may name several places: `e nub4 pal3 civ4` is one move for each.


CELL_WORDS = 3
"""A place, a country and a number, of which a correction consists before its reason."""


def moves_of(
    state: State, text: str, command: Callable[[State, str], tuple[Wire, ...]]
) -> tuple[Wire, ...]:
    """The moves of a line: of a command, or else one for each of several places. A correction may
    be without its reason.

    Raises:
        Refused: as `command` does, or as `_placements` does.
    """
    verb, *words = text.split()
    if verb.casefold() in Correct.words and len(words) == CELL_WORDS:
        text = f"{text} {ON_PAPER}"
    try:
        return command(state, text)
    except Refused:
        if moves := _placements(state, text):
            return moves
        raise


def _placements(state: State, text: str) -> tuple[Wire, ...]:
    """The moves of a line that names two places or more with their numbers; else none.

    A country may come first; without one it is the country whose turn it is.

    Raises:
        Refused: `not-understood` or `ambiguous`, for a place or a country.
    """
    player, pairs = _parts(state, words_of(state, text))
    if len(pairs) < 2:
        return ()
    counts = [(typed_place(state, word), number(count, "RFs")) for word, count in pairs]
    return tuple(order_for(player, place, rfs) for place, rfs in counts if rfs)


def _parts(state: State, words: Sequence[str]) -> tuple[str, Sequence[tuple[str, str]]]:
    """The country's id, and the pairs of a place and a number; no pairs for another line."""
    if pairs := pairs_in(words):
        return ("", ()) if state.active is None else (state.player_id(state.active), pairs)
    pairs = pairs_in(words[1:])
    if not pairs or not begun(words[0], countries(state)):
        return "", ()
    return typed_player(state, words[0]), pairs
