"""A player's hand of cards on the console: only when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moderator.play import selectors
from moderator.play.log import folds
from moderator.play.models import Game, Group
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import Viewer
from moderator.web.core import game_files
from moderator.web.core.access import group_for
from moderator.web.core.responses import render_page
from moderator.web.moves.form_building import form_groups
from moderator.web.moves.forms import MoveFormGroup, MoveFormsPage


@dataclass(frozen=True)
class HandPage(MoveFormsPage):
    """One player's hand, and the forms for its cards. `view`: the game as that player sees it."""

    group: Group
    game: Game | None
    seat: SeatLabel
    view: Any
    after: int
    hand_template: str
    groups: tuple[MoveFormGroup, ...] = ()

    @property
    def style(self) -> str:
        """The game's own style sheet."""
        return game_files.style_of(self.game) if self.game else ""


@require_safe
@group_for("record")
def hand(request: HttpRequest, group: Group, player: str) -> HttpResponse:
    """A player's hand; with `?part` only its contents, to be shown on the console."""
    game = selectors.game_now(group)
    template = game_files.template_of(game.rules, "hand_peeked.html") if game else ""
    if game is None or not template or not game.seats.filter(player=player).exists():
        raise Http404
    fold = folds.fold_of(game)
    rules, state, viewer = fold.timeline.game, fold.timeline.state, Viewer(player)
    offers = (one for one in rules.offers(state) if one.player == player)
    secret = tuple(one for one in offers if one.move.has_secret_choices)
    page = HandPage(
        group=group,
        game=game,
        seat=next(seat for seat in rules.seats_of(state) if seat.id == player),
        view=rules.view(state, viewer),
        after=fold.number,
        hand_template=template,
        groups=form_groups(game, fold, secret, None),
    )
    part = "#part" if "part" in request.GET else ""
    return render_page(request, f"web/console/hand.html{part}", page)
