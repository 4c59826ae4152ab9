"""Playing a decided turn to its end, in one step: the rules' own moves, recorded together."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext

from moderator.play import dice
from moderator.play.databases import pubsub
from moderator.play.errors import Stale
from moderator.play.log import folds, groups
from moderator.play.log.folds import Fold
from moderator.play.models import Entry, Game, Person
from moderator.play.services.moves import check_student
from moderator.play.services.recording import (
    RecordedMove,
    check_key,
    check_person,
    check_running,
    locked,
    store,
)
from moderator.rules.errors import Refused
from moderator.rules.wire import Wire


def can_turn_end(game: Game, fold: Fold) -> bool:
    """Whether the active player's turn is decided, and the server rolls what is left of it."""
    return dice.rolls_here(game, fold) and _next(fold) is not None


def check_turn_end(game: Game, after: int | None, key: str) -> None:
    """Raise what `turn_end` raises because of the game, before a person is made to record it."""
    (first_key,) = groups.keys(key, 1)
    fold = folds.fold_of(game)
    if not fold.by_key(first_key):
        _check(game, fold, after)


def turn_end(game: Game, after: int | None, key: str, by: Person, role: str) -> RecordedMove:
    """Record all moves that are left of a decided turn; undo and redo cover them together.

    Args:
        after: the log's number that the client saw; None if that is not known.
        key: the idempotency key: a repetition gets the first answer.

    Raises:
        Stale: the log has gone on, or the game has been deleted; nothing is stored.
        Refused: the turn is not decided, or the game is stopped; nothing is stored.
        NotAllowed: this role may not record the player's moves.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    (first_key,) = groups.keys(key, 1)
    check_person(game, by, role)
    with transaction.atomic(durable=True):
        fold = new = locked(game)
        if earlier := fold.by_key(first_key):
            return RecordedMove(earlier, fold, is_repeat=True)
        first = _check(game, fold, after)
        if role == Entry.Role.STUDENT:
            check_student(game, fold, first, by)
        wire: Wire | None = first
        while wire is not None and wire["player"] == first["player"]:
            rolled = dice.with_rolls(game, new, wire)
            keys = [f"{key}:{new.number - fold.number + 1}"]
            new = store(game, new, [rolled], keys, by, role)
            wire = _next(new)
        pubsub.publish(game.group_id)
    folds.keep(game, new)  # only after the commit
    return RecordedMove(new.entries[-1], new, is_repeat=False)


def _check(game: Game, fold: Fold, after: int | None) -> Wire:
    """The next move of a decided turn."""
    check_running(game)
    if after != fold.number:
        raise Stale(fold.timeline)
    wire = _next(fold) if dice.rolls_here(game, fold) else None
    if wire is None:
        raise Refused("bad-move", gettext("This turn isn’t decided yet."))
    return wire


def _next(fold: Fold) -> Wire | None:
    rules, state = fold.timeline.game, fold.timeline.state
    moves = (rules.next_to_end_turn(state, player) for player in rules.movers(state))
    return next((move for move in moves if move is not None), None)
