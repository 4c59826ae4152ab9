"""Finding a player or a region by any unambiguous beginning of its name."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Self

from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import Refused, printable


def simple(text: str) -> str:
    """The text in lower case without accents: what is compared.

    >>> simple("Köln")
    'koln'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@dataclass(frozen=True, slots=True)
class Names:
    """Ids and names of one kind of thing, in the scenario's order."""

    ids: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def players(cls, state: State) -> Self:
        """The players'."""
        players = state.scenario.players
        return cls(tuple(p.id for p in players), tuple(p.name for p in players))

    @classmethod
    def regions(cls, state: State) -> Self:
        """The regions'."""
        regions = state.scenario.regions
        return cls(tuple(r.id for r in regions), tuple(r.name for r in regions))


def match(word: str, names: Names, what: str) -> int:
    """The place of the one whose id, name, or a word of either, begins with `word`.

    A whole id or name beats beginnings, a beginning of the whole beats one of a later word.

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
            raise Refused("ambiguous", f"“{printable(word)}” could be {fits}: type more of it.")
    known = ", ".join(names.ids)
    raise Refused(
        "not-understood", f"There is no {what} that begins with “{printable(word)}”; {known}."
    )
