"""Deleting a group's game."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import services
from moderator.play.models import Classroom, Game, Group
from moderator.web.classes import deletion
from moderator.web.core.access import classroom_for, of_classroom
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.feed import publishing


@dataclass(frozen=True)
class GameDeletePage:
    """What would be deleted."""

    classroom: Classroom
    group: Group
    game: Game
    summary: deletion.DeletionSummary


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def delete(request: HttpRequest, group: Group, game: int) -> HttpResponse:
    """Ask for confirmation with a deletion summary; a POST deletes the game."""
    found = group.games.filter(number=game).first()
    if found is None:
        raise Http404
    if request.method == "POST":
        with transaction.atomic():
            services.game_delete(found)
            publishing.recheck_access(group.pk)
        return SeeOther(reverse("group", args=[group.classroom_id, group.number]))
    page = GameDeletePage(group.classroom, group, found, deletion.summary_of_game(found))
    return render_page(request, "web/classes/game_delete.html", page)
