"""The rules and options of a group's game in short: for players, and for whoever watches."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moderator.play import selectors
from moderator.play.models import Game, Group
from moderator.rules.explained import HistoricEvent, RulesSection
from moderator.web.core.access import group_for
from moderator.web.core.responses import render_page
from moderator.web.core.sheet_links import requested_game


@dataclass(frozen=True)
class RulesPage:
    """The options in force, the rules with this game's numbers, and the period; nothing secret."""

    group: Group
    game: Game
    options: tuple[str, ...]
    sections: tuple[RulesSection, ...]
    chronology: tuple[HistoricEvent, ...]
    copyright: str


@require_safe
@group_for("see-chart")
def rules(request: HttpRequest, group: Group) -> HttpResponse:
    """The rules of the group's game on one screen."""
    game = requested_game(request, group)
    now = selectors.timeline(game)
    page = RulesPage(
        group=group,
        game=game,
        options=now.game.options_in_force(now.state),
        sections=now.game.rules_in_short(now.state),
        chronology=now.game.chronology(now.state),
        copyright=now.game.copyright,
    )
    return render_page(request, "web/watch/rules.html", page)
