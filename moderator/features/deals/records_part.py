"""Diplomatic records as pages show them, with the verdicts on promises; and their forms, on phones
and on the console."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.core import credentials
from moderator.core.cache import cached
from moderator.core.ended import has_ended_for_good, is_ended
from moderator.core.feature import Shown, part_html
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import Game, Group, Person
from moderator.core.written import (
    TYPED_MOST,
    Diplomacy,
    SaidOnTable,
    do_teachers_read_now,
    has_records,
    said_line,
)
from moderator.features.deals.models import POSTED, Answer
from moderator.features.deals.records import (
    RECORDS,
    DiplomaticRecords,
    contact_note,
    contact_strike,
    read_promise,
)
from moderator.features.debrief.releases import RELEASES
from moderator.features.moves.forms import TypedField
from moderator.features.moves.posted import answer_of, choice_of, key_of, turn_of
from moderator.rules.deals import (
    PENDING,
    AcceptedPromise,
    PromiseForm,
    PromiseRules,
    SaidLine,
    Verdict,
)
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel

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
    rules = look.rules.promises
    if rules is None or not accepted:
        return {}
    key = (look.game.uid, look.fold.hash, is_stopped, tuple(one.number for one in accepted))

    def judge() -> Mapping[int, Verdicts]:
        asked = [each for one in accepted for each in one.judged]
        moves = [entry.move for entry in look.fold.entries]
        found = iter(rules.judge(look.timeline, moves, asked, is_stopped))
        return {
            one.number: Verdicts(next(found), next(found) if one.exchange is not None else None)
            for one in accepted
        }

    return cached("verdicts", key, judge)


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


# Diplomatic records as pages show them: a player's own, or what the moderator may read.

LINES_MOST = 20  # contacts, and as many promises, in a frame


class RecordsView:
    """What one viewer may read. `own`: the viewer's player, or empty for a moderator. `most`: so
    many of the newest are listed (None: all), and `all` is the page with the `older` ones.
    `is_open`: the game is being played, so that more can be written."""

    def __init__(self, look: Look, records: DiplomaticRecords, most: int | None) -> None:
        viewer, code = look.viewer, look.game.group.code
        reads_all = viewer.is_moderator and do_teachers_read_now(records.settings, look)
        self.contacts, self.promises = rows_of(look, records.seen_by(viewer, reads_all))
        self.is_ended = is_ended(look)
        self.is_open, self.is_sealed = not self.is_ended, viewer.is_moderator and not reads_all
        self.own, self.most = viewer.seat or "", most
        self.console = reverse("console-records", args=[code]) if viewer.is_moderator else ""
        self.all = reverse("play-records", args=[code]) if viewer.seat else ""

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
    look: Look, records: DiplomaticRecords, most: int | None = None
) -> RecordsView | None:
    """What the viewer may read of the game's records; None if there are none, or before the start.

    `most`: as in `RecordsView`.

    Cost: one judging of all promises for each log and book.
    """
    if not records.is_on or look.game.is_waiting or look.viewer.is_public:
        return None
    return RecordsView(look, records, most)


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


# Forms of diplomatic records and promises, on phones and on the console.


def number_at(rows: Sequence[SaidOnTable], order: int) -> int:
    """The number of what the page counts as `order`, from 1; 0 if there is none."""
    return rows[order - 1].number if 0 < order <= len(rows) else 0


def contact_posted(
    post: QueryDict, game: Game, seen: DiplomaticRecords, by: Person, role: str, player: str
) -> None:
    """Note the player's contact with the players `with`, or `strike` out one that the page shows.

    Raises: as `contact_note` and `contact_strike`.
    """
    if "strike" in post:
        number = number_at(seen.contacts, whole_number(post.get("strike", "")) or 0)
        contact_strike(game, number, by, role)
    else:
        partners, text = post.getlist("with")[:50], post.get("text", "")
        contact_note(game, partners, text, key_of(post), by, role, player, turn_of(post))


def posted_answer(post: QueryDict, seen: DiplomaticRecords) -> tuple[int, str, str]:
    """The number of a promise, its answer, and the key: `answer` is such as `accepted.3`.

    Args:
        seen: what the page shows.

    Raises:
        Refused: the form was not made by the site.
    """
    what, order, key = answer_of(post, POSTED)
    return number_at(seen.promises, order), what, key


def typed_note(post: QueryDict, error: str) -> Mapping[str, Any]:
    """A contact that was not stored: what was typed, and why not."""
    key = post.get("key", "")
    return {
        "player": post.get("player", ""),
        "partners": post.getlist("with"),
        "text": post.get("text", "")[:TYPED_MOST],
        "key": key if credentials.is_key(key) else "",
        "error": error,
    }


# The form of a promise: its kind, its terms, and the sentence before it is stored.
#
# Each step is a page of its own, so that it works without a script.

OWN, OTHER = "own.", "other."
"""What the names of inputs begin with: for the own terms, and for those in exchange."""


class FilledForm:
    """The form of a promise to `partner`, with what was chosen and typed.

    `query`: who promises whom, as in the page's URL. `kinds`: what can be promised now; `own`: the
    chosen one; `other`: of the promise in exchange. `sentences`: both in words, once they can be
    stored; `terms` and `exchange` are then their JSON.

    Args:
        maker: who promises; `asked` are the names of both players in the page's URL.
    """

    def __init__(
        self,
        post: Mapping[str, str],
        kind: str,
        fold: Fold,
        rules: PromiseRules[Any],
        maker: str,
        partner: SeatLabel,
        asked: Mapping[str, str],
    ) -> None:
        self.post, self.fold, self.rules = post, fold, rules
        self.state, self.maker, self.partner = fold.timeline.state, maker, partner
        self.query = urlencode(asked)
        self.kinds = rules.forms(self.state, maker, partner.id)
        self.other_kinds = rules.forms(self.state, partner.id, maker)
        self.own = _of_kind(self.kinds, kind) or next(iter(self.kinds), None)
        self.other = _of_kind(self.other_kinds, self.post.get("wants", ""))
        self.fields, self.other_fields = self._typed(OWN, self.own), self._typed(OTHER, self.other)
        self.sentences: tuple[str, ...] = ()
        self.terms = self.exchange = ""

    def show(self) -> None:
        """Say what was typed in sentences, to be stored.

        Raises:
            Refused: the rules don't allow it.
        """
        # The fields of what is wanted in exchange come with the first answer.
        has_fields = self.other is None or any(one.startswith(OTHER) for one in self.post)
        if self.own and has_fields:
            terms, exchange = self._read(self.own)
            self.sentences = self._sentences(terms, exchange)
            self.terms = json.dumps(terms)
            self.exchange = json.dumps(exchange) if exchange else ""

    def _read(self, own: PromiseForm) -> tuple[Wire, Wire | None]:
        wanted = self.other.wire(self._values(OTHER)) if self.other else None
        return read_promise(
            self.fold, self.maker, self.partner.id, own.wire(self._values(OWN)), wanted
        )

    def _sentences(self, terms: Wire, exchange: Wire | None) -> tuple[str, ...]:
        own = self.rules.sentence(self.state, self.maker, self.partner.id, terms)
        if exchange is None:
            return (own,)
        return own, self.rules.sentence(self.state, self.partner.id, self.maker, exchange)

    def _values(self, prefix: str) -> Mapping[str, str]:
        post = self.post
        return {name.removeprefix(prefix): post[name] for name in post if name.startswith(prefix)}

    def _typed(self, prefix: str, form: PromiseForm | None) -> tuple[TypedField, ...]:
        """The fields with what was chosen, at first the first one of their choices."""
        values = self._values(prefix)
        fields = form.fields if form else ()
        firsts = (one.choices[0][0] if one.choices else "" for one in fields)
        return tuple(
            TypedField(f"{prefix}{one.name}", one, values.get(one.name, "")[:40] or first)
            for one, first in zip(fields, firsts, strict=True)
        )


@dataclass(frozen=True)
class PromisePage:
    """A promise that is being made on a student's page, in the talk with its partner."""

    group: Group
    game: Game
    seat: str
    form: FilledForm
    key: str
    error: str = ""


def promise_page(
    look: Look, to: str, kind: str, post: Mapping[str, str] = MappingProxyType({})
) -> PromisePage | None:
    """A promise of the viewer's seat to the player `to`; None if there can be none."""
    rules, seat, game = look.rules.promises, look.viewer.seat or "", look.game
    others = (one for one in look.timeline.seats if one.id != seat)
    partner = next((one for one in others if one.id == to), None)
    if rules is None or partner is None or not has_records(look.fold) or game.is_waiting:
        return None
    form = FilledForm(post, kind, look.fold, rules, seat, partner, {"to": partner.id})
    return PromisePage(game.group, game, seat, form, credentials.new())


def shown_terms(post: QueryDict) -> tuple[Wire, Wire | None]:
    """The terms that were shown, and what is promised in exchange."""
    return choice_of(post.get("terms", "")), choice_of(post.get("exchange", "")) or None


def _of_kind(forms: tuple[PromiseForm, ...], kind: str) -> PromiseForm | None:
    return next((form for form in forms if form.kind == kind), None)
