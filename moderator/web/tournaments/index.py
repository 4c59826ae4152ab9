"""A class's tournaments: the list, a new one, deleting one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from moderator.play import credentials, selectors, services
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom, Person, Tournament
from moderator.play.models.tournament import TITLE_LETTERS
from moderator.play.services import TournamentPlan
from moderator.play.tournaments import selectors as tournaments
from moderator.play.tournaments.pairings import FEWEST, MOST
from moderator.rules.game import Rules
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page

P = ParamSpec("P")
MAX_LENGTH = 20_000  # of a list of names; 64 long ones have 2,600 characters
TABLES = 4


@dataclass(frozen=True)
class ListPage:
    """The class's tournaments, the newest first."""

    classroom: Classroom
    tournaments: QuerySet[Tournament]


@dataclass(frozen=True)
class NewPage:
    """The form of a new tournament, as typed."""

    classroom: Classroom
    games: list[Rules[Any]]
    people: tuple[Person, ...]
    chosen: frozenset[int]
    typed: dict[str, str]
    once: str
    error: str = ""
    fewest: int = FEWEST
    most: int = MOST
    title_letters: int = TITLE_LETTERS


@dataclass(frozen=True)
class DeletePage:
    """The tournament that would be deleted."""

    classroom: Classroom
    tournament: Tournament


def of_classroom(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a view under `classroom_for`: it gets the tournament `<number>`, else 404."""

    @wraps(view)
    def wrapper(
        request: HttpRequest, classroom: Classroom, number: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        return view(request, tournament_in(classroom, number), *args, **kwargs)

    return wrapper


def tournament_in(classroom: Classroom, number: int) -> Tournament:
    """The class's tournament with that number, else 404."""
    found = classroom.tournaments.filter(number=number).first() if number < 2**31 else None
    if found is None:
        raise Http404
    found.classroom = classroom
    return found


def address_of(tournament: Tournament) -> str:
    """The URL of the tournament's page."""
    return reverse("tournament", args=[tournament.classroom_id, tournament.number])


@require_safe
@classroom_for("manage-class")
def tournaments_of(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The class's tournaments."""
    found = classroom.tournaments.annotate(
        rounds_made=Count("rounds", distinct=True), players=Count("entrants", distinct=True)
    )
    page = ListPage(classroom, found.order_by("-number"))
    return render_page(request, "web/tournaments/tournaments.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """A new tournament: its players, its system and its tables."""
    games = tournaments.playable()
    if not games:
        raise Http404
    students = selectors.people(classroom).filter(kind=Person.Kind.STUDENT).exclude(name="")
    people = tuple(sorted(students, key=lambda one: (one.name.casefold(), one.name)))
    typed = {"rules": games[0].id, "system": "swiss", "tables": str(TABLES), "title": games[0].name}
    if request.method != "POST":
        page = NewPage(classroom, games, people, frozenset(), typed, credentials.new())
        return render_page(request, "web/tournaments/new.html", page)
    post = request.POST
    names = ("rules", "system", "tables", "title", "rounds", "names", "lot")
    typed = {name: post.get(name, "")[:MAX_LENGTH] for name in names}
    chosen = frozenset(filter(None, map(whole_number, post.getlist("person"))))
    try:
        plan = _plan(typed, [one for one in people if one.number in chosen])
        return SeeOther(
            only_once(request, lambda: address_of(services.tournament_create(classroom, plan)))
        )
    except InvalidInput as invalid:
        page = NewPage(classroom, games, people, chosen, typed, credentials.new(), str(invalid))
        return render_page(request, "web/tournaments/new.html", page, UNPROCESSABLE)


def _plan(typed: dict[str, str], people: list[Person]) -> TournamentPlan:
    tables, rounds = whole_number(typed["tables"]), whole_number(typed["rounds"])
    if tables is None or (rounds is None and typed["rounds"].strip()):
        raise InvalidInput(gettext("Tables and rounds must be whole numbers."))
    return TournamentPlan(
        rules=typed["rules"],
        title=typed["title"],
        system=typed["system"],
        tables=tables,
        people=people,
        names=[line for line in typed["names"].splitlines() if line.strip()],
        rounds=rounds,
        is_by_lot=bool(typed["lot"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for confirmation; a POST deletes the tournament."""
    if request.method == "POST":
        services.tournament_delete(tournament)
        return SeeOther(reverse("tournaments", args=[tournament.classroom_id]))
    page = DeletePage(tournament.classroom, tournament)
    return render_page(request, "web/tournaments/delete.html", page)
