"""What pages with offers share: why one may not be stored, and publishing."""

from __future__ import annotations

from django.utils.translation import gettext

from moderator import live, metrics
from moderator.play.errors import NotAllowed, Stale
from moderator.play.models import Game
from moderator.play.services import SettledOffer
from moderator.play.services.agreed import audiences_of
from moderator.rules.errors import Refused
from moderator.web.core.responses import CONFLICT, UNPROCESSABLE
from moderator.web.moves.answers import Reply
from moderator.web.moves.record import publish_move


def publish_offer(game: Game, settled: SettledOffer) -> None:
    """Publish a change of an offer: to those who may know of it, to all if it was recorded."""
    if settled.recorded is not None:
        publish_move(game, settled.recorded)
        return
    for audience in audiences_of(settled.maker, settled.partner):
        live.publish(game.group_id, audience=audience)


def reply_of(error: Stale | NotAllowed | Refused) -> Reply:
    """Why nothing was stored, counted by the reason."""
    metrics.REFUSED.labels(error.code if isinstance(error, Refused) else "stale").inc()
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
