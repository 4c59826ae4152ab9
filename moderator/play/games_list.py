"""All games of a group, for one list."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.play.log import folds
from moderator.play.models import Game, Group
from moderator.play.stopped import end_of_stopped
from moderator.play.table.snapshot import shown_state, table_of


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game, and how it ended or how far it is; nothing secret."""

    game: Game
    ending: str
    entries: int
    is_present: bool


def games_of(group: Group) -> tuple[ListedGame, ...]:
    """The group's games, the newest first.

    Cost: that of folding their logs, which stay cached for a while.
    """
    games = group.games.order_by("-number")
    return tuple(_listed(game, is_present=not place) for place, game in enumerate(games))


def _listed(game: Game, is_present: bool) -> ListedGame:
    fold = folds.fold_of(game)
    return ListedGame(game, _ending(game, fold, is_present), fold.number, is_present)


def _ending(game: Game, fold: folds.Fold, is_present: bool) -> str:
    if end := end_of_stopped(game, fold):
        return end.sentence
    now = fold.timeline
    status = now.game.glance(shown_state(fold, table_of(game, fold)))
    if is_present or now.game.is_over(now.state):
        return status
    if not fold.number:
        return gettext("Not begun")
    return gettext("Not finished. %(status)s") % {"status": status}
