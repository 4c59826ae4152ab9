"""How a game is changed: one frame for every change (`changing`), and what it asks.

The frame locks the game, asks who may, answers a repeated key, and refuses what is stale or comes
while nothing is recorded. With the commit, and not before, those learn of the change who get to
see it: in this process and in the others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import EllipsisType

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator import metrics
from moderator.core import credentials, ended, log, publishing, queries
from moderator.core.class_models import DoneKey
from moderator.core.ended import is_followed
from moderator.core.errors import NotAllowed, Stale
from moderator.core.feature import FEATURES
from moderator.core.lesson import lesson_now
from moderator.core.log import Fold, LoggedMove, entry_hash, genesis, rules_of
from moderator.core.look import Look
from moderator.core.models import MODERATORS, Entry, Game, Person
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire
from moderator.rules.seating import PUBLIC


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A recorded move: its entry (the last of several), and the log as it is now.

    `is_repeat`: the key was used before, and this is the first answer again.
    """

    entry: LoggedMove
    fold: Fold
    is_repeat: bool


@dataclass(frozen=True, slots=True)
class Done:
    """What a change beside the log has answered: the number of its row; and what it recorded.

    `is_repeat`: the key was used before, and this is the first answer again.
    """

    number: int
    is_repeat: bool = False
    recorded: RecordedMove | None = None


class Change:
    """A change of a game that is being made: the game is locked, its log read.

    Attributes:
        look: the game with its log, also with what has just been recorded.
        player: of the person's seat, if it was asked for.
        repeated: the first answer, if the key was used before for the same: nothing may be done
            again then.
        entry: what the key has recorded in the log, if it was used there.
    """

    def __init__(self, look: Look, by: Person, role: str, key: str) -> None:
        self.look = self._before = look
        self.game = look.game
        self.by, self.role, self.key = by, role, key
        self.player = ""
        self.answer = 0
        self.recorded: RecordedMove | None = None
        self.repeated: Done | None = None
        self.entry = look.fold.by_key(key) if key else None
        self._is_counted = False
        self._audiences: dict[str, None] = {}
        self._is_public = False

    @property
    def fold(self) -> Fold:
        return self.look.fold

    def stale(self, done: str = "") -> Stale:
        """The refusal of what was made for an older chart; `done` as in `Stale`."""
        return Stale(self.look.timeline, done)

    def changed(self, *audiences: str) -> None:
        """Something beside the log has changed, for these audiences; for everybody if none is
        named. Count it, so that it is read again."""
        if not self._is_counted:
            count_change(self.game)
            self._is_counted = True
        self._audiences.update(dict.fromkeys(audiences))
        self._is_public |= not audiences

    def record(self, wires: Sequence[Wire], keys: Sequence[str], role: str = "") -> RecordedMove:
        """Play the moves and add them to the log; features do what follows from it.

        Args:
            role: by default that of this change.

        Raises:
            Stale: the game was over, and the group has begun another one.
            Refused: the rules don't accept one of them; the transaction must be undone.
        """
        game, at = self.game, timezone.now()
        fold = before = self.fold
        was_over = self.look.timeline.is_over
        if was_over and is_followed(game):
            raise self.stale()
        entries = []
        for wire, key in zip(wires, keys, strict=True):
            timeline = fold.timeline.play(wire)
            entry = Entry(game=game, number=fold.number + 1, move=wire, key=key, at=at)
            entry.person, entry.role = self.by, role or self.role
            entry.hash = entry_hash(fold.hash or genesis(game), entry)
            entries.append(entry)
            fold = fold.extended(timeline, entry)
        if len(entries) == 1:
            entries[0].save()
        else:
            Entry.objects.append(entries)
        for feature in FEATURES:
            feature.recorded(game, before, fold)
        if was_over:
            goes_on(game)
        self.look = Look(game, fold)
        self.recorded = RecordedMove(fold.entries[-1], fold, is_repeat=False)
        return self.recorded

    def done(self, number: int = 0) -> Done:
        """The answer, which a repetition gets, too: the number of a row."""
        self.answer = number
        return Done(number, recorded=self.recorded)

    def tell(self) -> None:
        """In the transaction: notify those who get to see it, once it is committed."""
        group_id, added = self.game.group_id, self.fold.number - self._before.fold.number
        if added:
            transaction.on_commit(partial(log.keep, self.game, self.fold))
            transaction.on_commit(partial(metrics.MOVES.labels(self.game.rules).inc, added))
        if added or self._is_public:
            # The public chart is rendered at once, so that viewers see it before the response.
            publishing.publish(group_id, known=self.look.by(PUBLIC))
        else:
            publishing.publish_to(group_id, *self._audiences)
        was_over = self._before.timeline.is_over
        if added and self.look.timeline.is_over != was_over:
            publishing.publish_charts(ended.companions(self.game))


@contextmanager
def changing(
    game: Game,
    by: Person,
    role: str,
    *,
    key: str | None = None,
    asked: object = None,
    after: int | EllipsisType | None = ...,
    turn: int | None = None,
    own: str = "",
    player: str | None = None,
    is_moderators: bool = False,
    is_always: bool = False,
) -> Iterator[Change]:
    """A change of the game, in a transaction of its own, that takes effect as a whole.

    Args:
        key: the idempotency key. Of a repetition `repeated` or `entry` says what it has done.
        asked: what is asked for, as JSON values; None if only the log keeps the key.
        after: the log's number that the page showed; None if that is not known; left out if any
            will do.
        turn: the round that the page showed (`Fold.turn`); None if any will do.
        own: why students can't do it for another player, with `%(seat)s`; empty if any person may.
        player: for whom it is asked; None: for the person's own player.
        is_moderators: only moderators may do it.
        is_always: also while nothing is recorded: before the start, in a pause, once stopped.

    Raises:
        Stale: the log or the round has gone on, the key has been used for something else, or
            the game has been deleted.
        Refused: nothing is recorded now.
        NotAllowed: the person has no seat, another one, the wrong role, or has been removed.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    if key is not None and role != Entry.Role.PARTNER:  # the program's own keys have a dot
        check_key(key)
    (check_moderator if is_moderators else check_person)(game, by, role)
    with _locking(game) as fold:
        now = Change(Look(game, fold), by, role, key or "")
        if own and role == Entry.Role.STUDENT:
            now.player = own_player(game, by, own, player)
        else:
            now.player = player or ""
        if role == Entry.Role.PARTNER and now.player:
            check_bot(game, now.player)
        now.repeated = _repeated(now, asked)
        if not now.repeated and not now.entry:
            if not is_always:
                check_running(game)
            if after not in (..., now.fold.number) or turn not in (None, now.fold.turn):
                raise now.stale()
        yield now
        if now.repeated or now.entry:
            return
        if key and asked is not None:
            digest = _digests(now, asked)[0]
            DoneKey.objects.create(game=game, key=key, digest=digest, answer=now.answer)
        now.tell()


@contextmanager
def _locking(game: Game) -> Iterator[Fold]:
    """A transaction in which the game is locked, and its log as it is then.

    After a rollback, what is read must not be kept in memory as if it were of the next change.
    """
    changes: int | None = None
    try:
        # durable: inside another transaction it would be acknowledged before it is committed.
        with transaction.atomic(durable=True):
            fold = locked(game)
            changes = game.changes
            yield fold
    except BaseException:
        if changes is not None:
            game.changes = changes
        raise


def is_done(game: Game, key: str) -> bool:
    """Whether the key has done something beside the log."""
    return DoneKey.objects.filter(game=game, key=key).exists()


def _repeated(now: Change, asked: object) -> Done | None:
    """The first answer, if the key has done the same before."""
    if not now.key or asked is None:
        return None
    done = DoneKey.objects.filter(game=now.game, key=now.key).first()
    if done is None and now.entry is None:
        return None
    if done is None or (done.digest and done.digest not in _digests(now, asked)):
        raise now.stale()
    return Done(done.answer, is_repeat=True)


def _digests(now: Change, asked: object) -> list[str]:
    """HMACs of what was asked for, and for which player; the first is by the present key."""
    text = json.dumps([now.player, asked], sort_keys=True, separators=(",", ":"))
    return credentials.macs(_SALT, text)


_SALT = "moderator.done-key"  # stored digests depend on it


def locked(game: Game) -> Fold:
    """Lock the game, and read again what may have changed: its log as it is then.

    Raises:
        Stale: the game has been deleted.
    """
    # Only its row: with the related ones, the groups of a class would wait for each other.
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
        raise Stale(queries.timeline(game))
    game.acting, game.changes, stops, game.group.lesson_changes, *switches = row
    if stops != game.stops:
        again = ["is_waiting", "stopped_at", "stopped_by", "stops", "points", "has_open_goals"]
        game.refresh_from_db(fields=[*again, "is_concluded", "kept_settings"])
    game.is_reveal_automatic, game.is_trade_automatic, game.is_confirmed = map(bool, switches)
    return log.fold_of(game)


def count_change(game: Game) -> None:
    """Count a change beside the log; the game is locked."""
    game.changes += 1
    Game.objects.filter(pk=game.pk).update(changes=game.changes)


def goes_on(game: Game) -> None:
    """A game that was over or stopped goes on; it is locked."""
    for feature in FEATURES:
        feature.goes_on(game)


def check_running(game: Game) -> None:
    """Raise `Refused` while nothing is recorded in the game; it is locked.

    Cost: no query, unless the lesson has changed.
    """
    if game.is_waiting:
        raise Refused("wrong-phase", waiting_sentence())
    if game.is_stopped:
        raise Refused(
            "game-over",
            gettext("The game is stopped, and nothing is recorded unless it is continued."),
        )
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


def check_bot(game: Game, player: object) -> None:
    """Raise `Refused` unless a bot plays there: it may have been taken away while it decided."""
    if not game.seats.filter(player=player, is_partner=True).exists():
        raise Refused("not-your-turn", gettext("It is not the program’s turn."))


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
