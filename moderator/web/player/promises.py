"""Making a promise on a phone: to whom, what, and the sentence before it is offered."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, services
from moderator.play.log import folds
from moderator.play.models import Game, Group
from moderator.play.table.diplomacy import has_records
from moderator.rules.seating import SeatLabel
from moderator.web.core.access import group_for
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.moves.diplomatic import check_game, publish_to
from moderator.web.moves.posted import key_of
from moderator.web.moves.promise_form import FilledForm, PromiseParts, shown_terms
from moderator.web.moves.record import NOT_RECORDED, sentence_of, status_of
from moderator.web.player.player import SeatedPlayer
from moderator.web.player.seated import seated


@dataclass(frozen=True)
class PromisePage:
    """The form of a promise; without a partner (no `form`), the choice of whom (`others`)."""

    group: Group
    game: Game
    seat: str
    others: tuple[SeatLabel, ...]
    form: PromiseParts | None = None
    key: str = ""
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("see-chart")
@seated
def promise(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """The form: `?to=` a player, `?kind=`; a POST shows the sentence, or offers it (`do`)."""
    fold = folds.fold_of(player.game)
    if not has_records(fold) or fold.timeline.game.promises is None or player.game.is_waiting:
        raise Http404
    seats = fold.timeline.game.seats_of(fold.timeline.state)
    others = tuple(seat for seat in seats if seat.id != player.seat.player)
    asked = request.POST.get("to") or request.GET.get("to", "")
    partner = next((seat for seat in others if seat.id == asked), None)
    if partner is None:
        return _show(request, player, others)
    query = {"to": partner.id}
    form = FilledForm(
        request, fold, fold.timeline.game.promises, player.seat.player, partner, query
    )
    if request.method != "POST":
        return _show(request, player, others, form.parts())
    try:
        check_game(player.game, request.POST)
        if request.POST.get("do") == "offer":
            publish_to(player.game, _offer(request, player, partner.id))
            return SeeOther(f"{reverse('play', args=[player.group.code])}#own-promises")
        return _show(request, player, others, form.parts(is_shown=True))
    except NOT_RECORDED as refused:
        error, status = sentence_of(refused), status_of(refused)
    return _show(request, player, others, form.parts(), error, status)


def _offer(request: HttpRequest, player: SeatedPlayer, partner: str) -> tuple[str, ...]:
    """Offer what was shown."""
    terms, exchange = shown_terms(request.POST)
    key = key_of(request.POST)
    return services.promise_make(player.game, partner, terms, exchange, key, player.person)


def _show(
    request: HttpRequest,
    player: SeatedPlayer,
    others: tuple[SeatLabel, ...],
    form: PromiseParts | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    page = PromisePage(
        group=player.group,
        game=player.game,
        seat=player.seat.player,
        others=others,
        form=form,
        key=credentials.new(),
        error=error,
    )
    return render_page(request, "web/player/promise.html", page, status)
