"""The panel of a pressed cell, alone, for the console's script."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from moderator.play import credentials, selectors
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Group
from moderator.web.console.cell_building import panel_of
from moderator.web.console.cell_panel import CellPanel, address_in
from moderator.web.core.access import group_for
from moderator.web.core.responses import render_page
from moderator.web.moves.forms import RejectedForm


@dataclass(frozen=True)
class CellPage:
    """A panel, with what its form needs."""

    group: Group
    game: Game
    after: int
    cell: CellPanel | None

    @property
    def key(self) -> str:
        """A new idempotency key."""
        return credentials.new()


@require_safe
@group_for("record")
def cell(request: HttpRequest, group: Group) -> HttpResponse:
    """What can be done at `?cell=PLAYER.PLACE`; or what the form in the query would do.

    Nothing if there is no such cell.
    """
    game = selectors.game_now(group)
    if game is None:
        raise Http404
    fold, address = folds.fold_of(game), address_in(request.GET)
    fields = request.GET if "form" in request.GET else None
    panel = panel_of(game, fold, address, fields) if address else None
    return render_page(request, "web/console/cell.html", CellPage(group, game, fold.number, panel))


def rejected_cell(game: Game, fold: Fold, typed: RejectedForm) -> CellPanel | None:
    """The panel whose form was not recorded, with what was entered; None for another form."""
    address = address_in(typed.post) if typed.form.startswith("cell ") else None
    if address is None:
        return None
    stale = gettext("Not recorded yet: somebody else has just recorded something.")
    return panel_of(game, fold, address, typed.post, str(typed.refused or stale))
