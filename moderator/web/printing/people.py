"""Who plays and who moderates, for sheets; the class's settings may leave names out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from moderator import sheets
from moderator.play import credentials
from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom, Game, Group, Person
from moderator.play.tournaments.selectors import players_of
from moderator.web.core.responses import address, do_phones_reach, public_url


def has_names(game: Game) -> bool:
    """Whether the class's sheets have names of people."""
    return lesson_of(game.group.classroom).are_names_printed


def players_by_seat(game: Game) -> Mapping[str, str]:
    """The names of those who sit on each seat now, by its id; seats without a name are left out."""
    seats = game.seats.prefetch_related("persons")
    named = {seat.player: _listed(seat.persons.all()) for seat in seats}
    return {**players_of(game), **{player: names for player, names in named.items() if names}}


def moderators_of(game: Game) -> str:
    """The names of the group's moderators; empty if none has a name."""
    is_console = Q(group=game.group_id, kind=Person.Kind.MODERATOR)
    people = Person.objects.filter(is_console | Q(moderates=game.group_id))
    return _listed(people.order_by("number"))


@dataclass(frozen=True, slots=True)
class Site:
    """Where people open this site: `url` is the start of every URL, `is_reached` by phones."""

    url: str
    is_reached: bool

    @classmethod
    def of(cls, request: HttpRequest) -> Site:
        """The site as whoever sent the request reaches it."""
        return cls(public_url(request, "/").removesuffix("/"), do_phones_reach(request))


def join_place(site: Site, place: Classroom | Group) -> sheets.JoinPlace:
    """Where to join a class or group; without a URL if phones can't reach the site."""
    path = reverse("join", args=[place.code])
    url = f"{site.url}{path}" if site.is_reached else ""
    return sheets.JoinPlace(address(f"{site.url}{reverse('home')}"), place.code_shown, url)


def console_place(site: Site, group: Group) -> sheets.ConsolePlace:
    """Where the group's moderator opens the console."""
    start = address(f"{site.url}{reverse('pin')}")
    return sheets.ConsolePlace(start, group.classroom.code_shown, credentials.console_pin(group))


def _listed(people: Iterable[Person]) -> str:
    names = [one.name for one in people if one.name and not one.is_removed]
    return ", ".join(names)
