"""Diplomatic records on a student's page: contacts, answers, and a new promise."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode

from moderator.core import credentials, log, queries
from moderator.core.access import group_for
from moderator.core.look import Look, look_at
from moderator.core.models import Entry, Group
from moderator.core.responses import SeeOther, render_page, told
from moderator.core.written import has_records
from moderator.features.deals.records.forms import (
    contact_posted,
    posted_answer,
    promise_page,
    shown_terms,
    typed_note,
)
from moderator.features.deals.records.part import records_view
from moderator.features.deals.records.read import RECORDS, DiplomaticRecords
from moderator.features.deals.records.write import promise_answer, promise_make
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
    SeatedPlayer,
    own_seat,
    page_of,
    player_or_404,
    talks_url,
)
from moderator.rules.seating import Viewer

# Diplomatic records on a student's page: noting contacts, and answering promises.


@group_for("see-chart", "GET")
def records(request: HttpRequest, group: Group) -> HttpResponse:
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
    page = page_of(player_or_404(request, group), asked={"tab": TALKS})
    if "text" in request.POST and page.records:
        page = replace(page, typed_contact=typed_note(request.POST, sentence))
    else:
        page = replace(page, answer=refusal_of(error, Reply("unclear", sentence)))
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
def promise(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
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
            _offer(request, player, partner)
            return SeeOther(f"{talks_url(player.group, partner)}#own-promises")
        page.form.show()
    except NOT_RECORDED as refused:
        error, status = sentence_of(refused), status_of(refused)
        if request.POST.get("do") == "offer" and "part" in request.POST:
            return told(error, status)
        page = replace(page, error=error)
    if "part" in request.POST:
        return render_page(request, "deals/phone_promise.html", page, status)
    whole = replace(page_of(player, fold=fold, asked={"to": partner}), promise=page)
    return render_page(request, "moves/player.html", whole, status)


def _offer(request: HttpRequest, player: SeatedPlayer, partner: str) -> None:
    terms, exchange = shown_terms(request.POST)
    key, turn = key_of(request.POST), turn_of(request.POST)
    promise_make(player.game, partner, terms, exchange, key, player.person, turn=turn)
