"""Recording a move: the one way into a log."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play import keys, log, news, selectors
from moderator.play.errors import NotAllowed, Stale
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

    entry: Entry
    timeline: Timeline
    is_repeat: bool


def move_play(game: Game, wire: Wire, after: int, key: str, by: Person, role: str) -> Played:
    """Record a move. When this returns, the entry is stored for good.

    Args:
        after: the log's number that the asker saw.
        key: the form's own key (`keys.new`): a second try gets the first one's answer.
        role: as what `by` records it, one of `Entry.Role`.

    Raises:
        Stale: the log has gone on since `after`, or the game has been deleted; nothing is stored.
        Refused: the rules don't take the move; nothing is stored.
        NotAllowed: the move is not for this role.
        ValueError: the key has no key's shape, the role is none, or `by` is of another class.
    """
    wire = plain(wire, "bad-move")
    if not keys.is_key(key):
        raise ValueError("no key")
    _check_allowed(game, wire, by, role)
    # durable: not inside another transaction, or the move would be acknowledged too early.
    with transaction.atomic(durable=True):
        locked = Game.objects.select_for_update().filter(pk=game.pk).first()
        if locked is None:
            raise Stale(selectors.timeline(game))
        now = selectors.timeline(locked)
        first = selectors.entries(locked).filter(key=key).first()
        if first is not None:
            return Played(first, now, is_repeat=True)
        if after != now.number:
            raise Stale(now)
        played = now.play(wire)
        entry = Entry(
            game=locked,
            number=played.number,
            move=wire,
            key=key,
            person=by,
            role=role,
            at=timezone.now(),
        )
        _, previous = selectors.head(locked)
        entry.hash = log.entry_hash(previous, entry)
        entry.save()
        news.tell(locked.group_id)
    return Played(entry, played, is_repeat=False)


def _check_allowed(game: Game, wire: Wire, by: Person, role: str) -> None:
    if role not in Entry.Role.values:
        raise ValueError("no such role")
    if by.classroom_id != game.group.classroom_id:
        raise ValueError("somebody of another class")
    if by.is_removed:
        raise NotAllowed(gettext("You are no longer in this class."))
    if role != Entry.Role.STUDENT or not isinstance(wire, dict):
        return
    if wire.get("type") in MODERATORS_VERBS:
        raise NotAllowed(gettext("Only your group's moderator can record that."))
    seat = selectors.seat_of(by, game)
    if seat is None or wire.get("player") != seat.player:
        raise NotAllowed(gettext("You can record moves for your own country only."))
