"""Typed commands of every game: words matched with names, the player, the verb, completing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from moderator.rules.errors import Refused, printable, refusal
from moderator.rules.move import NO_MORE_WORDS
from moderator.rules.reading import REDO, UNDO, Wire

if TYPE_CHECKING:
    from moderator.rules.game import Rules
    from moderator.rules.move import Move
    from moderator.rules.offer import Choice

# Typed commands of every game: finding the player and the verb, and completing a line.

MOST_COMPLETIONS = 8
EXAMPLE_NUMBER = 4


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A typed command as it was understood: the move, and a sentence that repeats it."""

    wire: Wire
    sentence: str
    refused: Refused | None = None  # understood, but not legal now


def understand(rules: Rules[Any], state: Any, text: str) -> ParsedCommand:
    """A typed command understood; documented at `Rules.parse_command`."""
    wire = parse(rules, state, text)
    if wire["type"] in (UNDO, REDO):
        return ParsedCommand(wire, wire["type"])
    verb = rules.verbs[wire["type"]]
    is_rolled = all(one.field in wire for one in verb.dice(state))
    try:
        move = rules.read_move(state, wire, is_rolled)
    except Refused as refused:
        return ParsedCommand(wire, printable(text.strip()), refused)
    described = move.describe(state)
    if illegal := refusal(rules.check, state, move):
        return ParsedCommand(wire, described.action, illegal)
    return ParsedCommand(wire, str(described))


def parse(rules: Rules[Any], state: Any, text: str) -> Wire:
    """The wire form of a typed command, which may be illegal.

    A line is a player with a colon (by default the first to move), a verb, and its words.

    Raises:
        Refused: `not-understood` or `ambiguous`, saying what would be right.
    """
    words = simple(text.replace(":", ": ")).replace(",", " ").split()
    player, words = rules.typed_player(state, words)
    if not words:
        not_understood("Type a move: {examples}.", examples=rules.examples(state))
    bare = rules.bare_move(state, words)
    verb, rest = (bare, words) if bare else (_verb(rules, state, words[0]), words[1:])
    if isinstance(verb, str):
        if rest:
            not_understood(NO_MORE_WORDS, verb=verb)
        return {"type": verb}
    who = {"player": state.player_id(player)} if verb.is_players() else {}
    return {"type": verb.verb, **who, **verb.parse(state, player, rest, text)}


def named_player(rules: Rules[Any], state: Any, words: list[str]) -> tuple[int, list[str]]:
    """The player who is named with a colon, otherwise the first to move; and the other words."""
    most = len(words) if rules.players else 1  # people's names may have spaces
    for number, word in enumerate(words[:most], start=1):
        if word.endswith(":"):
            who = "-".join(words[:number]).removesuffix(":")
            return match(who, player_names(rules, state), "player"), words[number:]
    return next(iter(rules.movers(state)), 0), words


def _verb(rules: Rules[Any], state: Any, word: str) -> type[Move[Any]] | str:
    """The move that the word means, or `undo` or `redo`."""
    verbs: list[tuple[type[Move[Any]] | str, tuple[str, ...]]] = [
        *((move, move.words) for move in rules.moves),
        (UNDO, (UNDO, "u")),
        (REDO, (REDO, "r")),
    ]
    exact = [verb for verb, words in verbs if word in words]
    begun = [
        (verb, words[0])
        for verb, words in verbs
        if len(word) > 1 and any(one.startswith(word) for one in words)
    ]
    if exact:
        return exact[0]
    if len(begun) == 1:
        return begun[0][0]
    typed, examples = printable(word), rules.examples(state)
    if not begun:
        not_understood("“{typed}” is not a move; type {examples}.", typed=typed, examples=examples)
    fits = " or ".join(first for _, first in begun)
    raise Refused("ambiguous", "“{typed}” could be {fits}.", typed=typed, fits=fits)


def player_names(rules: Rules[Any], state: Any) -> Names:
    """The ids and names with which players can be typed; only names where no scenario has ids."""
    seats = rules.seats_of(state)
    names = tuple(seat.name for seat in seats)
    return Names(names if rules.players else tuple(seat.id for seat in seats), names)


def not_understood(message: str, **facts: Any) -> NoReturn:
    """Raise `Refused("not-understood")`."""
    raise Refused("not-understood", message, **facts)


def number(word: str, what: str = "", low: int = 0, high: int | None = None) -> int:
    """A typed whole number; `Refused("not-understood")`, which names `what` is counted."""
    typed = printable(word)
    if not re.fullmatch(r"[0-9]{1,9}", word):
        if not what:
            not_understood("“{typed}” is not a number.", typed=typed)
        not_understood("Type {what} as a number, not “{typed}”.", what=what, typed=typed)
    if high is not None and not low <= int(word) <= high:
        message = "Type a number from {low} to {high}, not {typed}."
        not_understood(message, low=low, high=high, typed=typed)
    if int(word) < low:
        not_understood("Type a number of at least {low}, not {typed}.", low=low, typed=typed)
    return int(word)


def need(is_right: bool, example: str | Callable[[], str]) -> None:
    """Raise `Refused("not-understood")` with an example unless the number of words is right."""
    if not is_right:
        line = example if isinstance(example, str) else example()
        not_understood("That is incomplete or too long; type it like “{line}”.", line=line)


def open_choices(state: Any, move: type[Move[Any]], player: Any) -> Iterator[Choice]:
    """The choices of such a move that are legal now."""
    if is_time(state, move, player):
        yield from (one for one in move.choices(state, player) if one.refused is None)


def is_time(state: Any, move: type[Move[Any]], player: Any) -> bool:
    """Whether the player can make such a move now, whatever its fields."""
    if state.is_over and not move.is_legal_when_over:
        return False
    return refusal(move.check_now, state, player) is None


def line_of(state: Any, move: type[Move[Any]], choice: Choice) -> str:
    """A command for the choice, with something said wherever a person has to."""
    said = str(max(choice.low, min(choice.high, EXAMPLE_NUMBER)))
    line = next(iter(move.lines(state, choice)), "")
    return " ".join(said if one == SAID else one.removeprefix(SAID) for one in line.split())


def example(state: Any, move: type[Move[Any]], player: Any) -> str:
    """A command that makes such a move now; empty if there is none."""
    return next((line_of(state, move, one) for one in open_choices(state, move, player)), "")


def complete(rules: Rules[Any], state: Any, text: str) -> Sequence[str]:
    """Completions of a typed command: at most eight lines, legal now, the likeliest first.

    They stop before a number that a person has to say, with a space. A word alone that begins none
    finds those in which it is a later word.
    """
    words = simple(text).split()
    lines = tuple(_lines(rules, state)) if words else ()
    found = _completed(rules, state, lines, lambda line: fit(line, text))
    if not found and len(words) == 1:
        found = _completed(rules, state, lines, lambda line: fit_anywhere(line, words[0]))
    return tuple(line for line in found if line != text or line[-1] != " ")


def _completed(
    rules: Rules[Any],
    state: Any,
    lines: Sequence[Sequence[str]],
    fitted: Callable[[str], str | None],
) -> list[str]:
    """Of the lines for each choice the first that fits, if it is unfinished or legal."""
    out: list[str] = []
    for same in lines:
        line, found = next(((one, a) for one in same if (a := fitted(one)) is not None), ("", ""))
        if not found or found in out:
            continue
        if found == line or found.endswith(" ") or _is_legal(rules, state, found):
            out.append(found)
            if len(out) == MOST_COMPLETIONS:
                break
    return out


def _is_legal(rules: Rules[Any], state: Any, line: str) -> bool:
    try:
        return rules.parse_command(state, line).refused is None
    except Refused:
        return False


def _lines(rules: Rules[Any], state: Any) -> Iterator[tuple[str, ...]]:
    """For every choice that is open now, the command lines that make it."""
    for offer in rules.offers(state):
        if offer.is_open and not offer.move.has_secret_choices:
            prefix = rules.line_prefix(state, offer)
            for choice in offer.choices:
                if choice.refused is None:
                    yield tuple(prefix + line for line in offer.move.lines(state, choice))
    yield from ((UNDO,), (REDO,))


# What can be typed, for people: commands of this very game, each with its meaning.


@dataclass(frozen=True, slots=True)
class TypedHelp:
    """What can be typed in one part of a game; `is_now` if it is the present one.

    An example is a command, or several that belong together, and what it does.
    """

    title: str
    examples: tuple[tuple[str, str], ...]
    is_now: bool = False


UNDO_HELP = (UNDO, "undoes the last move; “redo” makes it again")
"""An example for every game."""

# Typed words matched with names.

SAID = "#"
"""In a line for completion: what a person has to say."""
DIGITS = "0123456789"
_RUNS = re.compile(r"[0-9]+|[^0-9]+")


def simple(text: str) -> str:
    """The text in lower case without accents, for comparing.

    >>> simple("Köln")
    'koln'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


class Names(NamedTuple):
    """Ids and names of one kind of thing, in the game's order."""

    ids: tuple[str, ...]
    names: tuple[str, ...]


def begun(word: str, names: Names) -> list[int]:
    """The indices of those whose id, name, or a word of either, begins with `word`.

    An exact match comes before a prefix, a prefix of the whole before that of a later word. Signs
    between letters may be left out or be others: `o'b` and `ob` begin “O’Brien”.
    """
    typed = (word, _letters(word))
    keys = [
        {id, simple(name).replace(" ", "-"), _letters(simple(name))}
        for id, name in zip(*names, strict=True)
    ]
    later = [{part for key in some for part in key.split("-")} for some in keys]
    return (
        [i for i, some in enumerate(keys) if not some.isdisjoint(typed)]
        or [i for i, some in enumerate(keys) if any(key.startswith(typed) for key in some)]
        or [i for i, some in enumerate(later) if any(key.startswith(typed) for key in some)]
    )


def _letters(text: str) -> str:
    """The letters and digits of a text, or all of it if it has none."""
    return "".join(filter(str.isalnum, text)) or text


def match(word: str, names: Names, what: str) -> int:
    """The index of the only one that `begun` finds.

    Raises:
        Refused: `not-understood` if there is none, `ambiguous` if there are several.
    """
    found = begun(word, names)
    if len(found) == 1:
        return found[0]
    if found:
        fits = " or ".join(printable(names.names[i]) for i in found[:6])
        raise Refused("ambiguous", f"“{printable(word)}” could be {fits}: type more letters.")
    known = [*names.ids, *(simple(name) for name in names.names)]
    near = get_close_matches(word, known, n=1)
    says = f"did you mean “{near[0]}”?" if near else f"type one of {', '.join(names.ids)}."
    raise Refused("not-understood", f"No {what} begins with “{printable(word)}”: {says}")


@lru_cache(1024)  # of few names, for the examples beside every console
def shortest(index: int, names: Names, least: int = 1) -> str:
    """The shortest beginning of an id, of at least so many letters, that no other name has."""
    id = names.ids[index]
    for letters in range(least, len(id)):
        if id[letters - 1] != "-" and begun(id[:letters], names) == [index]:
            return id[:letters]
    return id


def numbers_apart(word: str, names: Collection[str] = ()) -> list[str]:
    """Letters and numbers of a typed word as words of their own; `names` are not split.

    >>> numbers_apart("nub4pal3")
    ['nub', '4', 'pal', '3']
    """
    name = word.rstrip(DIGITS)
    if word in names:
        return [word]
    return [name, word[len(name) :]] if name in names else _RUNS.findall(word)


def fit(line: str, text: str) -> str | None:
    """The line that completes what was typed, up to what only a person can say.

    Every typed word must be a prefix of its word in the line, or of a part after a hyphen. In the
    line `#` stands for any number and `#3` for just this word; neither is ever completed.

    >>> fit("yurt #", "yu"), fit("yurt #", "yu 5")
    ('yurt ', 'yurt 5')

    Returns: None if the line doesn't match, or is complete and followed by a space.
    """
    typed, out = simple(text).split(), line.split()
    is_complete = len(typed) == len(out) and text.endswith(" ")
    if not typed or len(typed) > len(out) or is_complete:
        return None
    for i, word in enumerate(typed):
        if not _fits(word, out[i]):
            return None
        out[i] = word if out[i].startswith(SAID) else out[i]
    return _up_to_said(out)


def fit_anywhere(line: str, word: str) -> str | None:
    """The line in which any word is completed from this one, as far as `fit` would.

    >>> fit_anywhere("a hatti syria #", "syr"), fit_anywhere("a hatti syria #", "2")
    ('a hatti syria ', 'a hatti syria 2')
    """
    out = line.split()
    at = next((i for i, one in enumerate(out) if _fits(word, one)), None)
    if at is None:
        return None
    out[at] = word if out[at].startswith(SAID) else out[at]
    return _up_to_said(out)


def _fits(word: str, one: str) -> bool:
    if one == SAID:
        return word.isascii() and word.isdigit()
    if one.startswith(SAID):
        return word == one[1:]
    return any(part.startswith(word) for part in (one, *one.split("-")))


def _up_to_said(words: list[str]) -> str:
    """A space at the end shows that more has to be typed."""
    for i, word in enumerate(words):
        if word.startswith(SAID):
            return " ".join(words[:i]) + " "
    return " ".join(words)
