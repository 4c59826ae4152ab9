"""The command line: moves typed in a few letters.

a4                     places or reinforces, before turns
play drop 2 a2         plays a card; all of it on one tile, or: play drop 2 a2 1 b3 1
combat drop 4          lays a combat card
a1 a2 3                moves 3 from a1 to a2 (or attacks); move a1 a2 all
fight 5 3, 5 3         fights: the attacker's die, then the defender's; fight alone: without dice
withdraw, end, undo, redo
draw drop 1 arrow 2    draws cards
"""

from __future__ import annotations

import re
from typing import Any

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Wire
from moderator.rules.reading.words import Names, match, simple
from moderator.rules.war.cards import Card
from moderator.rules.war.map.board import TILE
from moderator.rules.war.moves.play import placeable
from moderator.rules.war.state import FIGHT, TURNS, State

EXAMPLES = "play drop 2 a2 · combat drop 4 · a1 a2 3 · fight 5 3 · draw drop 1 arrow 2 · end"

_VERBS = (
    *("place", "reinforce", "play", "combat-card", "move", "fight", "withdraw", "draw"),
    *("end-turn", "undo", "redo"),
)
_SHORT = {
    "c": "combat-card",
    "d": "draw",
    "e": "end-turn",
    "f": "fight",
    "m": "move",
    "p": "play",
    "r": "redo",
    "u": "undo",
    "w": "withdraw",
}
Json = dict[str, Any]


def parse(state: State, text: str) -> Json:
    """The typed command as a move in its wire form, which may be illegal.

    Raises:
        Refused: `not-understood` or `ambiguous`, saying what would be right.
    """
    words = simple(text.replace(":", ": ")).replace(",", " ").split()
    player = state.active or 0
    if words and words[0].endswith(":"):
        player, words = match(words[0][:-1], _players(state), "player"), words[1:]
    if not words:
        raise Refused("not-understood", f"Type a move: {_example(state)}.")
    verb, rest = _verb(state, words)
    if verb in ("undo", "redo"):
        _need(not rest, verb)
        return {"type": verb}
    wire = {"type": verb, "player": state.players[player]}
    if verb in ("end-turn", "withdraw"):
        _need(rest in ([], ["turn"]), verb)
        return wire
    return wire | _READERS[verb](state, player, rest)


def command_text(wire: Wire) -> str:
    """The command as it was understood, in the words of the command line."""
    parts = [wire["type"]]
    for key, value in wire.items():
        if key == "cards":
            parts += [str(Card(*card)) for card in value]
        elif key == "card":
            parts.append(str(Card(*value)))
        elif isinstance(value, dict):
            parts += [f"{tile} {units}" for tile, units in value.items()]
        elif key not in ("type", "player"):
            parts.append(str(value))
    return " ".join(map(printable, parts))


def _example(state: State) -> str:
    """An example of a command; before turns begin, a tile is enough."""
    return EXAMPLES if state.part in (None, TURNS) else f"{state.scenario.tiles[0]} · undo"


def _players(state: State) -> Names:
    return Names(state.players, tuple(map(state.player_name, range(len(state.players)))))


def _verb(state: State, words: list[str]) -> tuple[str, list[str]]:
    """The kind of move and the words after it; a tile or dice can stand for a verb."""
    first = words[0]
    if TILE.fullmatch(first):
        return (state.part if state.part not in (None, TURNS) else None) or "move", words
    if first.isdigit() and state.step == FIGHT:
        return "fight", words
    found = [verb for verb in _VERBS if len(first) > 1 and verb.startswith(first)]
    verb = _SHORT.get(first) or (found[0] if len(found) == 1 else None)
    if verb is None:
        if found:
            raise Refused("ambiguous", f"“{printable(first)}” could be {' or '.join(found)}.")
        raise Refused(
            "not-understood", f"“{printable(first)}” is not a move; type {_example(state)}."
        )
    return verb, words[1:]


def _need(is_right: bool, example: str) -> None:
    if not is_right:
        raise Refused(
            "not-understood", f"That is incomplete or too long; type it like “{example}”."
        )


def _number(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise Refused("not-understood", f"“{printable(word)}” is not a number.")
    return int(word)


def _card(state: State, words: list[str], example: str) -> list[Any]:
    _need(len(words) == 2, example)
    symbols = state.scenario.in_play
    return [symbols[match(words[0], Names(symbols, symbols), "symbol")], _number(words[1])]


def _tile(state: State, player: int, words: list[str]) -> Json:
    _need(len(words) == 1, state.scenario.tiles[0])
    return {"tile": words[0]}


def _play(state: State, player: int, words: list[str]) -> Json:
    example = "play drop 2 a2” or “play drop 2 a2 1 b3 1"
    card, where = _card(state, words[:2], example), words[2:]
    _need(len(where) > 0, example)
    if len(where) == 1:
        units = max(1, placeable(state, player, Card(*card)))
        return {"card": card, "units": {where[0]: units}}
    _need(len(where) % 2 == 0, example)
    pairs = zip(where[::2], where[1::2], strict=True)
    return {"card": card, "units": {tile: _number(units) for tile, units in pairs}}


def _combat(state: State, player: int, words: list[str]) -> Json:
    return {"card": _card(state, words, "combat drop 4")}


def _move(state: State, player: int, words: list[str]) -> Json:
    _need(len(words) == 3, "a1 a2 3” or “a1 a2 all")
    source = state.scenario.numbers.get(words[0])
    if words[2] == "all" and source is not None:
        units = max(1, state.units_of(player, source))
    else:
        units = _number(words[2])
    return {"from": words[0], "to": words[1], "units": units}


def _fight(state: State, player: int, words: list[str]) -> Json:
    if not words:  # the server rolls
        return {}
    _need(len(words) == 2, "fight 5 3")
    return {"attacker": _number(words[0]), "defender": _number(words[1])}


def _draw(state: State, player: int, words: list[str]) -> Json:
    example = "draw drop 1 arrow 2"
    _need(len(words) in (2, 4), example)
    return {"cards": [_card(state, words[i : i + 2], example) for i in range(0, len(words), 2)]}


_READERS = {
    "place": _tile,
    "reinforce": _tile,
    "play": _play,
    "combat-card": _combat,
    "move": _move,
    "fight": _fight,
    "draw": _draw,
}
