"""The student's page: the chart as the own seat sees it, and what only that seat may read."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from moderator.play import access, folds, log, selectors
from moderator.play.models import Group, Person
from moderator.rules import game as rules_game
from moderator.rules.game import Viewer
from moderator.web import frames, watchers
from moderator.web.actors import actor_of, forget_person, group_for
from moderator.web.join import student_in
from moderator.web.pages import SeeOther, show
from moderator.web.seats import chairs_of


@dataclass(frozen=True)
class PlayPage:
    """What somebody on a seat sees. `mates` share the seat."""

    group: Group
    title: str
    person: Person
    seat: rules_game.Seat
    mates: tuple[str, ...]
    briefing: str
    live: SafeString
    version: int
    feed: str


@require_safe
@group_for("see-chart")
def play(request: HttpRequest, group: Group) -> HttpResponse:
    """Who has not joined yet, or sits nowhere, is led there."""
    person = student_in(request, group.classroom)
    if person is None:
        return redirect("join", code=group.code)
    game = selectors.game_now(group)
    seat = access.seat_of(actor_of(request), game) if game else None
    if game is None or seat is None:
        return redirect("seats", code=group.code)
    fold = folds.fold_of(game)
    chair = next(chair for chair in chairs_of(game) if chair.pk == seat.pk)
    page = PlayPage(
        group=group,
        title=game.title,
        person=person,
        seat=chair.seat,
        mates=tuple(name for name in chair.names if name != person.display_name),
        briefing=log.rules_of(game).briefing(log.scenario_of(game), seat.player),
        live=frames.html_of(group, game, fold, Viewer(seat=seat.player)),
        version=frames.version_of(game, fold),
        feed=f"{reverse('play', args=[group.code])}feed",
    )
    return show(request, "web/play.html", page)


@require_POST
@group_for("see-chart")
def leave(request: HttpRequest, group: Group) -> HttpResponse:
    """This browser forgets who it was here; the seat stays the person's."""
    if student_in(request, group.classroom) is None:
        raise Http404
    with watchers.browser_may_leave(request):
        forget_person(request, group.classroom)
    return SeeOther(reverse("chart", args=[group.code]))
