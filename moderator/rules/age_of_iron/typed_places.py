"""The place that a typed word means: a region, or the Civilization Chart."""

from __future__ import annotations

from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.order_places import CIVILIZATION, place_in
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.typed_words import countries, regions
from moderator.rules.errors import Refused, printable
from moderator.rules.reading.words import Names, begun, match

WHOLE = "civilization"


def places(state: State) -> Names:
    """The regions, and last the Civilization Chart if the scenario has one."""
    known = regions(state)
    if not state.scenario.box_points:
        return known
    return Names((*known.ids, WHOLE), (*known.names, "Civilization"))


def typed_place(state: State, word: str, what: str = "") -> str:
    """The id of the place; `Refused("not-understood" | "ambiguous")`."""
    known, has_boxes = places(state), bool(state.scenario.box_points)
    if has_boxes and word == Build.words[1]:
        check_bare_build(state, word)
        return CIVILIZATION
    if has_boxes and word not in known.ids and word == Build.verb:
        return CIVILIZATION
    found = match(word, known, what or ("region or civilization" if has_boxes else "region"))
    is_whole = has_boxes and found + 1 == len(known.ids)
    return CIVILIZATION if is_whole else place_in(known.ids[found])


def check_bare_build(state: State, word: str) -> None:
    """Raise `ambiguous` if a place or a country begins with the short word for building."""
    for names in (regions(state), countries(state)):
        for found in begun(word, names)[:1]:
            id, name = names.ids[found], printable(names.names[found])
            message = "“{typed}” could be {name} or building: write “{id}” or “civ” instead."
            raise Refused("ambiguous", message, typed=word, name=name, id=id)
