"""Who plays and who moderates, for sheets; and the stamp of a sheet of a whole class."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Q
from django.http import HttpRequest
from django.urls import reverse

from moderator.core import credentials
from moderator.core.lesson import lesson_of
from moderator.core.log import genesis
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.responses import address, do_phones_reach, public_url
from moderator.core.whole_class import WholeClass
from moderator.features.tournaments.read import players_of
from moderator.sheets.snapshot import ConsolePlace, JoinPlace, Stamp

# Who plays and who moderates, for sheets; the class's settings may leave names out.


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


def join_place(site: Site, place: Classroom | Group) -> JoinPlace:
    """Where to join a class or group; without a URL if phones can't reach the site."""
    path = reverse("join", args=[place.code])
    url = f"{site.url}{path}" if site.is_reached else ""
    return JoinPlace(address(f"{site.url}{reverse('home')}"), place.code_shown, url)


def console_place(site: Site, group: Group) -> ConsolePlace:
    """Where the group's moderator opens the console."""
    start = address(f"{site.url}{reverse('pin')}")
    return ConsolePlace(start, group.classroom.code_shown, credentials.console_pin(group))


def _listed(people: Iterable[Person]) -> str:
    names = [one.name for one in people if one.name and not one.is_removed]
    return ", ".join(names)


# The stamp of a sheet of a whole class: what it is made from.


def class_stamp(
    classroom: Classroom,
    origin: str,
    made_from: str,
    language: str,
    at: datetime,
    title: str,
    copyright: str = "",
) -> Stamp:
    """The stamp of a sheet that is made from this text; `origin` says in words from what."""
    return Stamp(
        group_name=classroom.name,
        class_name="",
        game_number=1,
        entries=0,
        hash=hashlib.sha256(made_from.encode("utf-8", "surrogatepass")).hexdigest(),
        at=at,
        time_zone=classroom.time_zone,
        language=language,
        origin=origin,
        title=title,
        copyright=copyright,
    )


def last_recorded(classroom: Classroom, times: Iterable[datetime] = ()) -> datetime:
    """When the class's last move was recorded, or the last of these times."""
    games = Game.objects.filter(group__classroom=classroom)
    made: datetime | None = games.aggregate(at=Max("created"))["at"]
    last: datetime | None = Entry.objects.filter(game__in=games).aggregate(at=Max("at"))["at"]
    return max(time for time in (classroom.created, made, last, *times) if time)


def heads_of(whole: WholeClass, games: Iterable[Game]) -> str:
    """The last hash of each of these games, in one text."""
    logs = ((game, whole.folds[game.pk].entries) for game in games)
    return " ".join(entries[-1].hash if entries else genesis(game) for game, entries in logs)
