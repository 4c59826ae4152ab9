"""Why bots did what they did, for those who may know it.

Until the end of a game that is its moderator; then whoever may read its secrets. What tells of a
promise is read by those who may read all promises. Nobody else gets a reason from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext

from moderator.core import log, sentences
from moderator.core.ended import has_finished, seen_as
from moderator.core.feature import Why
from moderator.core.log import LoggedMove
from moderator.core.look import Look
from moderator.features.bots.models import BotReason
from moderator.features.deals.models import PlayerOffer
from moderator.features.deals.offers import sentence_of
from moderator.features.debrief.releases import released
from moderator.rules.bots import SEALED, Because

LINES_MOST = 12


class LastReason(NamedTuple):
    """A reason, and what the bot has done."""

    why: Why
    deed: str


def reasons_of(look: Look, run: Sequence[LoggedMove]) -> tuple[Why, ...]:
    """Why bots made these moves, or wrote these orders, as far as the viewer may know it."""
    if not run:
        return ()
    numbers = [entry.number for entry in run]
    offers = look.game.player_offers.filter(entry_number__in=numbers).values("number")
    wanted = Q(what=BotReason.ENTRY, number__in=numbers)
    wanted |= Q(what=BotReason.OFFER, number__in=offers)
    orders = look.rules.orders
    if orders is not None and log.is_group(run) and run[0].verb in orders.verbs:
        slips = look.game.bot_reasons.filter(what=BotReason.SLIP, number__lt=numbers[0])
        wanted |= Q(what=BotReason.SLIP, number=slips.aggregate(last=Max("number"))["last"])
    return tuple(why for _, why in _read(look, look.game.bot_reasons.filter(wanted)))


def last_reasons(look: Look) -> tuple[LastReason, ...]:
    """The last ones, the newest first, as far as the viewer may know them."""
    newest = look.game.bot_reasons.order_by("-pk")
    rows = list(_read(look, newest, LINES_MOST))
    numbers = [row.number for row, _ in rows if row.what == BotReason.OFFER]
    offers = {one.number: one for one in look.game.player_offers.filter(number__in=numbers)}
    return tuple(LastReason(why, _deed(look, row, offers.get(row.number))) for row, why in rows)


def _read(
    look: Look, rows: QuerySet[BotReason], most: int | None = None
) -> Iterator[tuple[BotReason, Why]]:
    """What the viewer may read of these: the only place where reasons are read."""
    if not _may_read(look):
        return
    if not released(look).has_all:
        rows = rows.exclude(what=BotReason.PROMISE).exclude(facts__has_key=next(iter(SEALED)))
    labels = look.timeline.labels
    for row in rows[:most]:
        yield row, (labels[row.player], str(Because(row.text, row.facts)))


def _may_read(look: Look) -> bool:
    if look.viewer.is_moderator:
        return True
    return has_finished(look) and (seen_as(look).sees_end or not log.has_goals(look.game))


def _deed(look: Look, row: BotReason, offer: PlayerOffer | None) -> str:
    if row.what == BotReason.ENTRY and row.number <= look.fold.number:
        return sentences.sentence(look.fold, look.fold.entries[row.number - 1])
    facts = {"name": look.timeline.labels[row.player].name}
    if row.what == BotReason.SLIP:
        return gettext("%(name)s writes orders") % facts
    if offer is None:
        return gettext("%(name)s answers a promise") % facts
    facts |= {
        "move": sentence_of(look.fold, offer.move),
        "answer": offer.get_answer_display().lower(),
    }
    if offer.maker == row.player:
        return gettext("%(name)s offers: %(move)s") % facts
    return gettext("%(name)s %(answer)s: %(move)s") % facts
