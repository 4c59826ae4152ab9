"""Recording moves, the only way to add entries to a log; and playing a turn to its end."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext

from moderator.core import dice, log, queries
from moderator.core.errors import NotAllowed, Stale
from moderator.core.log import rules_of
from moderator.core.look import Look, look_at
from moderator.core.models import Entry, Game, Person
from moderator.core.recording import RecordedMove, changing, check_bot, check_running
from moderator.core.sentences import next_to_end
from moderator.core.text import json_values
from moderator.features.slips.read import redo_refused
from moderator.features.slips.write import check_written, reopen_slips
from moderator.rules.errors import Refused
from moderator.rules.move import Description
from moderator.rules.reading import REDO, UNDO, Wire

# Recording moves: the only way to add entries to a log.


def move_play(
    game: Game,
    wire: Wire,
    after: int | None,
    key: str,
    by: Person,
    role: str,
    beside: Callable[[], object] = lambda: None,
) -> RecordedMove:
    """Record a move. When this returns, the entry is committed.

    Args:
        wire: the move, without dice that the server rolls; they are added before it is stored.
        after: the log's number that the client saw; None if that is not known.
        key: the idempotency key (`credentials.new`): a repetition gets the first answer.
        role: the role in which `by` records it, one of `Entry.Role`.
        beside: stores what is committed with it.

    Raises:
        Stale: the log has gone on since `after`, the key has recorded another move, or the game
            has been deleted; nothing is stored.
        Refused: the rules don't accept the move; nothing is stored.
        NotAllowed: this role may not record the move.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    wire = json_values(wire, "bad-move")
    with changing(game, by, role, key=key, after=after) as now:
        look = now.look
        if now.entry:
            # A form whose response got lost keeps its key, but its input may have changed since.
            if wire != dice.without_rolls(look, now.entry):
                raise now.stale()
            return RecordedMove(now.entry, now.fold, is_repeat=True)
        if role == Entry.Role.STUDENT:
            check_student(look, wire, by)
        if role == Entry.Role.PARTNER:
            for player in _movers(look, wire):
                check_bot(game, player)
        recorded = now.record(*_together(look, dice.with_rolls(look, wire), key))
        if wire.get("type") == UNDO:
            reopen_slips(now, look)
        beside()
    return recorded


def _movers(look: Look, wire: Wire) -> tuple[object, ...]:
    """Who must agree to a move that a bot has decided on."""
    agreed = look.rules.agreed
    if agreed is not None and wire.get("type") in agreed.verbs:
        return agreed.players(wire)
    return (wire.get("player"),)


def _together(look: Look, wire: Wire, key: str) -> tuple[list[Wire], list[str]]:
    """The moves to record, with their keys: undo and redo cover a whole group of entries."""
    verb = wire.get("type") if isinstance(wire, dict) else None
    check_written(look.fold, verb)
    if verb not in (UNDO, REDO):
        return [wire], [key]
    if verb == REDO and (refused := redo_refused(look)):
        raise refused
    size = log.size_of_next(look.fold, verb)
    return [wire] * size, log.keys(key, size) if size > 1 else [key]


def is_moderators_verb(game: Game, verb: object) -> bool:
    """Whether students may not record that kind of move themselves."""
    move = rules_of(game).verbs.get(verb) if isinstance(verb, str) else None
    return verb in (UNDO, REDO) or (move is not None and move.is_moderators)


def check_student(look: Look, wire: object, by: Person) -> None:
    """Raise `NotAllowed` unless students record, and it is a move of the student's own seat."""
    if look.game.acting != Game.Acting.SEATS:
        raise NotAllowed(gettext("In this game the moderator records the moves."))
    _check_own(look, wire, by)


def _check_own(look: Look, wire: object, by: Person) -> None:
    if not isinstance(wire, dict):
        return  # malformed: the rules refuse it
    if is_moderators_verb(look.game, wire.get("type")):
        raise NotAllowed(gettext("Only your group’s moderator can record that."))
    seat = queries.seat_of(by, look.game)
    if seat is None or wire.get("player") != seat.player:
        facts = {"seat": rules_of(look.game).seat_word}
        raise NotAllowed(gettext("You can record moves for your own %(seat)s only.") % facts)
    if is_die_missing(look, wire):
        raise NotAllowed(
            gettext(
                "Dice are rolled on the table: say your move, and your moderator types the die."
            )
        )


def is_die_missing(look: Look, wire: Wire) -> bool:
    """Whether the move needs a die from the table, which only the moderator types."""
    rules, state = look.rules, look.state
    if not rules.is_moderated or dice.rolls_here(look):
        return False
    return bool(rules.dice_of(state, wire))


# What a student's move would do, before it is recorded or told to the moderator.


def move_preview(look: Look, wire: Wire, by: Person) -> tuple[Description, bool]:
    """A student's move in words, and whether the server will roll its dice; nothing is stored.

    Raises:
        Refused: the rules don't accept the move.
        NotAllowed: it isn't a move of the student's own seat.
    """
    check_running(look.game)
    _check_own(look, wire, by)
    check_written(look.fold, wire.get("type"))
    rules, state = look.rules, look.state
    is_rolled = dice.rolls_here(look) and bool(rules.dice_of(state, wire))
    move = rules.read_move(state, wire, is_rolled=not is_rolled)
    rules.check(state, move)
    return move.describe(state), is_rolled


# Playing a decided turn to its end, in one step: the rules' own moves, recorded together.


def check_turn_end(game: Game, after: int | None, key: str) -> None:
    """Raise what `turn_end` raises because of the game, before a person is made to record it."""
    log.check_key(key)
    look = look_at(game)
    if not look.fold.by_key(key):
        _check(look, after)


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
    log.check_key(key)
    with changing(game, by, role, key=key) as now:
        if now.entry:
            if not log.name_of(now.entry.key):
                raise now.stale()
            return RecordedMove(now.entry, now.fold, is_repeat=True)
        before, first = now.fold.number, _check(now.look, after)
        if role == Entry.Role.STUDENT:
            check_student(now.look, first, by)
        wire: Wire | None = first
        while wire is not None and wire["player"] == first["player"]:
            key_of_next = f"{key}:{now.fold.number - before + 1}"
            recorded = now.record([dice.with_rolls(now.look, wire)], [key_of_next])
            wire = next_to_end(now.look)
    return recorded


def _check(look: Look, after: int | None) -> Wire:
    """The next move of a decided turn."""
    check_running(look.game)
    if after != look.fold.number:
        raise Stale(look.timeline)
    wire = next_to_end(look) if dice.rolls_here(look) else None
    if wire is None:
        raise Refused("bad-move", gettext("This turn isn’t decided yet."))
    return wire
