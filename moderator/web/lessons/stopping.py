"""Stopping and continuing the games of several groups, each on its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import DatabaseError, transaction
from django.utils.translation import gettext

from moderator.play import selectors, services
from moderator.play.errors import InvalidInput, NotAllowed, Stale
from moderator.play.log import folds
from moderator.play.models import Entry, Game, Group, Person
from moderator.play.stopped import EarlyEnd, early_end
from moderator.web.feed import publishing

STOP, CONTINUE, END = "stop", "continue", "end"


@dataclass(frozen=True)
class Failure:
    """A group for which something was not done, and why."""

    group: Group
    reason: str


@dataclass(frozen=True)
class GroupEnd:
    """Where a group's game would stop; `end` is None if there is nothing to stop."""

    group: Group
    summary: selectors.GameSummary
    end: EarlyEnd | None

    @property
    def value(self) -> str:
        """The game in a form."""
        return _value(self.group, self.summary.game)


def ends_of(groups: Iterable[Group]) -> tuple[GroupEnd, ...]:
    """Where the games of these groups would stop."""
    return tuple(_end_of(group) for group in groups)


def change_games(
    do: str, groups: Sequence[Group], games: Collection[str] | None, by: Person
) -> tuple[Failure, ...]:
    """Stop (STOP, END) or continue (CONTINUE) the groups' games; one that fails stops no other.

    Args:
        games: those that may be stopped, as `GroupEnd.value`; None: all.

    Returns:
        The groups that failed. One that has nothing to stop or to continue does not.
    """
    failures = []
    for group in groups:
        if reason := _change(do, group, games, by):
            failures.append(Failure(group, reason))
    return tuple(failures)


def _change(do: str, group: Group, games: Collection[str] | None, by: Person) -> str:
    """Why it failed; empty if it didn't."""
    game = selectors.game_now(group)
    if game is None:
        return ""
    if games is not None and _value(group, game) not in games:
        is_to_stop = _end_of(group).end is not None
        return gettext("It plays another game than before.") if is_to_stop else ""
    try:
        with transaction.atomic():
            if do == CONTINUE:
                services.game_continue(game, by, Entry.Role.INSTRUCTOR)
            else:
                services.game_stop(game, by, Entry.Role.INSTRUCTOR)
            publishing.publish_charts([group.pk])
    except (InvalidInput, NotAllowed) as refused:
        return str(refused)
    except Stale:
        return gettext("Its game has been deleted.")
    except DatabaseError:
        return gettext("The database was busy. Try again.")
    return ""


def _end_of(group: Group) -> GroupEnd:
    summary = selectors.game_summary(group)
    game = summary.game
    is_playing = game is not None and game.is_running
    end = early_end(folds.fold_of(game)) if game and is_playing else None
    return GroupEnd(group, summary, end)


def _value(group: Group, game: Game | None) -> str:
    return f"{group.number}-{game.number if game else 0}"
