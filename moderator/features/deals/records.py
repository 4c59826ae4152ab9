"""Diplomatic records: a player's notes of its contacts, and the promises between players.

Everything is sealed until the end of the game: a player sees its own, and the group's moderators
and the instructor what the game's settings allow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.log import Fold
from moderator.core.look import Book, Look
from moderator.core.models import MODERATORS, TEXT_LETTERS, Entry, Game, Person
from moderator.core.recording import Change, changing, check_running, waiting_sentence
from moderator.core.text import json_values, text_read
from moderator.core.written import (
    Diplomacy,
    SaidOnTable,
    check_limits,
    check_others,
    columns_now,
    has_records,
    on_table,
    settings_of,
    writer_forget,
    written_rows,
)
from moderator.features.deals.models import POSTED, Answer, Contact, Promise, to_answer, waiting
from moderator.rules.deals import BAD_PROMISE, CONTACT, PROMISE
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire
from moderator.rules.seating import Viewer


@dataclass(frozen=True, slots=True)
class DiplomaticRecords:
    """All contacts and promises of a game, in the order in which they were written.

    `is_on`: the players of this game keep diplomatic records.
    """

    is_on: bool = False
    settings: Diplomacy = field(default_factory=Diplomacy)
    contacts: tuple[SaidOnTable, ...] = ()
    promises: tuple[SaidOnTable, ...] = ()

    def version(self, viewer: Viewer) -> int:
        """How much has happened that the viewer gets to see while the game lasts; it only grows."""
        seen = self.seen_by(viewer)
        noted = sum(one.happened for one in seen.contacts)
        return noted + sum(one.happened for one in seen.promises)

    def seen_by(self, viewer: Viewer, do_teachers_read: bool | None = None) -> DiplomaticRecords:
        """What of it the viewer may read.

        Args:
            do_teachers_read: everything; if left out, as the settings say for during the game.
        """
        if do_teachers_read is None:
            do_teachers_read = self.settings.do_teachers_read
        return self.only(lambda one: one.is_seen_by(viewer, do_teachers_read))

    def of(self, player: str) -> DiplomaticRecords:
        """One player's record."""
        return self.seen_by(Viewer(seat=player))

    def only(self, is_wanted: Callable[[SaidOnTable], bool]) -> DiplomaticRecords:
        """A part of it."""
        contacts, promises = filter(is_wanted, self.contacts), filter(is_wanted, self.promises)
        return replace(self, contacts=tuple(contacts), promises=tuple(promises))


def records_of(look: Look) -> DiplomaticRecords:
    """The game's records, as they are stored now. Cost: no query in games without them."""
    if not has_records(look.fold):
        return DiplomaticRecords()
    settings = settings_of(look.game)
    if not look.game.changes:
        return DiplomaticRecords(True, settings)
    of = (look.game, settings.rewritten)
    contacts = written_rows(Contact, *of, contact_on_table, _changed_contacts)
    promises = written_rows(Promise, *of, promise_on_table, _changed_promises)
    return DiplomaticRecords(True, settings, contacts, promises)


RECORDS = Book(records_of, depends=lambda look: has_records(look.fold), is_private=True)


def said(look: Look) -> tuple[SaidOnTable, ...]:
    """All contacts and promises on the table."""
    records = RECORDS.of(look)
    return *records.contacts, *records.promises


def contact_on_table(row: Contact) -> SaidOnTable:
    is_struck = row.withdrawn_at is not None
    return on_table(row, CONTACT, row.player, row.partners, text=row.text, is_struck=is_struck)


def promise_on_table(row: Promise) -> SaidOnTable:
    return on_table(
        row,
        PROMISE,
        row.maker,
        [row.partner],
        terms=row.terms,
        exchange=row.exchange,
        answer=row.answer,
        accepted_after=row.accepted_after,
        is_answer_entered=row.answer_role in MODERATORS,
    )


def _changed_contacts(known: tuple[SaidOnTable, ...]) -> Q:
    """Those that have been struck out since."""
    struck = [one.number for one in known if one.is_struck]
    return Q(withdrawn_at__isnull=False) & ~Q(number__in=struck)


def _changed_promises(known: tuple[SaidOnTable, ...]) -> Q | None:
    """Those that may have been answered since."""
    numbers = [one.number for one in known if not one.answer]
    return Q(number__in=numbers) & ~Q(answer="") if numbers else None


# What services of diplomatic records share: who may write, texts, publishing.


def check_records(fold: Fold) -> None:
    """Raise `Refused` in a game whose players keep no diplomatic records."""
    if not has_records(fold):
        raise Refused("wrong-phase", gettext("In this game nobody keeps diplomatic records."))


def own_record() -> str:
    """Why somebody can't write in another player's record."""
    return gettext("You can keep the record of your own %(seat)s only.")


def check_playing(look: Look) -> None:
    """Raise `Refused` before the start and after the end; a pause is no obstacle."""
    if look.game.is_waiting:
        raise Refused("wrong-phase", waiting_sentence())
    if look.game.is_stopped:
        message = gettext("The game is stopped: the records stay as they are.")
        raise Refused("game-over", message)
    if look.timeline.is_over:
        message = gettext("The game is over: the records stay as they are.")
        raise Refused("game-over", message)


def check_number(own: QuerySet[Any]) -> None:
    """Raise `Refused` if a player writes too much."""
    check_limits(
        own,
        gettext("Not stored: at most %(most)d a minute. Wait a little."),
        gettext("Not stored: that would be more than %(most)d in this game."),
    )


def _check_others(fold: Fold, player: str, others: Collection[str]) -> None:
    unknown = Refused("bad-note", gettext("There is no such player."))
    nobody = Refused("bad-note", gettext("Choose whom you talked with."))
    check_others(fold, player, others, unknown, nobody)


def _tell(now: Change, one: SaidOnTable) -> None:
    """Those who may read it during the game see it."""
    now.changed(*one.audiences(settings_of(now.game)))


# Promises between two players: made and answered.

MOST_WAITING = 10  # for the answers of one partner, whose page they fill

STUDENT = Entry.Role.STUDENT


def promise_make(
    game: Game,
    partner: str,
    terms: object,
    exchange: object | None,
    key: str,
    by: Person,
    role: str = STUDENT,
    player: str | None = None,
    answer: str = "",
    turn: int | None = None,
) -> None:
    """Offer the partner a promise, in exchange for a promise of the partner or for nothing (None).

    A repeated request has the terms in normal form, as the page with the sentence has them.

    Args:
        player: who made it, if a moderator enters it from paper, also during a pause.
        answer: how it was answered there: "accepted" or "declined"; empty: not yet.
        turn: the round in which it was pressed; None if any will do.

    Raises:
        Stale: the round is over, the key has made another promise, or the game has been
            deleted.
        Refused: the rules don't allow it, the same one waits for an answer, the game isn't being
            played, there is a pause, or there are too many.
        NotAllowed: the person has no seat.
        ValueError: the key, the role or the answer is malformed, or `by` is of another class.
    """
    if answer not in ("", Answer.ACCEPTED, Answer.DECLINED):
        raise ValueError("no such answer")
    terms = json_values(terms, BAD_PROMISE)
    exchange = None if exchange is None else json_values(exchange, BAD_PROMISE)
    asked = ["promise", player, partner, terms, exchange]
    rest: Any = {"player": player, "turn": turn, "is_always": True}
    with changing(game, by, role, key=key, asked=asked, own=own_record(), **rest) as now:
        if now.repeated:
            return
        check_records(now.fold)
        maker = now.player
        _check_others(now.fold, maker, [partner])
        _check_playing(now.look, role)
        rows = Promise.objects.filter(game=game)
        wire, wanted = read_promise(now.fold, maker, partner, terms, exchange)
        _check_first(waiting(now, rows, partner), wire, wanted)
        check_number(rows.filter(maker=maker))
        promise = Promise(
            **columns_now(now.look, rows, by, role),
            maker=maker,
            partner=partner,
            terms=wire,
            exchange=wanted,
        )
        if answer:
            promise.answer_with(now, answer)
        promise.save()
        _tell(now, promise_on_table(promise))
        now.done(promise.number)


def promise_answer(
    game: Game,
    number: int,
    answer: str,
    key: str,
    by: Person,
    role: str = STUDENT,
    turn: int | None = None,
    bot: str | None = None,
    beside: Callable[[int], object] = lambda number: None,
) -> None:
    """Accept or decline a promise as its partner, or withdraw it as its maker.

    Moderators enter what somebody without a phone answers to a promise that they may read. Moves
    after the log's last entry at that moment are what an accepted one is judged by.

    Args:
        turn: the round in which it was pressed; None if any will do.
        bot: the player for whom the program answers it; None: the person's own.
        beside: stores what is committed with the answer to the promise of this number.

    Raises:
        Stale: it has been answered, the round is over, or the game has been deleted.
        Refused: the rules don't allow an accepted one any more, the game isn't being played, or
            there is a pause.
        NotAllowed: it isn't this person's promise to answer.
        ValueError: the key, the role or the answer is malformed, or `by` is of another class.
    """
    if answer not in POSTED:
        raise ValueError("no such answer")
    asked = ["answer", number, answer]
    rest: Any = {"player": bot, "turn": turn, "is_always": True}
    with changing(game, by, role, key=key, asked=asked, own=own_record(), **rest) as now:
        if now.repeated:
            return
        check_records(now.fold)
        message = gettext("That is not your promise to answer.")
        rows = Promise.objects.filter(game=game)
        if role in MODERATORS and not settings_of(game).do_teachers_read:
            rows = rows.filter(role__in=MODERATORS)
        promise = to_answer(now, rows, number, answer, message)
        _check_playing(now.look, role)
        if answer == Answer.ACCEPTED:
            both = promise.maker, promise.partner
            read_promise(now.fold, *both, promise.terms, promise.exchange)
        promise.answer_with(now, answer)
        promise.save()
        beside(number)
        _tell(now, promise_on_table(promise))


def read_promise(
    fold: Fold, maker: str, partner: str, terms: object, exchange: object | None
) -> tuple[Wire, Wire | None]:
    """Both sides' terms in normal form; `Refused` if the rules don't allow them."""
    rules, state = fold.timeline.rules.promises, fold.timeline.state
    if rules is None:
        raise Refused(BAD_PROMISE, gettext("In this game promises have no form of their own."))
    wanted = None if exchange is None else dict(rules.read(state, partner, maker, exchange))
    return dict(rules.read(state, maker, partner, terms)), wanted


def _check_playing(look: Look, role: str) -> None:
    check_playing(look)
    if role not in MODERATORS:
        check_running(look.game)


def _check_first(waiting: Collection[Promise], terms: Wire, exchange: Wire | None) -> None:
    """Raise `Refused` if the same promise waits for an answer, or too many do."""
    if any((one.terms, one.exchange) == (terms, exchange) for one in waiting):
        message = gettext("The same promise waits for an answer already.")
        raise Refused(BAD_PROMISE, message)
    if len(waiting) >= MOST_WAITING:
        message = gettext("%(most)d promises wait for an answer already. Withdraw one first.")
        raise Refused("too-many", message % {"most": MOST_WAITING})


# A player's notes of its contacts: written, and struck out.


def contact_note(
    game: Game,
    partners: Collection[str],
    text: str,
    key: str,
    by: Person,
    role: str,
    player: str | None = None,
    turn: int | None = None,
) -> None:
    """Note a contact in the record of the person's player; the round and the move are those of now.

    Args:
        player: whose record, if a moderator enters what somebody noted on paper.
        turn: the round in which it was pressed; None if any will do.

    Raises:
        Stale: the round is over, the key has noted something else, or the game has been
            deleted.
        Refused: there is no such player or record, the text is unsuitable, the game isn't being
            played, or there are too many notes.
        NotAllowed: the person has no seat.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    text = text_read(text, TEXT_LETTERS, gettext("Write what was said."), "bad-note")
    others = sorted(set(partners))
    asked = ["contact", player, others, text]
    rest: Any = {"player": player, "turn": turn, "is_always": True}
    with changing(game, by, role, key=key, asked=asked, own=own_record(), **rest) as now:
        if now.repeated:
            return
        check_records(now.fold)
        _check_others(now.fold, now.player, others)
        check_playing(now.look)
        rows = Contact.objects.filter(game=game)
        check_number(rows.filter(player=now.player))
        columns = columns_now(now.look, rows, by, role)
        noted = Contact.objects.create(**columns, player=now.player, partners=others, text=text)
        _tell(now, contact_on_table(noted))
        now.done(noted.number)


def contact_strike(game: Game, number: int, by: Person, role: str) -> None:
    """Strike out a note: the people of its player, or the moderators if one of them entered it.

    It is kept. One that has been struck out stays so.

    Raises:
        Stale: there is no such note, or the game has been deleted.
        Refused: the game isn't being played.
        NotAllowed: the person has no seat.
        ValueError: the role is malformed, or `by` is of another class.
    """
    with changing(game, by, role, own=own_record(), is_always=True) as now:
        check_records(now.fold)
        rows = Contact.objects.filter(game=game, number=number)
        if role in MODERATORS:
            rows = rows.filter(role__in=MODERATORS)
        else:
            rows = rows.filter(player=now.player)
        contact = rows.first()
        if contact is None:
            raise now.stale()
        if contact.withdrawn_at is not None:
            return
        check_playing(now.look)
        contact.withdrawn_at = timezone.now()
        contact.save(update_fields=["withdrawn_at"])
        _tell(now, contact_on_table(contact))


# What others ask of records: erasing who somebody was, and writing the demo's notes.


def person_forget_records(person: Person) -> None:
    """What the person wrote stays as the player's."""
    writer_forget(person, Contact, Promise)
    Promise.objects.filter(answered_by=person).update(answered_by=None)


def note_write(game: Game, note: Mapping[str, Any], key: str, person: Person, role: str) -> None:
    """Write a contact, a promise or its answer of the demo."""
    if "contact" in note:
        contact_note(game, note["to"], note["contact"], key, person, role, note["by"])
    elif "promise" in note:
        (partner,) = note["to"]
        entered = None if role == Entry.Role.STUDENT else note["by"]
        promise_make(game, partner, note["promise"], note["exchange"], key, person, role, entered)
    else:
        promise_answer(game, note["number"], note["answer"], key, person, role)
