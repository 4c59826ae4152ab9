"""What a move on a student's page would do, before the student confirms it."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST

from moderator.play import services
from moderator.play.errors import Stale
from moderator.play.log import folds
from moderator.play.models import Group
from moderator.rules.move import Description
from moderator.web.core.access import group_for
from moderator.web.core.forms import whole_number
from moderator.web.moves.forms import NOTHING, MovePreview, RejectedForm
from moderator.web.moves.posted import wire_of
from moderator.web.moves.record import NOT_RECORDED, rejected
from moderator.web.player.moves import play_answer, show
from moderator.web.player.player import page_of, player_or_404

CHANGE = "change"  # the button that goes back to the form
_OWN = frozenset({"csrfmiddlewaretoken", "after", "game", "key", "form", "type", CHANGE})


@require_POST
@group_for("see-chart")
def preview(request: HttpRequest, group: Group) -> HttpResponse:
    """The page with the posted move in words, to confirm; with `change` its form again."""
    player, post = player_or_404(request, group), request.POST
    fold = folds.fold_of(player.game)
    page = page_of(player, RejectedForm(post.get("form", ""), post), fold)
    if CHANGE not in post:
        try:
            if post.get("game") != str(player.game.number):
                raise Stale(fold.timeline)
            after = whole_number(post.get("after", ""))
            shown = services.move_preview(player.game, fold, wire_of(post), after, player.person)
        except NOT_RECORDED as error:
            return play_answer(request, player, rejected(request, error), fold)
        page = replace(page, preview=_preview(post, *shown))
    return show(request, replace(page, answer=NOTHING))


def _preview(post: QueryDict, words: Description, is_rolled: bool) -> MovePreview:
    fields = ((name, value) for name, values in post.lists() for value in values)
    return MovePreview(
        form=post.get("form", ""),
        verb=post.get("type", ""),
        action=words.action,
        outcome=_outcome(words),
        is_rolled=is_rolled,
        fields=tuple((name, value) for name, value in fields if name not in _OWN),
    )


def _outcome(words: Description) -> str:
    """The outcome on a line of its own, without what joins it to the action."""
    outcome = words.outcome.strip(" :;")
    is_bracketed = outcome.startswith("(") and outcome.find(")") == len(outcome) - 1
    return outcome[1:-1] if is_bracketed else outcome
