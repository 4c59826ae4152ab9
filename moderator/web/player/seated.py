"""Forms of a student's page are for the seat that the page was made for, and for no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from moderator.play.errors import Stale
from moderator.play.log import folds
from moderator.play.models import Group
from moderator.play.models.diplomacy import MESSAGE_LETTERS
from moderator.web.core.responses import CONFLICT, render_page
from moderator.web.moves.record import count_refusal
from moderator.web.player.player import SeatedPlayer, page_of, player_or_404

OTHER_SEAT = "X-Other-Seat"
"""The header by which scripts notice that the page was for another seat."""

LETTERS_MOST = 4 * MESSAGE_LETTERS  # what is shown again of a text


def seated(
    view: Callable[[HttpRequest, SeatedPlayer], HttpResponse],
) -> Callable[[HttpRequest, Group], HttpResponse]:
    """Decorate a view under `group_for`: it gets the student with the seat; 404 without one.

    A form with another `seat` in it is refused: the student has been moved since the page was
    loaded. One without `seat` is of a page from before there was the field, and accepted.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, group: Group) -> HttpResponse:
        player = player_or_404(request, group)
        before = _other_seat(request, player) if request.method == "POST" else ""
        return _refused(request, player, before) if before else view(request, player)

    return wrapper


def _other_seat(request: HttpRequest, player: SeatedPlayer) -> str:
    """The seat of this game for which the form was made; empty if it is the student's own."""
    asked = request.POST.get("seat", "")
    is_this_game = request.POST.get("game") == str(player.game.number)
    return asked if is_this_game and asked != player.seat.player else ""


def _refused(request: HttpRequest, player: SeatedPlayer, before: str) -> HttpResponse:
    fold = folds.fold_of(player.game)
    count_refusal(Stale(fold.timeline))
    seats = fold.timeline.game.seats_of(fold.timeline.state)
    names = {seat.id: seat.name for seat in seats}
    sentence = gettext(
        "You are %(now)s now; this page was for %(before)s. It has been loaded again, and nothing "
        "was stored."
    ) % {"now": names[player.seat.player], "before": names.get(before, "?")}
    if "part" in request.POST:
        headers = {OTHER_SEAT: "yes", "Content-Type": "text/plain; charset=utf-8"}
        return HttpResponse(sentence, status=CONFLICT, headers=headers)
    lost = request.POST.get("text", "")[:LETTERS_MOST]
    page = replace(page_of(player), error=sentence, lost=lost)
    return render_page(request, "web/player/player.html", page, CONFLICT)
