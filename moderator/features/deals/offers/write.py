"""Offers made, answered, recorded and discarded; objections made and dismissed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import log
from moderator.core.databases import pubsub
from moderator.core.errors import NotAllowed, Stale
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Person
from moderator.core.recording import (
    RecordedMove,
    check_key,
    check_moderator,
    check_person,
    check_running,
    count_change,
    locked,
    own_player,
    store,
)
from moderator.core.text import json_values
from moderator.features.deals.models import Objection, PlayerOffer
from moderator.features.deals.offers.read import ACCEPTED, offers_of, opening_of, to_confirm
from moderator.rules.agreed import AgreementRules
from moderator.rules.errors import Refused
from moderator.rules.wire import Wire

# Accepted offers: recorded or discarded, and what all changes of an offer share.

AgreedAnswer, Settled = PlayerOffer.Answer, PlayerOffer.Settled


@dataclass(frozen=True, slots=True)
class ChangedOffer:
    """An offer after a change; `recorded`: its move, if this recorded it."""

    number: int
    maker: str
    partner: str
    is_repeat: bool
    recorded: RecordedMove | None = None


def offer_record(game: Game, number: int, key: str, by: Person, role: str) -> ChangedOffer:
    """Record an accepted offer.

    Raises:
        Stale: it is not accepted, has been recorded or discarded, its turn is over, or the game
            has been deleted.
        Refused: the rules don't allow it now; nothing is stored.
        NotAllowed: only a moderator records it.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    check_moderator(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked(game)
        look = Look(game, fold)
        agreed = rules_of_offers(fold)
        if first := fold.by_key(key):
            offer = game.player_offers.filter(number=number, entry_number=first.number).first()
            if offer is None:
                raise Stale(fold.timeline)
            return changed_offer(offer, is_repeat=True)
        check_running(game)
        offer = _agreed_offer(look, number)
        agreed.check_now(fold.timeline.state, offer.move)
        recorded = record_offer(look, agreed, offer, key, by, role)
        publish_change(game, offer, recorded)
    log.keep(game, recorded.fold)
    return changed_offer(offer, recorded)


def offer_discard(game: Game, number: int, key: str, by: Person, role: str) -> ChangedOffer:
    """Discard an accepted offer: it is not recorded.

    Raises:
        Stale: as with `offer_record`.
        NotAllowed: only a moderator discards it.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    check_moderator(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked(game)
        offer = game.player_offers.filter(number=number).first()
        if offer is not None and offer.settled == Settled.DISCARDED:
            return changed_offer(offer, is_repeat=True)
        check_running(game)
        offer = _agreed_offer(Look(game, fold), number)
        offer.settled, offer.settled_by = Settled.DISCARDED, by
        offer.save(update_fields=["settled", "settled_by"])
        publish_change(game, offer)
    return changed_offer(offer)


def record_offer(
    look: Look,
    agreed: AgreementRules[Any],
    offer: PlayerOffer,
    key: str,
    by: Person,
    role: str,
) -> RecordedMove:
    """Store the offer's move; the offer is accepted and the game locked."""
    wire = dict(agreed.as_recorded(look.state, offer.move))
    new = store(look, [wire], [key], by, role)
    offer.settled, offer.settled_by, offer.entry_number = Settled.RECORDED, by, new.number
    offer.save(update_fields=["settled", "settled_by", "entry_number"])
    return RecordedMove(new.entries[-1], new, is_repeat=False)


def rules_of_offers(fold: Fold) -> AgreementRules[Any]:
    """The game's rules of agreed moves; `Refused` if it has none."""
    agreed = fold.timeline.rules.agreed
    if agreed is None:
        raise Refused("bad-move", gettext("In this game nothing is offered."))
    return agreed


def check_present(fold: Fold, offer: PlayerOffer) -> None:
    """Raise `Stale` if the offer's turn is over, or has been undone."""
    agreed = fold.timeline.rules.agreed
    if agreed is None or opening_of(fold, agreed) != offer.opened_by:
        raise Stale(fold.timeline)


def publish_change(game: Game, offer: PlayerOffer, recorded: RecordedMove | None = None) -> None:
    """Count the change, and notify those who may know of it: all, if a move was recorded."""
    count_change(game)
    if recorded is not None:
        pubsub.publish(game.group_id)
        return
    for audience in audiences_of(offer.maker, offer.partner):
        pubsub.publish(game.group_id, audience)


def audiences_of(maker: str, partner: str) -> tuple[str, ...]:
    """Those who may know of an offer."""
    return (pubsub.MODERATOR, pubsub.seat_audience(maker), pubsub.seat_audience(partner))


def changed_offer(
    offer: PlayerOffer, recorded: RecordedMove | None = None, is_repeat: bool = False
) -> ChangedOffer:
    return ChangedOffer(offer.number, offer.maker, offer.partner, is_repeat, recorded)


def _agreed_offer(look: Look, number: int) -> PlayerOffer:
    offer = look.game.player_offers.filter(
        number=number, answer=AgreedAnswer.ACCEPTED, settled=""
    ).first()
    if offer is None:
        raise Stale(look.timeline)
    check_present(look.fold, offer)
    return offer


# Offers between two players: made and answered.

NUMBERS = 10**9
Answer = PlayerOffer.Answer
ANSWERS = (Answer.ACCEPTED, Answer.DECLINED, Answer.WITHDRAWN)
"""What is sent as an answer; a counter-offer is an offer of its own."""


def offer_make(
    game: Game,
    move: object,
    key: str,
    by: Person,
    counters: int | None = None,
    opened_by: int | None = None,
) -> ChangedOffer:
    """Offer the partner a move. When this returns, the offer is committed.

    Args:
        move: its wire form, from the maker's side.
        counters: the number of the partner's offer that is declined with this one.
        opened_by: the entry that opened the period for which the form was made, if it says so.

    Raises:
        Stale: that offer has been answered, the form's period is over, the key has made another
            offer, or the game has been deleted.
        Refused: the rules don't allow it, or there is an open offer to that partner.
        NotAllowed: the person has no seat.
        ValueError: the key is malformed, or `by` is of another class.
    """
    check_key(key)
    check_person(game, by, Entry.Role.STUDENT)
    move = json_values(move, "bad-move")
    with transaction.atomic(durable=True):
        fold = locked(game)
        look = Look(game, fold)
        agreed = rules_of_offers(fold)
        maker = _player_of(game, by)
        if repeated := game.player_offers.filter(key=key).first():
            is_same = repeated.maker == maker and repeated.move == _read(agreed, fold, maker, move)
            return _repeat(fold, repeated, is_same)
        check_running(game)
        wire = _read(agreed, fold, maker, move)
        opened_now = opening_of(fold, agreed)
        if opened_now is None:
            raise Refused("game-over", gettext("The game is over."))
        if opened_by not in (None, opened_now):
            raise Stale(fold.timeline)
        agreed.check_terms(fold.timeline.state, wire)
        one, other = agreed.players(wire)
        partner = other if one == maker else one
        if counters is not None:
            _counter(look, counters, maker, partner, key, by)
        _check_first(look, maker, partner)
        offer = _stored(game, opened_now, maker, partner, wire, key, by)
        publish_change(game, offer)
    return changed_offer(offer)


def offer_answer(game: Game, number: int, answer: str, key: str, by: Person) -> ChangedOffer:
    """Accept, decline or (its maker) withdraw an offer.

    If the game is set to do so, an accepted one is recorded at once.

    Raises:
        Stale: it has been answered, its turn is over, or the game has been deleted.
        Refused: the rules don't allow an accepted one now; nothing is stored.
        NotAllowed: it isn't this person's offer to answer.
        ValueError: the key or the answer is malformed, or `by` is of another class.
    """
    check_key(key)
    if answer not in ANSWERS:
        raise ValueError("no such answer")
    check_person(game, by, Entry.Role.STUDENT)
    with transaction.atomic(durable=True):
        fold = locked(game)
        look = Look(game, fold)
        agreed = rules_of_offers(fold)
        player = _player_of(game, by)
        offer = game.player_offers.filter(number=number).first()
        if offer is not None and offer.answer_key == key:
            return _repeat(fold, offer, offer.answer == answer and offer.answered_by_id == by.pk)
        check_running(game)
        offer = _open_offer(look, number, player, Answer(answer))
        if answer == Answer.ACCEPTED:
            agreed.check_now(fold.timeline.state, offer.move)
        _answer(offer, Answer(answer), key, by)
        recorded = None
        if answer == Answer.ACCEPTED and game.is_trade_automatic:
            # With the dot, no client can post such a key.
            key = f"offer.{offer.number}"
            recorded = record_offer(look, agreed, offer, key, by, Entry.Role.SYSTEM)
        publish_change(game, offer, recorded)
    if recorded is not None:
        log.keep(game, recorded.fold)
    return changed_offer(offer, recorded)


def _player_of(game: Game, by: Person) -> str:
    message = gettext("You can make and answer offers of your own %(seat)s only.")
    return own_player(game, by, message)


def _read(agreed: AgreementRules[Any], fold: Fold, maker: str, move: object) -> Wire:
    return dict(agreed.read(fold.timeline.state, maker, move))


def _counter(look: Look, number: int, maker: str, partner: str, key: str, by: Person) -> None:
    """Decline the partner's offer with a counter-offer."""
    offer = _open_offer(look, number, maker, Answer.COUNTERED)
    if offer.maker != partner:
        raise Refused("bad-target", gettext("A counter-offer goes to whoever made the offer."))
    _answer(offer, Answer.COUNTERED, key, by)


def _stored(
    game: Game, opened_by: int, maker: str, partner: str, wire: Wire, key: str, by: Person
) -> PlayerOffer:
    offer = PlayerOffer(
        game=game,
        number=new_number(game),
        opened_by=opened_by,
        maker=maker,
        partner=partner,
        move=wire,
        key=key,
        person=by,
        at=timezone.now(),
    )
    offer.save(force_insert=True)
    return offer


def _check_first(look: Look, maker: str, partner: str) -> None:
    """Raise `Refused` if the maker waits for the partner's answer to another offer."""
    waiting = (o for o in offers_of(look).open if (o.maker, o.partner) == (maker, partner))
    if any(waiting):
        raise Refused(
            "bad-move", gettext("Your last offer has not been answered. Withdraw it first.")
        )


def new_number(game: Game) -> int:
    """An unused number, drawn: counted ones would tell how many offers others have made."""
    while True:
        number = secrets.randbelow(NUMBERS) + 1
        if not game.player_offers.filter(number=number).exists():
            return number


def _open_offer(look: Look, number: int, player: str, answer: Answer) -> PlayerOffer:
    """The offer that the player can answer in that way; `Stale` if it is no longer open."""
    offer = look.game.player_offers.filter(number=number).first()
    whose = offer and (offer.maker if answer == Answer.WITHDRAWN else offer.partner)
    if offer is None or whose != player:
        raise NotAllowed(gettext("That is not your offer to answer."))
    check_present(look.fold, offer)
    if offer.answer:
        raise Stale(look.timeline)
    return offer


def _answer(offer: PlayerOffer, answer: Answer, key: str, by: Person) -> None:
    offer.answer, offer.answer_key = answer, key
    offer.answered_by, offer.answered_at = by, timezone.now()
    offer.save(update_fields=["answer", "answer_key", "answered_by", "answered_at"])


def _repeat(fold: Fold, offer: PlayerOffer, is_same: bool) -> ChangedOffer:
    """The answer to a key that has been used: the same again, or 409 for something else."""
    if not is_same:
        raise Stale(fold.timeline)
    return changed_offer(offer, is_repeat=True)


# Objections: a player says that a move was recorded wrongly, and the moderator is alerted.


def objection_make(game: Game, entry_number: int, by: Person) -> bool:
    """Object to an entry; False if the player has done so before.

    Raises:
        Stale: it is too late, the entry has been undone, or the game has been deleted.
        NotAllowed: the person has no seat.
        ValueError: `by` is of another class.
    """
    check_person(game, by, Entry.Role.STUDENT)
    with transaction.atomic(durable=True):
        fold, now = locked(game), timezone.now()
        look = Look(game, fold)
        player = own_player(game, by, gettext("You can object for your own %(seat)s only."))
        if game.objections.filter(entry_number=entry_number, player=player).exists():
            return False
        open_ones = to_confirm(look, offers_of(look), player, now, ACCEPTED)
        if entry_number not in [entry.number for entry in open_ones]:
            raise Stale(fold.timeline)
        Objection.objects.create(
            game=game, entry_number=entry_number, player=player, person=by, at=now
        )
        count_change(game)
        pubsub.publish(game.group_id, pubsub.MODERATOR)
    return True


def objection_dismiss(game: Game, objection: int, by: Person, role: str) -> None:
    """Dismiss an objection; one that has been dismissed already stays as it is.

    Raises:
        Stale: there is no such objection, or the game has been deleted.
        NotAllowed: only a moderator dismisses it.
        ValueError: the role is malformed, or `by` is of another class.
    """
    check_moderator(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked(game)
        found = game.objections.filter(pk=objection)
        if not found.exists():
            raise Stale(fold.timeline)
        if found.filter(dismissed_by=None).update(dismissed_by=by):
            count_change(game)
            pubsub.publish(game.group_id, pubsub.MODERATOR)
