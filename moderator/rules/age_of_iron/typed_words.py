"""What typed commands share: names, places, examples, and questions for what a line lacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moderator.rules import command
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.command import Names, match, numbers_apart, shortest
from moderator.rules.errors import Refused
from moderator.rules.move import Move

Example = Callable[[str | None], str]
"""Takes an id, or None; returns a legal command that names it, or an empty text."""


def countries(state: State) -> Names:
    """The ids and names of the countries."""
    players = state.scenario.players
    return Names(tuple(one.id for one in players), tuple(one.name for one in players))


def regions(state: State) -> Names:
    """The ids and names of the regions."""
    known = state.scenario.regions
    return Names(tuple(one.id for one in known), tuple(one.name for one in known))


WHOLE = "civilization"


def places(state: State) -> Names:
    """The regions, and last the Civilization Chart if the scenario has one."""
    known = regions(state)
    if not state.scenario.box_points:
        return known
    return Names((*known.ids, WHOLE), (*known.names, "Civilization"))


def all_names(state: State) -> Names:
    """Each name once: a country and its home often have the same."""
    both = (regions(state), countries(state))
    pairs = {id: name for names in both for id, name in zip(*names, strict=True)}
    return Names(tuple(pairs), tuple(pairs.values()))


def typed_player(state: State, word: str) -> str:
    """The id of the player that is typed; `Refused("not-understood" | "ambiguous")`."""
    known = countries(state)
    return known.ids[match(word, known, "country")]


def typed_region(state: State, word: str, what: str = "region") -> str:
    """The id of the region that is typed; `Refused("not-understood" | "ambiguous")`."""
    known = regions(state)
    return known.ids[match(word, known, what)]


def apart(state: State, words: Sequence[str]) -> list[str]:
    """The words with numbers apart from names: `nub4` is two words."""
    ids = {*regions(state).ids, *countries(state).ids}
    return [part for word in words for part in numbers_apart(word, ids)]


def names_and_numbers(state: State, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words that are no numbers, and the numbers."""
    all_words = apart(state, words)
    numbers = [word for word in all_words if word.isdigit()]
    return [word for word in all_words if not word.isdigit()], numbers


def prefix(state: State, player: int | None) -> str:
    """How a command names its player, unless it is the one whose turn it is."""
    if player in (None, state.active):
        return ""
    id = state.player_id(player or 0)
    return f"{id} " if state.phase == DEPLOYMENT else f"{id}: "


def example(
    state: State, move: type[Move[State]], player: int | None, naming: str | None = None
) -> str:
    """A command that makes such a move now; empty if there is none.

    Args:
        naming: an id that the command must name. Without it no region is named that a country
            might be confused with.
    """
    choices = list(command.open_choices(state, move, player))
    if naming is None:
        known = countries(state).ids
        choices = sorted(choices, key=lambda one: one.values.get("region") in known)
    else:
        choices = [one for one in choices if naming in one.values.values()]
    return prefix(state, player) + command.line_of(state, move, choices[0]) if choices else ""


def missing(question: str, line: str = "", **facts: Any) -> Refused:
    """A refusal that names the one thing that a line lacks, and an example if there is one."""
    more = " For example: “{line}”." if line else ""
    return Refused("not-understood", question + more, line=line, **facts)


# The short words of examples.

_LETTERS = 3
"""Of a place in an example: enough to recognise it."""


def short_country(state: State, player: int) -> str:
    return shortest(player, countries(state))


def short_place(state: State, place: int) -> str:
    """The word for one of the `places`; the Civilization Chart follows the last region."""
    return shortest(place, places(state), _LETTERS)


def named_first(state: State) -> list[int]:
    """The two regions that examples name: no country is called like them, if possible."""
    known, all_regions = countries(state).ids, range(len(state.scenario.regions))
    plain = [one for one in all_regions if state.region_id(one) not in known]
    return (plain or list(all_regions))[:2]
