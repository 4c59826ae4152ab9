"""What bots do with people, who offer and promise; and the process that moves bots, `manage.py
play_bots`, started by the site where there are any."""

from __future__ import annotations

import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from typing import TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import child, credentials, log, queries
from moderator.core.cache import cached
from moderator.core.class_models import Presence
from moderator.core.errors import NotAllowed, Stale
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Seat
from moderator.core.publishing import ONLINE
from moderator.core.recording import check_running
from moderator.features.bots.models import HOLDER_LETTERS, BotJob, BotReason
from moderator.features.bots.write import (
    LEASE,
    PACE,
    bot_play,
    bot_take,
    bots_of,
    bots_wait,
    chance_of,
    is_awaited,
    known_of,
    put_by,
    reason_store,
    start,
)
from moderator.features.deals.models import Answer, PlayerOffer
from moderator.features.deals.offers import OFFERS, sentence_of
from moderator.features.deals.offers_write import offer_answer, offer_make
from moderator.features.deals.records import RECORDS, promise_answer
from moderator.rules.bots import Because, BotAnswer, BotRules, Decision, Known
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire

Write = Callable[[], None]
"""Writes an answer or an offer; raises `Stale`, `Refused`, `NotAllowed` as anybody's does."""
T = TypeVar("T")


def next_answer(look: Look, bots: Sequence[Seat]) -> Write | None:
    """What writes the next answer or offer of one of these bots; None if there is nothing to write.

    Cost: what is decided once is kept as long as nothing changes; a query if a bot has a proposal.
    """
    rules = look.rules.bots
    if rules is None or not look.game.is_running or look.timeline.is_over:
        return None
    players = [seat.player for seat in bots]
    dealers = [Dealer(look, seat, rules, known_of(look, seat.player, players)) for seat in bots]
    answers = chain.from_iterable(one.answers() for one in dealers)
    return next(chain(answers, *(one.proposals() for one in dealers)), None)


def spoken_answers(look: Look, wire: Wire) -> str:
    """What bots say to a move that people have agreed on aloud, for who is about to record it."""
    rules, agreed = look.rules.bots, look.rules.agreed
    if rules is None or agreed is None or wire.get("type") not in agreed.verbs:
        return ""
    said = []
    for seat in bots_of(look.game):
        if seat.player in agreed.players(wire):
            known, below = known_of(look, seat.player, ()), chance_of(look, seat)
            found = rules.answer(known, seat.level, wire, below)
            said += [_spoken(look, seat.player, found)] if found else []
    return " ".join(said)


def _spoken(look: Look, player: str, found: BotAnswer) -> str:
    facts = {"name": look.timeline.labels[player].name, "because": str(found.because)}
    if found.is_accepted:
        return gettext("%(name)s’s program agrees: %(because)s") % facts
    if found.counter is None:
        return gettext("%(name)s’s program does not agree: %(because)s") % facts
    facts["counter"] = sentence_of(look.fold, found.counter)
    text = gettext("%(name)s’s program does not agree: %(because)s It would: %(counter)s.")
    return text % facts


@dataclass(frozen=True)
class Dealer:
    """One bot, with what it knows."""

    look: Look
    seat: Seat
    rules: BotRules
    known: Known

    @property
    def player(self) -> str:
        return self.seat.player

    def answers(self) -> Iterator[Write]:
        """To promises, and to the offers that can be answered now."""
        for one in RECORDS.of(self.look).of(self.player).promises:
            if one.answer or one.player == self.player:
                continue
            made, below = one.judged[0], chance_of(self.look, self.seat)
            found = self.rules.vow(self.known, self.seat.level, made, one.exchange, below)
            if found:
                yield partial(self._answer_promise, one.number, found)
        for offer in OFFERS.of(self.look).open:
            if offer.partner == self.player:
                found = self._kept(offer.number, partial(self._judged, offer))
                if found and not (found.is_accepted and offer.obstacle):
                    yield partial(self._answer_offer, offer, found)

    def _judged(self, offer: PlayerOffer) -> BotAnswer | None:
        below = chance_of(self.look, self.seat)
        return self.rules.answer(self.known, self.seat.level, offer.move, below)

    def proposals(self) -> Iterator[Write]:
        """An offer to somebody who has not been asked in this period, as if all were accepted."""
        open_ones = OFFERS.of(self.look).open
        own = tuple(one.move for one in open_ones if one.maker == self.player)
        asking = {one.maker for one in open_ones if one.partner == self.player}
        known, labels = self.known, self.look.timeline.labels
        asked = known.asked | known.partners | asking
        known = replace(known, agreed=known.agreed + own, asked=asked)
        if self._kept(0, partial(self._proposal, known)) is None:
            return
        seats = self.look.game.seats.filter(persons__is_removed=False)
        nobodys = labels.keys() - set(seats.values_list("player", flat=True))
        found = self._proposal(replace(known, asked=asked | nobodys))
        if found:
            yield partial(self._propose, found)

    def _proposal(self, known: Known) -> Decision | None:
        return self.rules.proposal(known, self.seat.level)

    def _kept(self, what: int, decide: Callable[[], T | None]) -> T | None:
        """A decision on an offer, by its number, or (0) a proposal."""
        game = self.look.game
        key: Hashable = (game.uid, self.look.fold.hash, game.changes, game.stops)
        key = (key, self.player, self.seat.level, what)
        return cached("bot's answer", key, lambda: (decide(),))[0]

    # Writing it, with its reason

    def _answer_promise(self, number: int, found: BotAnswer) -> None:
        said, key, by = _said(found), credentials.new(), put_by(self.seat)
        store, role = self._reason(BotReason.PROMISE, found.because), Entry.Role.PARTNER
        game, own = self.look.game, self.player
        promise_answer(game, number, said, key, by, role, bot=own, beside=store)

    def _answer_offer(self, offer: PlayerOffer, found: BotAnswer) -> None:
        game, by, key = self.look.game, put_by(self.seat), credentials.new()
        store, number = self._reason(BotReason.OFFER, found.because), offer.number
        if found.counter is None:
            offer_answer(game, number, _said(found), key, by, bot=self.player, beside=store)
            return

        def beside(_counter: int) -> None:
            store(number)

        offer_make(game, found.counter, key, by, number, bot=self.player, beside=beside)

    def _propose(self, found: Decision) -> None:
        by, key = put_by(self.seat), credentials.new()
        store = self._reason(BotReason.OFFER, found.because)
        offer_make(self.look.game, found.wire, key, by, bot=self.player, beside=store)

    def _reason(self, what: str, because: Because | None) -> Callable[[int], None]:
        """Stores why, for an offer or a promise by its number."""
        return lambda number: reason_store(self.look.game, self.player, what, number, because)


def _said(found: BotAnswer) -> str:
    return Answer.ACCEPTED if found.is_accepted else Answer.DECLINED


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
