"""What a student's move would do, before it is recorded."""

from __future__ import annotations

from moderator.play import dice
from moderator.play.errors import Stale
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Person
from moderator.play.services.moves import check_student
from moderator.play.services.recording import check_running
from moderator.play.services.reveals import check_written
from moderator.rules.move import Description
from moderator.rules.wire import Wire


def move_preview(
    game: Game, fold: Fold, wire: Wire, after: int | None, by: Person
) -> tuple[Description, bool]:
    """A student's move in words, and whether the server will roll its dice; nothing is stored.

    Args:
        fold: the game's log.
        after: the log's number that the client saw; None if that is not known.

    Raises:
        Stale: the log has gone on since `after`.
        Refused: the rules don't accept the move.
        NotAllowed: a student may not record the move.
    """
    if after != fold.number:
        raise Stale(fold.timeline)
    check_running(game)
    check_student(game, fold, wire, by)
    check_written(fold, wire.get("type"))
    rules, state = fold.timeline.game, fold.timeline.state
    is_rolled = dice.rolls_here(game, fold) and bool(rules.dice_of(state, wire))
    move = rules.read_move(state, wire, is_rolled=not is_rolled)
    rules.check(state, move)
    return rules.describe(state, move), is_rolled
