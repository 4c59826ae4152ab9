"""Diplomatic records as pages show them: a player's own, or what the moderator may read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext

from moderator.play.log.folds import Fold
from moderator.play.models import Diplomacy, Game, Promise
from moderator.play.stopped import has_ended_for_good, is_ended
from moderator.play.table.diplomacy import ContactOnTable, DiplomaticRecords, PromiseOnTable
from moderator.play.table.messages import MessageSettings
from moderator.play.table.verdicts import Verdicts, verdicts_of, verdicts_shown
from moderator.rules.promises import Verdict
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import Viewer

LINES_MOST = 20  # contacts, and as many promises, in a frame


@dataclass(frozen=True, slots=True)
class ContactRow:
    """A contact. `order` counts what the viewer may read, from 1: a number of the whole game would
    tell how much others have noted.
    """

    order: int
    seat: SeatLabel
    partners: tuple[SeatLabel, ...]
    contact: ContactOnTable
    when: str

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs of players that it is about."""
        return tuple(pair_of(self.seat.id, other.id) for other in self.partners)


@dataclass(frozen=True, slots=True)
class PromiseRow:
    """A promise in words, with the verdicts that the viewer may see; `order` as of contacts."""

    order: int
    maker: SeatLabel
    partner: SeatLabel
    promise: PromiseOnTable
    when: str
    sentence: str
    exchange: str
    verdict: Verdict | None
    exchange_verdict: Verdict | None

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pair of players that it is about."""
        return (pair_of(self.maker.id, self.partner.id),)


@dataclass(frozen=True)
class RecordsView:
    """What one viewer may read. `own`: the viewer's player, or empty for a moderator. `most`: so
    many of the newest are listed (None: all), and `all` is the page with the `older` ones."""

    contacts: tuple[ContactRow, ...]
    promises: tuple[PromiseRow, ...]
    is_ended: bool
    own: str = ""
    console: str = ""
    is_sealed: bool = False
    most: int | None = None
    all: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the game is being played, so that more can be written."""
        return not self.is_ended

    @cached_property
    def to_answer(self) -> tuple[PromiseRow, ...]:
        """Promises that wait for the viewer's answer."""
        found = (one for one in self.promises if one.promise.is_open and self.is_open)
        return tuple(one for one in found if one.partner.id == self.own)

    @cached_property
    def answered(self) -> tuple[PromiseRow, ...]:
        """The viewer's own promises that the other side has answered, at most `most`."""
        answers = (Promise.Answer.ACCEPTED, Promise.Answer.DECLINED)
        own = (one for one in self.promises if one.maker.id == self.own)
        found = tuple(one for one in own if one.promise.answer in answers)
        return found if self.most is None else found[-self.most :]

    @cached_property
    def others(self) -> tuple[PromiseRow, ...]:
        """The other promises, the newest first, and all that can be withdrawn."""
        asked = {one.order for one in self.to_answer}
        found = [one for one in reversed(self.promises) if one.order not in asked]
        older = found[self.most :] if self.most is not None else []
        return (*found[: self.most], *(one for one in older if one.promise.is_open))

    @cached_property
    def newest(self) -> tuple[ContactRow, ...]:
        """The contacts, the newest first."""
        return self.contacts[::-1][: self.most]

    @property
    def older(self) -> int:
        """How many contacts and promises are not listed."""
        listed = len(self.newest) + len(self.others) + len(self.to_answer)
        return len(self.contacts) + len(self.promises) - listed

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read."""
        return not (self.contacts or self.promises)


def records_view(
    game: Game,
    fold: Fold,
    records: DiplomaticRecords,
    viewer: Viewer,
    most: int | None = None,
) -> RecordsView | None:
    """What the viewer may read of the game's records; None if there are none, or before the start.

    `most`: as in `RecordsView`.

    Cost: one judging of all promises for each log and book.
    """
    is_concerned = bool(viewer.seat or viewer.is_moderator)
    if not records.is_on or game.is_waiting or not is_concerned:
        return None
    is_open_now = viewer.is_moderator and has_ended_for_good(game, fold)
    contacts, promises = rows_of(game, fold, records.seen_by(viewer, is_open_now))
    return RecordsView(
        contacts=contacts,
        promises=promises,
        is_ended=is_ended(game, fold),
        own=viewer.seat or "",
        console=reverse("console-records", args=[game.group.code]) if viewer.is_moderator else "",
        most=most,
        all=reverse("play-records", args=[game.group.code]) if viewer.seat else "",
        is_sealed=viewer.is_moderator and not records.do_teachers_read(is_open_now),
    )


def rows_of(
    game: Game, fold: Fold, records: DiplomaticRecords, is_debrief: bool = False
) -> tuple[tuple[ContactRow, ...], tuple[PromiseRow, ...]]:
    """The contacts and promises in words, with the verdicts that their readers may see now.

    `is_debrief`: the records are those of the debrief, where all verdicts are shown.
    """
    verdicts = verdicts_of if is_debrief else verdicts_shown
    rows = _Rows(game, fold, verdicts(game, fold, records))
    contacts = tuple(rows.contact(*one) for one in enumerate(records.contacts, start=1))
    promises = tuple(rows.promise(*one) for one in enumerate(records.promises, start=1))
    return contacts, promises


def pair_of(one: str, other: str) -> tuple[str, str]:
    """Two players in the same order whoever is named first."""
    return (one, other) if one <= other else (other, one)


def readers_sentence(settings: MessageSettings, seat_word: str) -> str:
    """Who can read what a player writes, while the game lasts and afterwards."""
    if settings.do_teachers_read:
        now = gettext(
            "Until the end of the game a contact is read by its own %(seat)s, a promise by both "
            "sides; moderator and instructor can read them, too."
        )
    else:
        now = gettext(
            "Until the end of the game a contact is read by its own %(seat)s only, a promise by "
            "both sides only."
        )
    now %= {"seat": seat_word}
    if settings.afterwards == Diplomacy.Afterwards.EVERYBODY:
        return f"{now} {gettext('At the debrief your instructor can show them to everybody.')}"
    return f"{now} {gettext('They are never shown to others.')}"


class _Rows:
    """Makes rows of contacts and promises."""

    def __init__(self, game: Game, fold: Fold, verdicts: Mapping[int, Verdicts | None]) -> None:
        self.state, self.rules = fold.timeline.state, fold.timeline.game
        self.labels = {seat.id: seat for seat in self.rules.seats_of(self.state)}
        self.verdicts = verdicts

    def contact(self, order: int, one: ContactOnTable) -> ContactRow:
        return ContactRow(
            order, self.labels[one.player], self._seats(one.partners), one, self._when(one)
        )

    def promise(self, order: int, one: PromiseOnTable) -> PromiseRow:
        found = self.verdicts.get(one.number)
        return PromiseRow(
            order,
            self.labels[one.maker],
            self.labels[one.partner],
            one,
            self._when(one),
            self._sentence(one.maker, one.partner, one.terms),
            self._sentence(one.partner, one.maker, one.exchange) if one.exchange else "",
            found.terms if found else None,
            found.exchange if found else None,
        )

    def _when(self, one: ContactOnTable | PromiseOnTable) -> str:
        """The round and the last move, in words."""
        moved = gettext("before the first move")
        if one.log_number:
            moved = gettext("after entry %(number)d") % {"number": one.log_number}
        return f"{self.rules.round_word} {one.turn}, {moved}" if one.turn else moved

    def _seats(self, players: Iterable[str]) -> tuple[SeatLabel, ...]:
        found = [self.labels[player] for player in players]
        return tuple(sorted(found, key=lambda seat: seat.number))

    def _sentence(self, maker: str, partner: str, terms: Mapping[str, object]) -> str:
        rules = self.rules.promises
        return rules.sentence(self.state, maker, partner, dict(terms)) if rules else ""
