"""Handing a group over to another moderator: a person of the class, or whoever gets a new link."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.core import queries
from moderator.core.access import classroom_for, of_classroom
from moderator.core.errors import InvalidInput
from moderator.core.forms import whole_number
from moderator.core.lesson import names_of_players
from moderator.core.links import PhoneLink, console_access_of
from moderator.core.models import Classroom, Entry, Group, Person, Seat
from moderator.core.people import name_order
from moderator.core.responses import UNPROCESSABLE, SeeOther, public_url, render_page
from moderator.core.whole_class import games_of
from moderator.features.people.write import group_hand_over

PossibleModerator = tuple[Person, str]
"""Somebody who may moderate the group, and the seat in its game that they would give back."""


@dataclass(frozen=True)
class HandOverPage:
    """A group, who moderates it now, and to whom it can be handed over.

    `done`: "link" or "person" once it has been handed over, else empty. `access`: the new link.
    """

    classroom: Classroom
    group: Group
    now: tuple[str, ...]
    candidates: tuple[PossibleModerator, ...]
    done: str = ""
    access: PhoneLink | None = None
    console: str = ""
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def hand_over(request: HttpRequest, group: Group) -> HttpResponse:
    """The page; a POST hands the group over: `to` is "link" or a person's number."""
    if request.method != "POST":
        return _show(request, group, request.GET.get("done", ""))
    to = request.POST.get("to", "")
    person = None
    if to != "link":
        person = _people(group.classroom).filter(number=whole_number(to) or 0).first()
        if person is None:
            error = gettext("Choose a person, or a new link.")
            return _show(request, group, error=error)
    try:
        group_hand_over(group, person)
    except InvalidInput as invalid:  # removed just now
        return _show(request, group, error=str(invalid))
    address_here = reverse("hand-over", args=[group.classroom_id, group.number])
    return SeeOther(f"{address_here}?done={'person' if person else 'link'}")


def _people(classroom: Classroom) -> QuerySet[Person]:
    people = queries.people(classroom).exclude(kind=Person.Kind.INSTRUCTOR)
    return people.select_related("moderates")


def _show(request: HttpRequest, group: Group, done: str = "", error: str = "") -> HttpResponse:
    page = HandOverPage(
        classroom=group.classroom,
        group=group,
        now=_moderators(group),
        candidates=_candidates(group),
        done=done if done in ("link", "person") else "",
        access=console_access_of(request, group) if done == "link" else None,
        console=public_url(request, reverse("console", args=[group.code])),
        error=error,
    )
    return render_page(request, "people/hand_over.html", page, UNPROCESSABLE if error else 200)


def _moderators(group: Group) -> tuple[str, ...]:
    """Who moderates the group on their own phone, and who has recorded as its moderator."""
    own = [person.display_name for person in group.moderators.filter(is_removed=False)]
    recorded = Entry.objects.filter(game=queries.game_now(group), role=Entry.Role.MODERATOR)
    people = queries.people(group.classroom).filter(pk__in=recorded.values("person"))
    return tuple(dict.fromkeys([*own, *(person.display_name for person in people)]))


def _candidates(group: Group) -> tuple[PossibleModerator, ...]:
    """Everybody without a seat in another group's game, volunteers and those who are free first."""
    classroom = group.classroom
    games = games_of(queries.groups_of(classroom))
    pks = [game.pk for game in games.values()]
    seats = Seat.objects.filter(game__in=pks, persons__classroom=classroom)
    rows = seats.values_list("persons", "game", "player")
    seated = {person: (game, player) for person, game, player in rows}
    own = games.get(group.pk)
    names = names_of_players(own) if own else {}
    found = []
    for person in _people(classroom):
        game, player = seated.get(person.pk, (None, ""))
        if game is not None and (own is None or game != own.pk):
            continue
        if person.moderates_id != group.pk:
            found.append((person, names.get(player, "")))
    return tuple(sorted(found, key=_order))


def _order(candidate: PossibleModerator) -> tuple[bool, bool, bool, tuple[str, str]]:
    person, seat = candidate
    busy = person.moderates is not None
    return (not person.is_volunteer, busy, bool(seat), name_order(person))
