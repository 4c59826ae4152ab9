"""What a move meant: Presences, levels and sets that it began or ended."""

from __future__ import annotations

from collections.abc import Iterator

from moderator.rules.age_of_iron.moves.build import level
from moderator.rules.age_of_iron.state import State
from moderator.rules.seating import listed

MOST_NAMED = 4
"""Presences that are named one by one; of more, as after a reveal, only their number is said."""


def effects_of(before: State, after: State) -> tuple[str, ...]:
    """What changed that may count for points, as sentences; empty if nothing did.

    Args:
        before: and `after`, as the viewer may see them.
    """
    return (*_presences(before, after), *_levels(before, after), *_sets(before, after))


def presence_changes(before: State, after: State) -> Iterator[tuple[int, int, bool]]:
    """Country, region, and whether its Presence there began (True) or ended (False)."""
    for region, (old, new) in enumerate(zip(before.chart, after.chart, strict=True)):
        if old != new:
            for player in range(len(new)):
                is_there = after.has_presence(player, region)
                if is_there != before.has_presence(player, region):
                    yield player, region, is_there


def sets_completed(before: State, after: State) -> tuple[int, ...]:
    """The countries that completed a set of goods, in the order of play."""
    players = range(len(after.hand))
    return tuple(one for one in players if after.has_set(one) and not before.has_set(one))


def _presences(before: State, after: State) -> Iterator[str]:
    changes = list(presence_changes(before, after))
    if len(changes) > MOST_NAMED:
        begun = sum(is_new for *_, is_new in changes)
        yield f"{begun} Presences began and {len(changes) - begun} ended."
        return
    for player, region, is_new in changes:
        verb = "gained" if is_new else "lost"
        yield f"{after.player_name(player)} {verb} a Presence in {after.region_name(region)}."


def _levels(before: State, after: State) -> Iterator[str]:
    box = after.scenario.box
    for player, (old, new) in enumerate(zip(before.built, after.built, strict=True)):
        if new // box > old // box:
            yield f"{after.player_name(player)} completed Level {level(new // box - 1)}."


def _sets(before: State, after: State) -> Iterator[str]:
    names = [after.player_name(player) for player in sets_completed(before, after)]
    if names:
        yield f"{listed(names, 'and')} completed a set of goods."
