"""What can be practised, from the front page or in a class; and what an instructor allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.core import credentials
from moderator.core.access import own_class
from moderator.core.codes import classroom_of, place_by_code
from moderator.core.errors import InvalidInput
from moderator.core.games import versions_of
from moderator.core.log import has_goals
from moderator.core.models import Classroom, Game, Group
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.throttling import (
    PRACTICE_BY_ADDRESS,
    PRACTICE_BY_PERSON,
    too_many,
    try_begin,
    visitor_keys,
)
from moderator.features.moves.posted import key_of
from moderator.features.practice.models import PracticeGame
from moderator.features.practice.write import (
    Practisable,
    choices_of,
    class_practice_set,
    of_class,
    own_games,
    practice_begin,
    practisable,
)
from moderator.rules.errors import Refused

BROWSER = "practice"
"""The session's key for what finds this browser's games."""

# What can be played, from the front page or in a class.


@dataclass(frozen=True)
class StartPage:
    """What can be practised here, and the browser's games; `place` is None on the front page."""

    choices: Sequence[Practisable]
    own: Sequence[PracticeGame]
    place: Classroom | Group | None = None
    is_finish_told: bool = False
    error: str = ""

    @property
    def key(self) -> str:
        """A new idempotency key, different for each form."""
        return credentials.new()

    @property
    def guided(self) -> Sequence[Practisable]:
        return [one for one in self.choices if one.is_guided]

    @property
    def others(self) -> Sequence[Practisable]:
        return [one for one in self.choices if not one.is_guided]


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """The front page's practice: the guided game alone; 404 where the site has switched it off."""
    if settings.PRACTICE_OFF:
        raise Http404
    return _start(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
def class_practice(request: HttpRequest, code: str) -> HttpResponse:
    """Practice in a class, by its code or a group's: the guided game, and what is allowed."""
    place = place_by_code(request, code)
    if place is None:
        raise Http404
    return _start(request, place)


def _start(request: HttpRequest, place: Classroom | Group | None) -> HttpResponse:
    classroom = classroom_of(place) if place else None
    is_finish_told = classroom is not None and of_class(classroom).is_finish_told
    page = StartPage(choices_of(classroom), _own(request), place, is_finish_told)
    if request.method != "POST":
        return render_page(request, "practice/start.html", page)
    wait_s = try_begin(visitor_keys(request, PRACTICE_BY_PERSON, PRACTICE_BY_ADDRESS))
    if wait_s:
        error = gettext("Too many games have been begun here. Try again in a few minutes.")
        page = replace(page, error=error)
        return too_many(render_page(request, "practice/start.html", page), wait_s)
    try:
        row = _begun(request, classroom, page)
    except (InvalidInput, Refused) as error:
        page = replace(page, error=str(error))
        return render_page(request, "practice/start.html", page, UNPROCESSABLE)
    return SeeOther(reverse("practice-game", args=[row.token]))


def _begun(request: HttpRequest, classroom: Classroom | None, page: StartPage) -> PracticeGame:
    post, key = request.POST, key_of(request.POST)
    chosen = next((one for one in page.choices if one.id == post.get("scenario")), None)
    if chosen is None:
        raise InvalidInput(gettext("Choose one of these."))
    player, level = post.get("player", ""), post.get("level", "")
    session: Any = request.session
    if BROWSER not in session:
        session[BROWSER] = credentials.new()
        session.save()  # so that it can be locked
    with session.locked():  # of two presses, the second sees the first's
        row = practice_begin(session[BROWSER], classroom, chosen, player, level, key)
    session.modified = True  # so that the browser gets a new one's key
    return row


def _own(request: HttpRequest) -> Sequence[PracticeGame]:
    browser = request.session.get(BROWSER, "")
    return list(own_games(browser)) if browser else []


# What an instructor allows.


@own_class("GET", "POST")
def class_settings(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What the students of the class may practise, and who has finished the guided game."""
    if request.method == "POST":
        names = request.POST.getlist("scenario")
        class_practice_set(classroom, names, "is_finish_told" in request.POST)
        return SeeOther(reverse("class-practice-settings", args=[classroom.pk]) + "?kept")
    chosen = of_class(classroom)
    played = {
        f"{one.rules}/{id}"
        for one in Game.objects.filter(group__classroom=classroom)
        if isinstance(one.scenario, dict) and has_goals(one)
        for id in versions_of(one.rules, str(one.scenario.get("id")))
    }
    return render_page(
        request,
        "practice/settings.html",
        classroom=classroom,
        # Each with whether it is allowed, and whether the class plays a version of it.
        scenarios=[(one, one.id in chosen.scenarios, one.id in played) for one in practisable()],
        is_finish_told=chosen.is_finish_told,
        is_saved="kept" in request.GET,
    )
