"""A class's tournaments: the list, a new one, one's end for good."""

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
MOST_TYPED = 20_000  # letters of a list of names; 64 long ones have 2,600
TABLES = 4


@dataclass(frozen=True)
class ListPage:
    """The class's tournaments, the newest first."""

    classroom: Classroom
    tournaments: QuerySet[Tournament]


@dataclass(frozen=True)
class NewPage:
    """What a tournament is made from, as it was typed."""

    classroom: Classroom
    games: list[Rules[Any, Any]]
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
    """What would go."""

    classroom: Classroom
    tournament: Tournament


def of_classroom(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """After `classroom_for`: the tournament with that number in the class, else 404."""

    @wraps(view)
    def door(
        request: HttpRequest, classroom: Classroom, number: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        return view(request, tournament_in(classroom, number), *args, **kwargs)

    return door


def tournament_in(classroom: Classroom, number: int) -> Tournament:
    """The class's tournament with that number, else 404."""
    found = classroom.tournaments.filter(number=number).first() if number < 2**31 else None
    if found is None:
        raise Http404
    found.classroom = classroom
    return found


def address_of(tournament: Tournament) -> str:
    """Where its page is."""
    return reverse("tournament", args=[tournament.classroom_id, tournament.number])


@require_safe
@classroom_for("manage-class")
def tournaments_of(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The list."""
    found = classroom.tournaments.annotate(
        rounds_made=Count("rounds", distinct=True), players=Count("entrants", distinct=True)
    )
    page = ListPage(classroom, found.order_by("-number"))
    return render_page(request, "web/tournaments/tournaments.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Who plays, by which system, at how many tables."""
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
    typed = {name: post.get(name, "")[:MOST_TYPED] for name in names}
    chosen = frozenset(filter(None, map(whole_number, post.getlist("person"))))
    try:
        plan = _plan(typed, [one for one in people if one.number in chosen])
        return SeeOther(
            only_once(request, lambda: address_of(services.tournament_create(classroom, plan)))
        )
    except InvalidInput as unfit:
        page = NewPage(classroom, games, people, chosen, typed, credentials.new(), str(unfit))
        return render_page(request, "web/tournaments/new.html", page, UNPROCESSABLE)


def _plan(typed: dict[str, str], people: list[Person]) -> TournamentPlan:
    tables, rounds = whole_number(typed["tables"]), whole_number(typed["rounds"])
    if tables is None or (rounds is None and typed["rounds"].strip()):
        raise InvalidInput(gettext("Tables and rounds are whole numbers."))
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
    """Ask first."""
    if request.method == "POST":
        services.tournament_delete(tournament)
        return SeeOther(reverse("tournaments", args=[tournament.classroom_id]))
    page = DeletePage(tournament.classroom, tournament)
    return render_page(request, "web/tournaments/delete.html", page)
