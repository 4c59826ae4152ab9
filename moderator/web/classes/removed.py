"""People who were removed from a class: erasing their names."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.play import selectors, services
from moderator.play.models import Classroom, Game, Person
from moderator.play.names import slug_of
from moderator.rules.registry import GAMES
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import SeeOther
from moderator.web.feed import publishing


@dataclass(frozen=True)
class RemovedPerson:
    """Somebody who was removed, and the games whose logs hold the name of a player like it."""

    person: Person
    games: tuple[Game, ...]


def removed_of(classroom: Classroom) -> tuple[RemovedPerson, ...]:
    """Those whose names are still stored, by name."""
    people = sorted(selectors.removed_people(classroom), key=lambda person: person.name_key)
    games = _games_with_names(classroom) if people else {}
    return tuple(RemovedPerson(one, tuple(games.get(slug_of(one.name), ()))) for one in people)


def _games_with_names(classroom: Classroom) -> dict[str, list[Game]]:
    """The games whose players were named by people, by the player's id."""
    named = [id for id, rules in GAMES.items() if rules.players is not None]
    games = Game.objects.filter(group__classroom=classroom, rules__in=named)
    found: dict[str, list[Game]] = {}
    for game in games.defer("scenario").select_related("group").order_by("group__number", "number"):
        for player in game.options.get("players", ()):
            found.setdefault(player, []).append(game)
    return found


@require_POST
@classroom_for("manage-class")
def erase(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Erase the name of one removed `person`, or with `all` of every one."""
    with transaction.atomic():
        if "all" in request.POST:
            services.people_forget(classroom)
        else:
            number = whole_number(request.POST.get("person", "")) or 0
            person = classroom.people.filter(number=number, is_removed=True).first()
            if person is None:
                raise Http404
            services.person_forget(person)
        publishing.publish_names_of_class(classroom)
    left = selectors.removed_people(classroom).exists()
    anchor = "#removed" if left else "#people"
    return SeeOther(reverse("classroom", args=[classroom.pk]) + anchor)
