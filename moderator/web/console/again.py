"""Playing again: a new game of the same scenario and options with the same people."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import access, credentials, selectors, services
from moderator.play.errors import InvalidInput
from moderator.play.models import Game, Group
from moderator.play.selectors import GameSummary
from moderator.rules.errors import Refused
from moderator.web.core.access import actor_of, group_for, recorder
from moderator.web.core.forms import whole_number
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.seating import SeatStatus, seat_statuses
from moderator.web.feed import publishing


@dataclass(frozen=True)
class AgainPage:
    """What would be played again, and by whom.

    `moves_order`: not the people move on, but whoever is next begins; `can_choose`: the visitor may
    choose another scenario and other options.
    """

    group: Group
    game: Game
    summary: GameSummary
    seats: tuple[SeatStatus, ...]
    seat_word: str
    options: tuple[str, ...]
    moves_order: bool
    can_choose: bool
    once: str
    error: str = ""

    @property
    def is_ended(self) -> bool:
        """Whether a new game may begin."""
        return self.summary.is_over or self.game.is_stopped


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def again(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask who sits where; a POST begins a game like number `game`, with `move` on other seats."""
    game = selectors.game_now(group)
    if game is None:
        raise Http404
    if request.method != "POST":
        return _show(request, game)
    number = whole_number(request.POST.get("game", "")) or 0
    played = group.games.select_related("group__classroom").filter(number=number).first()

    def make() -> str:
        by, _role = recorder(request, group)
        services.game_again(played or game, by, "move" in request.POST)
        publishing.recheck_access(group.pk)
        return reverse("console", args=[group.code])

    try:
        return SeeOther(only_once(request, make))
    except (InvalidInput, Refused) as error:
        return _show(request, game, str(error))


def _show(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    now = selectors.timeline(game)
    page = AgainPage(
        group=game.group,
        game=game,
        summary=selectors.game_summary(game.group),
        seats=seat_statuses(game),
        seat_word=now.game.seat_word,
        options=now.game.options_in_force(now.state),
        moves_order=services.has_own_names(game),
        can_choose=access.may(actor_of(request), "manage-class", game.group.classroom),
        once=credentials.new(),
        error=error,
    )
    return render_page(request, "web/console/again.html", page, UNPROCESSABLE if error else 200)
