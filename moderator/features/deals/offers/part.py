"""Offers as part of a frame: a seat's, or the moderator's with players' objections."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime
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
from moderator.rules.agreed import AgreementRules, OfferStart
from moderator.rules.seating import SeatLabel

NOTES_MOST = 3


@dataclass(frozen=True, slots=True)
class OfferCard:
    """An offer on the table. `terms` are the viewer's, for the game's template.

    `obstacle` says why it can't be accepted or recorded now, which may be over soon (`is_waiting`).
    `counter` is the URL of the form for a counter-offer; empty if there is nothing to change.
    """

    number: int
    maker: SeatLabel
    partner: SeatLabel
    sentence: str
    obstacle: str
    is_waiting: bool
    terms: Any = None
    counter: str = ""


@dataclass(frozen=True, slots=True)
class OfferNote:
    """What became of an offer, in one line. `outcome` is an answer, or "recorded", "undone"."""

    other: SeatLabel
    is_own: bool
    outcome: str
    sentence: str


@dataclass(frozen=True, slots=True)
class EntryToConfirm:
    """A move that a moderator has recorded for the viewer."""

    number: int
    sentence: str
    until: datetime
    is_objected: bool


@dataclass(frozen=True, slots=True)
class SeatOffers:
    """What a seat sees: offers to it, its own, agreed ones, what became of others, what it can
    offer, and what it is asked to confirm. `template` shows an offer."""

    template: str
    to_answer: tuple[OfferCard, ...]
    own: tuple[OfferCard, ...]
    agreed: tuple[OfferCard, ...]
    notes: tuple[OfferNote, ...]
    starts: tuple[OfferStart, ...]
    to_confirm: tuple[EntryToConfirm, ...]
    is_automatic: bool
    offer: str
    is_console: bool = False


@dataclass(frozen=True, slots=True)
class ObjectionAlert:
    """A player's objection to an entry, which the next undo may take back."""

    id: int
    number: int
    sentence: str
    seat: SeatLabel
    person: str
    is_last: bool
    is_undone: bool


@dataclass(frozen=True, slots=True)
class ConsoleOffers:
    """What the moderator sees: agreed offers, those waiting for an answer, objections."""

    agreed: tuple[OfferCard, ...]
    open: tuple[OfferCard, ...]
    alerts: tuple[ObjectionAlert, ...]
    settle: str
    dismiss: str
    is_console: bool = True

    @property
    def is_empty(self) -> bool:
        return not (self.agreed or self.open or self.alerts)


class OffersFrame:
    """Makes what one viewer sees of offers and objections; not for the public, who see none."""

    def __init__(self, look: Look) -> None:
        self.game, self.fold, self.viewer = look.game, look.fold, look.viewer
        self.offers, self.objections = OFFERS.of(look), OBJECTIONS.of(look)
        self.rules, self.state = look.rules, look.state
        self.agreed = self.rules.agreed
        self.entries = self._entries() if look.viewer.seat else ()
        self.people = self._people() if look.viewer.is_moderator else {}

    @property
    def key(self) -> Hashable:
        """What of it changes without a new version: the clock, names, and a setting."""
        asked = tuple(entry.number for entry in self.entries)
        objected = self.objections.by(self.viewer.seat or "") if asked else frozenset()
        return (asked, objected, tuple(self.people.values()), self.game.is_trade_automatic)

    def make(self) -> SeatOffers | ConsoleOffers | None:
        """What the viewer sees; None if there is nothing."""
        if self.agreed is None:
            return None
        if self.viewer.is_moderator:
            return self._console(self.agreed)
        return self._seat(self.agreed, self.viewer.seat or "")

    def _entries(self) -> tuple[Any, ...]:
        seat, now = self.viewer.seat or "", timezone.now()
        return to_confirm(Look(self.game, self.fold), self.offers, seat, now)

    def _people(self) -> dict[int, str]:
        pks = {alert.person_id for alert in self.objections.alerts}
        people = queries.people_by_pk(pks) if pks else {}
        return {pk: person.display_name for pk, person in people.items()}

    def _seat(self, agreed: AgreementRules[Any], seat: str) -> SeatOffers:
        offers = self.offers.offers
        concerned = [offer for offer in offers if offer.concerns(self.viewer)]
        open_ones = [offer for offer in concerned if offer.is_open]
        over = [one for one in concerned if not one.is_open and not one.is_agreed]
        return SeatOffers(
            template=template_of(self.game.rules, "offer.html"),
            to_answer=self._cards(agreed, [one for one in open_ones if one.partner == seat]),
            own=self._cards(agreed, [one for one in open_ones if one.maker == seat]),
            agreed=self._cards(agreed, [one for one in concerned if one.is_agreed]),
            notes=tuple(self._note(one, seat) for one in over[: -NOTES_MOST - 1 : -1]),
            starts=agreed.starts(self.state, seat),
            to_confirm=self._asked(seat),
            is_automatic=self.game.is_trade_automatic,
            offer=reverse("play-offer", args=[self.game.group.code]),
        )

    def _console(self, agreed: AgreementRules[Any]) -> ConsoleOffers | None:
        code = self.game.group.code
        found = ConsoleOffers(
            agreed=self._cards(agreed, self.offers.agreed),
            open=self._cards(agreed, self.offers.open),
            alerts=self._alerts(),
            settle=reverse("offers", args=[code]),
            dismiss=reverse("objections", args=[code]),
        )
        return None if found.is_empty else found

    def _cards(
        self, agreed: AgreementRules[Any], offers: Iterable[OfferOnTable]
    ) -> tuple[OfferCard, ...]:
        return tuple(self._card(agreed, offer) for offer in offers)

    def _card(self, agreed: AgreementRules[Any], offer: OfferOnTable) -> OfferCard:
        seat = self.viewer.seat
        is_asked = offer.is_open and seat == offer.partner
        has_inputs = any(isinstance(value, dict) for value in offer.move.values())
        form = reverse("play-offer", args=[self.game.group.code]) if has_inputs else ""
        return OfferCard(
            number=offer.number,
            maker=self._label(offer.maker),
            partner=self._label(offer.partner),
            sentence=sentence_of(self.fold, offer.move),
            obstacle=str(offer.obstacle or ""),
            is_waiting=offer.refused is None,
            terms=agreed.terms(self.state, offer.move, seat) if seat else None,
            counter=f"{form}?counter={offer.number}" if form and is_asked else "",
        )

    def _note(self, offer: OfferOnTable, seat: str) -> OfferNote:
        outcome = "undone" if offer.is_undone else offer.settled or offer.answer
        is_own = offer.maker == seat
        return OfferNote(
            self._label(offer.other(seat)), is_own, outcome, sentence_of(self.fold, offer.move)
        )

    def _asked(self, seat: str) -> tuple[EntryToConfirm, ...]:
        objected = self.objections.by(seat)
        return tuple(
            EntryToConfirm(
                entry.number,
                sentences.sentence(self.fold, entry),
                entry.at + SHOWN,
                entry.number in objected,
            )
            for entry in self.entries
        )

    def _alerts(self) -> tuple[ObjectionAlert, ...]:
        last = self.fold.timeline.standing
        standing = {step.number for step in self.fold.timeline.steps()}
        return tuple(
            ObjectionAlert(
                one.id,
                one.entry_number,
                sentences.sentence(self.fold, self.fold.entries[one.entry_number - 1]),
                self._label(one.player),
                self.people.get(one.person_id, ""),
                last is not None and last.number == one.entry_number,
                one.entry_number not in standing,
            )
            for one in self.objections.alerts
        )

    def _label(self, player: str) -> SeatLabel:
        return next(one for one in self.rules.seats_of(self.state) if one.id == player)


def shown_offers(look: Look) -> Shown | None:
    """The part of a frame; the public see no offers."""
    is_public = not (look.viewer.is_moderator or look.viewer.seat)
    if is_public or look.rules.agreed is None or not look.game.is_running:
        return None
    frame = OffersFrame(look)

    def html() -> SafeString:
        offers = frame.make()
        return part_html("deals/frame_offers.html", offers=offers) if offers else SafeString()

    return Shown(frame.key, html)
