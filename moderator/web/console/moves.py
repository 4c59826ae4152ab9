"""Recording a move on the console: with the command line, a form or the board."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.play import selectors
from moderator.play.errors import Stale
from moderator.play.log import folds
from moderator.play.log.entries import rules_of
from moderator.play.models import Game, Group
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.web.console.console import GameFold, page_of
from moderator.web.core.access import group_for, recorder
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.moves.forms import BOARD, RejectedForm
from moderator.web.moves.posted import wire_of
from moderator.web.moves.record import CONFLICT, bot_go_on, form_of, record_move


@require_POST
@group_for("record")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """Record a move: a typed `text`, or a `type` with its fields, or `move`, a whole move."""
    game = selectors.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    by, form = recorder(request, group), form_of(request)
    try:
        fold = record_move(request, group, game, _wire, by)
    except Stale:
        return _console(request, group, RejectedForm(form, request.POST), status=CONFLICT)
    except Refused as refused:
        typed = RejectedForm(form, request.POST, refused)
        return _console(request, group, typed, status=UNPROCESSABLE)
    return _console(request, group, loaded=(game, fold))


@require_POST
@group_for("record")
def bot_move(request: HttpRequest, group: Group) -> HttpResponse:
    """Let the program make its next move, if it is a bot's turn."""
    game = selectors.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    refused = bot_go_on(request, group, game, lambda: recorder(request, group)[0])
    if refused is None:
        return _console(request, group, loaded=(game, folds.fold_of(game)))
    return _console(
        request, group, RejectedForm(BOARD, request.POST, refused), status=UNPROCESSABLE
    )


def _wire(game: Game, post: QueryDict, state: Any) -> Wire:
    if "text" not in post:
        return wire_of(post)
    return rules_of(game).parse_command(state, post.get("text", "")[:200]).wire


def _console(
    request: HttpRequest,
    group: Group,
    typed: RejectedForm | None = None,
    loaded: GameFold | None = None,
    status: int = 200,
) -> HttpResponse:
    """The console's parts for htmx; otherwise the whole page, or a redirect to it."""
    if request.headers.get("HX-Request"):
        page = page_of(group, typed, loaded)
        return render_page(request, "web/console/console.html#parts", page, status)
    if typed is None:
        return SeeOther(reverse("console", args=[group.code]))
    return render_page(request, "web/console/console.html", page_of(group, typed, loaded), status)
