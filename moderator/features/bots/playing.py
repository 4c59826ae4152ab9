"""The process that moves bots: `manage.py play_bots`, started by the site where there are any."""

from __future__ import annotations

import logging
import secrets
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from moderator.core import child, log, queries
from moderator.core.class_models import Presence
from moderator.core.errors import NotAllowed, Stale
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Seat
from moderator.core.publishing import ONLINE
from moderator.core.recording import check_running
from moderator.features.bots.answering import next_answer
from moderator.features.bots.models import HOLDER_LETTERS, BotJob
from moderator.features.bots.write import (
    LEASE,
    PACE,
    bot_play,
    bot_take,
    bots_wait,
    is_awaited,
    start,
)
from moderator.rules.errors import Refused

logger = logging.getLogger(__name__)

_OWN = secrets.token_hex(HOLDER_LETTERS // 2)  # this process
_idle: dict[str, tuple[str, int, int]] = {}  # games in which bots had nothing to do, as they were
_last = 0  # the primary key of the game in which a bot has done something last
LOOK_S = 0.5  # between two looks at all games with bots
READY_S = 60.0  # so long it waits for a game with bots
AWAKE = timedelta(hours=12)
"""So long after its last entry a game is looked at."""


def wanted() -> QuerySet[Game]:
    """The games whose bots may have something to do, with their groups and classes.

    Cost: one query, which an index answers where there are no bots.
    """
    since = timezone.now() - AWAKE
    bots = Seat.objects.filter(game=OuterRef("pk"), is_partner=True)
    entries = Entry.objects.filter(game=OuterRef("pk"), at__gt=since)
    recent = Q(created__gt=since) | Q(started_at__gt=since) | Q(bot_job__until__gt=since)
    games = queries.present_games().filter(
        Exists(bots), stopped_at=None, is_waiting=False, group__classroom__deleted_at=None
    )
    return games.filter(recent | Exists(entries)).select_related("group__classroom", "bot_job")


def start_if_wanted() -> None:
    """Start the process, unless there is nothing to do or it runs."""
    if wanted().exists():
        start()


def play_while_wanted() -> None:
    """Move all bots, until there have been none for a while."""

    def step() -> bool:
        games = list(wanted())
        if games:
            play_next(games)
        return bool(games)

    child.work(step, LOOK_S, READY_S)


def play_next(games: Sequence[Game]) -> None:
    """The next move in one of the games whose time has come, but for those that another process
    plays. They take turns: so people's moves come in between, however many bots there are.

    Cost of a look: four queries, and what a bot decides.
    """
    global _last
    now, folds = timezone.now(), log.folds_of(games)
    bots: dict[int, list[Seat]] = defaultdict(list)
    for seat in _without_those_who_came(games, now):
        bots[seat.game_id].append(seat)
    for game in sorted(games, key=lambda one: (one.pk <= _last, one.pk)):
        try:
            if _play(Look(game, folds[game.pk]), bots[game.pk], now):
                _last = game.pk
                return
        except (Stale, NotAllowed, Refused) as error:  # somebody was quicker, or there is a pause
            logger.info("A bot of game %d has not moved: %s", game.pk, error)
        except Exception:  # whatever is wrong with one game, the others go on
            logger.exception("The bots of game %d can't move", game.pk)


def _without_those_who_came(games: Sequence[Game], now: datetime) -> list[Seat]:
    """The bots' seats; where somebody of the seat has connected, the bot goes."""
    seats = Seat.objects.filter(game__in=games, is_partner=True)
    came = Presence.objects.filter(
        person__seats=OuterRef("pk"), person__is_removed=False, seen__range=(now - ONLINE, now)
    )
    found = seats.select_related("put_by", "game__group__classroom").order_by("pk")
    left: list[Seat] = []
    for seat in found.annotate(has_come=Exists(came)):
        if seat.has_come:
            bot_take(seat.game, seat.player)
        else:
            left.append(seat)
    return left


def _play(look: Look, bots: Sequence[Seat], now: datetime) -> bool:
    """Whether bots have done something."""
    game = look.game
    last = look.fold.entries[-1].at if look.fold.entries else None
    if last and now - PACE < last <= now:
        return False
    seen = (look.fold.hash, game.changes, game.stops)
    if _idle.get(game.uid) == seen:
        return False
    answer = next_answer(look, bots)
    if not (answer or is_awaited(look, bots)):
        _idle[game.uid] = seen
        return False
    check_running(game)
    if bots_wait(look) or not _holds(game, now):
        return False
    if answer:
        answer()
        # Nobody moves them meanwhile.
        BotJob.objects.filter(game=game).update(holder="", until=timezone.now() + PACE)
        return True
    return bot_play(look, bots)


def _holds(game: Game, now: datetime) -> bool:
    """Whether this process may move the game's bots now. It takes the game if nobody holds it."""
    job = getattr(game, "bot_job", None)
    if job is None:
        job = BotJob.objects.get_or_create(game=game, defaults={"until": now})[0]
    if now < job.until <= now + LEASE:  # not in the far future, by a clock that was set back
        return bool(job.holder == _OWN)
    free = BotJob.objects.filter(game=game, holder=job.holder, until=job.until)
    return bool(free.update(holder=_OWN, until=now + LEASE))
