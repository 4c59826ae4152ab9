"""Offers between two players: made and answered."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.errors import NotAllowed, Stale
from moderator.play.json_values import json_values
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Entry, Game, Person, PlayerOffer
from moderator.play.services.agreed import (
    ChangedOffer,
    changed_offer,
    check_present,
    publish_change,
    record_offer,
    rules_of_offers,
)
from moderator.play.services.recording import (
    check_key,
    check_person,
    check_running,
    locked,
    own_player,
)
from moderator.play.table.offers import offers_of, opening_of
from moderator.rules.agreed import AgreementRules
from moderator.rules.errors import Refused
from moderator.rules.wire import Wire

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
            _counter(game, fold, counters, maker, partner, key, by)
        _check_first(game, fold, maker, partner)
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
        agreed = rules_of_offers(fold)
        player = _player_of(game, by)
        offer = game.player_offers.filter(number=number).first()
        if offer is not None and offer.answer_key == key:
            return _repeat(fold, offer, offer.answer == answer and offer.answered_by_id == by.pk)
        check_running(game)
        offer = _open_offer(game, fold, number, player, Answer(answer))
        if answer == Answer.ACCEPTED:
            agreed.check_now(fold.timeline.state, offer.move)
        _answer(offer, Answer(answer), key, by)
        recorded = None
        if answer == Answer.ACCEPTED and game.is_trade_automatic:
            # With the dot, no client can post such a key.
            key = f"offer.{offer.number}"
            recorded = record_offer(game, fold, agreed, offer, key, by, Entry.Role.SYSTEM)
        publish_change(game, offer, recorded)
    if recorded is not None:
        folds.keep(game, recorded.fold)
    return changed_offer(offer, recorded)


def _player_of(game: Game, by: Person) -> str:
    message = gettext("You can make and answer offers of your own %(seat)s only.")
    return own_player(game, by, message)


def _read(agreed: AgreementRules[Any], fold: Fold, maker: str, move: object) -> Wire:
    return dict(agreed.read(fold.timeline.state, maker, move))


def _counter(
    game: Game, fold: Fold, number: int, maker: str, partner: str, key: str, by: Person
) -> None:
    """Decline the partner's offer with a counter-offer."""
    offer = _open_offer(game, fold, number, maker, Answer.COUNTERED)
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


def _check_first(game: Game, fold: Fold, maker: str, partner: str) -> None:
    """Raise `Refused` if the maker waits for the partner's answer to another offer."""
    waiting = (o for o in offers_of(game, fold).open if (o.maker, o.partner) == (maker, partner))
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


def _open_offer(game: Game, fold: Fold, number: int, player: str, answer: Answer) -> PlayerOffer:
    """The offer that the player can answer in that way; `Stale` if it is no longer open."""
    offer = game.player_offers.filter(number=number).first()
    whose = offer and (offer.maker if answer == Answer.WITHDRAWN else offer.partner)
    if offer is None or whose != player:
        raise NotAllowed(gettext("That is not your offer to answer."))
    check_present(fold, offer)
    if offer.answer:
        raise Stale(fold.timeline)
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
