"""What players of a game write to each other and note: who may read it, its rows, and its lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.cache import LruCache
from moderator.core.databases import pubsub
from moderator.core.ended import has_ended_for_good
from moderator.core.feature import FEATURES
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import MODERATORS, Game, Person
from moderator.core.written_models import Diplomacy, Written
from moderator.rules.deals import AcceptedPromise
from moderator.rules.errors import Refused
from moderator.rules.said import CONTACT, SaidLine
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer
from moderator.rules.wire import Wire

# What players have written in a game, kept in memory: only what is new is read again.


@dataclass(frozen=True, slots=True)
class SaidOnTable:
    """A message, a contact or a promise as it is stored, whose `kind` that is, as of `SaidLine`.

    Args:
        number: of its kind in the game, from 1.
        player, others: who wrote or promised it, and to or about whom.
        role, person: in which role it was written, and the primary key of who did.
        is_answer_entered: a moderator has entered the answer for the player.
        is_struck: of a contact. terms and what follows: of a promise, as in the model `Promise`.
    """

    kind: str
    number: int
    player: str
    others: tuple[str, ...]
    turn: int
    log_number: int
    at: datetime
    role: str
    person: int | None
    text: str = ""
    is_struck: bool = False
    terms: Wire = field(default_factory=dict)
    exchange: Wire | None = None
    answer: str = ""
    accepted_after: int | None = None
    is_answer_entered: bool = False

    @property
    def is_entered(self) -> bool:
        """Whether a moderator has entered it for the player."""
        return self.role in MODERATORS

    @property
    def players(self) -> frozenset[str]:
        return frozenset((self.player, *self.others))

    @property
    def readers(self) -> frozenset[str]:
        """The players who may read it during the game: a contact is in the record of one."""
        return frozenset((self.player,)) if self.kind == CONTACT else self.players

    def is_seen_by(self, viewer: Viewer, do_teachers_read: bool) -> bool:
        """Whether the viewer may read it during the game; moderators know what they entered."""
        if viewer.is_moderator:
            return self.is_entered or do_teachers_read
        return viewer.seat in self.readers

    def audiences(self, settings: Diplomacy) -> tuple[str, ...]:
        """Those who may read it during the game."""
        seats = map(pubsub.seat_audience, sorted(self.readers))
        is_read_along = self.is_seen_by(MODERATOR, settings.do_teachers_read)
        return (*seats, pubsub.MODERATOR) if is_read_along else tuple(seats)

    @property
    def happened(self) -> int:
        """How often it has changed, being written included."""
        return 1 + self.is_struck + bool(self.answer)

    @property
    def is_accepted(self) -> bool:
        """Whether it is a promise that holds."""
        return self.accepted_after is not None

    @property
    def judged(self) -> tuple[AcceptedPromise, ...]:
        """What is judged of it, once it is accepted: it, and what was promised in exchange."""
        after, (partner, *_none) = self.accepted_after or 0, self.others
        made = AcceptedPromise(self.player, partner, self.terms, after)
        if self.exchange is None:
            return (made,)
        return made, AcceptedPromise(partner, self.player, self.exchange, after)


R = TypeVar("R", bound=Written)


class WrittenRows(Generic[R]):
    """All rows of a kind of each game, in the order in which they were written.

    Args:
        make: what a row is on the table.
        changed: which of the rows that were read before may have changed since.
        size_of: bytes in memory, estimated; `most_bytes` of all games together.
    """

    def __init__(
        self,
        make: Callable[[R], SaidOnTable],
        changed: Callable[[tuple[SaidOnTable, ...]], Q | None],
        size_of: Callable[[SaidOnTable], int],
        most_bytes: int,
    ) -> None:
        self._make = make
        self._changed = changed
        self._kept: LruCache[tuple[SaidOnTable, ...]] = LruCache(
            most_bytes, lambda found: sum(map(size_of, found))
        )

    def read(self, game: Game, rewritten: int, rows: QuerySet[R]) -> tuple[SaidOnTable, ...]:
        """The game's rows as they are stored now.

        Args:
            rewritten: as in `Diplomacy`, read before.
        """
        key = (game.uid, rewritten)
        known = self._kept.get(key) or ()
        last = known[-1].number if known else 0
        changed = self._changed(known) if known else None
        wanted = Q(number__gt=last) if changed is None else Q(number__gt=last) | changed
        read = {row.number: self._make(row) for row in rows.filter(wanted).order_by("number")}
        if not read:
            return known
        again = tuple(read.pop(one.number, one) for one in known)
        found = (*again, *read.values())
        # What a transaction reads may be rolled back.
        if found != known and not connection.in_atomic_block:
            self._kept.put(key, found)
        return found


def on_table(
    row: Written, kind: str, player: str, others: Iterable[str], **facts: Any
) -> SaidOnTable:
    """A stored row; `facts`: what only that kind has."""
    when, who = (row.turn, row.log_number, row.at), (row.role, row.person_id)
    return SaidOnTable(kind, row.number, player, tuple(others), *when, *who, **facts)


def said_in(look: Look) -> tuple[SaidOnTable, ...]:
    """What players have told each other and noted, by all features."""
    return tuple(chain.from_iterable(feature.said(look) for feature in FEATURES))


def concerns(look: Look, player: str) -> bool:
    """Whether the player has got or written a message, a contact or a promise."""
    return any(player in one.readers for one in said_in(look))


# Who reads what is written.


def has_messages(fold: Fold) -> bool:
    now = fold.timeline
    return now.rules.has_messages(now.state)


def has_records(fold: Fold) -> bool:
    now = fold.timeline
    return now.rules.has_diplomatic_records(now.state)


def do_teachers_read_now(settings: Diplomacy, look: Look) -> bool:
    """Whether they may read everything now: also at the debrief, if everybody may then."""
    at_end = settings.does_everybody_read and has_ended_for_good(look)
    return settings.do_teachers_read or at_end


def settings_of(game: Game) -> Diplomacy:
    """The game's settings of messages and records; the defaults if none were chosen."""
    return Diplomacy.objects.filter(game=game).first() or Diplomacy(game=game)


def settings_store(game: Game, **values: object) -> None:
    """Change these settings; the caller counts it as a change of the game."""
    row, _is_new = Diplomacy.objects.get_or_create(game=game)
    for name, value in values.items():
        setattr(row, name, value)
    row.changes += 1
    row.save()


def count_rewritten(game_pk: int) -> None:
    """Erasing a name has changed what was written: it is read again."""
    Diplomacy.objects.get_or_create(game_id=game_pk)
    Diplomacy.objects.filter(game=game_pk).update(rewritten=F("rewritten") + 1)
    count_changed(game_pk)


def count_changed(game_pk: int) -> None:
    """Erasing a name has changed what lies beside the log, which is cached by this number."""
    Game.objects.filter(pk=game_pk).update(changes=F("changes") + 1)


# Writing it, and showing it as lines.

Labels = dict[str, SeatLabel]


def columns_now(look: Look, rows: QuerySet[Any], by: Person, role: str) -> dict[str, Any]:
    """The columns that messages, contacts and promises share, of one that is written now.

    Args:
        rows: all of its kind in the game, which is locked.
    """
    return {
        "game": look.game,
        "number": (rows.aggregate(last=Max("number"))["last"] or 0) + 1,
        "turn": look.fold.turn,
        "log_number": look.fold.number,
        "person": by,
        "role": role,
        "at": timezone.now(),
    }


def check_others(
    fold: Fold, player: str, others: Collection[str], unknown: Refused, nobody: Refused
) -> None:
    """Raise one of the refusals if not all of these are other players, or there are none."""
    seats = fold.timeline.labels.keys()
    if player not in seats or not set(others) <= seats - {player}:
        raise unknown
    if not others:
        raise nobody


MOST_IN_A_MINUTE = 10
MOST_IN_A_GAME = 300  # by one player: with a limit for all, it would notice what others write
A_MINUTE = timedelta(minutes=1)


def check_limits(own: QuerySet[Any], in_a_minute: str, in_a_game: str) -> None:
    """Raise `Refused` if a player writes too much.

    Args:
        own: what the player has written, of one kind.
        in_a_minute, in_a_game: the refusals, with `%(most)d`.
    """
    if own.filter(at__gt=timezone.now() - A_MINUTE).count() >= MOST_IN_A_MINUTE:
        raise Refused("too-many", in_a_minute % {"most": MOST_IN_A_MINUTE})
    if own.count() >= MOST_IN_A_GAME:
        raise Refused("too-many", in_a_game % {"most": MOST_IN_A_GAME})


def said_line(fold: Fold, labels: Labels, one: SaidOnTable, **facts: Any) -> SaidLine:
    """What a player wrote, in words; `facts`: what this reader knows besides."""
    word = fold.timeline.rules.round_word
    round_name = f"{word} {one.turn}" if word and one.turn else ""
    moved = gettext("before the first move")
    if one.log_number:
        moved = gettext("after entry %(number)d") % {"number": one.log_number}
    known = {
        "text": one.text,
        "answer": one.answer,
        "accepted_after": one.accepted_after,
        "is_entered": one.is_entered,
        "is_answer_entered": one.is_answer_entered,
        "is_struck": one.is_struck,
        "round": round_name,
        "when": f"{round_name}, {moved}" if round_name else moved,
    }
    return SaidLine(
        kind=one.kind,
        seat=labels[one.player],
        others=labelled(labels, one.others),
        turn=one.turn,
        log_number=one.log_number,
        at=one.at,
        **known | facts,
    )


def labelled(labels: Labels, players: Collection[str]) -> tuple[SeatLabel, ...]:
    return tuple(label for id, label in labels.items() if id in players)
