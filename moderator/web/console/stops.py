"""Stopping the group's game because the lesson is over, and continuing it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from moderator.play import selectors, services
from moderator.play.errors import InvalidInput, Stale
from moderator.play.log import folds
from moderator.play.models import Game, Group
from moderator.play.stopped import EarlyEnd, early_end
from moderator.web.core.access import group_for, recorder
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing


@dataclass(frozen=True)
class StopPage:
    """What stopping would do. `end`: where the game would stop; None if it can't be stopped."""

    group: Group
    game: Game
    end: EarlyEnd | None
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def stop(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask for confirmation; a POST stops game number `game`."""
    game = _game(group)
    if request.method != "POST":
        return _show(request, game)
    if not _is_asked_for(request, game):
        return _show(request, game, gettext("The group now plays another game."))
    try:
        with transaction.atomic():
            services.game_stop(game, *recorder(request, group))
            publishing.publish_charts([group.pk])
    except InvalidInput as invalid:
        return _show(request, game, str(invalid))
    except Stale:
        raise Http404 from None
    return SeeOther(reverse("console", args=[group.code]))


@require_POST
@group_for("record")
def go_on(request: HttpRequest, group: Group) -> HttpResponse:
    """Continue game number `game`; one that is not stopped stays as it is."""
    game = _game(group)
    if _is_asked_for(request, game):
        try:
            with transaction.atomic():
                services.game_continue(game, *recorder(request, group))
                publishing.publish_charts([group.pk])
        except Stale:
            raise Http404 from None
    return SeeOther(reverse("console", args=[group.code]))


def _game(group: Group) -> Game:
    game = selectors.game_now(group)
    if game is None:
        raise Http404
    return game


def _is_asked_for(request: HttpRequest, game: Game) -> bool:
    return whole_number(request.POST.get("game", "")) == game.number


def _show(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    page = StopPage(game.group, game, early_end(folds.fold_of(game)), error)
    return render_page(request, "web/console/stop.html", page, UNPROCESSABLE if error else 200)
