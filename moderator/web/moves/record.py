"""Records moves of the command line, a form or the board, on the console or a seat's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from moderator import live, metrics
from moderator.play import credentials, dice, services
from moderator.play.errors import NotAllowed, Stale
from moderator.play.json_values import json_values
from moderator.play.log import folds
from moderator.play.log.folds import Fold, LoggedMove
from moderator.play.models import Game, Group, Person
from moderator.play.services.moves import RecordedMove, move_play_posted
from moderator.rules.errors import Refused
from moderator.rules.game import PUBLIC, Wire
from moderator.web.core import errors
from moderator.web.core.forms import whole_number
from moderator.web.feed import frames
from moderator.web.feed.turns import bots_of
from moderator.web.moves.forms import COMMAND_LINE

CONFLICT = 409
NOT_ALLOWED = "not-allowed"
Read = Callable[[Game, QueryDict, Any], Wire]
By = tuple[Person, str]
"""Who records, and in which role."""


def bot_go_on(
    request: HttpRequest, group: Group, game: Game, by: Callable[[], Person]
) -> Refused | None:
    """Make the bot's next move; why it can't, or None if it or somebody else has moved."""
    if request.POST.get("game") != str(game.number):
        return None
    if not bots_of(game):
        return Refused("not-your-turn", gettext("The program has no seat here."))
    after = whole_number(request.POST.get("after", ""))
    try:
        played = services.bot_move_play(game, after, by())
    except Stale:  # another page has triggered it already
        return None
    except Refused as refused:
        return refused
    _publish(group, game, played)
    return None


def record_move(request: HttpRequest, group: Group, game: Game, read: Read, by: By) -> Fold:
    """Store the posted move and publish it; the log with it.

    Args:
        read: makes a wire form of the game, the posted form and the state.
        by: who posted it, and in which role.

    Raises:
        Stale: the form was made for an older chart or game, or its key has recorded another move.
        Refused: it is not understood, the rules refuse it, or this person may not record it.
    """
    try:
        return _store(request, group, game, read, by)
    except Stale:
        metrics.REFUSED.labels("stale").inc()
        raise
    except NotAllowed as error:
        metrics.REFUSED.labels(NOT_ALLOWED).inc()
        raise Refused(NOT_ALLOWED, str(error)) from error
    except Refused as refused:
        metrics.REFUSED.labels(refused.code).inc()
        raise


def _store(request: HttpRequest, group: Group, game: Game, read: Read, by: By) -> Fold:
    post = request.POST
    key = post.get("key", "")
    if not credentials.is_key(key):
        raise Refused(
            "bad-move", gettext("This form can’t be recorded. Reload the page and try again.")
        )
    if post.get("game") != str(game.number):
        return _of_another_game(group, game, post, read)
    if connection.vendor != "sqlite":
        errors.may_be_recorded(request)  # the database's answer to the commit can get lost
    after = whole_number(post.get("after", ""))
    played = move_play_posted(game, lambda state: read(game, post, state), after, key, *by)
    errors.may_be_recorded(request)
    if played.is_repeat and not _asks_for(game, played.fold, played.entry, post, read):
        raise Stale(played.timeline)
    _publish(group, game, played)
    return played.fold


def _publish(group: Group, game: Game, played: RecordedMove) -> None:
    if not played.is_repeat:
        metrics.MOVES.labels(game.rules).inc()
    # Rendered here and published before the response, so that viewers see it first.
    live.publish(group.pk, frames.frame_of(group, game, played.fold, PUBLIC))


def _of_another_game(group: Group, game: Game, post: QueryDict, read: Read) -> Fold:
    """The present log if the form has recorded its move in an earlier game; Stale if not.

    In the present game it could be taken for another move.
    """
    fold, key = folds.fold_of(game), post.get("key", "")
    for before in Game.objects.filter(group=group, entries__key=key).order_by():
        old = folds.fold_of(before)
        entry = old.by_key(key)
        if entry is not None and _asks_for(before, old, entry, post, read):
            return fold
    raise Stale(fold.timeline)


def _asks_for(game: Game, fold: Fold, entry: LoggedMove, post: QueryDict, read: Read) -> bool:
    """Whether the form asks for the same move that its key has recorded.

    A form whose response got lost keeps its key, but its input may have changed since.
    """
    try:
        asked = json_values(read(game, post, entry.step.before), "bad-move")
        return bool(asked == dice.without_rolls(game, fold, entry))
    except Refused:
        return False


def form_of(request: HttpRequest) -> str:
    return COMMAND_LINE if "text" in request.POST else request.POST.get("form", "")
