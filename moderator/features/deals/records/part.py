"""Diplomatic records as pages show them, with the verdicts on promises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.core.cache import cached
from moderator.core.ended import has_ended_for_good, is_ended
from moderator.core.feature import Shown, part_html
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.written import Diplomacy, SaidOnTable, do_teachers_read_now, said_line
from moderator.features.deals.models import Answer
from moderator.features.deals.records.read import RECORDS, DiplomaticRecords
from moderator.features.debrief.releases.read import RELEASES
from moderator.rules.deals import PENDING, AcceptedPromise, SaidLine, Verdict
from moderator.rules.reading import Wire

# Verdicts on promises: judged once for each log and book, and shown when players may know.


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdict on a promise, and on what was promised in exchange."""

    terms: Verdict
    exchange: Verdict | None = None

    def on(self, promise: SaidOnTable) -> Iterable[tuple[AcceptedPromise, Verdict | None]]:
        """What was promised, and what in exchange, each with its verdict."""
        return zip(promise.judged, (self.terms, self.exchange), strict=False)


def verdicts_of(
    look: Look, records: DiplomaticRecords, is_stopped: bool | None = None
) -> Mapping[int, Verdicts]:
    """The verdicts on all accepted promises of the game, by their numbers; nobody's view yet.

    Args:
        is_stopped: whether no more moves will be made; None: as the game is now.
    """
    is_stopped = look.game.is_stopped if is_stopped is None else is_stopped
    accepted = tuple(one for one in records.promises if one.is_accepted)
    if look.rules.promises is None or not accepted:
        return {}
    key = (look.game.uid, look.fold.hash, is_stopped, tuple(one.number for one in accepted))
    return cached("verdicts", key, lambda: _judge(look.fold, accepted, is_stopped))


def verdicts_shown(look: Look, records: DiplomaticRecords) -> Mapping[int, Verdicts | None]:
    """The verdicts that those who may read the promises see now; None: not yet.

    Until the game has ended for good, the settings decide: at once, at the end of the round, or
    nothing. A game that is stopped may go on, so by itself that shows and decides nothing, but
    all are shown once everything has been released for its debrief.
    """
    when, now = records.settings.verdicts, look.timeline
    is_debrief = is_ended(look) and RELEASES.of(look).has_all
    has_ended = is_debrief or has_ended_for_good(look)
    found = verdicts_of(look, records, is_stopped=look.game.is_stopped and has_ended)
    if has_ended or when == Diplomacy.Verdicts.AT_ONCE:
        return found
    if when == Diplomacy.Verdicts.DEBRIEF:
        return dict.fromkeys(found)
    played = now.rules.rounds_played(now.state)
    complete = played[0] if played else 0

    def shown(one: Verdict) -> Verdict:
        return one if one.turn is not None and one.turn <= complete else NOT_YET

    return {
        number: Verdicts(shown(one.terms), one.exchange and shown(one.exchange))
        for number, one in found.items()
    }


NOT_YET = Verdict(PENDING, None, None, "")


def _judge(
    fold: Fold, accepted: tuple[SaidOnTable, ...], is_stopped: bool
) -> Mapping[int, Verdicts]:
    rules = fold.timeline.rules.promises
    if rules is None:
        return {}
    asked = [each for one in accepted for each in one.judged]
    moves = [entry.move for entry in fold.entries]
    found = iter(rules.judge(fold.timeline, moves, asked, is_stopped))
    return {
        one.number: Verdicts(next(found), next(found) if one.exchange is not None else None)
        for one in accepted
    }


# Diplomatic records as pages show them: a player's own, or what the moderator may read.

LINES_MOST = 20  # contacts, and as many promises, in a frame


@dataclass(frozen=True)
class RecordsView:
    """What one viewer may read. `own`: the viewer's player, or empty for a moderator. `most`: so
    many of the newest are listed (None: all), and `all` is the page with the `older` ones."""

    contacts: tuple[SaidLine, ...]
    promises: tuple[SaidLine, ...]
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
    def to_answer(self) -> tuple[SaidLine, ...]:
        """Promises that wait for the viewer's answer."""
        found = (one for one in self.promises if one.is_open and self.is_open)
        return tuple(one for one in found if one.partner.id == self.own)

    @cached_property
    def answered(self) -> tuple[SaidLine, ...]:
        """The viewer's own promises that the other side has answered, at most `most`."""
        answers = (Answer.ACCEPTED, Answer.DECLINED)
        own = (one for one in self.promises if one.seat.id == self.own)
        found = tuple(one for one in own if one.answer in answers)
        return found if self.most is None else found[-self.most :]

    @cached_property
    def others(self) -> tuple[SaidLine, ...]:
        """The other promises, the newest first, and all that can be withdrawn."""
        asked = {one.order for one in self.to_answer}
        found = [one for one in reversed(self.promises) if one.order not in asked]
        older = found[self.most :] if self.most is not None else []
        return (*found[: self.most], *(one for one in older if one.is_open))

    @cached_property
    def newest(self) -> tuple[SaidLine, ...]:
        """The contacts, the newest first."""
        return self.contacts[::-1][: self.most]

    @property
    def older(self) -> int:
        """How many contacts and promises are not listed."""
        listed = len(self.newest) + len(self.others) + len(self.to_answer)
        return len(self.contacts) + len(self.promises) - listed

    @property
    def is_empty(self) -> bool:
        return not (self.contacts or self.promises)


def records_view(
    look: Look,
    records: DiplomaticRecords,
    most: int | None = None,
) -> RecordsView | None:
    """What the viewer may read of the game's records; None if there are none, or before the start.

    `most`: as in `RecordsView`.

    Cost: one judging of all promises for each log and book.
    """
    if not records.is_on or look.game.is_waiting or look.viewer.is_public:
        return None
    reads_all = look.viewer.is_moderator and do_teachers_read_now(records.settings, look)
    contacts, promises = rows_of(look, records.seen_by(look.viewer, reads_all))
    return RecordsView(
        contacts=contacts,
        promises=promises,
        is_ended=is_ended(look),
        own=look.viewer.seat or "",
        console=reverse("console-records", args=[look.game.group.code])
        if look.viewer.is_moderator
        else "",
        most=most,
        all=reverse("play-records", args=[look.game.group.code]) if look.viewer.seat else "",
        is_sealed=look.viewer.is_moderator and not reads_all,
    )


def shown_records(look: Look) -> Shown | None:
    """The part of a frame."""
    records = RECORDS.of(look)
    if not records.is_on:
        return None

    def html() -> SafeString:
        view = records_view(look, records, LINES_MOST)
        return part_html("deals/frame_records.html", records=view) if view else SafeString()

    return Shown(records.settings.rewritten, html)


def rows_of(
    look: Look, records: DiplomaticRecords, is_debrief: bool = False
) -> tuple[tuple[SaidLine, ...], tuple[SaidLine, ...]]:
    """The contacts and promises in words, with the verdicts that their readers may see now.

    `is_debrief`: the records are those of the debrief, where all verdicts are shown.
    """
    verdicts = (verdicts_of if is_debrief else verdicts_shown)(look, records)
    labels, rules = look.timeline.labels, look.rules.promises

    def in_words(maker: str, partner: str, terms: Wire | None) -> str:
        return rules.sentence(look.state, maker, partner, terms) if rules and terms else ""

    def promise(order: int, one: SaidOnTable) -> SaidLine:
        found, (partner,) = verdicts.get(one.number), one.others
        return said_line(
            look.fold,
            labels,
            one,
            order=order,
            text=in_words(one.player, partner, one.terms),
            exchange=in_words(partner, one.player, one.exchange),
            verdict=found.terms if found else None,
            exchange_verdict=found.exchange if found else None,
        )

    contacts = enumerate(records.contacts, start=1)
    return (
        tuple(said_line(look.fold, labels, one, order=order) for order, one in contacts),
        tuple(promise(*one) for one in enumerate(records.promises, start=1)),
    )


def readers_sentence(settings: Diplomacy, seat_word: str) -> str:
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
