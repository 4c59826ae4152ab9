"""Recording a move on the console, and what a command means while it is typed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from moderator.core import log, queries
from moderator.core.access import group_for, recorder
from moderator.core.errors import Stale
from moderator.core.log import Fold
from moderator.core.look import look_at
from moderator.core.models import Game, Group
from moderator.core.recording import is_done
from moderator.core.responses import SeeOther, render_page
from moderator.features.deals.offers.read import OFFERS
from moderator.features.deals.offers.write import offer_record
from moderator.features.moves.answers import line_read, reply_to_command
from moderator.features.moves.console import console_response
from moderator.features.moves.forms import BOARD, NOTHING, RejectedForm, Reply
from moderator.features.moves.posted import MOST_TYPED, game_of, key_of
from moderator.features.moves.record import (
    NOT_RECORDED,
    record_bot_move,
    record_move,
    record_turn_end,
    rejected,
)
from moderator.features.slips.typed import record_slip_command
from moderator.rules.command import ParsedCommand
from moderator.rules.errors import Refused
from moderator.rules.orders import SlipCommand

# Recording a move on the console: with the command line, a form or the board.


@require_POST
@group_for("record")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """Record a move: a typed `text`, or a `type` with its fields, or `move`, a whole move."""
    game = queries.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    try:
        fold, answer = _record(request, game)
    except NOT_RECORDED as error:
        return console_response(request, group, rejected(request, error))
    return console_response(request, group, loaded=(game, fold), answer=answer)


def _record(request: HttpRequest, game: Game) -> tuple[Fold, Reply]:
    """Do what was posted: the log of the present game then, and what to answer."""
    post, (by, role) = request.POST, recorder(request, game.group)
    if "text" not in post:
        return record_move(request, game, by, role), NOTHING
    key, look = key_of(post), look_at(game_of(game, post))
    text, done = post["text"][:MOST_TYPED], look.fold.by_key(key)
    if done and OFFERS.of(look).has_recorded(text, done):
        return log.fold_of(game), NOTHING
    line = line_read(look, text, post)
    if isinstance(line, SlipCommand):
        fold, answer = record_slip_command(look, line, post, by, role)
        return (fold if look.game == game else log.fold_of(game)), answer
    if is_done(look.game, key):  # it was about slips
        raise Stale(look.timeline)
    if isinstance(line, ParsedCommand):
        return record_move(request, game, by, role, line.wire), NOTHING
    offer_record(look.game, line.number, key, by, role)
    return log.fold_of(game), NOTHING


@require_POST
@group_for("record")
def finish_turn(request: HttpRequest, group: Group) -> HttpResponse:
    """Play a decided turn to its end."""
    game = queries.game_now(group)
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
    game = queries.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    try:
        record_bot_move(request, game)
    except Refused as refused:
        return console_response(request, group, RejectedForm(BOARD, request.POST, refused))
    return console_response(request, group, loaded=(game, log.fold_of(game)))


# How a command is understood while it is typed on the console.

MAX_COMMAND_LENGTH = 200


@dataclass(frozen=True)
class HearPage:
    """The reply to a command that is still being typed."""

    answer: Reply


@require_safe
@group_for("see-console")
def command_reply(request: HttpRequest, group: Group) -> HttpResponse:
    """How the command in `?text=` is understood, with completions. Nothing is recorded."""
    game = queries.game_or_404(group)
    text = request.GET.get("text", "")[:MAX_COMMAND_LENGTH]
    answer = reply_to_command(look_at(game), text)
    if answer.kind == "unclear":  # it is still being typed, so a hint is enough
        answer = replace(answer, kind="hint")
    return render_page(request, "moves/answer.html", HearPage(answer))
