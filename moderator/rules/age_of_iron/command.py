"""The command line: moves typed in a few letters.

xen 5                 deploys             egypt: xen 5     names the player
b 4                   builds              s ariel beau yurt   splits Control
a beau xen 5          attacks             x 8              extends the game
t assyria g t         trades              c xen ariel 7 miscounted   corrects
end, undo, redo
"""

from __future__ import annotations

import re
from typing import Any

from moderator.rules.age_of_iron import names as naming
from moderator.rules.age_of_iron.setup.options import ODDS_TABLE
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.errors import Refused, printable
from moderator.rules.game import ParsedCommand
from moderator.rules.reading.words import match, simple

EXAMPLES = "xen 5 · b 4 · a beau xen 5 · t assyria g t · end · undo"

_VERBS = ("attack", "build", "trade", "end", "undo", "redo", "split", "extend", "correct")
_SHORT = {"a": "attack", "b": "build", "t": "trade", "e": "end", "u": "undo", "r": "redo"} | {
    "s": "split",
    "c": "correct",
}


def parse(state: State, text: str) -> ParsedCommand:
    """The typed command as a move, which may be illegal.

    Raises:
        Refused: `not-understood` or `ambiguous`, saying what would be right.
    """
    words = simple(text.replace(":", ": ")).split()
    if not words:
        raise Refused("not-understood", f"Type a move: {EXAMPLES}.")
    player, words = _actor(state, words)
    verb = _verb(words)
    wire = _READERS[verb](state, player, words if verb == "deploy" else words[1:])
    if verb == "correct":
        wire["reason"] = " ".join(text.split()[-len(wire["reason"].split()) :])
    return ParsedCommand(wire, _command_text(wire))


def _command_text(wire: dict[str, Any]) -> str:
    """The command as it was understood, for as long as the rules have no sentence for it."""
    parts = [str(value) for key, value in wire.items() if key != "type" and value != {}]
    return " ".join([wire["type"], *(printable(part) for part in parts)])


def _verb(words: list[str]) -> str:
    first = words[0]
    if len(words) == 2 and words[1].isdigit() and first in ("a", "t", "e", "u", "r", "s", "c"):
        return "deploy"
    if first in _SHORT:
        return _SHORT[first]
    matches = [verb for verb in _VERBS if len(first) > 1 and verb.startswith(first)]
    is_place = len(words) == 2 and words[1].isdigit() and first not in _VERBS
    if matches and not (is_place and matches[0] not in ("build", "extend")):
        return matches[0]
    return "deploy"


def _actor(state: State, words: list[str]) -> tuple[int, list[str]]:
    """The player and the other words: named before a colon, or first while orders are written."""
    names = naming.players(state)
    if words[0].endswith(":"):
        return match(words[0][:-1], names, "player"), words[1:] or _incomplete(words[0])
    verb = _verb(words)
    is_short = verb in ("end", "undo", "redo") and len(words) < 3
    if state.phase == DEPLOYMENT and not is_short and verb not in ("split", "extend", "correct"):
        if len(words) >= 3:
            return match(words[0], names, "player"), words[1:]
        raise Refused(
            "not-understood",
            f"All countries place RFs now, so name one first: “{names.ids[0]} {' '.join(words)}”.",
        )
    return state.active or 0, words


def _incomplete(word: str) -> list[str]:
    raise Refused(
        "not-understood", f"Type a move after “{printable(word)}”, for example {EXAMPLES}."
    )


def _number(word: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise Refused("not-understood", f"Type {what} as a number, not “{printable(word)}”.")
    return int(word)


def _player_id(state: State, player: int) -> str:
    return state.scenario.players[player].id


def _need(words: list[str], count: int, example: str) -> None:
    if len(words) != count:
        problem = "Something is missing" if len(words) < count else "There is a word too many"
        raise Refused("not-understood", f"{problem}; type it like “{example}”.")


def _deploy(state: State, player: int, words: list[str]) -> dict[str, Any]:
    _need(words, 2, f"{state.scenario.regions[0].id} 5")
    if words[0].isdigit():
        words = words[::-1]
    region = match(words[0], naming.regions(state), "region or command")
    return {
        "type": "deploy",
        "player": _player_id(state, player),
        "region": state.scenario.regions[region].id,
        "rfs": _number(words[1], "RFs"),
    }


def _build(state: State, player: int, words: list[str]) -> dict[str, Any]:
    _need(words, 1, "b 4")
    return {"type": "build", "player": _player_id(state, player), "rfs": _number(words[0], "RFs")}


def _attack(state: State, player: int, words: list[str]) -> dict[str, Any]:
    has_die = state.options.combat == ODDS_TABLE
    example = f"a {state.scenario.players[-1].id} {state.scenario.regions[0].id} 5"
    if not (has_die and len(words) == 2):  # somebody else may roll
        _need(words, 3, example)
    players, regions = naming.players(state), naming.regions(state)
    try:
        defender, region = match(words[0], players, "player"), match(words[1], regions, "region")
    except Refused as refused:
        try:
            region = match(words[0], regions, "region")
            defender = match(words[1], players, "player")
        except Refused:
            raise refused from None
    wire: dict[str, Any] = {
        "type": "attack",
        "player": _player_id(state, player),
        "defender": _player_id(state, defender),
        "region": state.scenario.regions[region].id,
    }
    if len(words) == 2:
        return wire
    number, what = ("die", "the die") if has_die else ("rfs", "RFs")
    return {**wire, number: _number(words[2], what)}


def _trade(state: State, player: int, words: list[str]) -> dict[str, Any]:
    words = [word for word in words if word != "for"]
    _need(words, 3, "t assyria g t” or, for a gift, “t assyria 2g -")
    partner = match(words[0], naming.players(state), "player")
    return {
        "type": "trade",
        "player": _player_id(state, player),
        "partner": _player_id(state, partner),
        "give": _bundle(state, words[1]),
        "get": _bundle(state, words[2]),
    }


def _bundle(state: State, word: str) -> dict[str, int]:
    """Goods typed as `g`, `2g`, `g+2t` or `gt`; `-` for nothing."""
    out: dict[str, int] = {}
    if word in ("-", "0", "nothing"):
        return out
    known = {letter.lower(): letter for letter in state.scenario.letters}
    for part in word.split("+"):
        found = re.fullmatch(r"([0-9]{0,4})([a-z]+)", part)
        letters = [found[2]] if found and found[2] in known else list(found[2] if found else "?")
        for letter in letters:
            if letter not in known:
                goods = ", ".join(state.scenario.letters) or "none in this scenario"
                raise Refused(
                    "not-understood", f"“{printable(part)}” is not one of the goods: {goods}."
                )
            units = int(found[1] or 1) if found else 1
            out[known[letter]] = out.get(known[letter], 0) + units
    return out


def _split(state: State, player: int, words: list[str]) -> dict[str, Any]:
    _need(words, 3, f"s {' '.join(naming.players(state).ids[:2])} {state.scenario.regions[0].id}")
    players = naming.players(state)
    region = match(words[2], naming.regions(state), "region")
    return {
        "type": "split-control",
        "players": [_player_id(state, match(word, players, "player")) for word in words[:2]],
        "region": state.scenario.regions[region].id,
    }


def _end(state: State, player: int, words: list[str]) -> dict[str, Any]:
    if words not in ([], ["turn"]):
        _need(words, 0, "end")
    return {"type": "end-turn", "player": _player_id(state, player)}


def _undo(state: State, player: int, words: list[str]) -> dict[str, Any]:
    _need(words, 0, "undo")
    return {"type": "undo"}


def _redo(state: State, player: int, words: list[str]) -> dict[str, Any]:
    _need(words, 0, "redo")
    return {"type": "redo"}


def _extend(state: State, player: int, words: list[str]) -> dict[str, Any]:
    _need(words, 1, f"extend {state.turns + 1}")
    return {"type": "extend", "turns": _number(words[0], "Game-turns")}


def _correct(state: State, player: int, words: list[str]) -> dict[str, Any]:
    if len(words) == 3:
        raise Refused("not-understood", "A correction needs a reason at its end.")
    if len(words) < 4:
        region, someone = state.scenario.regions[0].id, state.scenario.players[0].id
        _need([], 1, f"c {region} {someone} 7 miscounted")
    region_number = match(words[0], naming.regions(state), "region")
    who = match(words[1], naming.players(state), "player")
    cell = {_player_id(state, who): _number(words[2], "RFs")}
    return {
        "type": "correct",
        "reason": " ".join(words[3:]),
        "chart": {state.scenario.regions[region_number].id: cell},
    }


_READERS = {
    "deploy": _deploy,
    "build": _build,
    "attack": _attack,
    "trade": _trade,
    "split": _split,
    "end": _end,
    "undo": _undo,
    "redo": _redo,
    "extend": _extend,
    "correct": _correct,
}
