"""Recording moves: the only way to add entries to a log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play import credentials, dice, selectors
from moderator.play.databases import pubsub
from moderator.play.errors import NotAllowed, Stale
from moderator.play.json_values import json_values
from moderator.play.log import folds
from moderator.play.log.entries import entry_hash, genesis, rules_of
from moderator.play.log.folds import Fold, LoggedMove
from moderator.play.models import Entry, Game, Person
from moderator.rules.errors import Refused
from moderator.rules.wire import REDO, UNDO, Wire


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A recorded move: its entry, and the log as it is now.

    `is_repeat`: the key was used before, and this is the first answer again.
    """

    entry: LoggedMove
    fold: Fold
    is_repeat: bool


def move_play(
    game: Game, wire: Wire, after: int | None, key: str, by: Person, role: str
) -> RecordedMove:
    """Record a move. When this returns, the entry is committed.

    Args:
        wire: the move, without dice that the server rolls; they are added before it is stored.
        after: the log's number that the client saw; None if that is not known.
        key: the idempotency key (`credentials.new`): a repetition gets the first answer.
        role: the role in which `by` records it, one of `Entry.Role`.

    Raises:
        Stale: the log has gone on since `after`, the key has recorded another move, or the game
            has been deleted; nothing is stored.
        Refused: the rules don't accept the move; nothing is stored.
        NotAllowed: this role may not record the move.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    if not credentials.is_key(key):
        raise ValueError("no key")
    return _append(game, wire, after, key, by, role)


def bot_move_play(game: Game, after: int | None, by: Person) -> RecordedMove:
    """Record the next move of a bot's seat (`Seat.is_partner`).

    If several clients trigger it at once, one move is recorded, and all get that answer.

    Args:
        after: the log's number that the client saw; None if that is not known.
        by: who triggers it.

    Raises:
        Stale: the log has gone on, or the game has been deleted; nothing is stored.
        Refused: it is not a bot's turn (`not-your-turn`), or the server doesn't roll the dice
            (`bad-move`); nothing is stored.
        NotAllowed, ValueError: `by` is not in this class.
    """
    key = f"partner.{after}"  # with the dot, no client can post such a key
    fold = folds.fold_of(game)
    if first := fold.by_key(key):
        return RecordedMove(first, fold, is_repeat=True)
    if after != fold.number:
        raise Stale(fold.timeline)
    # Chosen before the game is locked, as it may take a while.
    return _append(game, _bot_move(game, fold), after, key, by, Entry.Role.PARTNER)


def _bot_move(game: Game, fold: Fold) -> Wire:
    """The move of the bot whose turn it is."""
    rules = fold.timeline.game
    if not dice.can_bots_play(game, fold):
        raise Refused(
            "bad-move", gettext("The program plays only where the server rolls the dice.")
        )
    for player in game.seats.filter(is_partner=True).values_list("player", flat=True):
        if (wire := rules.bot_move(fold.timeline.state, player)) is not None:
            return wire
    raise _not_its_turn()


def _not_its_turn() -> Refused:
    return Refused("not-your-turn", gettext("It is not the program’s turn."))


def _append(
    game: Game, wire: Wire, after: int | None, key: str, by: Person, role: str
) -> RecordedMove:
    _check_person(game, by, role)
    wire = json_values(wire, "bad-move")
    # durable: inside another transaction the move would be acknowledged before it is committed.
    with transaction.atomic(durable=True):
        acting = _lock(game)
        if acting is None:
            raise Stale(selectors.timeline(game))
        fold = folds.fold_of(game)
        if first := fold.by_key(key):
            # A form whose response got lost keeps its key, but its input may have changed since.
            if wire != dice.without_rolls(game, fold, first):
                raise Stale(fold.timeline)
            return RecordedMove(first, fold, is_repeat=True)
        if after != fold.number:
            raise Stale(fold.timeline)
        if role == Entry.Role.STUDENT:
            check_student(game, acting, fold, wire, by)
        if role == Entry.Role.PARTNER:
            _check_bot(game, wire)
        wire = dice.with_rolls(game, fold, wire)
        timeline = fold.timeline.play(wire)  # the rules accept or refuse it
        entry = _entry(game, fold, wire, key, by, role)
        entry.save()
        pubsub.publish(game.group_id)
    fold = fold.extended(timeline, entry)
    folds.keep(game, fold)  # only after the commit
    return RecordedMove(fold.entries[-1], fold, is_repeat=False)


def _lock(game: Game) -> str | None:
    """Lock the game's row; who records its moves now. None if the game has been deleted.

    Only this row: with the related ones, the groups of a class would wait for each other.
    """
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT acting FROM play_game WHERE id = %s{lock}", [game.pk])  # noqa: S608
        row = cursor.fetchone()
        return row[0] if row else None


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
    entry.hash = entry_hash(fold.hash or genesis(game), entry)
    return entry


def _check_person(game: Game, by: Person, role: str) -> None:
    if role not in Entry.Role.values:
        raise ValueError("no such role")
    if by.classroom_id != game.group.classroom_id:
        raise ValueError("somebody of another class")
    if by.is_removed:
        raise NotAllowed(gettext("You are no longer in this class."))


def _check_bot(game: Game, wire: Any) -> None:
    if not game.seats.filter(player=wire.get("player"), is_partner=True).exists():
        raise _not_its_turn()  # the bot has been removed from the seat meanwhile


def is_moderators_verb(game: Game, verb: object) -> bool:
    """Whether students may not record that kind of move themselves."""
    move = rules_of(game).verbs.get(verb) if isinstance(verb, str) else None
    return verb in (UNDO, REDO) or (move is not None and move.is_moderators)


def check_student(game: Game, acting: str, fold: Fold, wire: object, by: Person) -> None:
    """Raise `NotAllowed` unless it is a move of the student's own seat."""
    if acting != Game.Acting.SEATS:
        raise NotAllowed(gettext("In this game the moderator records the moves."))
    if not isinstance(wire, dict):
        return  # malformed: the rules refuse it
    if is_moderators_verb(game, wire.get("type")):
        raise NotAllowed(gettext("Only your group’s moderator can record that."))
    seat = selectors.seat_of(by, game)
    if seat is None or wire.get("player") != seat.player:
        facts = {"seat": rules_of(game).seat_word}
        raise NotAllowed(gettext("You can record moves for your own %(seat)s only.") % facts)
    if is_die_missing(game, fold, wire):
        raise NotAllowed(
            gettext(
                "Dice are rolled on the table: say your move, and your moderator types the die."
            )
        )


def is_die_missing(game: Game, fold: Fold, wire: Wire) -> bool:
    """Whether the move needs a die from the table, which only the moderator types."""
    rules, state = fold.timeline.game, fold.timeline.state
    if not rules.is_moderated or dice.rolls_here(game, fold):
        return False
    return bool(rules.dice_of(state, wire))
