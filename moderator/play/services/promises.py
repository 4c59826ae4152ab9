"""Promises between two players: made and answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.errors import NotAllowed, Stale
from moderator.play.json_values import json_values
from moderator.play.log.folds import Fold
from moderator.play.models import MODERATORS, Entry, Game, Person, Promise
from moderator.play.services.diplomatic import (
    check_number,
    check_playing,
    locked_records,
    others_of,
    own_country,
    publish_to_readers,
)
from moderator.play.services.recording import check_key, check_person, check_running
from moderator.play.services.written import columns_now
from moderator.play.table.messages import settings_of
from moderator.rules.errors import Refused
from moderator.rules.promises import BAD_PROMISE, PromiseRules
from moderator.rules.wire import Wire

MOST_WAITING = 10  # for the answers of one partner, whose page they fill

Answer = Promise.Answer
STUDENT = Entry.Role.STUDENT


@dataclass(frozen=True, slots=True)
class FromPaper:
    """What a moderator enters of a promise on paper: who made it, and how it was answered there
    ("accepted" or "declined"; empty: not yet)."""

    maker: str
    answer: str = ""


def promise_make(
    game: Game,
    partner: str,
    terms: object,
    exchange: object | None,
    key: str,
    by: Person,
    role: str = STUDENT,
    paper: FromPaper | None = None,
) -> tuple[str, ...]:
    """Offer the partner a promise, in exchange for a promise of the partner or for nothing (None).

    A repeated request has the terms in normal form, as the page with the sentence has them.

    Args:
        paper: if a moderator enters it, also during a pause.

    Returns:
        The audiences that see it.

    Raises:
        Stale: the key has made another promise, or the game has been deleted.
        Refused: the rules don't allow it, the same one waits for an answer, the game isn't being
            played, there is a pause, or there are too many.
        NotAllowed: the person has no seat.
        ValueError: the key, the role or the answer is malformed, or `by` is of another class.
    """
    check_key(key)
    check_person(game, by, role)
    answer = paper.answer if paper else ""
    if answer not in ("", Answer.ACCEPTED, Answer.DECLINED):
        raise ValueError("no such answer")
    terms = json_values(terms, BAD_PROMISE)
    exchange = None if exchange is None else json_values(exchange, BAD_PROMISE)
    with transaction.atomic(durable=True):
        fold = locked_records(game)
        maker = own_country(game, by, role, paper.maker if paper else None)
        others_of(fold, maker, [partner])
        rows = Promise.objects.filter(game=game)
        if repeated := rows.filter(key=key).first():
            _check_same(fold, repeated, (maker, partner, terms, exchange))
            return ()
        _check_playing(game, fold, role)
        wire, wanted = read_promise(fold, maker, partner, terms, exchange)
        _check_first(game, maker, partner, wire, wanted)
        check_number(rows.filter(maker=maker))
        promise = Promise(
            **columns_now(game, fold, rows, key, by, role),
            maker=maker,
            partner=partner,
            terms=wire,
            exchange=wanted,
        )
        if answer:
            _answer(promise, fold, answer, key, by, role)
        promise.save()
        return publish_to_readers(game, [maker, partner], role)


def _check_same(fold: Fold, stored: Promise, wanted: tuple[object, ...]) -> None:
    """Raise `Stale` if the key has made another promise."""
    if (stored.maker, stored.partner, stored.terms, stored.exchange) != wanted:
        raise Stale(fold.timeline)


def promise_answer(
    game: Game, number: int, answer: str, key: str, by: Person, role: str = STUDENT
) -> tuple[str, ...]:
    """Accept or decline a promise as its partner, or withdraw it as its maker.

    Moderators enter what somebody without a phone answers to a promise that they may read. Moves
    after the log's last entry at that moment are what an accepted one is judged by.

    Returns:
        The audiences that see it.

    Raises:
        Stale: it has been answered, or the game has been deleted.
        Refused: the rules don't allow an accepted one any more, the game isn't being played, or
            there is a pause.
        NotAllowed: it isn't this person's promise to answer.
        ValueError: the key, the role or the answer is malformed, or `by` is of another class.
    """
    check_key(key)
    if answer not in Answer.values:
        raise ValueError("no such answer")
    check_person(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked_records(game)
        promise = Promise.objects.filter(game=game, number=number).first()
        if promise is None or not _may_answer(game, promise, answer, by, role):
            raise NotAllowed(gettext("That is not your promise to answer."))
        if promise.answer_key == key and promise.answer == answer:
            return ()
        if promise.answer:
            raise Stale(fold.timeline)
        _check_playing(game, fold, role)
        if answer == Answer.ACCEPTED:
            both = promise.maker, promise.partner
            read_promise(fold, *both, promise.terms, promise.exchange)
        _answer(promise, fold, answer, key, by, role)
        promise.save()
        readers = role if role in MODERATORS else promise.role
        return publish_to_readers(game, [promise.maker, promise.partner], readers)


def _may_answer(game: Game, promise: Promise, answer: str, by: Person, role: str) -> bool:
    if role in MODERATORS:
        return promise.role in MODERATORS or settings_of(game).do_teachers_read
    player = own_country(game, by, role, None)
    return player == (promise.maker if answer == Answer.WITHDRAWN else promise.partner)


def _answer(promise: Promise, fold: Fold, answer: str, key: str, by: Person, role: str) -> None:
    if answer == Answer.ACCEPTED:
        promise.accepted_after = fold.number
    promise.answer, promise.answer_key, promise.answer_role = answer, key, role
    promise.answered_by, promise.answered_at = by, timezone.now()


def read_promise(
    fold: Fold, maker: str, partner: str, terms: object, exchange: object | None
) -> tuple[Wire, Wire | None]:
    """Both sides' terms in normal form; `Refused` if the rules don't allow them."""
    rules, state = promise_rules(fold), fold.timeline.state
    wanted = None if exchange is None else dict(rules.read(state, partner, maker, exchange))
    return dict(rules.read(state, maker, partner, terms)), wanted


def promise_rules(fold: Fold) -> PromiseRules[Any]:
    """The game's rules of promises; `Refused` if it has none."""
    rules = fold.timeline.game.promises
    if rules is None:
        raise Refused(BAD_PROMISE, gettext("In this game promises have no form of their own."))
    return rules


def _check_playing(game: Game, fold: Fold, role: str) -> None:
    check_playing(game, fold)
    if role not in MODERATORS:
        check_running(game)


def _check_first(game: Game, maker: str, partner: str, terms: Wire, exchange: Wire | None) -> None:
    """Raise `Refused` if the same promise waits for an answer, or too many do."""
    waiting = Promise.objects.filter(game=game, maker=maker, partner=partner, answer="")
    if any((one.terms, one.exchange) == (terms, exchange) for one in waiting):
        message = gettext("The same promise waits for an answer already.")
        raise Refused(BAD_PROMISE, message)
    if len(waiting) >= MOST_WAITING:
        message = gettext("%(most)d promises wait for an answer already. Withdraw one first.")
        raise Refused("too-many", message % {"most": MOST_WAITING})
