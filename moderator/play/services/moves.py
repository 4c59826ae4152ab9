"""Recording a move: the one way into a log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play import folds, keys, log, news, selectors
from moderator.play.errors import NotAllowed, Stale
from moderator.play.folds import Fold, Logged
from moderator.play.models import Entry, Game, Person
from moderator.play.plain import plain
from moderator.rules.game import Wire
from moderator.rules.log import REDO, UNDO, Timeline

# What only a moderator or the instructor records, whatever else the rules take from a player.
MODERATORS_VERBS = frozenset({UNDO, REDO, "correct", "extend"})


@dataclass(frozen=True, slots=True)
class Played:
    """A move's answer: its entry, and the log as it stands now.

    `is_repeat`: the key had been used before, and this is the first answer once more.
    """

    entry: Logged
    fold: Fold
    is_repeat: bool

    @property
    def timeline(self) -> Timeline:
        """The log folded."""
        return self.fold.timeline


def move_play(game: Game, wire: Wire, after: int | None, key: str, by: Person, role: str) -> Played:
    """Record a move. When this returns, the entry is stored for good.

    Args:
        after: the log's number that the asker saw; None if that is not known.
        key: the form's own key (`keys.new`): a second try gets the first one's answer.
        role: as what `by` records it, one of `Entry.Role`.

    Raises:
        Stale: the log has gone on since `after`, or the game has been deleted; nothing is stored.
        Refused: the rules don't take the move; nothing is stored.
        NotAllowed: the move is not for this role.
        ValueError: the key has no key's shape, the role is none, or `by` is of another class.
    """
    return move_read(game, lambda _: wire, after, key, by, role)


def move_read(
    game: Game, read: Callable[[Any], Wire], after: int | None, key: str, by: Person, role: str
) -> Played:
    """The same for a move that `read` makes of the state that it was made for."""
    if not keys.is_key(key):
        raise ValueError("no key")
    _check_person(game, by, role)
    # durable: not inside another transaction, or the move would be acknowledged too early.
    with transaction.atomic(durable=True):
        if not _lock(game):
            raise Stale(selectors.timeline(game))
        fold = folds.fold_of(game)
        if first := fold.by_key(key):
            return Played(first, fold, is_repeat=True)
        if after != fold.number:
            raise Stale(fold.timeline)
        wire = plain(read(fold.timeline.state), "bad-move")
        _check_allowed(game, wire, by, role)
        timeline = fold.timeline.play(wire)
        entry = _entry(game, fold, wire, key, by, role)
        entry.save()
        news.tell(game.group_id)
    fold = fold.grown(timeline, entry)
    folds.keep(game, fold)  # only now: it is stored
    return Played(fold.entries[-1], fold, is_repeat=False)


def _lock(game: Game) -> bool:
    """One move at a time for each game; False if the game is gone.

    The row alone: with those that it hangs on, the groups of a class would wait for each other.
    """
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id FROM play_game WHERE id = %s{lock}", [game.pk])  # noqa: S608
        return cursor.fetchone() is not None


def _entry(game: Game, fold: Fold, wire: Wire, key: str, by: Person, role: str) -> Entry:
    entry = Entry(
        game=game,
        number=fold.number + 1,
        move=wire,
        key=key,
        person=by,
        role=role,
        at=timezone.now(),
    )
    entry.hash = log.entry_hash(fold.hash or log.genesis(game), entry)
    return entry


def _check_person(game: Game, by: Person, role: str) -> None:
    if role not in Entry.Role.values:
        raise ValueError("no such role")
    if by.classroom_id != game.group.classroom_id:
        raise ValueError("somebody of another class")
    if by.is_removed:
        raise NotAllowed(gettext("You are no longer in this class."))


def _check_allowed(game: Game, wire: Wire, by: Person, role: str) -> None:
    if role != Entry.Role.STUDENT or not isinstance(wire, dict):
        return
    if wire.get("type") in MODERATORS_VERBS:
        raise NotAllowed(gettext("Only your group's moderator can record that."))
    seat = selectors.seat_of(by, game)
    if seat is None or wire.get("player") != seat.player:
        raise NotAllowed(gettext("You can record moves for your own country only."))
