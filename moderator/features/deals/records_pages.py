"""Diplomatic records: a student’s own, and on the console by player, by pair, and from paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from moderator.core import credentials, log, queries
from moderator.core.access import group_for, recorder
from moderator.core.errors import broken_form
from moderator.core.links import requested_game
from moderator.core.look import Look, look_at
from moderator.core.models import TEXT_LETTERS, Entry, Game, Group
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page, told
from moderator.core.written import has_records, settings_of
from moderator.features.deals.models import Answer
from moderator.features.deals.records import (
    RECORDS,
    DiplomaticRecords,
    promise_answer,
    promise_make,
)
from moderator.features.deals.records_part import (
    FilledForm,
    RecordsView,
    contact_posted,
    posted_answer,
    promise_page,
    readers_sentence,
    records_view,
    shown_terms,
    typed_note,
)
from moderator.features.moves.forms import Reply
from moderator.features.moves.posted import check_game, key_of, turn_of
from moderator.features.moves.record import (
    NOT_RECORDED,
    NotRecorded,
    refusal_of,
    sentence_of,
    status_of,
)
from moderator.features.moves.student import (
    TALKS,
    PlayerPage,
    SeatedPlayer,
    own_seat,
    player_or_404,
    talks_url,
)
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer

# Diplomatic records on a student's page: noting contacts, and answering promises.


@group_for("see-chart", "GET")
def own_records(request: HttpRequest, group: Group) -> HttpResponse:
    """The whole record of the own seat; 404 in games without records."""
    player = player_or_404(request, group)
    fold = log.fold_of(player.game)
    look = Look(player.game, fold, Viewer(seat=player.seat.player))
    found = queries.or_404(records_view(look, RECORDS.of(look)))
    seat, key = player.seat.player, credentials.new()
    return render_page(
        request,
        "deals/records_all.html",
        group=group,
        game=player.game,
        seat=seat,
        records=found,
        key=key,
        person=player.person,
        turn=fold.turn,
    )


def _not_stored(request: HttpRequest, group: Group, error: NotRecorded) -> HttpResponse:
    """The page as it is now, with the reason and with what was typed."""
    sentence = sentence_of(error)
    if "part" in request.POST:
        return told(sentence, status_of(error))
    page = PlayerPage(player_or_404(request, group), asked={"tab": TALKS})
    if "text" in request.POST and page.records:
        page.typed_contact = typed_note(request.POST, sentence)
    else:
        page.answer = refusal_of(error, Reply("unclear", sentence))
    return render_page(request, "moves/player.html", page, status_of(error))


@own_seat("POST", refused=_not_stored)
def contact(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Note a contact with the players `with`, or `strike` out one of the own record."""
    by, role = player.person, Entry.Role.STUDENT
    contact_posted(request.POST, player.game, _own(player), by, role, player.seat.player)
    return SeeOther(f"{talks_url(player.group)}#own-contacts")


@own_seat("POST", refused=_not_stored)
def answer(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Accept, decline or withdraw a promise: `answer` is such as `accepted.3`."""
    own = _own(player)
    number, answer, key = posted_answer(request.POST, own)
    promise_answer(player.game, number, answer, key, player.person, turn=turn_of(request.POST))
    (found,) = (one for one in own.promises if one.number == number)
    (other,) = found.players - {player.seat.player}
    return SeeOther(f"{talks_url(player.group, other)}#own-promises")


def _own(player: SeatedPlayer) -> DiplomaticRecords:
    records = RECORDS.of(look_at(player.game))
    return records.seen_by(Viewer(seat=player.seat.player))


# Making a promise on a phone, in the talk with its partner.


@own_seat("GET", "POST")
def own_promise(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """A promise to the player `?to=` of a `?kind=`; a POST shows the sentence, or offers it.

    `part`: nothing but the promise; otherwise it is on the student's page.
    """
    fold, kind = log.fold_of(player.game), request.GET.get("kind", "")
    if not has_records(fold) or fold.timeline.rules.promises is None or player.game.is_waiting:
        raise Http404
    look = Look(player.game, fold, Viewer(seat=player.seat.player))
    to = request.POST.get("to") or request.GET.get("to", "")
    page = promise_page(look, to, kind, request.POST)
    if page is None:
        return redirect(f"{talks_url(player.group)}#promise-to")
    partner = page.form.partner.id
    if request.method != "POST":
        if "part" in request.GET:
            return render_page(request, "deals/phone_promise.html", page)
        return redirect(f"{talks_url(player.group, partner)}&{urlencode({'promise': kind})}")
    status = 200
    try:
        check_game(player.game, request.POST)
        if request.POST.get("do") == "offer":
            post = request.POST
            key, turn = key_of(post), turn_of(post)
            promise_make(player.game, partner, *shown_terms(post), key, player.person, turn=turn)
            return SeeOther(f"{talks_url(player.group, partner)}#own-promises")
        page.form.show()
    except NOT_RECORDED as refused:
        error, status = sentence_of(refused), status_of(refused)
        if request.POST.get("do") == "offer" and "part" in request.POST:
            return told(error, status)
        page = replace(page, error=error)
    if "part" in request.POST:
        return render_page(request, "deals/phone_promise.html", page, status)
    whole = PlayerPage(player, fold=fold, asked={"to": partner})
    whole.promise = page
    return render_page(request, "moves/player.html", whole, status)


# Promises that players have made on paper, entered by a moderator; and answers to promises.

ANSWERS = ("", Answer.ACCEPTED, Answer.DECLINED)
"""How a promise on paper may have been answered; empty: not yet."""


@group_for("record", "GET", "POST")
def paper_promise(request: HttpRequest, group: Group) -> HttpResponse:
    """The form: `?from=` and `?to=` players, without which they are chosen, `?kind=`; a POST shows
    the sentence, or stores it."""
    game = queries.game_now(group)
    fold = log.fold_of(game) if game else None
    rules = fold.timeline.rules.promises if fold else None
    if game is None or fold is None or rules is None or not has_records(fold) or game.is_waiting:
        raise Http404
    labels = fold.timeline.labels
    query = {name: request.GET.get(name, "") for name in ("from", "to")}
    maker, partner = (labels.get(player) for player in query.values())
    show = partial(
        render_page,
        request,
        "deals/console_promise.html",
        group=group,
        game=game,
        seats=tuple(labels.values()),
        key=credentials.new(),
        answer=request.POST.get("answer", ""),
    )
    if maker is None or partner is None or maker == partner:
        status = UNPROCESSABLE if request.method == "POST" else 200
        error = gettext("Choose two different players.") if maker and maker == partner else ""
        return show(error=error, status=status)
    kind = request.GET.get("kind", "")
    form = FilledForm(request.POST, kind, fold, rules, maker.id, partner, query)
    if request.method != "POST":
        return show(maker=maker, form=form)
    try:
        check_game(game, request.POST)
        if request.POST.get("do") == "enter":
            _enter(request, game, maker.id, partner.id)
            return SeeOther(reverse("console-records", args=[group.code]))
        form.show()
        return show(maker=maker, form=form)
    except NOT_RECORDED as refused:
        error, status = sentence_of(refused), status_of(refused)
    return show(maker=maker, form=form, error=error, status=status)


def _enter(request: HttpRequest, game: Game, maker: str, partner: str) -> None:
    """Store what was shown."""
    (by, role), key = recorder(request, game.group), key_of(request.POST)
    answer = request.POST.get("answer", "")
    if answer not in ANSWERS:
        raise broken_form()
    terms, exchange = shown_terms(request.POST)
    promise_make(game, partner, terms, exchange, key, by, role, maker, answer)


# The diplomatic records of a game for its moderator: by player, by pair, and from paper.


@group_for("record", "GET", "POST")
def all_records(request: HttpRequest, group: Group) -> HttpResponse:
    """The records, `?by=pair`, `?game=` an earlier one; a POST enters or strikes out a contact, or
    enters the `answer` to a promise.
    """
    game = requested_game(request, group)
    if request.method != "POST":
        return _show_records(request, game)
    _seen(look_at(game))  # 404 without records
    try:
        check_game(game, request.POST)
        _write(request, game)
    except NOT_RECORDED as error:
        typed = typed_note(request.POST, sentence_of(error))
        return _show_records(request, game, typed, status_of(error))
    return SeeOther(reverse("console-records", args=[group.code]))


def _write(request: HttpRequest, game: Game) -> None:
    post, (by, role) = request.POST, recorder(request, game.group)
    seen = RECORDS.of(look_at(game)).seen_by(MODERATOR)
    if "strike" not in post and "answer" in post:
        promise_answer(game, *posted_answer(post, seen), by, role)
    else:
        contact_posted(post, game, seen, by, role, post.get("player", ""))


def _seen(look: Look) -> RecordsView:
    """What the moderator may read."""
    return queries.or_404(records_view(look.by(MODERATOR), RECORDS.of(look)))


def _show_records(
    request: HttpRequest, game: Game, typed: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    look = look_at(game)
    view, rules = _seen(look), look.rules
    seats = look.timeline.seats
    is_by_pair = request.GET.get("by") == "pair"
    noted = {row.seat.id for row in view.contacts if not row.is_struck}
    silent = () if view.is_sealed else tuple(seat for seat in seats if seat.id not in noted)
    present = queries.game_now(game.group)
    is_present = present is not None and present.pk == game.pk
    return render_page(
        request,
        "deals/console_records.html",
        status=status,
        group=game.group,
        game=game,
        view=view,
        sections=_by_pair(view, seats) if is_by_pair else [_section(view, one) for one in seats],
        seats=seats,
        silent=silent,  # the players that have noted nothing yet
        readers=readers_sentence(settings_of(game), rules.seat_word),
        seat_word=rules.seat_word,
        round_word=rules.round_word,
        is_by_pair=is_by_pair,
        is_present=is_present,
        can_promise=is_present and view.is_open and rules.promises is not None,
        key=credentials.new(),
        typed=typed,
        text_letters=TEXT_LETTERS,
    )


def _section(view: RecordsView, *seats: SeatLabel) -> dict[str, Any]:
    """A player's record, or what two players have noted of each other.

    `is_open`: it is not folded, as it has the newest entry.
    """
    if len(seats) == 1:
        contacts = [row for row in view.contacts if row.seat == seats[0]]
        promises = [row for row in view.promises if seats[0] in row.seats]
    else:
        contacts = [row for row in view.contacts if row.is_between(*seats)]
        promises = [row for row in view.promises if row.is_between(*seats)]
    newest = max((row.at for row in (*view.contacts, *view.promises)), default=None)
    return {
        "seats": seats,
        "contacts": contacts,
        "promises": promises,
        "is_open": any(row.at == newest for row in (*contacts, *promises)),
        "waiting": sum(row.is_open for row in promises),
    }


def _by_pair(view: RecordsView, seats: Iterable[SeatLabel]) -> list[dict[str, Any]]:
    found = (_section(view, *pair) for pair in combinations(seats, 2))
    return [section for section in found if section["contacts"] or section["promises"]]
