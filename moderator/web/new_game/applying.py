"""Which settings apply to a new game, found by asking the rules; and which options clash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.option import Option
from moderator.web.core.setting_options import AGREED, DICE, REVEAL
from moderator.web.core.written_options import AFTERWARDS, READERS, VERDICTS

DEPENDENT = (DICE, REVEAL, AGREED, READERS, AFTERWARDS, VERDICTS)
"""The settings that apply or don't, depending on the scenario and the options."""


@dataclass(frozen=True)
class Follower:
    """A setting that applies only with some values of one option."""

    setting: str
    option: str
    values: frozenset[Any]


@dataclass(frozen=True)
class Applying:
    """The settings that apply whatever is chosen, and those that follow an option's value."""

    always: frozenset[str]
    followers: tuple[Follower, ...]

    @property
    def names(self) -> frozenset[str]:
        """All that may be asked for."""
        return self.always | {one.setting for one in self.followers}

    @property
    def shared(self) -> frozenset[str]:
        """Those that follow more than one option: with any of them they apply."""
        counted = Counter(one.setting for one in self.followers)
        return frozenset(name for name, number in counted.items() if number > 1)

    def with_options(self, options: Mapping[str, Any]) -> frozenset[str]:
        """Those that apply with these options."""
        found = (one for one in self.followers if options.get(one.option) in one.values)
        return self.always | {one.setting for one in found}


def applying(rules: Rules[Any], scenario: Any) -> Applying:
    """Which of the `DEPENDENT` settings apply. Cost: a state for each value of each option."""
    usual = rules.effective_options(scenario, {})
    now = _found(rules, scenario, usual)
    followers: list[Follower] = []
    always = set(now)
    for option in rules.options:
        with_value = {
            one.value: _found(rules, scenario, {**usual, option.name: one.value})
            for one in option.values
        }
        for name in DEPENDENT:
            values = frozenset(value for value, found in with_value.items() if name in found)
            if values and len(values) < len(with_value):
                followers.append(Follower(name, option.name, values))
                always.discard(name)
    return Applying(frozenset(always), tuple(followers))


def _found(rules: Rules[Any], scenario: Any, options: Mapping[str, Any]) -> frozenset[str]:
    """Those that apply with these options; of a drawn scenario those that the rules have at all."""
    if scenario is None:
        has = {DICE: rules.has_dice, REVEAL: bool(rules.orders), AGREED: bool(rules.agreed)}
        return frozenset(name for name, is_there in has.items() if is_there)
    given = dict(options)
    if rules.players:
        given["players"] = [f"player-{number}" for number in range(rules.players[0])]
    try:
        state = rules.begin(scenario, given)
    except Refused:
        return frozenset()
    verbs = rules.verbs
    agreed = rules.agreed.verbs if rules.agreed else ()
    has = {
        DICE: rules.has_dice and any(verb.dice(state) for verb in verbs.values()),
        REVEAL: rules.orders is not None and rules.orders.are_written(state),
        AGREED: any(verbs[verb].is_in(state) for verb in agreed),
        READERS: rules.has_messages(state) or rules.has_diplomatic_records(state),
        AFTERWARDS: rules.has_messages(state) or rules.has_diplomatic_records(state),
        VERDICTS: rules.has_diplomatic_records(state),
    }
    return frozenset(name for name, is_there in has.items() if is_there)


def impossible(rules: Rules[Any], scenario: Any) -> dict[tuple[str, Any], str]:
    """Why the value of an option can't be chosen with this scenario, by name and value."""
    if scenario is None:
        return {}
    usual = rules.effective_options(scenario, {})
    before = set(rules.clashes(scenario, usual))
    found = {}
    for option in rules.options:
        for one in option.values:
            clashes = rules.clashes(scenario, {**usual, option.name: one.value})
            if new := [clash for clash in clashes if clash not in before]:
                found[option.name, one.value] = " ".join(new)
    return found


def clashing(rules: Rules[Any], scenario: Any, options: Mapping[str, Any]) -> dict[str, Option]:
    """For each clash of these options the one to change, without which it would be gone."""
    clashes = rules.clashes(scenario, options)
    usual = rules.effective_options(scenario, {})
    found: dict[str, Option] = {}
    for option in rules.options:
        if option.name not in options or options[option.name] == usual.get(option.name):
            continue
        without = rules.clashes(scenario, {**options, option.name: usual.get(option.name)})
        for clash in clashes:
            if clash not in without and clash not in found:
                found[clash] = option
    return found
