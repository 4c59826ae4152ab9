"""Giving a seat back, and leaving on this phone."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.play import services
from moderator.play.errors import InvalidInput
from moderator.play.models import Group
from moderator.web.core.access import forget_person, group_for, student_in
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.player.player import SeatedPlayer, page_of
from moderator.web.player.seated import seated


@require_POST
@group_for("see-chart")
@seated
def give_back(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Give a wrong seat back, until the first move; then another one can be chosen."""
    code = player.group.code
    if whole_number(request.POST.get("game", "")) != player.game.number:
        return SeeOther(reverse("play", args=[code]))
    try:
        with publishing.revoking_lost_seats(player.person):
            services.seat_return(player.person, player.seat)
    except InvalidInput as refused:
        page = replace(page_of(player), error=str(refused))
        return render_page(request, "web/player/player.html", page, UNPROCESSABLE)
    return SeeOther(reverse("seats", args=[code]))


@require_POST
@group_for("see-chart")
def leave(request: HttpRequest, group: Group) -> HttpResponse:
    """Make this browser forget the person; the seat stays the person's."""
    if student_in(request, group.classroom) is None:
        raise Http404
    with publishing.revoking_lost_access(request):
        forget_person(request, group.classroom)
    return SeeOther(reverse("chart", args=[group.code]))
