"""The tournaments of a class: the list, a new one, and one with its rounds and results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

from moderator.core import credentials, queries
from moderator.core.access import classroom_for, user_of
from moderator.core.errors import InvalidInput, NotAllowed
from moderator.core.forms import only_once, whole_number
from moderator.core.games import style_of
from moderator.core.models import NAME_LETTERS, Classroom, Entry, Group, Person
from moderator.core.people import instructor_person
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, public_url, render_page
from moderator.features.tournaments.models import TITLE_LETTERS, Pairing, Tournament
from moderator.features.tournaments.read import groups_at, now_of, playable, sides_of, version_of
from moderator.features.tournaments.results import ConfirmationNeeded, ResultConflict, result_record
from moderator.features.tournaments.standings import FEWEST, MOST, RoundState, TournamentState
from moderator.features.tournaments.write import (
    TournamentPlan,
    entrant_add,
    entrant_return,
    entrant_withdraw,
    pairing_play,
    rounds_make,
    tournament_create,
    tournament_delete,
)
from moderator.rules.game import Rules
from moderator.rules.seating import SeatLabel

# A class's tournaments: the list, a new one, deleting one.

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
    return reverse("tournament", args=[tournament.classroom_id, tournament.number])


@require_safe
@classroom_for("manage-class")
def tournaments_of(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    found = classroom.tournaments.annotate(
        rounds_made=Count("rounds", distinct=True), players=Count("entrants", distinct=True)
    )
    page = ListPage(classroom, found.order_by("-number"))
    return render_page(request, "tournaments/tournaments.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """A new tournament: its players, its system and its tables."""
    games = playable()
    if not games:
        raise Http404
    students = queries.people(classroom).filter(kind=Person.Kind.STUDENT).exclude(name="")
    people = tuple(sorted(students, key=lambda one: (one.name.casefold(), one.name)))
    typed = {"rules": games[0].id, "system": "swiss", "tables": str(TABLES), "title": games[0].name}
    if request.method != "POST":
        page = NewPage(classroom, games, people, frozenset(), typed, credentials.new())
        return render_page(request, "tournaments/new.html", page)
    post = request.POST
    names = ("rules", "system", "tables", "title", "rounds", "names", "lot")
    typed = {name: post.get(name, "")[:MAX_LENGTH] for name in names}
    chosen = frozenset(filter(None, map(whole_number, post.getlist("person"))))
    try:
        plan = _plan(typed, [one for one in people if one.number in chosen])
        return SeeOther(only_once(request, lambda: address_of(tournament_create(classroom, plan))))
    except InvalidInput as invalid:
        page = NewPage(classroom, games, people, chosen, typed, credentials.new(), str(invalid))
        return render_page(request, "tournaments/new.html", page, UNPROCESSABLE)


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
        tournament_delete(tournament)
        return SeeOther(reverse("tournaments", args=[tournament.classroom_id]))
    page = DeletePage(tournament.classroom, tournament)
    return render_page(request, "tournaments/delete.html", page)


# One tournament, for its instructor: rounds, results, players. A POST names its action by `do`.

REFRESH_S = 4


@dataclass(frozen=True)
class Ask:
    """A confirmation question: the same form again, with `sure`."""

    sentence: str
    fields: tuple[tuple[str, str], ...]


def question_of(post: QueryDict, question: ConfirmationNeeded) -> Ask:
    """The confirmation question for a posted form."""
    omitted = ("csrfmiddlewaretoken", "sure")
    fields = [(name, str(text)) for name, text in post.items() if name not in omitted]
    return Ask(str(question), tuple(fields))


@dataclass(frozen=True)
class TournamentPage:
    """A tournament's standings, one of its rounds, and what can be done."""

    classroom: Classroom
    now: TournamentState
    round: RoundState | None
    sides: tuple[SeatLabel, ...]
    version: str  # changes with whatever the page shows
    again: str  # the URL that shows the same round again
    groups: dict[int, Group]  # by table
    late: tuple[Person, ...]  # students of the class who don't play in it yet
    key: str
    wall: str
    style: str
    error: str = ""
    ask: Ask | None = None
    typed: str = ""
    refresh_s: int = REFRESH_S
    name_letters: int = NAME_LETTERS

    @property
    def tournament(self) -> Tournament:
        return self.now.tournament

    @property
    def made(self) -> int:
        """The number of rounds made so far."""
        return len(self.now.rounds)

    @property
    def has_next(self) -> bool:
        return self.made < self.tournament.rounds_planned

    @property
    def takes_more(self) -> bool:
        """Whether players can be added."""
        return self.has_next and (self.tournament.is_swiss or not self.made)

    @property
    def next_round(self) -> int:
        return self.made + 1


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament with its present round, or the one of `?round=`."""
    if request.method != "POST":
        return _unless_known(request, _page(request, tournament))
    action = _ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        raise Http404
    try:
        action(request, tournament)
    except ConfirmationNeeded as question:
        page = _page(request, tournament, ask=question_of(request.POST, question))
        return render_page(request, "tournaments/tournament.html", page, UNPROCESSABLE)
    except (InvalidInput, NotAllowed) as invalid:
        status = CONFLICT if isinstance(invalid, ResultConflict) else UNPROCESSABLE
        return render_page(
            request,
            "tournaments/tournament.html",
            _page(request, tournament, str(invalid)),
            status,
        )
    number = whole_number(request.POST.get("round", ""))
    of_round = f"?round={number}" if number else ""
    return SeeOther(address_of(tournament) + of_round)


def _unless_known(request: HttpRequest, page: TournamentPage) -> HttpResponse:
    """The page; 304 for a script that asks again while nothing has changed."""
    etag = f'"{page.version}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    response = render_page(request, "tournaments/tournament.html", page)
    response.headers["ETag"] = etag
    return response


def _version_of(tournament: Tournament) -> str:
    facts = repr((version_of(tournament), get_language()))
    return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _page(
    request: HttpRequest, tournament: Tournament, error: str = "", ask: Ask | None = None
) -> TournamentPage:
    tournament = Tournament.objects.select_related("classroom").get(pk=tournament.pk)
    version = _version_of(tournament)  # before the rest is read: a change in between is seen later
    now = now_of(tournament)
    requested = request.GET.get("round") or request.POST.get("round", "")
    shown = [one for one in now.rounds if one.number == whole_number(requested)]
    is_old = bool(shown) and shown[0] is not now.round
    known = {entrant.person_id for entrant in now.entrants}
    students = queries.people(tournament.classroom).filter(kind=Person.Kind.STUDENT)
    late = [one for one in students.exclude(name="") if one.pk not in known]
    path = reverse("tournament-wall", args=[tournament.classroom.code, tournament.number])
    return TournamentPage(
        classroom=tournament.classroom,
        now=now,
        round=shown[0] if shown else now.round,
        sides=sides_of(tournament),
        version=version,
        again=address_of(tournament) + (f"?round={shown[0].number}" if is_old else ""),
        groups=groups_at(tournament),
        late=tuple(sorted(late, key=lambda one: one.name.casefold())),
        key=credentials.new(),
        wall=public_url(request, path),
        style=style_of(tournament),
        error=error,
        ask=ask,
        typed=request.POST.get("name", "")[: 2 * NAME_LETTERS] if error else "",
    )


def _by(request: HttpRequest, tournament: Tournament) -> Person:
    return instructor_person(tournament.classroom, user_of(request))


def requested_pairing(post: QueryDict, tournament: Tournament) -> Pairing:
    """The pairing that a form names by `round` and `pairing`, else 404."""
    found = Pairing.objects.filter(
        round__tournament=tournament,
        round__number=whole_number(post.get("round", "")[:9]) or 0,
        number=whole_number(post.get("pairing", "")[:9]) or 0,
    )
    pairing = found.select_related("round__tournament").first()
    if pairing is None:
        raise Http404
    return pairing


def record_result(post: QueryDict, pairing: Pairing, by: Person, role: str) -> None:
    """Record the result in a form; `InvalidInput` without a valid idempotency key."""
    key, seen = post.get("key", ""), whole_number(post.get("seen", ""))
    if not key or not credentials.is_key(key) or seen is None:
        raise InvalidInput(gettext("That form was incomplete. Please press the button again."))
    outcome = post.get("outcome", "")
    result_record(pairing, outcome, seen, key, by, role, bool(post.get("sure")))


def _rounds(request: HttpRequest, tournament: Tournament) -> None:
    after = whole_number(request.POST.get("after", ""))
    is_all = request.POST["do"] == "all"
    rounds_make(tournament, after or 0, bool(request.POST.get("sure")), is_all)


def _result(request: HttpRequest, tournament: Tournament) -> None:
    pairing = requested_pairing(request.POST, tournament)
    record_result(request.POST, pairing, _by(request, tournament), Entry.Role.INSTRUCTOR)


def _play(request: HttpRequest, tournament: Tournament) -> None:
    """Start the pairing's game in the group at that table."""
    pairing = requested_pairing(request.POST, tournament)
    wanted = whole_number(request.POST.get("group", "")[:9]) or 0
    group = tournament.classroom.groups.filter(number=wanted).first()
    if group is None:
        raise Http404
    pairing_play(pairing, group, _by(request, tournament))


def _add(request: HttpRequest, tournament: Tournament) -> None:
    number = whole_number(request.POST.get("person", "")[:9])
    person = queries.people(tournament.classroom).filter(number=number or 0).first()
    entrant_add(tournament, person or request.POST.get("name", ""))


def _withdraw(request: HttpRequest, tournament: Tournament) -> None:
    entrant_withdraw(tournament, whole_number(request.POST.get("entrant", "")[:9]) or 0)


def _return(request: HttpRequest, tournament: Tournament) -> None:
    entrant_return(tournament, whole_number(request.POST.get("entrant", "")[:9]) or 0)


_ACTIONS: dict[str, Callable[[HttpRequest, Tournament], None]] = {
    "round": _rounds,
    "all": _rounds,
    "result": _result,
    "play": _play,
    "add": _add,
    "withdraw": _withdraw,
    "return": _return,
}
