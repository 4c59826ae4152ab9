"""Recording a move from the console: by the command line, or by a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator import live
from moderator.play import keys, log, selectors, services
from moderator.play.errors import Stale
from moderator.play.models import Game, Group
from moderator.rules.errors import Refused
from moderator.web.actors import group_for, recorder
from moderator.web.acts import Typed
from moderator.web.console import SAY, page_of
from moderator.web.numbers import whole
from moderator.web.pages import UNPROCESSABLE, SeeOther, show
from moderator.web.wire_form import wire_of

CONFLICT = 409


@require_POST
@group_for("record")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """`text` as it was typed, or `type` and its fields."""
    game = selectors.game_now(group)
    form = SAY if "text" in request.POST else request.POST.get("form", "")
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    try:
        record(request, group, game, _wire)
    except Stale:
        return _kept(request, group, Typed(form, request.POST), CONFLICT)
    except Refused as refused:
        return _kept(request, group, Typed(form, request.POST, refused), UNPROCESSABLE)
    if request.headers.get("HX-Request"):
        return show(request, "web/console.html#parts", page_of(group))
    return SeeOther(reverse("console", args=[group.code]))


def record(request: HttpRequest, group: Group, game: Game, read: Any) -> None:
    """Store the posted move and show it to everybody.

    Args:
        read: the game and the posted form to a wire form.

    Raises:
        Stale: the form was made for an older chart, or for the game before.
        Refused: it is not understood, or the rules don't take it.
    """
    post = request.POST
    person, role = recorder(request, group)
    key = post.get("key", "")
    if keys.is_key(key) and game.entries.filter(key=key).exists():
        return  # a double click: what it asked for is in the log
    after = whole(post.get("after", ""))
    if post.get("game") != str(game.number) or after is None:
        raise Stale(selectors.timeline(game))
    wire = read(game, post, after)
    try:
        services.move_play(game, wire, after, key, person, role)
    except ValueError as error:
        raise Refused("bad-move", f"This form can’t be recorded: {error}.") from error
    live.tell(group.pk)


def _wire(game: Game, post: Any, after: int) -> Mapping[str, Any]:
    if "text" not in post:
        return wire_of(post)
    timeline = selectors.timeline(game)
    if timeline.number != after:
        raise Stale(timeline)  # it would be understood as somebody else's move
    return log.rules_of(game).hear(timeline.state, post["text"][:200]).wire


def _kept(request: HttpRequest, group: Group, typed: Typed, status: int) -> HttpResponse:
    part = "#parts" if request.headers.get("HX-Request") else ""
    return show(request, f"web/console.html{part}", page_of(group, typed), status)
