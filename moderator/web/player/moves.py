"""Making a move on a seat's own page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.play.errors import Stale
from moderator.play.log.folds import Fold
from moderator.play.models import Entry, Group
from moderator.rules.errors import Refused
from moderator.web.core.access import group_for
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.moves.forms import BOARD, RejectedForm
from moderator.web.moves.posted import wire_of
from moderator.web.moves.record import CONFLICT, bot_go_on, form_of, record_move
from moderator.web.player.player import SeatedPlayer, page_of, seated


@require_POST
@group_for("see-chart")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """`type` and its fields, or `move`: a whole move; 404 for whoever sits on no seat."""
    at = _seated(request, group)
    form, by = form_of(request), (at.person, str(Entry.Role.STUDENT))
    try:
        fold = record_move(request, group, at.game, lambda _, post, __: wire_of(post), by)
    except Stale:
        at = _seated(request, group)  # the game may have been replaced
        return _play(request, at, RejectedForm(form, request.POST), status=CONFLICT)
    except Refused as refused:
        return _play(request, at, RejectedForm(form, request.POST, refused), status=UNPROCESSABLE)
    return _play(request, at, fold=fold)


@require_POST
@group_for("see-chart")
def bot_move(request: HttpRequest, group: Group) -> HttpResponse:
    """Lets the program make its next move, if it is on a seat that is in turn."""
    at = _seated(request, group)
    refused = bot_go_on(request, group, at.game, lambda: at.person)
    if refused is None:
        return _play(request, _seated(request, group))
    return _play(request, at, RejectedForm(BOARD, request.POST, refused), status=UNPROCESSABLE)


def _seated(request: HttpRequest, group: Group) -> SeatedPlayer:
    at = seated(request, group)
    if at is None:
        raise Http404
    return at


def _play(
    request: HttpRequest,
    at: SeatedPlayer,
    typed: RejectedForm | None = None,
    fold: Fold | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page's parts for its script; else the whole page, or the way to it."""
    if request.headers.get("HX-Request"):
        return render_page(
            request, "web/player/player.html#parts", page_of(at, typed, fold), status
        )
    if typed is None:
        return SeeOther(reverse("play", args=[at.group.code]))
    return render_page(request, "web/player/player.html", page_of(at, typed, fold), status)
