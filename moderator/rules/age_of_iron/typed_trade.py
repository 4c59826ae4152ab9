"""A typed trade: `t hatti c s`, or `t c s` if only one other country has what is wanted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from moderator.rules.age_of_iron.ids import typed_player
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.typed_words import Example, countries, either, missing
from moderator.rules.command import not_understood
from moderator.rules.errors import Refused, printable
from moderator.rules.reading.words import begun, simple

_FILLERS = ("for", "with")
_NOTHING = ("-", "0", "nothing")


def trade(state: State, player: int, words: Sequence[str], example: Example) -> dict[str, Any]:
    """The partner, and the goods given and received; `for` and `with` may stand between.

    Args:
        example: finds a trade that could be made now.
    """
    words, name = [word for word in words if word not in _FILLERS], state.player_name(player)
    line = example(None)
    if not words or (len(words) == 1 and _is_goods(state, words[0])):
        raise missing("With whom does {name} trade?", line, name=name)
    if len(words) > 3:
        raise missing("Type a country, what {name} gives, and what it gets.", line, name=name)
    if len(words) == 2 and all(_is_goods(state, word) for word in words):
        give, get = (_typed_goods(state, word) for word in words)
        return {"partner": _only_partner(state, player, words, get), "give": give, "get": get}
    partner = typed_player(state, words[0])
    other, line = state.player_name(state.player(partner)), example(partner)
    if len(words) == 1:
        raise missing("What does {name} give to {other}?", line, name=name, other=other)
    give = _typed_goods(state, words[1])
    if len(words) == 2:
        question = "What does {name} get from {other}? Type “-” for nothing."
        raise missing(question, line, name=name, other=other)
    get = _typed_goods(state, words[2])
    if not give and not get:
        raise missing("A trade needs goods.", line)
    return {"partner": partner, "give": give, "get": get}


def _only_partner(state: State, player: int, words: Sequence[str], get: Mapping[str, int]) -> str:
    """The only other country that has these goods; two are never guessed between."""
    word, known = words[0], countries(state)
    for found in begun(word, known)[:1]:
        good = state.scenario.good_names[next(iter(_typed_goods(state, word)))]
        message = "“{typed}” could be {country} or {good}: name the country first, as in “{line}”."
        country, line = printable(known.names[found]), f"trade {known.ids[found]} {' '.join(words)}"
        typed = printable(word)
        raise Refused("ambiguous", message, typed=typed, country=country, good=good, line=line)
    others = [one for one in range(len(state.hand)) if one != player]
    able = [one for one in others if get and _has(state, one, get)]
    if len(able) == 1:
        return state.player_id(able[0])
    partner = next(iter(able or others))
    facts = {
        "name": state.player_name(player),
        "others": either([state.player_name(one) for one in able or others]),
        "line": f"trade {state.player_id(partner)} {' '.join(words)}",
    }
    raise missing("With whom does {name} trade: {others}?", **facts)


def _has(state: State, player: int, goods: Mapping[str, int]) -> bool:
    units = state.goods(player)
    return all(units[letter] >= count for letter, count in goods.items())


def _is_goods(state: State, word: str) -> bool:
    try:
        _typed_goods(state, word)
    except Refused:
        return False
    return True


def _typed_goods(state: State, word: str) -> dict[str, int]:
    """Goods typed as `g`, `2g`, `grain`, `g+2t` or `gt`; `-` for nothing."""
    out: dict[str, int] = {}
    if word in _NOTHING:
        return out
    known = {letter.lower(): letter for letter in state.scenario.letters}
    names = {simple(name): letter.lower() for letter, name in state.scenario.good_names.items()}
    for part in word.split("+"):
        found = re.fullmatch(r"([0-9]{0,4})([^0-9]+)", part)
        goods = names.get(found[2], found[2]) if found else "?"
        for letter in [goods] if goods in known else goods:
            if letter not in known:
                all_goods = ", ".join(state.scenario.letters) or "none in this scenario"
                message = "“{part}” is not one of the goods: {goods}."
                not_understood(message, part=printable(part), goods=all_goods)
            units = int(found[1] or 1) if found else 1
            out[known[letter]] = out.get(known[letter], 0) + units
    return {letter: units for letter, units in out.items() if units}
