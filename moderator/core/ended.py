"""Whether a game is over, where it stands if it is stopped, and who may see its secrets.

Before the start only the moderator sees them. Groups of a class may play the same scenario at
different speeds. So the secrets of a finished game stay with its own group until the present games
of all groups with that scenario have finished, or until somebody releases them
(`Game.is_released`). A game has finished when it is over, or stopped and won't be continued
(`Game.is_concluded`). The scenario is compared by its id, whatever its version.

These are the secrets that the rules keep. Messages, contacts and promises are
released by themselves (`moderator/features/debrief/releases.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.translation import gettext

from moderator.core import log
from moderator.core.cache import cached
from moderator.core.databases import fetched
from moderator.core.games import versions_of
from moderator.core.log import Fold, rules_of
from moderator.core.look import Look
from moderator.core.models import Game, Group
from moderator.rules.seating import PUBLIC, PointsSeen, Viewer

# Whether a game has ended, and where it stands if the lesson ends before it: after its last
# complete round.


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The last complete round of so many; `word` is what players call a round. A game without
    rounds stops where it stands: `rounds` is 0, and nothing is ranked.

    `state`: the state after it, which is ranked, and `number` the entry that ended it; None and 0
    if no round is complete. `left_out`: how many entries that stand came after it.
    """

    word: str
    round: int
    rounds: int
    state: Any
    number: int
    left_out: int

    @property
    def sentence(self) -> str:
        """Where the game stopped, without a full stop."""
        facts = {"word": self.word, "round": self.round, "rounds": self.rounds}
        if not self.rounds:
            return gettext("Stopped before its end")
        if not self.round:
            return gettext("Stopped before the end of %(word)s 1 of %(rounds)d") % facts
        return gettext("Stopped after %(word)s %(round)d of %(rounds)d") % facts


def is_ended(look: Look) -> bool:
    """Whether the game is over, or has been stopped."""
    return look.game.is_stopped or look.timeline.is_over


def ended_at(look: Look) -> datetime | None:
    """When the game was stopped, or its last entry was recorded; None while it is played."""
    if look.game.is_stopped or not is_ended(look):
        return look.game.stopped_at
    return look.fold.entries[-1].at if look.fold.entries else None


def has_finished(look: Look) -> bool:
    """Whether the game is over, or counts as over: it is stopped and won't be continued."""
    return look.game.is_concluded or look.timeline.is_over


def has_ended_for_good(look: Look) -> bool:
    """Whether the game has finished, or is stopped and the group plays another one.

    A moderator can continue the group's present game after stopping it.
    """
    return has_finished(look) or (look.game.is_stopped and is_followed(look.game))


def is_followed(game: Game) -> bool:
    """Whether the group has begun another game since."""
    return Game.objects.filter(group=game.group_id, number__gt=game.number).exists()


def may_be_concluded(game: Game) -> bool:
    """Whether it can be said of the stopped game that it won't be continued, as it has secrets."""
    return game.is_stopped and not game.is_concluded and log.has_goals(game)


def end_of_stopped(look: Look) -> EarlyEnd | None:
    """Where the game stopped; None if it is not stopped."""
    return early_end(look.fold) if look.game.is_stopped else None


def early_end(fold: Fold) -> EarlyEnd | None:
    """Where the game would stop now; None after the end.

    Cost: proportional to the entries since the last complete round.
    """
    now, rules = fold.timeline, fold.timeline.rules
    played = rules.rounds_played(now.state)
    if rules.is_over(now.state):
        return None
    if played is None:
        return EarlyEnd("", 0, 0, None, 0, 0)
    complete, rounds = played
    left_out = 0
    for step in now.steps():
        before = rules.rounds_played(step.before)
        if before is not None and before[0] < complete:
            return EarlyEnd(rules.round_word, complete, rounds, step.after, step.number, left_out)
        left_out += 1
    return EarlyEnd(rules.round_word, 0, rounds, None, 0, left_out)


# When people may see a game's secrets.


@dataclass(frozen=True, slots=True)
class Release:
    """Who may see a finished game's secrets. `playing`: groups that still play its scenario, or
    may continue it."""

    by_hand: bool
    playing: int

    @property
    def is_open(self) -> bool:
        """Whether everybody may."""
        return self.by_hand or not self.playing


def seen_as(look: Look) -> Viewer:
    """The viewer to whom the rules show the game: before the start a seat is one of the public; a
    finished game's secrets may be open to everybody; and points and goals are shown by the
    game's settings. Of a stopped game that won't be continued whoever may see the end sees them.
    """
    game = look.game
    viewer = PUBLIC if game.is_waiting and look.viewer.seat else look.viewer
    if viewer.is_moderator or not log.has_goals(game):
        return viewer
    finished = has_finished(look)
    if finished and not viewer.sees_end:
        viewer = replace(viewer, is_released=release_of(game).is_open)
    points, is_open = PointsSeen(game.points), game.has_open_goals and not game.is_waiting
    if points != PointsSeen.ALL and _shows_points(game, finished, viewer):
        points = PointsSeen.ALL
    is_open = is_open or (game.is_concluded and viewer.sees_end)
    return replace(viewer, points=points, has_open_goals=is_open)


def _shows_points(game: Game, finished: bool, viewer: Viewer) -> bool:
    """Whether the game has ended for this viewer: others wait until nobody plays its scenario."""
    if viewer.sees_end:
        return finished or game.is_stopped
    return game.is_stopped and not _playing(game, stopped_at=None)


def briefing_of(game: Game, state: Any, seat: str) -> str:
    """The seat's briefing; empty before the start, and if there is none."""
    return "" if game.is_waiting else rules_of(game).briefing(state, seat)


def release_of(game: Game) -> Release:
    """Who may see the game's secrets after its end.

    Cost: three queries; a log is folded only if it has changed since the last call.
    """
    return Release(game.is_released, _playing(game, is_concluded=False))


def _playing(game: Game, **still: Any) -> int:
    """In how many groups of the class the present game has its scenario, is like `still`, and isn't
    over."""
    present = _present_with_scenario(game).values()
    games = list(Game.objects.filter(pk__in=present, **still).values_list("pk", flat=True))
    return len(games) - _finished(games)


def companions(game: Game) -> list[int]:
    """The primary keys of the other groups of the class whose present game has its scenario."""
    if not log.has_goals(game):
        return []
    return [pk for pk in _present_with_scenario(game) if pk != game.group_id]


def classmates(group_ids: Collection[int]) -> list[int]:
    """The other groups in the classes of these groups."""
    classes = Group.objects.filter(pk__in=group_ids).values("classroom")
    others = Group.objects.filter(classroom__in=classes).exclude(pk__in=group_ids)
    return list(others.order_by().values_list("pk", flat=True))


def _present_with_scenario(game: Game) -> dict[int, int]:
    return present_with(game.group.classroom_id, game.rules, game.scenario["id"])


def present_with(classroom: int, rules: str, scenario: str) -> dict[int, int]:
    """By group, the present games of the class that have these rules and that scenario, in any
    version."""
    games = Game.objects.filter(group__classroom=classroom).order_by("number")
    newest = {row[0]: row for row in games.values_list("group", "pk", "rules", "scenario__id")}
    wanted = [(rules, id) for id in versions_of(rules, scenario)]
    return {group: pk for group, pk, *played in newest.values() if tuple(played) in wanted}


def _finished(games: Collection[int]) -> int:
    """How many of these games are over."""
    if not games:
        return 0
    marks = ", ".join(["%s"] * len(games))
    last = "SELECT MAX(number) FROM play_entry WHERE game_id = last.game_id"
    query = f"""SELECT game_id, hash FROM play_entry AS last
        WHERE game_id IN ({marks}) AND number = ({last})"""  # noqa: S608 (only placeholders)
    rows = fetched(query, *games)
    return sum(cached("is over", row, partial(_fold_is_over, row[0])) for row in rows)


def _fold_is_over(pk: int) -> bool:
    timeline = log.fold_of(Game.objects.get(pk=pk)).timeline
    return timeline.is_over
