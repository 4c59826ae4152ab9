"""Bots in seats: put there and taken away; and what they do next, as anybody else does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import chain
from random import Random

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from moderator.core import child, credentials, queries
from moderator.core.dice import can_bots_play
from moderator.core.ended import seen_as
from moderator.core.errors import InvalidInput
from moderator.core.log import fold_of, rules_of
from moderator.core.look import Look, look_at
from moderator.core.models import Classroom, Entry, Game, Person, Seat
from moderator.core.people import instructor_person
from moderator.core.publishing import is_online
from moderator.core.recording import check_running
from moderator.core.seating import bot_leave, bots_changed
from moderator.features.bots.models import SENTENCE_LETTERS, BotJob, BotReason
from moderator.features.deals.offers import OFFERS
from moderator.features.deals.records import RECORDS
from moderator.features.moves.write import move_play
from moderator.features.slips.read import ORDER_SLIPS, Slip
from moderator.features.slips.write import SlipChange, filled_orders, slip_write
from moderator.rules.bots import Because, Decision, Known
from moderator.rules.errors import Refused
from moderator.rules.move import RandomBelow
from moderator.rules.reading import UNDO
from moderator.rules.seating import Viewer

# Putting a bot on a seat, and taking it away.

COMMAND = "play_bots"
PACE = timedelta(seconds=2)
"""So long a bot waits after the last entry: people see what happens."""
LEASE = timedelta(seconds=15)
"""So long only one process moves a game's bots, after it has taken the game or made a move."""


def start() -> None:
    """Start the process that moves bots, unless it runs; on a busy machine moves would wait for
    SQLite's lock if it had a lower priority than the site."""
    child.start(COMMAND, niceness=0)


@transaction.atomic
def bot_put(game: Game, player: str, level: str, by: Person) -> None:
    """Let a bot of this level play the seat; one that is there changes its level.

    Raises:
        InvalidInput: the program can't play there, or somebody of the seat is connected.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    seat = _seat_checked(game, player, level)
    now = timezone.now()
    seen = seat.persons.filter(is_removed=False).values_list("presence__seen", flat=True)
    if any(is_online(one, now) for one in seen):
        raise InvalidInput(gettext("Somebody who is connected has this seat."))
    seat.is_partner, seat.level, seat.put_by = True, level, by
    seat.save(update_fields=["is_partner", "level", "put_by"])
    _free(game, now)
    bots_changed(game)
    transaction.on_commit(start)


def _seat_checked(game: Game, player: str, level: str) -> Seat:
    """The seat, if a bot of this level can play it."""
    rules = rules_of(game)
    facts = {"game": rules.name}
    if rules.bots is None:
        raise InvalidInput(gettext("In %(game)s the program can’t take a seat.") % facts)
    if not can_bots_play(look_at(game)):
        raise InvalidInput(gettext("The program plays only where the server rolls the dice."))
    seat = game.seats.filter(player=player).first()
    if seat is None or level not in {one.id for one in rules.bots.levels}:
        raise InvalidInput(gettext("There is no such seat for the program."))
    return seat


@transaction.atomic
def bots_fill(classroom: Classroom, level: str, by: Person, group: int | None = None) -> int:
    """Put a bot on every free seat (`free_seats`) of the class's present games, or of one group's.

    Returns:
        On how many. Games in which the program can't play are left out.
    """
    games = queries.present_games().filter(group__classroom=classroom, stopped_at=None)
    if group is not None:
        games = games.filter(group__number=group)
    count = 0
    for game in games.select_related("group__classroom").order_by("pk"):
        for player in free_seats(game).values_list("player", flat=True):
            try:
                bot_put(game, player, level, by)
            except InvalidInput:
                break
            count += 1
    return count


def free_seats(game: Game) -> QuerySet[Seat]:
    """The seats that no bot plays and nobody has, or only people who are marked as absent."""
    present = Seat.persons.through.objects.filter(
        seat=OuterRef("pk"), person__is_absent=False, person__is_removed=False
    )
    return game.seats.filter(~Exists(present), is_partner=False).order_by("pk")


@transaction.atomic
def bot_take(game: Game, player: str) -> None:
    """Take the bot away from the seat, if there is one; what it has done stays."""
    locked = Game.objects.select_for_update().filter(pk=game.pk).first()
    if locked is not None:  # it may have been deleted meanwhile
        bot_leave(locked, player)


@transaction.atomic
def bots_go_on(game: Game, number: int) -> None:
    """Let the bots play after this entry, though it is an undo; nothing happens unless it is the
    last one."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if number != fold_of(game).number:
        return
    _free(game, timezone.now(), goes_on=number)
    bots_changed(game)
    transaction.on_commit(start)


def _free(game: Game, now: datetime, **more: int) -> None:
    """Any process may move the game's bots now."""
    BotJob.objects.update_or_create(game=game, defaults={"until": now, **more})


# What the bots of a game do next.


def bots_of(game: Game) -> list[Seat]:
    """The seats of its bots, in the order of play."""
    seats = game.seats.filter(is_partner=True).select_related("put_by").order_by("pk")
    return list(seats)


def bots_wait(look: Look) -> bool:
    """Whether the last entry is an undo: bots don't fight it, but wait until somebody records
    something, or lets them go on."""
    if not look.fold.entries or look.fold.entries[-1].verb != UNDO:
        return False
    job = BotJob.objects.filter(game=look.game).first()
    return job is None or job.goes_on != look.fold.number


def is_awaited(look: Look, bots: Sequence[Seat]) -> bool:
    """Whether one of these bots may have something to do now, as far as that is told quickly."""
    if look.timeline.is_over or not look.game.is_running:
        return False
    own = {seat.player for seat in bots}
    book = ORDER_SLIPS.of(look)
    if book.is_open:
        return any(slip.player in own for slip in book.missing)
    movers = look.rules.movers(look.state)
    return can_bots_play(look) and any(look.state.player_id(one) in own for one in movers)


def bot_play(look: Look, bots: Sequence[Seat]) -> bool:
    """Write and seal the next slip of these bots, or make their next move, unless another process
    has; whether there was one.

    It is decided before the game is locked, as it may take a while.

    Raises:
        Stale, Refused, NotAllowed: as of anybody's move; nothing is stored.
    """
    check_running(look.game)
    if not can_bots_play(look):
        raise Refused(
            "bad-move", gettext("The program plays only where the server rolls the dice.")
        )
    book = ORDER_SLIPS.of(look)
    for seat in bots:
        slip = book.of(seat.player)
        if book.is_open and (slip is None or slip.is_sealed):
            continue
        decisions = decide(look, seat, bots)
        if slip is not None:
            _write_slip(look, seat, slip, decisions)
            return True
        if decisions:
            _move(look, seat, decisions[0])
            return True
    return False


def _write_slip(look: Look, seat: Seat, slip: Slip, decisions: Sequence[Decision]) -> None:
    game, opened_by = look.game, ORDER_SLIPS.of(look).opened_by
    orders = [one.wire for one in decisions] or filled_orders(look.fold, slip)
    change = SlipChange(slip.player, slip.version, orders, True, opened_by)

    def beside() -> None:
        of_slip = {"player": seat.player, "what": BotReason.SLIP, "number": opened_by}
        BotReason.objects.filter(game=game, **of_slip).delete()
        for one in decisions:
            reason_store(game, seat.player, BotReason.SLIP, opened_by, one.because)

    role = Entry.Role.PARTNER
    slip_write(game, change, credentials.new(), put_by(seat), role, beside=beside)


def _move(look: Look, seat: Seat, decision: Decision) -> None:
    game, number = look.game, look.fold.number

    def beside() -> None:
        reason_store(game, seat.player, BotReason.ENTRY, number + 1, decision.because)
        # Whoever holds the game keeps it, without a commit of its own.
        BotJob.objects.filter(game=game).update(until=timezone.now() + LEASE)

    key = f"partner.{number}"  # with the dot, no client can post such a key
    move_play(game, decision.wire, number, key, put_by(seat), Entry.Role.PARTNER, beside)


def reason_store(game: Game, player: str, what: str, number: int, because: Because | None) -> None:
    """Keep why the bot of this seat did something; `what` and `number` as in `BotReason`."""
    if because is not None:
        text, facts = because.text[:SENTENCE_LETTERS], dict(because.facts)
        BotReason.objects.create(
            game=game, player=player, what=what, number=number, text=text, facts=facts
        )


def known_of(look: Look, player: str, partners: Iterable[str]) -> Known:
    """The game as the bot of this player knows it.

    Args:
        partners: the players of all bots, who agree at once or not at all.
    """
    offers = OFFERS.of(look).offers
    own = [one for one in offers if player in (one.maker, one.partner)]
    promises = RECORDS.of(look).of(player).promises
    return Known(
        look.timeline,
        seen_as(look.by(Viewer(seat=player))),
        frozenset(partners),
        tuple(chain.from_iterable(one.judged for one in promises if one.is_accepted)),
        tuple(one.move for one in own if one.is_agreed),
        frozenset(one.partner for one in own if one.maker == player),
    )


def decide(look: Look, seat: Seat, bots: Iterable[Seat]) -> Sequence[Decision]:
    """What the bot decides: it knows what its seat sees, and draws by a seed of its own."""
    rules = look.rules
    if rules.bots is None:
        return ()
    known = known_of(look, seat.player, [one.player for one in bots])
    return rules.bots.decide(known, seat.level, chance_of(look, seat))


def chance_of(look: Look, seat: Seat) -> RandomBelow:
    """A bot's own chance at this entry of the log."""
    text = f"{look.game.uid}:{seat.player}:{look.fold.number}"
    return Random(salted_hmac("moderator.bots", text).hexdigest()).randrange  # noqa: S311


def put_by(seat: Seat) -> Person:
    """Who has put the bot there; the instructor, if that isn't known, or the person has gone."""
    by: Person | None = seat.put_by
    if by is None or by.is_removed:
        return instructor_person(seat.game.group.classroom)
    return by
