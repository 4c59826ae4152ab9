"""The results of a class: the ranking in each group, and the same player across the groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext, ngettext

from moderator.core import queries
from moderator.core.cache import cached
from moderator.core.ended import early_end, is_ended, seen_as
from moderator.core.log import rules_of
from moderator.core.look import Look, shown_state
from moderator.core.models import Game, Group
from moderator.core.whole_class import WholeClass
from moderator.plots.lines import Scale, Strip, scale_of
from moderator.rules.game import place_text
from moderator.rules.log import Timeline
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer, listed

MEDALS = 3  # places that get one


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A player's points in one group, the place there, and who played: names without removed
    people. `is_tied`: others have the same place."""

    seat: SeatLabel
    points: int
    place: int
    is_tied: bool
    names: tuple[str, ...]

    @property
    def place_text(self) -> str:
        return place_text(self.place, self.is_tied)


@dataclass(frozen=True, slots=True)
class GroupResult:
    """A group's present game: its points by seat, and how far it is.

    `is_final`: it is over or stopped. `is_ranked`: it counts, since a round is complete. `status`
    is a sentence, or how far a stopped game came. `state` is the one that is ranked.
    """

    group: Group
    game: Game
    seats: tuple[SeatResult, ...]
    status: str
    is_final: bool
    is_ranked: bool
    state: Any

    @property
    def ranking(self) -> tuple[SeatResult, ...]:
        """The best first; nobody if the game isn't ranked."""
        seats = self.seats if self.is_ranked else ()
        return tuple(sorted(seats, key=lambda result: result.place))

    @property
    def lead(self) -> int:
        """By how many points the first is ahead; 0 if the first place is shared."""
        first, *rest = (result.points for result in self.ranking)
        return first - rest[0] if rest else first


@dataclass(frozen=True, slots=True)
class Compared:
    """One player's result in one group, among the same player in all groups; `rank` from 1.

    `is_tied`: others have the same rank.
    """

    group: Group
    result: SeatResult
    rank: int
    is_tied: bool

    @property
    def rank_text(self) -> str:
        return place_text(self.rank, self.is_tied)

    @property
    def medal(self) -> str:
        """ "gold", "silver", "bronze" or nothing."""
        return ("", "gold", "silver", "bronze")[self.rank] if self.rank <= MEDALS else ""


@dataclass(frozen=True, slots=True)
class SeatAcross:
    """The same player in all groups, the best first; `scale`: that of all players' points."""

    seat: SeatLabel
    results: tuple[Compared, ...]
    scale: Scale

    @property
    def wins(self) -> int:
        """In how many groups this player was first, alone or with others."""
        return sum(each.result.place == 1 for each in self.results)

    @property
    def strip(self) -> Strip:
        """The groups as circles above a scale."""
        found = ((str(each.group.number), each.result) for each in self.results)
        return Strip([(name, one.points, one.place == 1) for name, one in found], self.scale)


@dataclass(frozen=True, slots=True)
class ScenarioResults:
    """All groups that play the same scenario; `seat_word` is what players call a seat.

    `left_out`: the groups without a complete round (`round_word`), which have no result.
    """

    title: str
    seat_word: str
    round_word: str
    groups: tuple[GroupResult, ...]
    left_out: tuple[GroupResult, ...]
    across: tuple[SeatAcross, ...]

    @property
    def games(self) -> list[Game]:
        return [result.game for result in (*self.groups, *self.left_out)]

    @property
    def are_final(self) -> bool:
        """Whether all its games are over or stopped."""
        return all(group.is_final for group in self.groups)

    @property
    def left_out_sentence(self) -> str:
        """Which groups have no result, and why; empty if all have one."""
        if not self.left_out:
            return ""
        names = listed([result.group.name for result in self.left_out], gettext("and"))
        if not self.round_word:
            said = gettext("%(names)s: stopped before the end, and left out.")
            return said % {"names": names}
        said = ngettext(
            "%(names)s completed no %(round)s and is left out.",
            "%(names)s completed no %(round)s and are left out.",
            len(self.left_out),
        )
        return said % {"names": names, "round": self.round_word}


@dataclass(frozen=True, slots=True)
class ClassResults:
    """The results by scenario; and for moderators the groups whose games count no points."""

    scenarios: tuple[ScenarioResults, ...]
    others: tuple[queries.GameSummary, ...]


def class_results(whole: WholeClass, viewer: Viewer = MODERATOR) -> ClassResults:
    """The results of the class's present games, as the viewer may see them.

    A stopped game is ranked after its last complete round, a running one as it stands; neither is
    ranked before a round is complete.

    Cost: no query for games whose logs have not changed.
    """
    found, others = [], []
    for group in whole.groups:
        names = {seat.player: whole.names_on(seat) for seat in whole.seats.get(group.pk, ())}
        result = group_result(whole, group, viewer, names)
        if result is None:
            if viewer.is_moderator:  # others may only not see the points
                others.append(queries.GameSummary(group))
        else:
            found.append(result)
    found.sort(key=_scenario_key)
    each = [tuple(groups) for _, groups in groupby(found, key=_scenario_key)]
    titles = [_title(first.game) for first, *_ in each]
    return ClassResults(tuple(_scenario(groups, titles) for groups in each), tuple(others))


def _scenario_key(result: GroupResult) -> tuple[str, ...]:
    """The scenario, without reading all of it."""
    # Where no scenario names the players, the same id is somebody else in each group.
    seats = (text for one in result.seats for text in (one.seat.id, one.seat.name))
    return result.game.rules, _title(result.game), *seats


def _title(game: Game) -> str:
    """The game's title, for which its whole scenario is read only once."""
    return cached("title", game.uid, lambda: game.title)


def group_result(
    whole: WholeClass, group: Group, viewer: Viewer, names: Mapping[str, tuple[str, ...]]
) -> GroupResult | None:
    """The result of the group's present game; None if it counts no points.

    Args:
        names: of those on each seat.
    """
    game = whole.games.get(group.pk)
    if game is None:
        return None
    look = whole.look(game, viewer)
    look = look.by(seen_as(look))
    state, status = _ranked(look)
    points = look.rules.points(state, look.viewer)
    if not points:
        return None
    labels, places = look.timeline.seats, _places(look.timeline, points)
    seats = tuple(
        SeatResult(label, own, place, places.count(place) > 1, names.get(label.id, ()))
        for label, own, place in zip(labels, points, places, strict=True)
    )
    return GroupResult(group, game, seats, status, is_ended(look), _is_ranked(look), state)


def _is_ranked(look: Look) -> bool:
    """Whether a round is complete; a game without rounds is ranked unless it is stopped."""
    played = look.rules.rounds_played(look.state)
    if played is None:
        return look.timeline.is_over or not look.game.is_stopped
    return played[0] > 0


def _ranked(look: Look) -> tuple[Any, str]:
    """The state that is ranked, and how far the game is."""
    if look.game.is_stopped and (end := early_end(look.fold)):
        return (look.timeline.start if end.state is None else end.state), end.sentence
    state = shown_state(look)
    return state, look.rules.glance(state, look.viewer)


def _places(timeline: Timeline, points: Sequence[int]) -> tuple[int, ...]:
    """The places by points; where the rules break a tie for the first place, as they do."""
    game, state = timeline.rules, timeline.state
    won = game.summary(state).get("winners", ()) if game.is_over(state) else ()
    places = []
    for label, own in zip(timeline.seats, points, strict=True):
        place = 1 + sum(other > own for other in points)
        has_lost = place == 1 and won and label.id not in won
        places.append(1 + len(won) if has_lost else place)
    return tuple(places)


def _scenario(all_groups: tuple[GroupResult, ...], titles: list[str]) -> ScenarioResults:
    first = all_groups[0]
    rules = rules_of(first.game)
    groups = tuple(result for result in all_groups if result.is_ranked)
    left_out = tuple(result for result in all_groups if not result.is_ranked)
    across: tuple[SeatAcross, ...] = ()
    if groups:
        scale = scale_of([seat.points for group in groups for seat in group.seats])
        labels = [result.seat for result in first.seats]
        across = tuple(SeatAcross(label, _compared(groups, label.id), scale) for label in labels)
    title = _title(first.game)
    if titles.count(title) > 1:  # other players: the groups tell it from them
        title = f"{title}, {listed([result.group.name for result in all_groups], gettext('and'))}"
    return ScenarioResults(title, rules.seat_word, rules.round_word, groups, left_out, across)


def _compared(groups: Iterable[GroupResult], player: str) -> tuple[Compared, ...]:
    own = [(g.group, result) for g in groups for result in g.seats if result.seat.id == player]
    own.sort(key=lambda each: (-each[1].points, each[0].number))
    points = [result.points for _, result in own]
    return tuple(
        Compared(group, one, 1 + points.index(one.points), points.count(one.points) > 1)
        for group, one in own
    )
