"""Making a move on a student's page."""

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
from moderator.web.player.player import SeatedPlayer, page_of, seated_player


@require_POST
@group_for("see-chart")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """Record a move: `type` with its fields, or `move`, a whole move; 404 without a seat."""
    player = _player(request, group)
    form, by = form_of(request), (player.person, str(Entry.Role.STUDENT))
    try:
        fold = record_move(request, group, player.game, lambda _, post, __: wire_of(post), by)
    except Stale:
        player = _player(request, group)  # the game may have been replaced
        return _play(request, player, RejectedForm(form, request.POST), status=CONFLICT)
    except Refused as refused:
        return _play(
            request, player, RejectedForm(form, request.POST, refused), status=UNPROCESSABLE
        )
    return _play(request, player, fold=fold)


@require_POST
@group_for("see-chart")
def bot_move(request: HttpRequest, group: Group) -> HttpResponse:
    """Let the program make its next move, if it is a bot's turn."""
    player = _player(request, group)
    refused = bot_go_on(request, group, player.game, lambda: player.person)
    if refused is None:
        return _play(request, _player(request, group))
    return _play(request, player, RejectedForm(BOARD, request.POST, refused), status=UNPROCESSABLE)


def _player(request: HttpRequest, group: Group) -> SeatedPlayer:
    player = seated_player(request, group)
    if player is None:
        raise Http404
    return player


def _play(
    request: HttpRequest,
    player: SeatedPlayer,
    typed: RejectedForm | None = None,
    fold: Fold | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page's parts for htmx; otherwise the whole page, or a redirect to it."""
    if request.headers.get("HX-Request"):
        return render_page(
            request, "web/player/player.html#parts", page_of(player, typed, fold), status
        )
    if typed is None:
        return SeeOther(reverse("play", args=[player.group.code]))
    return render_page(request, "web/player/player.html", page_of(player, typed, fold), status)
