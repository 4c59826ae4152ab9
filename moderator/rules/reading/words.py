"""Typed words: finding names and command lines by unambiguous prefixes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from moderator.rules.errors import Refused, printable

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


@dataclass(frozen=True, slots=True)
class Names:
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
        for id, name in zip(names.ids, names.names, strict=True)
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
