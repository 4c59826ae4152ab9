"""What the sheets of a class are drawn from, and who plays; pages whose tables go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Max, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from moderator.core import credentials
from moderator.core.lesson import lesson_of
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.responses import address, do_phones_reach, public_url
from moderator.features.overview.results import SeatResult
from moderator.features.tournaments.read import players_of
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import MARGIN, Page, Paper, fonts
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.layout import Sheet
from moderator.sheets.layout.kind import LEAST_TITLE_SIZE, TITLE_SIZE, SheetKind, line_below
from moderator.sheets.snapshot import ConsolePlace, JoinPlace, Stamp

# What the results of a class contain, ready to be drawn.


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A group's game: over, stopped, or not finished.

    Args:
        led: its moderators; empty without names.
        note: how far the game came, if it is stopped or isn't finished; of one that counts no
            points what the rules say about its end.
        scores: of each seat, if the game is ranked; then `lead` is by how many points the first is
            ahead, and `counts` are those of each kind of move that is counted.
        winners, players: of a game that is over and counts no points: who won, if not nobody, and
            each seat with who played there.
    """

    number: int
    name: str
    note: str = ""
    led: str = ""
    scores: tuple[SeatResult, ...] = ()
    lead: int = 0
    counts: tuple[int, ...] = ()
    winners: tuple[SeatLabel, ...] = ()
    players: tuple[tuple[SeatLabel, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ResultsData:
    """All groups that play the same scenario, or the same game that counts no points.

    Args:
        groups: those whose game is over or stopped.
        seats: those of the scenario; empty if the game counts no points, and then so is the rest.
        seat_word: what players call a seat.
        counted: the headings of the groups' `counts`.
        goals: what earns points for each seat, and in how many games it was met; none while they
            are secret, which `goals_note` then says.
        known: in how many games the goals are known.
    """

    groups: tuple[GroupGame, ...]
    unfinished: tuple[GroupGame, ...] = ()
    seats: tuple[SeatLabel, ...] = ()
    seat_word: str = ""
    counted: tuple[str, ...] = ()
    goals: tuple[Mapping[str, int], ...] = ()
    known: int = 0
    goals_note: str = ""
    goals_key: str = ""
    goals_title: str = ""

    @property
    def points(self) -> list[int]:
        """The points of all seats in all groups."""
        return [score.points for group in self.groups for score in group.scores]

    def results(self, seat: int) -> list[tuple[str, int, bool]]:
        """For a strip: group, points and whether it was first, of the seat at this place."""
        of = [(str(group.number), group.scores[seat]) for group in self.groups]
        return [(number, score.points, score.place == 1) for number, score in of]


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """A student or moderator. `seen`: when they joined and were last connected, as texts.

    `is_here`: whether they have joined; somebody who has not gets a line to sign.
    """

    name: str
    is_here: bool
    group: str = ""
    role: str = ""
    joined: str = ""
    seen: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class AttendanceData:
    """The people of a class in alphabetical order; `has_numbers` shows the student numbers."""

    rows: tuple[AttendanceRow, ...]
    has_numbers: bool = False


# The pages of a sheet of a class: header, footer, tables that may continue on further pages.

SMALL = 8.5
"""The size of small text in points."""
NAME_SIZE = 13.0
SENTENCE_SIZE, SENTENCE_LEADING, SENTENCE_LINES = 13.0, 17.0, 4


def class_part(
    fill: Callable[[Sheet, Any], None],
    data: object,
    name: str,
    where: str,
    stamp: Stamp,
    paper: Paper,
    warning: str = "",
) -> SheetPart:
    """A sheet of a class, or a part of one with page numbers of its own.

    Args:
        name: of the sheet; the title of this part, such as a scenario's, is that of the stamp.
        where: how many groups and people it is about.
        warning: who may read it, if not everybody.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    head = partial(_header, name=name, where=where, stamp=stamp, warning=warning)
    kind = SheetKind("class", name, fill, header=head)
    return kind.lay_out(data, stamp, paper)[0]


def _header(
    page: Page, left: float, right: float, *, name: str, where: str, stamp: Stamp, warning: str
) -> float:
    """Draws the header and returns the y below it."""
    own = fonts.width(fonts.clean(name), NAME_SIZE, "serif")
    room = right - left - own - 16
    text, size = fonts.fit(fonts.clean(stamp.title), TITLE_SIZE, room, "serif", LEAST_TITLE_SIZE)
    page.text(left, MARGIN + 17, text, size, is_serif=True, tag="H1")
    page.text(right, MARGIN + 17, name, NAME_SIZE, align="right", is_serif=True)
    half = (right - left) / 2 - 6
    if stamp.group_name != stamp.title:
        page.text(left, MARGIN + 31, stamp.group_name, 9, half)
    page.text(right, MARGIN + 31, where, 9, half, "right")
    return line_below(page, left, right, warning)


def add_sentence(sheet: Sheet, text: str) -> None:
    """Adds the sentence that a sheet begins with, in large letters."""
    room = sheet.width
    lines = fonts.wrap(text, SENTENCE_SIZE, room, SENTENCE_LINES, "serif")
    with sheet.page.element("P"):
        for line in lines:
            sheet.page.text(sheet.left, sheet.y + 12, line, SENTENCE_SIZE, is_serif=True)
            sheet.y += SENTENCE_LEADING


def count_of(groups: int) -> str:
    """How many groups, in words for the header."""
    return _("1 group") if groups == 1 else _("%d groups") % groups


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
    classroom: Classroom, origin: str, language: str, at: datetime, title: str, copyright: str = ""
) -> Stamp:
    """The stamp of a sheet of the class; `origin` says in words what it is made from."""
    return Stamp(
        classroom.name,
        at,
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
