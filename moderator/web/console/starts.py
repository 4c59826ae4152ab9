"""Starting the group's game, which waits until then."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from moderator.play import selectors, services
from moderator.play.errors import Stale
from moderator.play.models import Group
from moderator.web.console.console import console_response
from moderator.web.core.access import group_for, recorder
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import CONFLICT
from moderator.web.core.seating import free_seats
from moderator.web.feed import publishing
from moderator.web.moves.forms import Reply


@require_POST
@group_for("record")
def start(request: HttpRequest, group: Group) -> HttpResponse:
    """Start game number `game`; seats that nobody has are confirmed by their ids in `without`."""
    game = selectors.game_now(group)
    if game is None:
        raise Http404
    if whole_number(request.POST.get("game", "")) != game.number:
        return _not_started(request, group, gettext("The group now plays another game."))
    if game.is_waiting:
        confirmed = {*request.POST.get("without", "").split()}
        if any(status.seat.id not in confirmed for status in free_seats(game)):
            sentence = gettext("Not started: there are empty seats. See which, then start.")
            return _not_started(request, group, sentence)
    try:
        with transaction.atomic():
            services.game_start(game, *recorder(request, group))
            publishing.publish_charts([group.pk])
    except Stale:
        raise Http404 from None
    return console_response(request, group)


def _not_started(request: HttpRequest, group: Group, sentence: str) -> HttpResponse:
    return console_response(request, group, answer=Reply("stale", sentence), status=CONFLICT)
