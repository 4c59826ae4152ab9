"""What players of a game write to each other and note: it lies beside the log, in no record.

What its models have in common, who may read it, its rows, and its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, TypeVar

from django.db import connection, models
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.cache import MB, LruCache
from moderator.core.ended import has_ended_for_good
from moderator.core.feature import FEATURES
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import MODERATORS, Entry, Game, Person
from moderator.rules.deals import CONTACT, AcceptedPromise, SaidLine
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer

# What models of messages and notes have in common.

MESSAGE_LETTERS = 1000
TYPED_MOST = 4 * MESSAGE_LETTERS  # what is shown again of a text that was not stored


class Diplomacy(models.Model):
    """How a game's messages and records are kept; a game without it has the defaults.

    `readers` and `afterwards` are fixed when the game starts, since the page promises them to those
    who write.
    """

    class Readers(models.TextChoices):
        """Who may read everything that is written while the game lasts."""

        TEACHERS = "teachers"  # the group's moderators and the instructor
        NOBODY = "nobody"  # but those who write and get it

    class Afterwards(models.TextChoices):
        """Who may read it at the debrief."""

        EVERYBODY = "everybody"
        NOBODY = "nobody"  # but those who wrote and got it

    class Verdicts(models.TextChoices):
        """When players see whether a promise was kept."""

        AT_ONCE = "at-once"
        TURN = "turn"  # at the end of the round
        DEBRIEF = "debrief"

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="diplomacy")
    readers = models.CharField(max_length=10, choices=Readers.choices, default=Readers.TEACHERS)
    afterwards = models.CharField(
        max_length=10, choices=Afterwards.choices, default=Afterwards.EVERYBODY
    )
    verdicts = models.CharField(max_length=10, choices=Verdicts.choices, default=Verdicts.DEBRIEF)
    is_closed = models.BooleanField(default=False)  # nobody may write now
    closed_to = models.JSONField(default=list)  # the players who may not write, by id
    changes = models.PositiveIntegerField(default=0)  # of these settings
    # How often erasing a name has changed what was written.
    rewritten = models.PositiveIntegerField(default=0)

    @property
    def do_teachers_read(self) -> bool:
        """Whether the group's moderators and the instructor read along."""
        return self.readers == self.Readers.TEACHERS

    @property
    def does_everybody_read(self) -> bool:
        """Whether everybody may read everything at the debrief."""
        return self.afterwards == self.Afterwards.EVERYBODY

    def is_closed_to(self, player: str) -> bool:
        """Whether the player may not write now."""
        return self.is_closed or player in self.closed_to


class Written(models.Model):
    """What was written in a game, with when and by whom; it is never changed.

    Except by erasing a name, which `Diplomacy.rewritten` counts. `private`, of this and other
    models: the way to the game whose settings say whether teachers may read it.
    """

    private = "game"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="%(class)ss")
    number = models.PositiveIntegerField()  # of its kind in the game, from 1
    turn = models.PositiveIntegerField()  # the round of the game in which it was written
    log_number = models.PositiveIntegerField()  # the log's last entry at that time
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    role = models.CharField(max_length=10, choices=Entry.Role.choices)  # a moderator may enter it
    at = models.DateTimeField()

    class Meta:
        abstract = True
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="%(class)s_number_unique"),
        ]


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
        seats = map(publishing.seat_audience, sorted(self.readers))
        is_read_along = self.is_seen_by(MODERATOR, settings.do_teachers_read)
        return (*seats, publishing.MODERATOR) if is_read_along else tuple(seats)

    @property
    def happened(self) -> int:
        """How often it has changed, being written included."""
        return 1 + self.is_struck + bool(self.answer)

    @property
    def size(self) -> int:
        """Its bytes in memory, estimated."""
        return (2_000 if self.terms else 450) + 2 * len(self.text)

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


# As they are stored, in the order in which they were written, by game.
_rows: LruCache[tuple[SaidOnTable, ...]] = LruCache(16 * MB, lambda rows: sum(r.size for r in rows))

R = TypeVar("R", bound=Written)


def written_rows(
    model: type[R],
    game: Game,
    rewritten: int,
    make: Callable[[R], SaidOnTable],
    changed: Callable[[tuple[SaidOnTable, ...]], Q | None] = lambda known: None,
) -> tuple[SaidOnTable, ...]:
    """All rows of a kind in the game, in the order in which they were written.

    Args:
        rewritten: as in `Diplomacy`, read before.
        make: what a row is on the table.
        changed: which of the rows that were read before may have changed since.
    """
    key = (model, game.uid, rewritten)
    known = _rows.get(key) or ()
    last = known[-1].number if known else 0
    again = changed(known) if known else None
    wanted = Q(number__gt=last) if again is None else Q(number__gt=last) | again
    rows = model._default_manager.filter(wanted, game=game).order_by("number")
    read = {row.number: make(row) for row in rows}
    if not read:
        return known
    kept = tuple(read.pop(one.number, one) for one in known)
    found = (*kept, *read.values())
    # What a transaction reads may be rolled back.
    if found != known and not connection.in_atomic_block:
        _rows.put(key, found)
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
    return Diplomacy.objects.filter(game=game).first() or Diplomacy(game_id=game.pk)


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


def writer_forget(person: Person, *models: type[Written]) -> None:
    """Nobody is known to have written what the person wrote, also where it has been read."""
    for model in models:
        rows = model._default_manager.filter(person=person)
        games = set(rows.order_by().values_list("game", flat=True))
        rows.update(person=None)
        for pk in games:
            count_rewritten(pk)


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
