"""Recording a move: by the command line, a form or the board, on the console or a seat's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from moderator import live, metrics
from moderator.play import credentials, dice, selectors, services
from moderator.play.errors import NotAllowed, Stale
from moderator.play.json_values import plain
from moderator.play.log import folds
from moderator.play.log.entries import rules_of
from moderator.play.log.folds import Fold, Logged
from moderator.play.models import Entry, Game, Group, Person
from moderator.play.services.moves import Played, move_read
from moderator.rules.errors import Refused
from moderator.rules.game import PUBLIC, Wire
from moderator.web.console import console as console
from moderator.web.core import errors
from moderator.web.core.access import group_for, recorder
from moderator.web.core.forms import whole
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, show
from moderator.web.feed import frames
from moderator.web.feed.turns import partners_of
from moderator.web.moves.forms import PRESS, SAY, Typed
from moderator.web.moves.posted import wire_of
from moderator.web.player import player as play_page

CONFLICT = 409
NOT_ALLOWED = "not-allowed"
Read = Callable[[Game, QueryDict, Any], Wire]
By = tuple[Person, str]
"""Who records, and in which role."""


@require_POST
@group_for("record")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """`text` as it was typed, or `type` and its fields, or `move`: a whole move."""
    game = selectors.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    by, form = recorder(request, group), _form(request)
    try:
        fold = record(request, group, game, _wire, by)
    except Stale:
        return _console(request, group, Typed(form, request.POST), status=CONFLICT)
    except Refused as refused:
        typed = Typed(form, request.POST, refused)
        return _console(request, group, typed, status=UNPROCESSABLE)
    return _console(request, group, known=(game, fold))


@require_POST
@group_for("see-chart")
def play_move(request: HttpRequest, group: Group) -> HttpResponse:
    """The same for a student, without `text`; 404 for whoever sits on no seat."""
    at = _seated(request, group)
    form, by = _form(request), (at.person, str(Entry.Role.STUDENT))
    try:
        fold = record(request, group, at.game, lambda _, post, __: wire_of(post), by)
    except Stale:
        at = _seated(request, group)  # the game may have been replaced
        return _play(request, at, Typed(form, request.POST), status=CONFLICT)
    except Refused as refused:
        return _play(request, at, Typed(form, request.POST, refused), status=UNPROCESSABLE)
    return _play(request, at, fold=fold)


@require_POST
@group_for("record")
def partner(request: HttpRequest, group: Group) -> HttpResponse:
    """Lets the program make its next move, if it is on a seat that is in turn."""
    game = selectors.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    refused = _go_on(request, group, game, lambda: recorder(request, group)[0])
    if refused is None:
        return _console(request, group, known=(game, folds.fold_of(game)))
    return _console(request, group, Typed(PRESS, request.POST, refused), status=UNPROCESSABLE)


@require_POST
@group_for("see-chart")
def play_partner(request: HttpRequest, group: Group) -> HttpResponse:
    """The same from a seat's page."""
    at = _seated(request, group)
    refused = _go_on(request, group, at.game, lambda: at.person)
    if refused is None:
        return _play(request, _seated(request, group))
    return _play(request, at, Typed(PRESS, request.POST, refused), status=UNPROCESSABLE)


def _go_on(
    request: HttpRequest, group: Group, game: Game, by: Callable[[], Person]
) -> Refused | None:
    """Why the program does not go on; None if it has, or if others have gone on meanwhile."""
    if request.POST.get("game") != str(game.number):
        return None
    if not partners_of(game):
        return Refused("not-your-turn", gettext("The program plays nobody here."))
    after = whole(request.POST.get("after", ""))
    try:
        played = services.partner_move(game, after, by())
    except Stale:  # another page asked first: that is what was wanted
        return None
    except Refused as refused:
        return refused
    _tell(group, game, played)
    return None


def record(request: HttpRequest, group: Group, game: Game, read: Read, by: By) -> Fold:
    """Store the posted move, and show it to everybody; the log as it stands then.

    Args:
        read: the game, the posted form and the state that it was made for, to a wire form.
        by: who posted it, and as what.

    Raises:
        Stale: the form was made for an older chart, or for the game before; or its key has
            recorded another move.
        Refused: it is not understood, the rules don't take it, or it is not for this person.
    """
    try:
        return _record(request, group, game, read, by)
    except Stale:
        metrics.REFUSED.labels("stale").inc()
        raise
    except NotAllowed as no:
        metrics.REFUSED.labels(NOT_ALLOWED).inc()
        raise Refused(NOT_ALLOWED, str(no)) from no
    except Refused as refused:
        metrics.REFUSED.labels(refused.code).inc()
        raise


def _record(request: HttpRequest, group: Group, game: Game, read: Read, by: By) -> Fold:
    post = request.POST
    key = post.get("key", "")
    if not credentials.is_key(key):
        raise Refused(
            "bad-move", gettext("This form can’t be recorded. Reload the page, and try again.")
        )
    if post.get("game") != str(game.number):
        return _of_another_game(group, game, post, read)
    if connection.vendor != "sqlite":
        errors.may_be_recorded(request)  # the answer to a commit can get lost on its way
    after = whole(post.get("after", ""))
    played = move_read(game, lambda state: read(game, post, state), after, key, *by)
    errors.may_be_recorded(request)
    if played.is_repeat and not _asks_for(game, played.fold, played.entry, post, read):
        raise Stale(played.timeline)
    _tell(group, game, played)
    return played.fold


def _tell(group: Group, game: Game, played: Played) -> None:
    if not played.is_repeat:
        metrics.MOVES.labels(game.rules).inc()
    # Drawn here, and handed over before the page is answered: who watches comes first.
    live.tell(group.pk, frames.frame_of(group, game, played.fold, PUBLIC))


def _of_another_game(group: Group, game: Game, post: QueryDict, read: Read) -> Fold:
    """The present log, if the form has recorded its move in the game before; Stale if not.

    In the present game it would be understood as somebody else's move.
    """
    fold, key = folds.fold_of(game), post.get("key", "")
    for before in Game.objects.filter(group=group, entries__key=key).order_by():
        old = folds.fold_of(before)
        entry = old.by_key(key)
        if entry is not None and _asks_for(before, old, entry, post, read):
            return fold
    raise Stale(fold.timeline)


def _asks_for(game: Game, fold: Fold, entry: Logged, post: QueryDict, read: Read) -> bool:
    """Whether the form asks for the very move that its key has recorded.

    A form whose answer got lost keeps its key, and what is typed there may have changed since.
    """
    try:
        asked = plain(read(game, post, entry.step.before), "bad-move")
        return bool(asked == dice.as_asked(game, fold, entry))
    except Refused:
        return False


def _wire(game: Game, post: QueryDict, state: Any) -> Wire:
    if "text" not in post:
        return wire_of(post)
    return rules_of(game).hear(state, post.get("text", "")[:200]).wire


def _form(request: HttpRequest) -> str:
    return SAY if "text" in request.POST else request.POST.get("form", "")


def _console(
    request: HttpRequest,
    group: Group,
    typed: Typed | None = None,
    known: console.Known | None = None,
    status: int = 200,
) -> HttpResponse:
    """The console's parts for its script; else the whole page, or the way to it."""
    if request.headers.get("HX-Request"):
        page = console.page_of(group, typed, known)
        return show(request, "web/console/console.html#parts", page, status)
    if typed is None:
        return SeeOther(reverse("console", args=[group.code]))
    return show(request, "web/console/console.html", console.page_of(group, typed, known), status)


def _seated(request: HttpRequest, group: Group) -> play_page.Seated:
    at = play_page.seated(request, group)
    if at is None:
        raise Http404
    return at


def _play(
    request: HttpRequest,
    at: play_page.Seated,
    typed: Typed | None = None,
    fold: Fold | None = None,
    status: int = 200,
) -> HttpResponse:
    """The same for a seat's page."""
    if request.headers.get("HX-Request"):
        return show(
            request, "web/player/player.html#parts", play_page.page_of(at, typed, fold), status
        )
    if typed is None:
        return SeeOther(reverse("play", args=[at.group.code]))
    return show(request, "web/player/player.html", play_page.page_of(at, typed, fold), status)
