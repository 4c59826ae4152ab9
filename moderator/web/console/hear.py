"""How a command is understood while it is typed on the console."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moderator.play import selectors
from moderator.play.log import folds
from moderator.play.models import Group
from moderator.play.table.offers import sentence_of
from moderator.web.core.access import group_for
from moderator.web.core.responses import render_page
from moderator.web.moves.answers import reply_to_command
from moderator.web.moves.forms import Reply
from moderator.web.moves.offers import typed_offer

MAX_COMMAND_LENGTH = 200


@dataclass(frozen=True)
class HearPage:
    """The reply to a command that is still being typed."""

    answer: Reply


@require_safe
@group_for("see-console")
def command_reply(request: HttpRequest, group: Group) -> HttpResponse:
    """How the command in `?text=` is understood, with completions. Nothing is recorded."""
    game = selectors.game_now(group)
    if game is None:
        raise Http404
    text = request.GET.get("text", "")[:MAX_COMMAND_LENGTH]
    fold = folds.fold_of(game)
    if agreed := typed_offer(game, fold, text):
        answer = Reply("understood", sentence_of(fold, agreed.move))
    else:
        answer = reply_to_command(game, fold, text)
    if answer.kind == "unclear":  # it is still being typed, so a hint is enough
        answer = replace(answer, kind="hint")
    return render_page(request, "web/moves/answer.html", HearPage(answer))
