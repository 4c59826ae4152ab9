"""What all services that add to a game share: its lock, who may add, and storing entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import credentials, log, queries
from moderator.core.ended import is_followed
from moderator.core.errors import NotAllowed, Stale
from moderator.core.lesson import lesson_now
from moderator.core.log import Fold, LoggedMove, entry_hash, genesis, rules_of
from moderator.core.look import Look
from moderator.core.models import MODERATORS, Entry, Game, Person
from moderator.features.clock.announcements import announcements_due, rounds_begun
from moderator.features.debrief.models import DebriefRelease
from moderator.rules.errors import Refused
from moderator.rules.wire import Wire


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A recorded move: its entry (the last of several), and the log as it is now.

    `is_repeat`: the key was used before, and this is the first answer again.
    """

    entry: LoggedMove
    fold: Fold
    is_repeat: bool


def locked(game: Game) -> Fold:
    """Lock the game, and read again what may have changed: its log as it is then.

    Raises:
        Stale: the game has been deleted.
    """
    if not _lock(game):
        raise Stale(queries.timeline(game))
    return log.fold_of(game)


def _lock(game: Game) -> bool:
    """Lock the game's row; False if there is none any more.

    Only this row: with the related ones, the groups of a class would wait for each other.
    """
    locking = " FOR UPDATE" if connection.features.has_select_for_update else ""
    columns = (
        "acting, changes, stops, (SELECT lesson_changes FROM play_group WHERE id = group_id),"
        " is_reveal_automatic, is_trade_automatic, is_confirmed"
    )
    query = f"SELECT {columns} FROM play_game WHERE id = %s{locking}"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(query, [game.pk])
        row = cursor.fetchone()
    if row is None:
        return False
    game.acting, game.changes, stops, game.group.lesson_changes, *switches = row
    if stops != game.stops:
        game.refresh_from_db(fields=["is_waiting", "stopped_at", "stopped_by", "stops"])
    game.is_reveal_automatic, game.is_trade_automatic, game.is_confirmed = map(bool, switches)
    return True


def count_change(game: Game) -> None:
    """Count a change beside the log; the game is locked."""
    game.changes += 1
    Game.objects.filter(pk=game.pk).update(changes=game.changes)


def seal_again(game: Game) -> None:
    """Withdraw the debrief's releases, as the game goes on; it is locked.

    What is written from now on is only shown when the instructor releases it after the next end.
    """
    standing = DebriefRelease.objects.filter(game=game, withdrawn_at=None)
    if standing.update(withdrawn_at=timezone.now()):
        count_change(game)


def check_running(game: Game) -> None:
    """Raise `Refused` while nothing is recorded in the game; it is locked.

    Cost: no query, unless the lesson has changed.
    """
    if game.is_waiting:
        raise Refused("wrong-phase", waiting_sentence())
    if game.is_stopped:
        raise Refused(
            "game-over",
            gettext("The game is stopped, and nothing is recorded. Continue it first."),
        )
    _check_lesson(game)


def _check_lesson(game: Game) -> None:
    """Raise `Refused` while the lesson is paused, or a clock has run out that locks."""
    lesson = lesson_now(game.group, game).whole
    if lesson.pause:
        raise Refused("wrong-phase", _paused(lesson.pause.reason))
    if lesson.clock and lesson.clock.is_locked(timezone.now()):
        raise Refused(
            "wrong-phase",
            gettext(
                "Time is up, and nothing is recorded until the clock is stopped or gets more time."
            ),
        )


def _paused(reason: str) -> str:
    if not reason:
        return gettext("Not recorded: there is a pause. Do it again when the game goes on.")
    message = gettext("Not recorded: there is a pause (%(reason)s). Do it again when it is over.")
    return message % {"reason": reason}


def waiting_sentence() -> str:
    """Why nothing is recorded in a game that waits for its start."""
    return gettext(
        "The game has not started yet: nothing is recorded until the moderator starts it."
    )


def check_key(key: str) -> None:
    """Raise `ValueError` for a malformed idempotency key."""
    if not credentials.is_key(key):
        raise ValueError("no key")


def check_person(game: Game, by: Person, role: str) -> None:
    """Raise `NotAllowed` for somebody who has been removed, `ValueError` for anybody else's."""
    if role not in Entry.Role.values:
        raise ValueError("no such role")
    if by.classroom_id != game.group.classroom_id:
        raise ValueError("somebody of another class")
    if by.is_removed:
        raise NotAllowed(gettext("You are no longer in this class."))


def check_moderator(game: Game, by: Person, role: str) -> None:
    """Raise `NotAllowed` for anybody but a moderator, and as `check_person` does."""
    check_person(game, by, role)
    if role not in MODERATORS:
        raise NotAllowed(gettext("Only your group’s moderator can do that."))


def own_player(game: Game, by: Person, message: str, asked: str | None = None) -> str:
    """The player of the person's seat.

    Args:
        message: of the refusal, with `%(seat)s` for what a seat is called.
        asked: the player that it has to be; None: any.

    Raises:
        NotAllowed: the person has no seat, or another one.
    """
    seat = queries.seat_of(by, game)
    if seat is None or asked not in (None, seat.player):
        raise NotAllowed(message % {"seat": rules_of(game).seat_word})
    return seat.player


def store(look: Look, wires: Sequence[Wire], keys: Sequence[str], by: Person, role: str) -> Fold:
    """Play and store the next entries; the caller keeps the fold (`log.keep`) after the commit.

    Announcements that were prepared for a round which begins now are released. A game that was over
    goes on: what has been released of messages and records is sealed again.

    Raises:
        Stale: the game was over, and the group has begun another one.
        Refused: the rules don't accept one of them; the caller's transaction must be undone.
    """
    game, at = look.game, timezone.now()
    fold = before = look.fold
    was_over = look.rules.is_over(look.state)
    if was_over and is_followed(game):
        raise Stale(before.timeline)
    entries = []
    for wire, key in zip(wires, keys, strict=True):
        timeline = fold.timeline.play(wire)
        entry = Entry(
            game=game, number=fold.number + 1, move=wire, key=key, person=by, role=role, at=at
        )
        entry.hash = entry_hash(fold.hash or genesis(game), entry)
        entries.append(entry)
        fold = fold.extended(timeline, entry)
    if len(entries) == 1:
        entries[0].save()
    else:
        Entry.objects.append(entries)
    if begun := rounds_begun(before, fold):
        announcements_due(game, begun, fold.number)
    if was_over:
        seal_again(game)
    return fold
