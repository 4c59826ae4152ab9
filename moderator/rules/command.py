"""Typed commands of every game: finding the player and the verb, and completing a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from moderator.rules.errors import Refused, printable
from moderator.rules.move import NO_MORE_WORDS
from moderator.rules.reading.words import Names, fit, match, simple
from moderator.rules.wire import REDO, UNDO, Wire

if TYPE_CHECKING:
    from moderator.rules.game import Rules
    from moderator.rules.move import Move

MOST_COMPLETIONS = 8


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A typed command as it was understood: the move, and a sentence that repeats it."""

    wire: Wire
    sentence: str
    refused: Refused | None = None  # understood, but not legal now


def understand(rules: Rules[Any], state: Any, text: str) -> ParsedCommand:
    """A typed command understood; documented at `Rules.parse_command`."""
    wire = rules.typed_move(state, text)
    if wire["type"] in (UNDO, REDO):
        return ParsedCommand(wire, wire["type"])
    verb = rules.verbs[wire["type"]]
    is_rolled = all(one.field in wire for one in verb.dice(state))
    try:
        move = rules.read_move(state, wire, is_rolled)
    except Refused as refused:
        return ParsedCommand(wire, printable(text.strip()), refused)
    try:
        rules.check(state, move)
    except Refused as refused:
        return ParsedCommand(wire, rules.describe(state, move).action, refused)
    return ParsedCommand(wire, str(rules.describe(state, move)))


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
    if words and words[0].endswith(":"):
        return match(words[0][:-1], player_names(rules, state), "player"), words[1:]
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
    """The ids and names with which players can be typed."""
    seats = rules.seats_of(state)
    return Names(tuple(seat.id for seat in seats), tuple(seat.name for seat in seats))


def not_understood(message: str, **facts: Any) -> NoReturn:
    """Raise `Refused("not-understood")`."""
    raise Refused("not-understood", message, **facts)


def number(word: str, what: str = "") -> int:
    """A typed whole number; `Refused("not-understood")`, which names `what` is counted."""
    if re.fullmatch(r"[0-9]{1,9}", word):
        return int(word)
    typed = printable(word)
    if not what:
        not_understood("“{typed}” is not a number.", typed=typed)
    not_understood("Type {what} as a number, not “{typed}”.", what=what, typed=typed)


def need(is_right: bool, example: str) -> None:
    """Raise `Refused("not-understood")` with an example unless the number of words is right."""
    if not is_right:
        not_understood("That is incomplete or too long; type it like “{example}”.", example=example)


def complete(rules: Rules[Any], state: Any, text: str) -> Sequence[str]:
    """Completions of a typed command: at most eight whole lines, legal now.

    A number that a move leaves open may be typed; any other word must begin its word in the line.
    """
    out: list[str] = []
    for line, is_open in _lines(rules, state) if text.strip() else ():
        fitted = fit(line, text)
        if fitted is None or fitted in out:
            continue
        if fitted == line or (is_open and _is_legal(rules, state, fitted)):
            out.append(fitted)
            if len(out) == MOST_COMPLETIONS:
                break
    return tuple(out)


def _is_legal(rules: Rules[Any], state: Any, line: str) -> bool:
    try:
        return rules.parse_command(state, line).refused is None
    except Refused:
        return False


def _lines(rules: Rules[Any], state: Any) -> Iterator[tuple[str, bool]]:
    """A command line for every choice that is open now, and whether it leaves a number open."""
    for offer in rules.offers(state):
        if offer.is_open and not offer.move.has_secret_choices:
            prefix = rules.line_prefix(state, offer)
            for choice in offer.choices:
                if choice.refused is None:
                    for line in offer.move.lines(state, choice):
                        yield prefix + line, choice.number is not None
    yield from ((UNDO, False), (REDO, False))
