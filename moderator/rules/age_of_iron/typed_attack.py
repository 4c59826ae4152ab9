"""Whom a typed attack means, and where; `a syria 2` is enough if nobody else is there."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.age_of_iron.ids import typed_player, typed_region
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.typed_words import (
    Example,
    all_names,
    countries,
    either,
    missing,
    regions,
)
from moderator.rules.errors import Refused, printable
from moderator.rules.reading.words import begun, match

Target = tuple[int, int]
"""A defender and a region."""
_IN = "in"


def target(state: State, player: int, names: Sequence[str], example: Example) -> Target:
    """The defender and the region that the words mean.

    Raises:
        Refused: `not-understood` or `ambiguous`; two that could be meant are never guessed.
    """
    if _IN in names[:-1]:
        at = list(names).index(_IN)
        where, who = names[at + 1], [*names[:at], *names[at + 2 :]]
        if len(who) == 1:
            return _number(state, who[0], where)
        names = [*who, where]
    if not names:
        name = state.player_name(player)
        raise missing("Where does {name} attack, and whom?", example(None), name=name)
    if len(names) > 2:
        raise missing("Type one country and one region.", example(None))
    if len(names) == 1:
        return _one_word(state, player, names[0], example)
    return _two_words(state, player, names[0], names[1])


def lines_of(state: State, player: int, who: int, where: int) -> list[str]:
    """The words that mean this attack, without a number: the defender may come first or last."""
    defender, region = state.player_id(who), state.region_id(where)
    lines = [f"attack {defender} {region}", f"attack {region} {defender}"]
    if len(_others(state, player, where)) == 1 and not begun(region, countries(state)):
        lines.insert(1, f"attack {region}")
    home = state.scenario.region_numbers.get(defender)
    owner = state.scenario.player_numbers.get(region)
    if home is None or owner in (None, who) or owner not in _others(state, player, home):
        return lines
    return [f"attack {defender} in {region}"]  # the other order would be possible, too


def _number(state: State, who: str, where: str) -> Target:
    return state.player(typed_player(state, who)), state.region(typed_region(state, where))


def _two_words(state: State, player: int, one: str, other: str) -> Target:
    """In either order; if both orders are possible now, it is ambiguous."""
    found: list[Target] = []
    refusals: list[Refused] = []
    for who, where in ((one, other), (other, one)):
        try:
            found.append(_number(state, who, where))
        except Refused as refused:
            refusals.append(refused)
    if not found:
        raise next((one for one in refusals if one.code == "ambiguous"), refusals[0])
    possible = [(who, where) for who, where in found if who in _others(state, player, where)]
    if len(set(possible)) > 1:
        first, second = (_in_words(state, one) for one in possible)
        message = "That could be {first} or {second}: type “in” before the region."
        raise Refused("ambiguous", message, first=first, second=second)
    return (possible or found)[0]


def _one_word(state: State, player: int, word: str, example: Example) -> Target:
    """A region in which there is only one whom the player could attack."""
    places, who = begun(word, regions(state)), begun(word, countries(state))
    if len(places) > 1 or len(who) > 1 or not (places or who):
        match(word, all_names(state), "country or region")
    name = state.player_name(player)
    here = [(one, places[0]) for one in _others(state, player, places[0])] if places else []
    country = next((one for one in who if one != player), None)
    if country is None:
        if len(here) == 1:
            return here[0]
        if places:
            _ask_whom(state, name, here, places[0], example)
    shared = [
        (country, place)
        for place in range(len(state.chart))
        if country is not None and country in _others(state, player, place)
    ]
    if country is not None and here and {*here, *shared} != {here[0]}:
        line = example(state.player_id(country))
        message = "“{typed}” could be the country or the region: name both."
        more = " For example: “{line}”." if line else ""
        raise Refused("ambiguous", message + more, typed=printable(word), line=line)
    if here:
        return here[0]
    other = state.player_name(player if country is None else country)
    line = example(None if country is None else state.player_id(country))
    raise missing("In which region does {name} attack {other}?", line, name=name, other=other)


def _ask_whom(
    state: State, name: str, here: Sequence[Target], place: int, example: Example
) -> None:
    if not here:
        message = "{name} can’t attack anybody in {place}: they have no RFs there together."
        raise missing(message, example(None), name=name, place=state.region_name(place))
    others = either([state.player_name(who) for who, _ in here])
    question = (
        "Whom does {name} attack in {place}: {others}?"
        if others
        else ("Whom does {name} attack in {place}?")
    )
    line = example(state.region_id(place))
    raise missing(question, line, name=name, place=state.region_name(place), others=others)


def _others(state: State, player: int, place: int) -> list[int]:
    """Those with RFs in the region, if the player has some there too."""
    row = state.chart[place]
    return [one for one, rfs in enumerate(row) if rfs and one != player] if row[player] else []


def _in_words(state: State, one: Target) -> str:
    return f"{state.player_name(one[0])} in {state.region_name(one[1])}"
