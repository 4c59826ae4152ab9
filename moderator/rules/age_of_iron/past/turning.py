"""Turning points: the steps that moved the countries' points most against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from moderator.rules.age_of_iron.moves.build import Build, level
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.past.points import CoursePoint
from moderator.rules.age_of_iron.past.steps import GameStep
from moderator.rules.age_of_iron.state import State
from moderator.rules.task import listed

MOST_NAMED = 4
"""Presences that are named one by one; more of them are counted."""


@dataclass(frozen=True, slots=True)
class PointsChange:
    """A country's Victory Points before and after a step, by its index in the order of play."""

    player: int
    before: int
    after: int

    @property
    def change(self) -> int:
        """By how much they changed."""
        return self.after - self.before

    @property
    def lost(self) -> int:
        """How many were lost; below 0 if they grew."""
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that moved the points: `first` to `number` are its entries.

    `sentence` says what was done, without a full stop; `effects` are sentences about what that
    changed. `changes` are those of the countries whose points changed. `swing` is the largest
    change of the distance between two countries' points. `leads` are those who led after it, if
    they did not before. `players` are those concerned, in the order of play: who acted, on whom,
    and whose points changed.
    """

    first: int
    number: int
    turn: int
    sentence: str
    effects: tuple[str, ...]
    changes: tuple[PointsChange, ...]
    swing: int
    leads: tuple[int, ...]
    is_reveal: bool
    players: tuple[int, ...]


def turning_points_of(
    steps: Sequence[GameStep], course: Sequence[CoursePoint], most: int = 3
) -> tuple[TurningPoint, ...]:
    """The steps after which the points swung most, in the order in which they were made.

    Of steps with the same swing, those come first that gave the lead to somebody else, then the
    later ones. Steps that changed no distance are none, nor are corrections.

    Args:
        course: the totals at the start and after each of the steps.
        most: how many of them, at most.
    """
    found = []
    for step, (before, after) in zip(steps, pairwise(course), strict=True):
        changes = [new - old for old, new in zip(before.totals, after.totals, strict=True)]
        swing = max(changes) - min(changes)
        if swing and (step.is_reveal or not isinstance(step.move, Correct)):
            has_new = bool(after.leaders) and after.leaders != before.leaders
            found.append(((swing, has_new, step.number), step, before, after))
    found.sort(key=lambda one: one[0], reverse=True)
    chosen = sorted(found[:most], key=lambda one: one[1].number)
    return tuple(_point(step, swing, old, new) for (swing, *_), step, old, new in chosen)


def _point(step: GameStep, swing: int, before: CoursePoint, after: CoursePoint) -> TurningPoint:
    totals = enumerate(zip(before.totals, after.totals, strict=True))
    changes = tuple(PointsChange(i, old, new) for i, (old, new) in totals if old != new)
    return TurningPoint(
        first=step.first,
        number=step.number,
        turn=step.turn,
        sentence=step.sentence,
        effects=(*effects_of(step), *_lead(step.after, before, after)),
        changes=changes,
        swing=swing,
        leads=after.leaders if after.leaders != before.leaders else (),
        is_reveal=step.is_reveal,
        players=tuple(sorted({*_acting(step), *(one.player for one in changes)})),
    )


def _acting(step: GameStep) -> tuple[int, ...]:
    """Who made the move, and on or with whom; nobody alone made a reveal."""
    move = step.moves[-1].move
    if step.is_reveal:
        return ()
    mark = move.mark()
    if mark is not None:
        return tuple(mark.players)
    return (move.player,) if isinstance(move, (Deploy, Build)) else ()


def effects_of(step: GameStep) -> tuple[str, ...]:
    """What a step changed that may count for points, as sentences; empty if nothing did."""
    return (*_presences(step), *_levels(step), *_sets(step))


def sets_completed(step: GameStep) -> tuple[int, ...]:
    """The countries that completed a set of goods with the step, in the order of play."""
    players = range(len(step.after.hand))
    return tuple(
        one for one in players if has_set(step.after, one) and not has_set(step.before, one)
    )


def has_set(state: State, player: int) -> bool:
    """Whether the country has one of every good; never in a scenario without goods."""
    goods = range(len(state.scenario.goods))
    return bool(goods) and all(state.has_goods(player, good) for good in goods)


def presence_changes(step: GameStep) -> Iterator[tuple[int, int, bool]]:
    """Country, region, and whether its Presence there began (True) or ended (False)."""
    before, after = step.before, step.after
    for region, (old, new) in enumerate(zip(before.chart, after.chart, strict=True)):
        if old != new:
            for player in range(len(new)):
                is_there = after.has_presence(player, region)
                if is_there != before.has_presence(player, region):
                    yield player, region, is_there


def _presences(step: GameStep) -> Iterator[str]:
    state, changes = step.after, list(presence_changes(step))
    if len(changes) > MOST_NAMED:
        begun = sum(is_new for *_, is_new in changes)
        yield f"{begun} Presences began and {len(changes) - begun} ended."
        return
    for player, region, is_new in changes:
        verb = "gained" if is_new else "lost"
        yield f"{state.player_name(player)} {verb} a Presence in {state.region_name(region)}."


def _levels(step: GameStep) -> Iterator[str]:
    box, state = step.after.scenario.box, step.after
    for player, (old, new) in enumerate(zip(step.before.built, state.built, strict=True)):
        if new // box > old // box:
            yield f"{state.player_name(player)} completed Level {level(new // box - 1)}."


def _sets(step: GameStep) -> Iterator[str]:
    names = [step.after.player_name(player) for player in sets_completed(step)]
    if names:
        yield f"{listed(names, 'and')} completed a set of goods."


def _lead(state: State, before: CoursePoint, after: CoursePoint) -> Iterator[str]:
    if after.leaders and after.leaders != before.leaders:
        names = listed([state.player_name(player) for player in after.leaders], "and")
        yield f"Then {names} {'shared the lead' if len(after.leaders) > 1 else 'led'}."
