"""Records posted moves: reads the form and calls the service."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest
from django.utils.translation import gettext

from moderator import metrics
from moderator.core import log, responses
from moderator.core.access import recorder
from moderator.core.errors import NotAllowed, Stale
from moderator.core.forms import shortened, whole_number
from moderator.core.log import Fold
from moderator.core.models import Entry, Game, Person
from moderator.core.responses import CONFLICT, UNPROCESSABLE
from moderator.features.moves.forms import COMMAND_LINE, RejectedForm, Reply
from moderator.features.moves.posted import game_of, key_of, move_of
from moderator.features.moves.write import check_turn_end, move_play, turn_end
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire

NotRecorded = Stale | NotAllowed | Refused
NOT_RECORDED = (Stale, NotAllowed, Refused)
"""Why a posted move may not be recorded."""
NOT_ALLOWED = "not-allowed"


def record_move(
    request: HttpRequest, game: Game, by: Person, role: str, wire: Wire | None = None
) -> Fold:
    """Store the posted move; the log of the present game with it.

    Args:
        wire: the move, if it was read already.

    Raises:
        Stale: the form was made for an older chart or game, or its key has recorded another move.
        Refused: it is not understood, or the rules refuse it.
        NotAllowed: this person may not record it.
    """
    post, key = request.POST, key_of(request.POST)
    made_for, after = game_of(game, post), whole_number(post.get("after", ""))
    wire = move_of(made_for, post, role) if wire is None else wire
    if connection.vendor != "sqlite":
        responses.may_be_recorded(request)  # the database's answer to the commit can get lost
    played = move_play(made_for, wire, after, key, by, role)
    responses.may_be_recorded(request)
    # A repetition may have been recorded in an earlier game.
    return played.fold if made_for == game else log.fold_of(game)


def record_turn_end(request: HttpRequest, game: Game, student: Person | None = None) -> Fold:
    """Record the rest of a decided turn; the log with it.

    Args:
        student: whose turn it is; None on the console.

    Raises:
        Stale: the form was made for an older chart or game.
        Refused: the turn is not decided.
        NotAllowed: this person may not record it.
    """
    post, key = request.POST, key_of(request.POST)
    made_for, after = game_of(game, post), whole_number(post.get("after", ""))
    check_turn_end(made_for, after, key)
    by, role = (student, Entry.Role.STUDENT) if student else recorder(request, game.group)
    played = turn_end(made_for, after, key, by, role)
    # A repetition may have been recorded in an earlier game.
    return played.fold if made_for == game else log.fold_of(game)


def count_refusal(error: NotRecorded) -> None:
    """Count a form that was not recorded, by the reason."""
    is_stale = isinstance(error, Stale)
    code = error.code if isinstance(error, Refused) else "stale" if is_stale else NOT_ALLOWED
    metrics.REFUSED.labels(code).inc()


def sentence_of(error: NotRecorded) -> str:
    """Why something beside the log was not stored, counted by the reason."""
    count_refusal(error)
    if isinstance(error, Stale):
        return gettext("Nothing was stored: this has changed since the page was loaded.")
    return str(error)


def refusal_of(error: NotRecorded, otherwise: Reply) -> Reply:
    """The reply to what was not stored: no error if somebody else has just done it."""
    done = error.done if isinstance(error, Stale) else ""
    return Reply("hint", done) if done else otherwise


def status_of(error: NotRecorded) -> int:
    return CONFLICT if isinstance(error, Stale) else UNPROCESSABLE


def rejected(request: HttpRequest, error: NotRecorded) -> RejectedForm:
    """The posted form that was not recorded, counted by the reason."""
    count_refusal(error)
    if isinstance(error, NotAllowed):
        error = Refused(NOT_ALLOWED, str(error))
    refused = error if isinstance(error, Refused) else None
    form = COMMAND_LINE if "text" in request.POST else request.POST.get("form", "")
    return RejectedForm(form, shortened(request.POST), refused)
