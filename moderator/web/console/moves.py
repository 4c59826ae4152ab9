"""Recording a move on the console: with the command line, a form or the board."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.play import selectors
from moderator.play.log import folds
from moderator.play.models import Group
from moderator.rules.errors import Refused
from moderator.web.console.console import console_response
from moderator.web.console.offers import settle, typed_ok
from moderator.web.core.access import group_for, recorder
from moderator.web.core.responses import SeeOther
from moderator.web.moves.forms import BOARD, NOTHING, RejectedForm
from moderator.web.moves.record import (
    NOT_RECORDED,
    record_bot_move,
    record_move,
    record_turn_end,
    rejected,
)
from moderator.web.moves.slips import record_slip_command


@require_POST
@group_for("record")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """Record a move: a typed `text`, or a `type` with its fields, or `move`, a whole move."""
    game = selectors.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    by = recorder(request, group)
    try:
        if agreed := typed_ok(request, game):
            settle(request, game, agreed)
            return console_response(request, group)
        done = record_slip_command(request, game, *by)
        fold, answer = done or (record_move(request, game, *by), NOTHING)
    except NOT_RECORDED as error:
        return console_response(request, group, rejected(request, error))
    return console_response(request, group, loaded=(game, fold), answer=answer)


@require_POST
@group_for("record")
def finish_turn(request: HttpRequest, group: Group) -> HttpResponse:
    """Play a decided turn to its end."""
    game = selectors.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    try:
        fold = record_turn_end(request, game)
    except NOT_RECORDED as error:
        return console_response(request, group, rejected(request, error))
    return console_response(request, group, loaded=(game, fold))


@require_POST
@group_for("record")
def bot_move(request: HttpRequest, group: Group) -> HttpResponse:
    """Let the program make its next move, if it is a bot's turn."""
    game = selectors.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    try:
        record_bot_move(request, game)
    except Refused as refused:
        return console_response(request, group, RejectedForm(BOARD, request.POST, refused))
    return console_response(request, group, loaded=(game, folds.fold_of(game)))
