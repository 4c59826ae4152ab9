"""Diplomatic records on a student's page: contacts, answers, and a new promise."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from moderator.core import credentials, log
from moderator.core.access import group_for
from moderator.core.look import Look, look_at
from moderator.core.models import Entry, Game, Group, Person
from moderator.core.responses import SeeOther, render_page, told
from moderator.core.written import has_records
from moderator.features.deals.records.forms import (
    FilledForm,
    PromisePage,
    contact_posted,
    posted_answer,
    promise_response,
    shown_terms,
    typed_note,
)
from moderator.features.deals.records.part import RecordsView, records_view
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
    page_of,
    player_or_404,
    seated,
    talks_url,
)
from moderator.rules.seating import Viewer

# Diplomatic records on a student's page: noting contacts, and answering promises.


@dataclass(frozen=True)
class AllRecordsPage:
    """The whole record of the own seat."""

    group: Group
    game: Game
    seat: str
    records: RecordsView
    key: str
    person: Person
    turn: int


@require_safe
@group_for("see-chart")
def records(request: HttpRequest, group: Group) -> HttpResponse:
    """The whole record of the own seat; 404 in games without records."""
    player = player_or_404(request, group)
    fold = log.fold_of(player.game)
    look = Look(player.game, fold)
    book = RECORDS.of(look)
    found = records_view(look.by(Viewer(seat=player.seat.player)), book)
    if found is None:
        raise Http404
    seat, key = player.seat.player, credentials.new()
    page = AllRecordsPage(group, player.game, seat, found, key, player.person, fold.turn)
    return render_page(request, "deals/records_all.html", page)


@require_POST
@group_for("see-chart")
@seated
def contact(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Note a contact with the players `with`, or `strike` out one of the own record."""
    try:
        check_game(player.game, request.POST)
        by, role = player.person, Entry.Role.STUDENT
        contact_posted(request.POST, player.game, _own(player), by, role, player.seat.player)
    except NOT_RECORDED as error:
        return _not_stored(request, player.group, error)
    return SeeOther(f"{talks_url(player.group)}#own-contacts")


@require_POST
@group_for("see-chart")
@seated
def answer(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Accept, decline or withdraw a promise: `answer` is such as `accepted.3`."""
    own = _own(player)
    try:
        check_game(player.game, request.POST)
        number, answer, key = posted_answer(request.POST, own)
        turn = turn_of(request.POST)
        promise_answer(player.game, number, answer, key, player.person, turn=turn)
    except NOT_RECORDED as error:
        return _not_stored(request, player.group, error)
    (found,) = (one for one in own.promises if one.number == number)
    (other,) = found.players - {player.seat.player}
    return SeeOther(f"{talks_url(player.group, other)}#own-promises")


def _own(player: SeatedPlayer) -> DiplomaticRecords:
    records = RECORDS.of(look_at(player.game))
    return records.seen_by(Viewer(seat=player.seat.player))


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


# Making a promise on a phone: to whom, what, and the sentence before it is offered.


PHONE_PROMISE = "deals/phone_promise.html"


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("see-chart")
@seated
def promise(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """The form: `?to=` a player, `?kind=`; a POST shows the sentence, or offers it (`do`)."""
    fold = log.fold_of(player.game)
    if not has_records(fold) or fold.timeline.rules.promises is None or player.game.is_waiting:
        raise Http404
    seats = fold.timeline.rules.seats_of(fold.timeline.state)
    own = player.seat.player
    others = tuple(seat for seat in seats if seat.id != own)
    page = PromisePage(
        player.group, player.game, others, seat=own, person=player.person, turn=fold.turn
    )
    asked = request.POST.get("to") or request.GET.get("to", "")
    partner = next((seat for seat in others if seat.id == asked), None)
    if partner is None:
        return render_page(request, PHONE_PROMISE, page)
    query = {"to": partner.id}
    form = FilledForm(request, fold, fold.timeline.rules.promises, own, partner, query)

    def offer() -> str:
        terms, exchange = shown_terms(request.POST)
        key, turn = key_of(request.POST), turn_of(request.POST)
        promise_make(player.game, partner.id, terms, exchange, key, player.person, turn=turn)
        return f"{talks_url(player.group, partner.id)}#own-promises"

    return promise_response(request, PHONE_PROMISE, page, form, offer)
