"""Recording a move from the console: by the command line, or by a form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from moderator import figures, live
from moderator.play import folds, keys, log, selectors
from moderator.play.errors import Stale
from moderator.play.folds import Fold, Logged
from moderator.play.models import Game, Group
from moderator.play.plain import plain
from moderator.play.services.moves import move_read
from moderator.rules.errors import Refused
from moderator.rules.game import PUBLIC, Wire
from moderator.web import away, frames
from moderator.web.actors import group_for, recorder
from moderator.web.acts import SAY, Typed
from moderator.web.console import page_of
from moderator.web.numbers import whole
from moderator.web.pages import UNPROCESSABLE, SeeOther, show
from moderator.web.wire_form import wire_of

CONFLICT = 409
Read = Callable[[Game, QueryDict, Any], Wire]


@require_POST
@group_for("record")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """`text` as it was typed, or `type` and its fields."""
    game = selectors.game_now(group)
    form = SAY if "text" in request.POST else request.POST.get("form", "")
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    try:
        fold = record(request, group, game, _wire)
    except Stale:
        return _kept(request, group, Typed(form, request.POST), CONFLICT)
    except Refused as refused:
        return _kept(request, group, Typed(form, request.POST, refused), UNPROCESSABLE)
    if request.headers.get("HX-Request"):
        return show(request, "web/console.html#parts", page_of(group, known=(game, fold)))
    return SeeOther(reverse("console", args=[group.code]))


def record(request: HttpRequest, group: Group, game: Game, read: Read) -> Fold:
    """Store the posted move, and show it to everybody; the log as it stands then.

    Args:
        read: the game, the posted form and the state that it was made for, to a wire form.

    Raises:
        Stale: the form was made for an older chart, or for the game before; or its key has
            recorded another move.
        Refused: it is not understood, or the rules don't take it.
    """
    try:
        return _record(request, group, game, read)
    except Stale:
        figures.REFUSED.labels("stale").inc()
        raise
    except Refused as refused:
        figures.REFUSED.labels(refused.code).inc()
        raise


def _record(request: HttpRequest, group: Group, game: Game, read: Read) -> Fold:
    post = request.POST
    person, role = recorder(request, group)
    key = post.get("key", "")
    if not keys.is_key(key):
        raise Refused(
            "bad-move", gettext("This form can’t be recorded. Reload the console, and try again.")
        )
    if post.get("game") != str(game.number):
        return _of_another_game(group, game, post, read)
    if connection.vendor != "sqlite":
        away.may_be_recorded(request)  # the answer to a commit can get lost on its way
    after = whole(post.get("after", ""))
    played = move_read(game, lambda state: read(game, post, state), after, key, person, role)
    away.may_be_recorded(request)
    if played.is_repeat and not _asks_for(game, played.entry, post, read):
        raise Stale(played.timeline)
    if not played.is_repeat:
        figures.MOVES.labels(game.rules).inc()
    # Drawn here, and handed over before the console is answered: who watches comes first.
    live.tell(group.pk, frames.frame_of(group, game, played.fold, PUBLIC))
    return played.fold


def _of_another_game(group: Group, game: Game, post: QueryDict, read: Read) -> Fold:
    """The present log, if the form has recorded its move in the game before; Stale if not.

    In the present game it would be understood as somebody else's move.
    """
    fold, key = folds.fold_of(game), post.get("key", "")
    for before in Game.objects.filter(group=group, entries__key=key).order_by():
        entry = folds.fold_of(before).by_key(key)
        if entry is not None and _asks_for(before, entry, post, read):
            return fold
    raise Stale(fold.timeline)


def _asks_for(game: Game, entry: Logged, post: QueryDict, read: Read) -> bool:
    """Whether the form asks for the very move that its key has recorded.

    A form whose answer got lost keeps its key, and what is typed there may have changed since.
    """
    try:
        return bool(plain(read(game, post, entry.step.before), "bad-move") == entry.move)
    except Refused:
        return False


def _wire(game: Game, post: QueryDict, state: Any) -> Wire:
    if "text" not in post:
        return wire_of(post)
    return log.rules_of(game).hear(state, post.get("text", "")[:200]).wire


def _kept(request: HttpRequest, group: Group, typed: Typed, status: int) -> HttpResponse:
    part = "#parts" if request.headers.get("HX-Request") else ""
    return show(request, f"web/console.html{part}", page_of(group, typed), status)
