"""What bots do with people: they answer offers and promises, and propose trades.

A bot answers as anybody else does: what it would accept waits until the rules allow it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TypeVar

from django.utils.translation import gettext

from moderator.core import credentials
from moderator.core.cache import cached
from moderator.core.look import Look
from moderator.core.models import Entry, Seat
from moderator.features.bots.models import BotReason
from moderator.features.bots.write import bots_of, chance_of, known_of, put_by, reason_store
from moderator.features.deals.models import Answer, PlayerOffer
from moderator.features.deals.offers import OFFERS, sentence_of
from moderator.features.deals.offers_write import offer_answer, offer_make
from moderator.features.deals.records import RECORDS, promise_answer
from moderator.rules.bots import Because, BotAnswer, BotRules, Decision, Known
from moderator.rules.wire import Wire

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
