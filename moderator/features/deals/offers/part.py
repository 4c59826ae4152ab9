"""Offers as part of a frame: a seat's, or the moderator's with players' objections."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from moderator.core import queries, sentences
from moderator.core.feature import Shown, part_html
from moderator.core.games import template_of
from moderator.core.look import Look
from moderator.features.deals.offers.read import (
    OBJECTIONS,
    OFFERS,
    SHOWN,
    OfferOnTable,
    sentence_of,
    to_confirm,
)
from moderator.rules.deals import AgreementRules

NOTES_MOST = 3

Row = Mapping[str, Any]
"""What a template shows of one offer or entry, by name."""


class OffersFrame:
    """Makes what one viewer sees of offers and objections; not for the public, who see none."""

    def __init__(self, look: Look, agreed: AgreementRules[Any]) -> None:
        self.game, self.fold, self.viewer = look.game, look.fold, look.viewer
        self.offers, self.objections = OFFERS.of(look), OBJECTIONS.of(look)
        self.state, self.agreed, self.labels = look.state, agreed, look.timeline.labels
        seat, now = look.viewer.seat, timezone.now()
        self.entries = to_confirm(look, self.offers, seat, now) if seat else ()
        self.people = self._people() if look.viewer.is_moderator else {}

    @property
    def key(self) -> Hashable:
        """What of it changes without a new version: the clock, names, and a setting."""
        asked = tuple(entry.number for entry in self.entries)
        objected = self.objections.by(self.viewer.seat or "") if asked else frozenset()
        return (asked, objected, tuple(self.people.values()), self.game.is_trade_automatic)

    def html(self) -> SafeString:
        """What the viewer sees; empty if there is nothing."""
        return self._console() if self.viewer.is_moderator else self._seat(self.viewer.seat or "")

    def _people(self) -> dict[int, str]:
        pks = {alert.person_id for alert in self.objections.alerts}
        people = queries.people_by_pk(pks) if pks else {}
        return {pk: person.display_name for pk, person in people.items()}

    def _seat(self, seat: str) -> SafeString:
        """Offers to the seat, its own, agreed ones, what became of others, what it can offer, and
        what it is asked to confirm."""
        offers = self.offers.offers
        concerned = [one for one in offers if self.viewer.knows(one.maker, one.partner)]
        open_ones = [offer for offer in concerned if offer.is_open]
        over = [one for one in concerned if not one.is_open and not one.is_agreed]
        return part_html(
            "deals/offers_seat.html",
            card_template=template_of(self.game.rules, "offer.html"),
            to_answer=self._cards(one for one in open_ones if one.partner == seat),
            own=self._cards(one for one in open_ones if one.maker == seat),
            agreed=self._cards(one for one in concerned if one.is_agreed),
            notes=[self._note(one, seat) for one in over[: -NOTES_MOST - 1 : -1]],
            starts=self.agreed.starts(self.state, seat),
            to_confirm=self._asked(seat),
            is_automatic=self.game.is_trade_automatic,
            offer=reverse("play-offer", args=[self.game.group.code]),
        )

    def _console(self) -> SafeString:
        """Agreed offers, those waiting for an answer, objections."""
        agreed, waiting = self._cards(self.offers.agreed), self._cards(self.offers.open)
        alerts, code = self._alerts(), self.game.group.code
        if not (agreed or waiting or alerts):
            return SafeString()
        return part_html(
            "deals/offers_console.html",
            agreed=agreed,
            waiting=waiting,
            alerts=alerts,
            settle=reverse("offers", args=[code]),
            dismiss=reverse("objections", args=[code]),
        )

    def _cards(self, offers: Iterable[OfferOnTable]) -> list[Row]:
        return [self._card(offer) for offer in offers]

    def _card(self, offer: OfferOnTable) -> Row:
        """An offer on the table. `terms` are the viewer's, for the game's template.

        `obstacle` says why it can't be accepted or recorded now, which may be over soon
        (`is_waiting`). `counter` is the URL of the form for a counter-offer; empty if there is
        nothing to change.
        """
        seat = self.viewer.seat
        is_asked = offer.is_open and seat == offer.partner
        has_inputs = any(isinstance(value, dict) for value in offer.move.values())
        form = reverse("play-offer", args=[self.game.group.code]) if has_inputs else ""
        return {
            "number": offer.number,
            "maker": self.labels[offer.maker],
            "partner": self.labels[offer.partner],
            "sentence": sentence_of(self.fold, offer.move),
            "obstacle": str(offer.obstacle or ""),
            "is_waiting": offer.refused is None,
            "terms": self.agreed.terms(self.state, offer.move, seat) if seat else None,
            "counter": f"{form}?counter={offer.number}" if form and is_asked else "",
        }

    def _note(self, offer: OfferOnTable, seat: str) -> Row:
        """What became of an offer. `outcome` is an answer, or "recorded", "undone"."""
        return {
            "other": self.labels[offer.other(seat)],
            "is_own": offer.maker == seat,
            "outcome": "undone" if offer.is_undone else offer.settled or offer.answer,
            "sentence": sentence_of(self.fold, offer.move),
        }

    def _asked(self, seat: str) -> list[Row]:
        """The moves that a moderator has recorded for the viewer."""
        objected = self.objections.by(seat)
        return [
            {
                "number": entry.number,
                "sentence": sentences.sentence(self.fold, entry),
                "until": entry.at + SHOWN,
                "is_objected": entry.number in objected,
            }
            for entry in self.entries
        ]

    def _alerts(self) -> list[Row]:
        """Players' objections to entries, which the next undo may take back."""
        last = self.fold.timeline.standing
        standing = {step.number for step in self.fold.timeline.steps()}
        return [
            {
                "id": one.pk,
                "number": one.entry_number,
                "sentence": sentences.sentence(self.fold, self.fold.entries[one.entry_number - 1]),
                "seat": self.labels[one.player],
                "person": self.people.get(one.person_id, ""),
                "is_last": last is not None and last.number == one.entry_number,
                "is_undone": one.entry_number not in standing,
            }
            for one in self.objections.alerts
        ]


def shown_offers(look: Look) -> Shown | None:
    """The part of a frame."""
    if look.rules.agreed is None or not look.game.is_running:
        return None
    frame = OffersFrame(look, look.rules.agreed)
    return Shown(frame.key, frame.html)
