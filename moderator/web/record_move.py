"""Recording a move from the console: by the command line, or by a form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from moderator import live
from moderator.play import folds, keys, log, selectors, services
from moderator.play.errors import Stale
from moderator.play.models import Entry, Game, Group
from moderator.play.plain import plain
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.web import away
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
        record(request, group, game, _wire)
    except Stale:
        return _kept(request, group, Typed(form, request.POST), CONFLICT)
    except Refused as refused:
        return _kept(request, group, Typed(form, request.POST, refused), UNPROCESSABLE)
    if request.headers.get("HX-Request"):
        return show(request, "web/console.html#parts", page_of(group))
    return SeeOther(reverse("console", args=[group.code]))


def record(request: HttpRequest, group: Group, game: Game, read: Read) -> None:
    """Store the posted move and show it to everybody.

    Args:
        read: the game, the posted form and the state that it was made for, to a wire form.

    Raises:
        Stale: the form was made for an older chart, or for the game before; or its key has
            recorded another move.
        Refused: it is not understood, or the rules don't take it.
    """
    post = request.POST
    person, role = recorder(request, group)
    key = post.get("key", "")
    timeline = selectors.timeline(game)
    first = _first(group, key)
    if first is not None:
        if _asks_for(first, post, read):
            return  # a double click, or a second try: what it asked for is in the log
        raise Stale(timeline)
    if post.get("game") != str(game.number) or whole(post.get("after", "")) != timeline.number:
        raise Stale(timeline)  # it would be understood as somebody else's move
    wire = read(game, post, timeline.state)
    if connection.vendor != "sqlite":
        away.may_be_recorded(request)  # the answer to a commit can get lost on its way
    try:
        played = services.move_play(game, wire, timeline.number, key, person, role)
    except ValueError as error:
        raise Refused(
            "bad-move", gettext("This form can’t be recorded. Reload the console, and try again.")
        ) from error
    away.may_be_recorded(request)
    if played.is_repeat and played.entry.move != plain(wire, "bad-move"):
        raise Stale(played.timeline)
    live.tell(group.pk)


def _first(group: Group, key: str) -> Entry | None:
    """What the key has recorded, be it in a game before the present one."""
    if not keys.is_key(key):
        return None
    return Entry.objects.select_related("game").filter(game__group=group, key=key).first()


def _asks_for(entry: Entry, post: QueryDict, read: Read) -> bool:
    """Whether the form asks for the very move that its key has recorded.

    A form whose answer got lost keeps its key, and what is typed there may have changed since.
    """
    before = folds.fold_of(entry.game).steps[entry.number - 1].before
    try:
        return bool(plain(read(entry.game, post, before), "bad-move") == entry.move)
    except Refused:
        return False


def _wire(game: Game, post: QueryDict, state: Any) -> Wire:
    if "text" not in post:
        return wire_of(post)
    return log.rules_of(game).hear(state, post.get("text", "")[:200]).wire


def _kept(request: HttpRequest, group: Group, typed: Typed, status: int) -> HttpResponse:
    part = "#parts" if request.headers.get("HX-Request") else ""
    return show(request, f"web/console.html{part}", page_of(group, typed), status)
