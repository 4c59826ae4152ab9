"""Offers and objections: those on a game’s table, and as part of a frame.

Only the two players and the moderator know of an offer. `offers_write.py` changes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from moderator.core import queries, sentences
from moderator.core.feature import Shown, part_html
from moderator.core.games import template_of
from moderator.core.log import Fold, LoggedMove, begun_with
from moderator.core.look import Book, Look, rows_of
from moderator.core.models import MODERATORS
from moderator.features.deals.models import Objection, PlayerOffer
from moderator.rules.deals import AgreementRules
from moderator.rules.errors import Refused, refusal
from moderator.rules.reading import Wire
from moderator.rules.seating import Viewer

# Offers between two players. Their contents are secret from all others until one is recorded.

WORDS = ("ok", "agreed")
"""What a moderator types to record the first agreed offer that is possible."""


OFFER_BYTES = 1_500


@dataclass(frozen=True, slots=True)
class OfferBook:
    """All offers of a game's present period, in the order in which they were made.

    `numbers` counts for each player what has happened to offers that concern the player in the
    whole game, `total` for everybody together: they only grow. `recorded`: the entries of the log
    that came from an offer.
    """

    opened_by: int = 0
    offers: tuple[PlayerOffer, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    total: int = 0
    recorded: frozenset[int] = frozenset()

    @property
    def agreed(self) -> tuple[PlayerOffer, ...]:
        """The offers that wait to be recorded, in the order in which they were accepted."""
        found = [(one.answered_at, one.number, one) for one in self.offers if one.is_agreed]
        return tuple(offer for *_, offer in sorted(found, key=lambda each: each[:2]))

    @property
    def open(self) -> tuple[PlayerOffer, ...]:
        return tuple(offer for offer in self.offers if offer.is_open)

    def of(self, number: int) -> PlayerOffer | None:
        """The offer with that number; None if it is none of this period."""
        return next((offer for offer in self.offers if offer.number == number), None)

    def typed(self, text: str) -> PlayerOffer | None:
        """The agreed offer that one of `WORDS` records; None for other texts, or without one."""
        open_ = (one for one in self.agreed if one.obstacle is None)
        return next(open_, None) if text.strip().lower() in WORDS else None

    def has_recorded(self, text: str, entry: LoggedMove) -> bool:
        """Whether one of `WORDS` recorded this entry, perhaps in an earlier period."""
        return text.strip().lower() in WORDS and entry.number in self.recorded

    def version(self, viewer: Viewer) -> int:
        """How much has happened to offers that the viewer may know of."""
        return self.total if viewer.is_moderator else self.numbers.get(viewer.seat or "", 0)


def offers_of(look: Look) -> OfferBook:
    agreed = look.rules.agreed
    if agreed is None or not look.game.changes:
        return OfferBook()
    game = look.game
    rows = rows_of(
        game, "offers", lambda: tuple(PlayerOffer.objects.filter(game=game).order_by("pk"))
    )
    if not rows:
        return OfferBook()
    numbers: Counter[str] = Counter()
    for row in rows:
        numbers.update(dict.fromkeys((row.maker, row.partner, ""), row.happened))
    total = numbers.pop("")
    opened_by = opening_of(look.fold, agreed)
    standing = {step.number for step in look.timeline.steps()}
    # Copies, as what is kept of them is the same for every state.
    offers = tuple(copy(row) for row in rows if row.opened_by == opened_by)
    for one in offers:
        one.is_undone = one.entry_number is not None and one.entry_number not in standing
        if one.is_open or one.is_agreed:
            one.refused, one.waits = refusals(agreed, look.state, one.move)
    recorded = frozenset(row.entry_number for row in rows if row.entry_number is not None)
    return OfferBook(opened_by or 0, offers, numbers, total, recorded)


OFFERS = Book(offers_of, size_of=lambda book: OFFER_BYTES * len(book.offers), is_private=True)


def opening_of(fold: Fold, agreed: AgreementRules[Any]) -> int | None:
    """The number of the entry that opened the present period; None if no offers are made now."""
    now = fold.timeline
    if agreed.period(now.state) is None:
        return None
    return begun_with(agreed.period, now.state, now.standing)


def sentence_of(fold: Fold, move: Wire) -> str:
    rules, state = fold.timeline.rules, fold.timeline.state
    return str(rules.read_move(state, move).describe(state))


def refusals(
    agreed: AgreementRules[Any], state: Any, wire: Wire
) -> tuple[Refused | None, Refused | None]:
    """Why the rules don't allow an offered move, and why not yet."""
    never = refusal(agreed.check_terms, state, wire)
    return never, None if never else refusal(agreed.check_now, state, wire)


# Objections of players to what a moderator has recorded for them.

SHOWN = timedelta(seconds=30)
"""How long players are asked whether an entry is right."""
ACCEPTED = timedelta(seconds=60)
"""How long an objection is accepted: a press may be late."""


@dataclass(frozen=True, slots=True)
class ObjectionBook:
    """All objections of a game, in the order in which they were made."""

    objections: tuple[Objection, ...] = ()

    @property
    def alerts(self) -> tuple[Objection, ...]:
        """Those that the moderator has not dismissed, which need attention."""
        return tuple(one for one in self.objections if not one.is_dismissed)

    def by(self, player: str) -> frozenset[int]:
        """The numbers of the entries to which the player has objected."""
        return frozenset(one.entry_number for one in self.objections if one.player == player)

    def version(self, viewer: Viewer) -> int:
        """How often somebody objected or dismissed it; a player sees the own objections alone."""
        if not viewer.is_moderator:
            return len(self.by(viewer.seat or ""))
        return sum(1 + one.is_dismissed for one in self.objections)


def objections_of(look: Look) -> ObjectionBook:
    if look.rules.agreed is None or not look.game.changes:
        return ObjectionBook()
    game = look.game
    rows = rows_of(
        game, "objections", lambda: tuple(Objection.objects.filter(game=game).order_by("pk"))
    )
    return ObjectionBook(rows)


OBJECTIONS = Book(objections_of, is_private=True)


def to_confirm(
    look: Look, offers: OfferBook, player: str, at: datetime, within: timedelta = SHOWN
) -> tuple[LoggedMove, ...]:
    """The entries that the player can still object to at that time, newest first.

    They are attacks and the like that a moderator recorded, are in effect, and did not come from
    an offer that both accepted.
    """
    agreed = look.rules.agreed
    if agreed is None or not look.game.is_confirmed:
        return ()
    standing = {step.number for step in look.timeline.steps()}
    found = []
    for entry in reversed(look.fold.entries):
        if entry.at + within <= at:
            break
        if entry.verb not in agreed.confirmed or entry.number not in standing:
            continue
        if entry.role in MODERATORS and player in agreed.players(entry.move):
            found.append(entry)
    return tuple(one for one in found if one.number not in offers.recorded)


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

    def _cards(self, offers: Iterable[PlayerOffer]) -> list[Row]:
        return [self._card(offer) for offer in offers]

    def _card(self, offer: PlayerOffer) -> Row:
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

    def _note(self, offer: PlayerOffer, seat: str) -> Row:
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
