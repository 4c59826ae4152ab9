"""Accepted offers: recorded or discarded, and what all changes of an offer share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.databases import pubsub
from moderator.play.errors import Stale
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Person, PlayerOffer
from moderator.play.services.recording import (
    RecordedMove,
    check_key,
    check_moderator,
    check_running,
    count_change,
    locked,
    store,
)
from moderator.play.table.offers import opening_of
from moderator.rules.agreed import AgreementRules
from moderator.rules.errors import Refused

Answer, Settled = PlayerOffer.Answer, PlayerOffer.Settled


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
        agreed = rules_of_offers(fold)
        if first := fold.by_key(key):
            offer = game.player_offers.filter(number=number, entry_number=first.number).first()
            if offer is None:
                raise Stale(fold.timeline)
            return changed_offer(offer, is_repeat=True)
        check_running(game)
        offer = _agreed_offer(game, fold, number)
        agreed.check_now(fold.timeline.state, offer.move)
        recorded = record_offer(game, fold, agreed, offer, key, by, role)
        publish_change(game, offer, recorded)
    folds.keep(game, recorded.fold)
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
        offer = _agreed_offer(game, fold, number)
        offer.settled, offer.settled_by = Settled.DISCARDED, by
        offer.save(update_fields=["settled", "settled_by"])
        publish_change(game, offer)
    return changed_offer(offer)


def record_offer(
    game: Game,
    fold: Fold,
    agreed: AgreementRules[Any],
    offer: PlayerOffer,
    key: str,
    by: Person,
    role: str,
) -> RecordedMove:
    """Store the offer's move; the offer is accepted and the game locked."""
    wire = dict(agreed.as_recorded(fold.timeline.state, offer.move))
    new = store(game, fold, [wire], [key], by, role)
    offer.settled, offer.settled_by, offer.entry_number = Settled.RECORDED, by, new.number
    offer.save(update_fields=["settled", "settled_by", "entry_number"])
    return RecordedMove(new.entries[-1], new, is_repeat=False)


def rules_of_offers(fold: Fold) -> AgreementRules[Any]:
    """The game's rules of agreed moves; `Refused` if it has none."""
    agreed = fold.timeline.game.agreed
    if agreed is None:
        raise Refused("bad-move", gettext("In this game nothing is offered."))
    return agreed


def check_present(fold: Fold, offer: PlayerOffer) -> None:
    """Raise `Stale` if the offer's turn is over, or has been undone."""
    agreed = fold.timeline.game.agreed
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
    """The offer as the services answer it."""
    return ChangedOffer(offer.number, offer.maker, offer.partner, is_repeat, recorded)


def _agreed_offer(game: Game, fold: Fold, number: int) -> PlayerOffer:
    offer = game.player_offers.filter(number=number, answer=Answer.ACCEPTED, settled="").first()
    if offer is None:
        raise Stale(fold.timeline)
    check_present(fold, offer)
    return offer
