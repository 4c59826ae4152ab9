"""Giving a group's console to somebody else: a person of the class, or whoever gets a new link."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from moderator.core import queries
from moderator.core.access import own_class_group
from moderator.core.errors import InvalidInput
from moderator.core.forms import whole_number
from moderator.core.lesson import names_of_players
from moderator.core.links import PhoneLink, console_access_of
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.core.people import name_order
from moderator.core.responses import UNPROCESSABLE, SeeOther, public_url, render_page
from moderator.core.seating import waits_for_moderator
from moderator.core.whole_class import games_of
from moderator.features.people.write import console_give

PossibleModerator = tuple[Person, str]
"""Somebody who may moderate the group, and the seat in its game that they would give back."""


@dataclass(frozen=True)
class GiveConsolePage:
    """A group, who moderates it now, and to whom its console can be given.

    `candidates`: the group's own players, and those who are free; `busy`: who moderates another
    group. `done`: "link" or "person" once it has been given, else empty. `access`: the new
    link. `alone`: for the button of the overview by which the players record; empty if they do,
    or can't.
    """

    classroom: Classroom
    group: Group
    now: tuple[str, ...]
    candidates: tuple[PossibleModerator, ...]
    busy: tuple[PossibleModerator, ...]
    alone: str
    done: str = ""
    access: PhoneLink | None = None
    console: str = ""
    error: str = ""


@own_class_group("GET", "POST")
def give_console(request: HttpRequest, group: Group) -> HttpResponse:
    """The page; a POST gives the console: `to` is "link" or a person's number."""
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
        console_give(group, person)
    except InvalidInput as invalid:  # removed just now
        return _show(request, group, error=str(invalid))
    address_here = reverse("give-console", args=[group.classroom_id, group.number])
    return SeeOther(f"{address_here}?done={'person' if person else 'link'}")


def _people(classroom: Classroom) -> QuerySet[Person]:
    people = queries.people(classroom).exclude(kind=Person.Kind.INSTRUCTOR)
    return people.select_related("moderates")


def _show(request: HttpRequest, group: Group, done: str = "", error: str = "") -> HttpResponse:
    found, game = _candidates(group), queries.game_now(group)
    page = GiveConsolePage(
        classroom=group.classroom,
        group=group,
        now=tuple(one.display_name for one in queries.moderators_of(group)),
        candidates=tuple(one for one in found if not _is_busy(one[0], group)),
        busy=tuple(one for one in found if _is_busy(one[0], group)),
        alone=_alone(group, game) if game else "",
        done=done if done in ("link", "person") else "",
        access=console_access_of(request, group) if done == "link" else None,
        console=public_url(request, reverse("console", args=[group.code])),
        error=error,
    )
    return render_page(request, "people/give_console.html", page, UNPROCESSABLE if error else 200)


def _alone(group: Group, game: Game) -> str:
    can_be = game.is_running and not game.is_unmoderated and waits_for_moderator(game)
    has_players = game.seats.filter(persons__is_removed=False).exists()
    return f"alone:{group.number}:{game.number}" if can_be and has_players else ""


def _candidates(group: Group) -> tuple[PossibleModerator, ...]:
    """Everybody without a seat in another group's game: those without a seat, volunteers first;
    then the group's players."""
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


def _order(candidate: PossibleModerator) -> tuple[bool, bool, tuple[str, str]]:
    person, seat = candidate
    return (bool(seat), not person.is_volunteer, name_order(person))


def _is_busy(person: Person, group: Group) -> bool:
    """Whether the person moderates another group, on their own phone or by its link."""
    is_by_link = person.kind == Person.Kind.MODERATOR and person.group_id not in (None, group.pk)
    return person.moderates is not None or is_by_link
