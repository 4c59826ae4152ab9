"""Offers made, answered, recorded and discarded; objections made and dismissed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.errors import Stale
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Person
from moderator.core.recording import Change, Done, changing
from moderator.core.text import json_values
from moderator.features.deals.models import (
    POSTED,
    Answer,
    Objection,
    PlayerOffer,
    to_answer,
    waiting,
)
from moderator.features.deals.offers import ACCEPTED, offers_of, opening_of, to_confirm
from moderator.rules.deals import AgreementRules
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire

# Accepted offers: recorded or discarded, and what all changes of an offer share.

Settled = PlayerOffer.Settled


def offer_record(game: Game, number: int, key: str, by: Person, role: str) -> Done:
    """Record an accepted offer.

    Raises:
        Stale: it is not accepted, has been recorded or discarded, its turn is over, or the game
            has been deleted.
        Refused: the rules don't allow it now; nothing is stored.
        NotAllowed: only a moderator records it.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    with changing(game, by, role, key=key, is_moderators=True) as now:
        agreed = rules_of_offers(now.fold)
        if now.entry:
            if not game.player_offers.filter(number=number, entry_number=now.entry.number).exists():
                raise now.stale()
            return Done(number, is_repeat=True)
        offer = _agreed_offer(now.look, number)
        agreed.check_now(now.look.state, offer.move)
        _record(now, agreed, offer, key, role)
        now.changed()
        return now.done(number)


def offer_discard(game: Game, number: int, key: str, by: Person, role: str) -> Done:
    """Discard an accepted offer: it is not recorded.

    Raises:
        Stale: as with `offer_record`.
        NotAllowed: only a moderator discards it.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    with changing(game, by, role, key=key, asked=["discard", number], is_moderators=True) as now:
        if now.repeated:
            return now.repeated
        if game.player_offers.filter(number=number, settled=Settled.DISCARDED).exists():
            return Done(number, is_repeat=True)
        offer = _agreed_offer(now.look, number)
        offer.settled, offer.settled_by = Settled.DISCARDED, by
        offer.save(update_fields=["settled", "settled_by"])
        _tell(now, offer)
        return now.done(number)


def _record(
    now: Change, agreed: AgreementRules[Any], offer: PlayerOffer, key: str, role: str
) -> None:
    """Record an accepted offer's move."""
    wire = dict(agreed.as_recorded(now.look.state, offer.move))
    entry = now.record([wire], [key], role).entry
    offer.settled, offer.settled_by, offer.entry_number = Settled.RECORDED, now.by, entry.number
    offer.save(update_fields=["settled", "settled_by", "entry_number"])


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


def _tell(now: Change, offer: PlayerOffer) -> None:
    """The moderator and both players see it."""
    seats = map(publishing.seat_audience, (offer.maker, offer.partner))
    now.changed(publishing.MODERATOR, *seats)


def _agreed_offer(look: Look, number: int) -> PlayerOffer:
    offer = look.game.player_offers.filter(
        number=number, answer=Answer.ACCEPTED, settled=""
    ).first()
    if offer is None:
        raise Stale(look.timeline)
    check_present(look.fold, offer)
    return offer


# Offers between two players: made and answered.

NUMBERS = 10**9


def offer_make(
    game: Game,
    move: object,
    key: str,
    by: Person,
    counters: int | None = None,
    opened_by: int | None = None,
    bot: str | None = None,
    beside: Callable[[int], object] = lambda number: None,
) -> Done:
    """Offer the partner a move. When this returns, the offer is committed.

    Args:
        move: its wire form, from the maker's side.
        counters: the number of the partner's offer that is declined with this one.
        opened_by: the entry that opened the period for which the form was made, if it says so.
        bot: the player for whom the program offers it; None: the person's own.
        beside: stores what is committed with the offer of this number.

    Raises:
        Stale: that offer has been answered, the form's period is over, the key has made another
            offer, or the game has been deleted.
        Refused: the rules don't allow it, or there is an open offer to that partner.
        NotAllowed: the person has no seat.
        ValueError: the key is malformed, or `by` is of another class.
    """
    move = json_values(move, "bad-move")
    asked = ["offer", move, counters]
    with changing(game, by, key=key, asked=asked, **_own_offer(bot)) as now:
        if now.repeated:
            return now.repeated
        agreed, maker, state = rules_of_offers(now.fold), now.player, now.look.state
        wire = dict(agreed.read(state, maker, move))
        opened_now = opening_of(now.fold, agreed)
        if opened_now is None:
            raise Refused("game-over", gettext("The game is over."))
        if opened_by not in (None, opened_now):
            raise now.stale()
        agreed.check_terms(state, wire)
        one, other = agreed.players(wire)
        partner = other if one == maker else one
        if counters is not None:
            _counter(now, counters, partner)
        offers = game.player_offers.filter(opened_by=opened_now)
        if waiting(now, offers, partner).exists():
            message = gettext("Your last offer has not been answered. Withdraw it first.")
            raise Refused("bad-move", message)
        offer = _stored(game, opened_now, maker, partner, wire, by)
        beside(offer.number)
        _tell(now, offer)
        return now.done(offer.number)


def offer_answer(
    game: Game,
    number: int,
    answer: str,
    key: str,
    by: Person,
    bot: str | None = None,
    beside: Callable[[int], object] = lambda number: None,
) -> Done:
    """Accept, decline or (its maker) withdraw an offer.

    If the game is set to do so, an accepted one is recorded at once.

    Args:
        bot: the player for whom the program answers it; None: the person's own.
        beside: stores what is committed with the answer to the offer of this number.

    Raises:
        Stale: it has been answered, its turn is over, or the game has been deleted.
        Refused: the rules don't allow an accepted one now; nothing is stored.
        NotAllowed: it isn't this person's offer to answer.
        ValueError: the key or the answer is malformed, or `by` is of another class.
    """
    if answer not in POSTED:
        raise ValueError("no such answer")
    asked = ["answer", number, answer, by.pk]
    with changing(game, by, key=key, asked=asked, **_own_offer(bot)) as now:
        if now.repeated:
            return now.repeated
        agreed = rules_of_offers(now.fold)
        offer = _open_offer(now, number, answer)
        if answer == Answer.ACCEPTED:
            agreed.check_now(now.look.state, offer.move)
        offer.answer_with(now, answer)
        offer.save()
        beside(number)
        _tell(now, offer)
        if answer == Answer.ACCEPTED and game.is_trade_automatic:
            _record_at_once(now, agreed, offer)
        return now.done(number)


def _record_at_once(now: Change, agreed: AgreementRules[Any], offer: PlayerOffer) -> None:
    # With the dot, no client can post such a key.
    _record(now, agreed, offer, f"offer.{offer.number}", Entry.Role.SYSTEM)


def offers_record(now: Change) -> None:
    """Record all accepted offers that wait for the moderator and that the rules still allow."""
    agreed = now.look.rules.agreed
    if agreed is None or (opened_by := opening_of(now.fold, agreed)) is None:
        return
    offers = now.game.player_offers.filter(answer=Answer.ACCEPTED, settled="", opened_by=opened_by)
    for offer in offers.order_by("answered_at", "pk"):
        with suppress(Refused):
            agreed.check_now(now.look.state, offer.move)
            _record_at_once(now, agreed, offer)


def _own_offer(bot: str | None) -> dict[str, Any]:
    """As whom an offer is made or answered: as the person's own player, or as a bot's."""
    own = gettext("You can make and answer offers of your own %(seat)s only.")
    role = Entry.Role.PARTNER if bot else Entry.Role.STUDENT
    return {"role": role, "own": own, "player": bot}


def _counter(now: Change, number: int, partner: str) -> None:
    """Decline the partner's offer with a counter-offer."""
    offer = _open_offer(now, number, Answer.COUNTERED)
    if offer.maker != partner:
        raise Refused("bad-target", gettext("A counter-offer goes to whoever made the offer."))
    offer.answer_with(now, Answer.COUNTERED)
    offer.save()


def _stored(
    game: Game, opened_by: int, maker: str, partner: str, wire: Wire, by: Person
) -> PlayerOffer:
    offer = PlayerOffer(
        game=game,
        number=new_number(game),
        opened_by=opened_by,
        maker=maker,
        partner=partner,
        move=wire,
        person=by,
        at=timezone.now(),
    )
    offer.save(force_insert=True)
    return offer


def new_number(game: Game) -> int:
    """An unused number, drawn: counted ones would tell how many offers others have made."""
    while True:
        number = secrets.randbelow(NUMBERS) + 1
        if not game.player_offers.filter(number=number).exists():
            return number


def _open_offer(now: Change, number: int, answer: str) -> PlayerOffer:
    """The offer that the player can answer in that way; `Stale` if it is no longer open."""
    message = gettext("That is not your offer to answer.")
    offer = to_answer(now, now.game.player_offers.all(), number, answer, message)
    check_present(now.fold, offer)
    return offer


# Objections: a player says that a move was recorded wrongly, and the moderator is alerted.


def objection_make(game: Game, entry_number: int, by: Person) -> None:
    """Object to an entry; a player who has done so before has nothing more to say.

    Raises:
        Stale: it is too late, the entry has been undone, or the game has been deleted.
        NotAllowed: the person has no seat.
        ValueError: `by` is of another class.
    """
    own = gettext("You can object for your own %(seat)s only.")
    with changing(game, by, Entry.Role.STUDENT, own=own, is_always=True) as now:
        given = {"entry_number": entry_number, "player": now.player}
        if game.objections.filter(**given).exists():
            return
        at = timezone.now()
        open_ones = to_confirm(now.look, offers_of(now.look), now.player, at, ACCEPTED)
        if entry_number not in [entry.number for entry in open_ones]:
            raise now.stale()
        Objection.objects.create(game=game, **given, person=by, at=at)
        now.changed(publishing.MODERATOR, publishing.seat_audience(now.player))


def objection_dismiss(game: Game, objection: int, by: Person, role: str) -> None:
    """Dismiss an objection; one that has been dismissed already stays as it is.

    Raises:
        Stale: there is no such objection, or the game has been deleted.
        NotAllowed: only a moderator dismisses it.
        ValueError: the role is malformed, or `by` is of another class.
    """
    with changing(game, by, role, is_moderators=True, is_always=True) as now:
        found = game.objections.filter(pk=objection)
        if not found.exists():
            raise now.stale()
        if found.filter(dismissed_by=None).update(dismissed_by=by):
            now.changed(publishing.MODERATOR)
