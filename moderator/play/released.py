"""When people may see a game's secrets: before its start nobody but the moderator, after its end
perhaps other groups, too.

Groups of a class may play the same scenario at different speeds. So the secrets of a finished game
stay with its own group until the present games of all groups with that scenario are over, or until
somebody releases them (`Game.is_released`). The scenario is compared by its id.

These are the secrets that the rules keep. Messages, contacts and promises are
released by themselves (`moderator/play/table/debrief.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import connection

from moderator.play.cache import MB, LruCache
from moderator.play.log import folds
from moderator.play.log.entries import rules_of
from moderator.play.models import Game, Group
from moderator.rules.viewer import PUBLIC, Viewer

_is_over: LruCache[bool] = LruCache(MB // 4)  # by game and last hash: some 500 games


@dataclass(frozen=True, slots=True)
class Release:
    """Who may see a finished game's secrets. `playing`: groups that still play its scenario."""

    by_hand: bool
    playing: int

    @property
    def is_open(self) -> bool:
        """Whether everybody may."""
        return self.by_hand or not self.playing


def seen_as(game: Game, is_over: bool, viewer: Viewer) -> Viewer:
    """The viewer with `is_released` set if a finished game's secrets are open to everybody."""
    if not is_over or viewer.sees_end or not rules_of(game).keeps_secrets:
        return viewer
    return replace(viewer, is_released=release_of(game).is_open)


def knowing(game: Game, viewer: Viewer) -> Viewer:
    """The viewer whose view is shown: before the start a seat sees what everybody sees."""
    return PUBLIC if game.is_waiting and viewer.seat else viewer


def briefing_of(game: Game, state: Any, seat: str) -> str:
    """The seat's briefing; empty before the start, and if there is none."""
    return "" if game.is_waiting else rules_of(game).briefing(state, seat)


def release_of(game: Game) -> Release:
    """Who may see the game's secrets after its end.

    Cost: three queries; a log is folded only if it has changed since the last call.
    """
    present = _present_with_scenario(game).values()
    return Release(game.is_released, len(present) - _finished(present))


def companions(game: Game) -> list[int]:
    """The primary keys of the other groups of the class whose present game has its scenario."""
    if not rules_of(game).keeps_secrets:
        return []
    return [pk for pk in _present_with_scenario(game) if pk != game.group_id]


def classmates(group_ids: Collection[int]) -> list[int]:
    """The other groups in the classes of these groups."""
    classes = Group.objects.filter(pk__in=group_ids).values("classroom")
    others = Group.objects.filter(classroom__in=classes).exclude(pk__in=group_ids)
    return list(others.order_by().values_list("pk", flat=True))


def _present_with_scenario(game: Game) -> dict[int, int]:
    """By group, the present games of the class that have the same rules and scenario."""
    games = Game.objects.filter(group__classroom=game.group.classroom_id).order_by("number")
    newest = {row[0]: row for row in games.values_list("group", "pk", "rules", "scenario__id")}
    wanted = (game.rules, game.scenario["id"])
    return {group: pk for group, pk, *played in newest.values() if tuple(played) == wanted}


def _finished(games: Collection[int]) -> int:
    """How many of these games are over."""
    if not games:
        return 0
    marks = ", ".join(["%s"] * len(games))
    last = "SELECT MAX(number) FROM play_entry WHERE game_id = last.game_id"
    query = f"""SELECT game_id, hash FROM play_entry AS last
        WHERE game_id IN ({marks}) AND number = ({last})"""  # noqa: S608 (only placeholders)
    with connection.cursor() as cursor:
        cursor.execute(query, [*games])
        rows = cursor.fetchall()
    return sum(_is_over.get_or_make(row, partial(_fold_is_over, row[0])) for row in rows)


def _fold_is_over(pk: int) -> bool:
    timeline = folds.fold_of(Game.objects.get(pk=pk)).timeline
    return timeline.game.is_over(timeline.state)
