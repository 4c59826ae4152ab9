"""Typed words: finding names and command lines by unambiguous prefixes."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches

from moderator.rules.errors import Refused, printable


def simple(text: str) -> str:
    """The text in lower case without accents, for comparing.

    >>> simple("Köln")
    'koln'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@dataclass(frozen=True, slots=True)
class Names:
    """Ids and names of one kind of thing, in the game's order."""

    ids: tuple[str, ...]
    names: tuple[str, ...]


def match(word: str, names: Names, what: str) -> int:
    """The index of the one whose id, name, or a word of either, begins with `word`.

    An exact match comes before a prefix, a prefix of the whole before that of a later word.

    Raises:
        Refused: `not-understood` if none does, `ambiguous` if several do.
    """
    keys = [
        {id, simple(name).replace(" ", "-"), simple(name).replace(" ", "")}
        for id, name in zip(names.ids, names.names, strict=True)
    ]
    later = [{part for key in some for part in key.split("-")} for some in keys]
    for found in (
        [i for i, some in enumerate(keys) if word in some],
        [i for i, some in enumerate(keys) if any(key.startswith(word) for key in some)],
        [i for i, some in enumerate(later) if any(key.startswith(word) for key in some)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            fits = " or ".join(printable(names.names[i]) for i in found[:6])
            raise Refused("ambiguous", f"“{printable(word)}” could be {fits}: type more letters.")
    near = get_close_matches(word, [key for some in keys for key in some], n=1)
    says = f"did you mean “{near[0]}”?" if near else f"type one of {', '.join(names.ids)}."
    raise Refused("not-understood", f"No {what} begins with “{printable(word)}”: {says}")


def fit(line: str, text: str) -> str | None:
    """The line that completes what was typed, with the typed numbers instead of its own.

    Every typed word must be a prefix of its word in the line, or of a part after a hyphen.

    >>> fit("yurt 10", "yu 5")
    'yurt 5'

    Returns: None if the line doesn't match, or is complete and followed by a space.
    """
    typed, out = simple(text).split(), line.split()
    is_complete = len(typed) == len(out) and text.endswith(" ")
    if not typed or len(typed) > len(out) or is_complete:
        return None
    for i, word in enumerate(typed):
        if word.isdigit() and out[i].isdigit():
            out[i] = word
        elif not any(part.startswith(word) for part in (out[i], *out[i].split("-"))):
            return None
    return " ".join(out)
