"""The tournaments of a class: the list, a new one, one with its rounds and results; a tournament on
the wall and on phones, and the games at a group's table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_lazy

from moderator.core import credentials, queries
from moderator.core.access import (
    Decorator,
    class_managed,
    found_by,
    group_for,
    own_class,
    recorder,
    user_of,
)
from moderator.core.cache import cached_page
from moderator.core.class_page import live_part
from moderator.core.codes import by_class_code
from moderator.core.errors import InvalidInput, NotAllowed
from moderator.core.forms import (
    ActionForm,
    NameForm,
    PageForm,
    PostedNumber,
    PostedNumbers,
    PostedText,
    Typed,
    WholeField,
    only_once,
    whole_number,
)
from moderator.core.games import style_of
from moderator.core.models import Classroom, Entry, Group, Person
from moderator.core.people import by_name, instructor_person
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, public_url, render_page
from moderator.features.tournaments.models import TITLE_LETTERS, Pairing, Tournament
from moderator.features.tournaments.read import (
    ConfirmationNeeded,
    ResultConflict,
    groups_at,
    now_of,
    result_record,
    sides_of,
    tournament_of,
    version_of,
)
from moderator.features.tournaments.standings import (
    FEWEST,
    MOST,
    Match,
    RankedPlayer,
    TournamentState,
)
from moderator.features.tournaments.write import (
    entrant_add,
    entrant_return,
    entrant_withdraw,
    pairing_play,
    rounds_make,
    tournament_create,
    tournament_delete,
)
from moderator.live.events import sign_of
from moderator.rules.registry import GAMES

# A class's tournaments: the list, a new one, deleting one.

MAX_LENGTH = 20_000  # of a list of names; 64 long ones have 2,600 characters


class NewForm(PageForm):
    """The form of a new tournament."""

    _whole = dict.fromkeys(
        ("required", "invalid"), gettext_lazy("Tables and rounds must be whole numbers.")
    )
    rules, system, lot = PostedText(), PostedText(), PostedText()
    title, names = PostedText(TITLE_LETTERS), PostedText(MAX_LENGTH)
    tables = WholeField(required=False, error_messages=_whole)
    rounds = WholeField(required=False, error_messages=_whole)
    person = PostedNumbers()

    def create(self, classroom: Classroom, people: Iterable[Person]) -> Tournament:
        typed = self.cleaned_data
        return tournament_create(
            classroom,
            rules=typed["rules"],
            title=typed["title"],
            system=typed["system"],
            tables=typed["tables"],
            people=[one for one in people if one.number in typed["person"]],
            names=[line for line in typed["names"].splitlines() if line.strip()],
            rounds=typed["rounds"],
            is_by_lot=bool(typed["lot"]),
        )


def own_tournament(*methods: str) -> Decorator[Tournament]:
    """Decorate a view whose URL has a class's `<pk>` and the tournament's `<number>`: its
    instructor's view gets the tournament; else 404."""

    def find(request: HttpRequest, pk: int, number: int) -> Tournament:
        return tournament_in(class_managed(request, pk), number)

    return found_by(find, methods, "pk", "number")


def tournament_in(classroom: Classroom, number: int) -> Tournament:
    """The class's tournament with that number, else 404."""
    found = tournament_of(classroom, number)
    if found is None:
        raise Http404
    return found


def address_of(tournament: Tournament) -> str:
    return reverse("tournament", args=[tournament.classroom_id, tournament.number])


@own_class("GET")
def tournaments_of(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    found = classroom.tournaments.annotate(
        rounds_made=Count("rounds", distinct=True), players=Count("entrants", distinct=True)
    )
    return render_page(
        request,
        "tournaments/tournaments.html",
        classroom=classroom,
        tournaments=found.order_by("-number"),
    )


@own_class("GET", "POST")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """A new tournament: its players, its system and its tables."""
    games = [game for game in GAMES.values() if game.tournament is not None]
    if not games:
        raise Http404
    students = queries.people(classroom).filter(kind=Person.Kind.STUDENT).exclude(name="")
    people = tuple(by_name(students))
    game = games[0]
    form = NewForm.of(request, rules=game.id, system="swiss", title=game.name)
    if form.is_valid():
        with form.errors_at():
            address = only_once(request, lambda: address_of(form.create(classroom, people)))
            return SeeOther(address)
    return render_page(
        request,
        "tournaments/new.html",
        status=form.status,
        classroom=classroom,
        games=games,
        people=people,
        form=form,
        fewest=FEWEST,
        most=MOST,
    )


@own_tournament("GET", "POST")
def delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for confirmation; a POST deletes the tournament."""
    if request.method == "POST":
        tournament_delete(tournament)
        return SeeOther(reverse("tournaments", args=[tournament.classroom_id]))
    return render_page(request, "tournaments/delete.html", tournament)


# One tournament, for its instructor: rounds, results, players. A POST names its action by `do`.


class PressForm(ActionForm, NameForm):
    """What the buttons of a tournament post."""

    outcome, key, sure = PostedText(), PostedText(), PostedText()
    tournament, round, pairing = PostedNumber(), PostedNumber(), PostedNumber()
    group, person, entrant, after = PostedNumber(), PostedNumber(), PostedNumber(), PostedNumber()
    seen = PostedNumber(None)

    @property
    def fields_again(self) -> list[tuple[str, str]]:
        """What was posted, for the same form again after a confirmation question, with `sure`."""
        omitted = ("csrfmiddlewaretoken", "sure")
        return [(name, str(text)) for name, text in self.data.items() if name not in omitted]


@own_tournament("GET", "POST")
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament with its present round, or the one of `?round=`."""
    form = PressForm.of(request)
    if request.method != "POST":
        return _show(request, tournament, form)
    action = form.action(_ACTIONS)
    status, ask = UNPROCESSABLE, ""
    try:
        action(request, tournament, form.typed)
    except ConfirmationNeeded as question:
        ask = str(question)
    except (InvalidInput, NotAllowed) as invalid:
        status = CONFLICT if isinstance(invalid, ResultConflict) else UNPROCESSABLE
        form.add_error(None, str(invalid))
    else:
        number = form.typed["round"]
        return SeeOther(address_of(tournament) + (f"?round={number}" if number else ""))
    return _show(request, tournament, form, ask, status)


def _show(
    request: HttpRequest,
    tournament: Tournament,
    form: PressForm,
    ask: str = "",
    status: int = 200,
) -> HttpResponse:
    """The tournament with its standings and one of its rounds; `ask`: what has to be confirmed."""
    tournament = Tournament.objects.select_related("classroom").get(pk=tournament.pk)
    # Before the rest is read: a change in between is seen later.
    live = live_part(tournament.classroom, f"tournaments:{tournament.number}")
    now = now_of(tournament)
    requested = request.GET.get("round") or form["round"].value() or ""
    shown = [one for one in now.rounds if one.number == whole_number(requested)]
    is_old = bool(shown) and shown[0] is not now.round
    path = reverse("tournament-wall", args=[tournament.classroom.code, tournament.number])
    made = len(now.rounds)
    has_next = made < now.tournament.rounds_planned
    return render_page(
        request,
        "tournaments/tournament.html",
        status=status,
        classroom=tournament.classroom,
        tournament=now.tournament,
        now=now,
        round=shown[0] if shown else now.round,
        made=made,
        has_next=has_next,
        next_round=made + 1,
        takes_more=has_next and (now.tournament.is_swiss or not made),  # players
        sides=sides_of(tournament),
        live=live,
        again=address_of(tournament) + (f"?round={shown[0].number}" if is_old else ""),
        groups=groups_at(tournament),
        late=_late(now),
        wall=public_url(request, path),
        style=style_of(tournament),
        form=form,
        ask=ask,
    )


def _late(now: TournamentState) -> list[Person]:
    """The students of the class who don't play in it yet."""
    known = {entrant.person_id for entrant in now.entrants}
    students = queries.people(now.tournament.classroom).filter(kind=Person.Kind.STUDENT)
    return by_name(one for one in students.exclude(name="") if one.pk not in known)


def _by(request: HttpRequest, tournament: Tournament) -> Person:
    return instructor_person(tournament.classroom, user_of(request))


def requested_pairing(typed: Typed, tournament: Tournament) -> Pairing:
    """The pairing that a form names by `round` and `pairing`, else 404."""
    return get_object_or_404(
        Pairing.objects.select_related("round__tournament"),
        round__tournament=tournament,
        round__number=typed["round"],
        number=typed["pairing"],
    )


def record_result(typed: Typed, pairing: Pairing, by: Person, role: str) -> None:
    """Record the result in a form; `InvalidInput` without a valid idempotency key."""
    key, seen = typed["key"], typed["seen"]
    if not key or not credentials.is_key(key) or seen is None:
        raise InvalidInput(gettext("That form was incomplete. Please press the button again."))
    result_record(pairing, typed["outcome"], seen, key, by, role, bool(typed["sure"]))


def _rounds(_request: HttpRequest, tournament: Tournament, typed: Typed) -> None:
    rounds_make(tournament, typed["after"], bool(typed["sure"]), typed["do"] == "all")


def _result(request: HttpRequest, tournament: Tournament, typed: Typed) -> None:
    pairing = requested_pairing(typed, tournament)
    record_result(typed, pairing, _by(request, tournament), Entry.Role.INSTRUCTOR)


def _play(request: HttpRequest, tournament: Tournament, typed: Typed) -> None:
    """Start the pairing's game in the group at that table."""
    pairing = requested_pairing(typed, tournament)
    group = get_object_or_404(tournament.classroom.groups, number=typed["group"])
    pairing_play(pairing, group, _by(request, tournament))


def _add(_request: HttpRequest, tournament: Tournament, typed: Typed) -> None:
    person = queries.people(tournament.classroom).filter(number=typed["person"]).first()
    entrant_add(tournament, person or typed["name"])


_ACTIONS: dict[str, Callable[[HttpRequest, Tournament, Typed], None]] = {
    "round": _rounds,
    "all": _rounds,
    "result": _result,
    "play": _play,
    "add": _add,
    "withdraw": lambda _request, tournament, typed: entrant_withdraw(tournament, typed["entrant"]),
    "return": lambda _request, tournament, typed: entrant_return(tournament, typed["entrant"]),
}


# The live parts: for its instructor, and on the wall and on phones.


def tournament_html(classroom: Classroom, number: int) -> tuple[str, float] | None:
    """What changes with whatever the instructor's page shows, whose forms a frame can't hold."""
    tournament = tournament_of(classroom, number)
    return (sign_of(version_of(tournament)), 0) if tournament else None


T = TypeVar("T")
LINES = 16  # in a column: readable from the back row
SHORT, LONG = 18, 40
"""Letters of a name: up to the first it has room in two columns, up to the second on one line."""
WINNER, PAIRINGS, STANDINGS = SHOWN = ("winner", "pairings", "standings")


@dataclass(frozen=True)
class WallPart:
    """What fits on the wall at once: the winner, pairings, standings. Parts are shown in turn."""

    is_winner: bool = False
    meetings: tuple[Match, ...] = ()
    rows: tuple[RankedPlayer, ...] = ()
    first: int = 0
    last: int = 0


def tournament_wall_html(
    classroom: Classroom, number: int, shown: str = ""
) -> tuple[str, float] | None:
    """The present round and the standings, or only what is `shown` of it."""
    tournament = tournament_of(classroom, number)
    if tournament is None:
        return None
    key = (shown, get_language(), version_of(tournament))

    def make() -> str:
        now = now_of(tournament)
        parts = _wall_parts(now, shown)
        page = {"now": now, "sides": sides_of(tournament), "parts": parts, "lines": LINES}
        return render_to_string("tournaments/frame_wall.html", {"page": page})

    return cached_page("wall of a tournament", key, make), 0


def _wall_parts(now: TournamentState, shown: str) -> tuple[WallPart, ...]:
    meetings, rows = now.round.meetings if now.round else (), now.ranking
    longest = max(map(len, now.names.values()), default=0)
    most = 2 * LINES if longest <= SHORT else LINES if longest <= LONG else LINES // 2
    pairs = tuple(WallPart(meetings=part) for _, part in _parts(meetings, most))
    tables = tuple(
        WallPart(rows=part, first=start + 1, last=start + len(part))
        for start, part in _parts(rows, most)
    )
    winner = (WallPart(is_winner=True),) if now.champions else ()
    if shown:
        return {WINNER: winner or tables, PAIRINGS: pairs, STANDINGS: tables}[shown]
    if now.champions:
        return (*winner, *tables)
    if longest <= SHORT and len(meetings) <= LINES // 2 and len(rows) <= LINES:
        return (WallPart(False, meetings, rows, 1, len(rows)),)
    return (*pairs, *tables)


def _parts(lines: Sequence[T], most: int) -> list[tuple[int, tuple[T, ...]]]:
    return [(start, tuple(lines[start : start + most])) for start in range(0, len(lines), most)]


# The page of the wall.


@by_class_code
def wall(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The wall. `?show=` limits it to one part."""
    tournament = tournament_in(classroom, number)
    shown = request.GET.get("show", "")
    shown = shown if shown in SHOWN else ""
    return render_page(
        request,
        "tournaments/wall.html",
        tournament=tournament,
        live=live_part(classroom, f"public:{shown or 'tournaments'}:{tournament.number}"),
        shown=shown,
        is_over=now_of(tournament).is_over,
        style=style_of(tournament),
        refresh_s=4,
    )


# The tournament games at a group's table, with forms for their results.


@group_for("record", "GET", "POST")
def table(request: HttpRequest, group: Group) -> HttpResponse:
    """The games at the group's table; a POST records a result, or starts a game (`do=play`)."""
    form = PressForm.of(request)
    if request.method != "POST":
        return _render_table(request, group, form, 200)
    typed, ask = form.typed, ""
    here = [one for one in _at(group) if one["now"].tournament.number == typed["tournament"]]
    if not here:
        raise Http404
    pairing = requested_pairing(typed, here[0]["now"].tournament)
    if pairing.pk not in {meeting.pairing.pk for meeting in here[0]["meetings"]}:
        raise Http404
    by, role = recorder(request, group)
    try:
        if typed["do"] == "play":
            pairing_play(pairing, group, by)
            return SeeOther(reverse("console", args=[group.code]))
        record_result(typed, pairing, by, role)
        return SeeOther(reverse("tournament-table", args=[group.code]))
    except ConfirmationNeeded as question:
        status, ask = UNPROCESSABLE, str(question)
    except (InvalidInput, NotAllowed) as invalid:
        status = CONFLICT if isinstance(invalid, NotAllowed) else UNPROCESSABLE
        form.add_error(None, str(invalid))
    return _render_table(request, group, form, status, ask)


def _render_table(
    request: HttpRequest, group: Group, form: PressForm, status: int, ask: str = ""
) -> HttpResponse:
    return render_page(
        request,
        "tournaments/table.html",
        status=status,
        group=group,
        tables=_at(group),
        form=form,
        ask=ask,
    )


def _at(group: Group) -> list[Mapping[str, Any]]:
    """The class's tournaments that have a present round with games at this group's table, and these
    games."""
    found: list[Mapping[str, Any]] = []
    for one in group.classroom.tournaments.order_by("-number"):
        tables = {g.pk: table for table, g in groups_at(one).items()}
        now = now_of(one) if group.pk in tables else None
        if now is None or now.round is None:
            continue
        table = tables[group.pk]
        if here := [match for match in now.round.meetings if match.table == table]:
            shown = {"now": now, "table": table, "round": now.round, "meetings": here}
            found.append({**shown, "sides": sides_of(one), "style": style_of(one)})
    return found
