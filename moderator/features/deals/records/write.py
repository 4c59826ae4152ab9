"""Writing diplomatic records: who may, limits, promises and answers, notes of contacts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import MODERATORS, TEXT_LETTERS, Entry, Game, Person
from moderator.core.recording import Change, changing, check_running, waiting_sentence
from moderator.core.text import json_values, text_read
from moderator.core.written import (
    SaidOnTable,
    check_limits,
    check_others,
    columns_now,
    has_records,
    settings_of,
)
from moderator.features.deals.models import POSTED, Answer, Contact, Promise, to_answer, waiting
from moderator.features.deals.records.read import contact_on_table, promise_on_table
from moderator.rules.deals import BAD_PROMISE, PromiseRules
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire

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
    rules, state = promise_rules(fold), fold.timeline.state
    wanted = None if exchange is None else dict(rules.read(state, partner, maker, exchange))
    return dict(rules.read(state, maker, partner, terms)), wanted


def promise_rules(fold: Fold) -> PromiseRules[Any]:
    """The game's rules of promises; `Refused` if it has none."""
    rules = fold.timeline.rules.promises
    if rules is None:
        raise Refused(BAD_PROMISE, gettext("In this game promises have no form of their own."))
    return rules


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
    for written in (Contact, Promise):
        written.objects.filter(person=person).update(person=None)
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
