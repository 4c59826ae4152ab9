"""The command line: moves typed in a few letters.

roll i1 i2 a c d 3 3     r 12acd33            rolls: infantry by its swords
roll                                          rolls, when the server rolls the dice
fill gassantoda 2 i2 i3  f gas 2 23  f 2      fills a line; by default of this turn's castle,
                                              with the fewest dice that fill it
lose, undo, redo
"""

from __future__ import annotations

import re
from typing import Any

from moderator.rules.age_of_war import faces
from moderator.rules.age_of_war.castles import CASTLES
from moderator.rules.age_of_war.state import State
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Wire
from moderator.rules.reading.words import Names, match, simple

EXAMPLES = "roll i1 i2 a c d 3 3 · fill gassantoda 2 i2 i3 3 · lose · undo"

_VERBS = ("roll", "fill", "lose", "undo", "redo")
_SHORT = {verb[0]: verb for verb in ("redo", "roll", "fill", "lose", "undo")}
_CASTLES = Names(tuple(castle.id for castle in CASTLES), tuple(castle.name for castle in CASTLES))
_DIE = re.compile(r"i?([123])|([acd])")
_LETTERS = {
    **{str(swords): face for face, swords in faces.SWORDS.items()},
    **{face[0]: face for face in (faces.ARCHERY, faces.CAVALRY, faces.DAIMYO)},
}


def parse(state: State, text: str) -> dict[str, Any]:
    """The typed command as a move in its wire form, which may be illegal.

    Raises:
        Refused: `not-understood` or `ambiguous`, saying what would be right.
    """
    words = simple(text.replace(":", ": ")).replace(",", " ").split()
    player = state.players[state.active or 0]
    if words and words[0].endswith(":"):
        player, words = _player(state, words[0][:-1]), words[1:]
    if not words:
        raise Refused("not-understood", f"Type a move: {EXAMPLES}.")
    verb, rest = _verb(words[0]), words[1:]
    if verb == "roll":
        return {"type": verb, "player": player, **({"dice": _dice(rest)} if rest else {})}
    if verb == "fill":
        return {"type": verb, "player": player, **_line(state, rest)}
    if rest:
        raise Refused("not-understood", f"“{verb}” takes no further words; type just “{verb}”.")
    return {"type": verb, "player": player} if verb == "lose" else {"type": verb}


def command_text(wire: Wire) -> str:
    """The command as it was understood, in the words of the command line."""
    dice = faces.short(wire.get("dice", ()))
    parts = (wire["type"], wire.get("castle"), wire.get("line"), dice)
    return " ".join(printable(str(part)) for part in parts if part not in (None, ""))


def _player(state: State, word: str) -> str:
    names = Names(state.players, tuple(map(state.player_name, range(len(state.players)))))
    return state.players[match(word, names, "player")]


def _verb(word: str) -> str:
    if word in _SHORT:
        return _SHORT[word]
    found = [verb for verb in _VERBS if len(word) > 1 and verb.startswith(word)]
    if not found:
        raise Refused("not-understood", f"“{printable(word)}” is not a move; type {EXAMPLES}.")
    return found[0]


def _dice(words: list[str]) -> list[str]:
    """Faces typed separately or together: letters, swords, or prefixes of their names."""
    out: list[str] = []
    for word in words:
        if re.fullmatch(rf"({_DIE.pattern})+", word):
            out += [_LETTERS[one or other] for one, other in _DIE.findall(word)]
            continue
        found = [face for face in faces.FACES if len(word) > 2 and face.startswith(word)]
        if len(found) != 1:
            raise Refused(
                "ambiguous" if found else "not-understood",
                f"“{printable(word)}” is not a face: type 1, 2 or 3 for infantry, a for archery, "
                "c for cavalry, d for daimyo.",
            )
        out += found
    return out


def _line(state: State, words: list[str]) -> dict[str, Any]:
    is_this_castle = state.castle is not None and bool(words) and words[0].isdigit()
    if is_this_castle and state.castle is not None:
        words = [CASTLES[state.castle].id, *words]
    if len(words) < 2 or not re.fullmatch(r"[0-9]{1,3}", words[1]):
        raise Refused(
            "not-understood", "Type a castle and a line, like “fill gassantoda 2 i2 i3 3”."
        )
    castle = CASTLES[match(words[0], _CASTLES, "castle")]
    line = int(words[1])
    dice = _dice(words[2:])
    if not words[2:] and line <= len(castle.lines):
        dice = list(castle.line(line).fewest(state.roll) or ())
    return {"castle": castle.id, "line": line, "dice": dice}
