"""What pages with offers share: why one may not be stored, and publishing."""

from __future__ import annotations

from django.utils.translation import gettext

from moderator import live
from moderator.play.errors import NotAllowed, Stale
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.services import ChangedOffer
from moderator.play.services.agreed import audiences_of
from moderator.play.table.offers import OfferOnTable
from moderator.play.table.snapshot import table_of
from moderator.rules.errors import Refused
from moderator.web.core.responses import CONFLICT, UNPROCESSABLE
from moderator.web.moves.forms import Reply
from moderator.web.moves.record import count_refusal, publish_move

WORDS = ("ok", "agreed")
"""What a moderator types to record the first agreed offer that is possible."""


def typed_offer(game: Game, fold: Fold, text: str) -> OfferOnTable | None:
    """The agreed offer that such a word records; None for other texts, or if there is none."""
    if text.strip().lower() not in WORDS:
        return None
    agreed = table_of(game, fold).offers.agreed
    return next((offer for offer in agreed if offer.obstacle is None), None)


def publish_offer(game: Game, changed: ChangedOffer) -> None:
    """Publish a change of an offer: to those who may know of it, to all if it was recorded."""
    if changed.recorded is not None:
        publish_move(game, changed.recorded)
        return
    for audience in audiences_of(changed.maker, changed.partner):
        live.publish(game.group_id, audience=audience)


def reply_of(error: Stale | NotAllowed | Refused) -> Reply:
    """Why nothing was stored, counted by the reason."""
    count_refusal(error)
    if isinstance(error, Stale):
        return Reply(
            "stale",
            gettext("Nothing was changed: this offer is no longer as you saw it."),
            gettext("This is how it stands now."),
        )
    return Reply("unclear", str(error))


def status_of(error: Stale | NotAllowed | Refused) -> int:
    """The status code of the response."""
    return CONFLICT if isinstance(error, Stale) else UNPROCESSABLE
