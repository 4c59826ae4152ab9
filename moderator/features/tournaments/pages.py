"""The tournaments of a class: the list, a new one, and one with its rounds and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from moderator.core import credentials, queries
from moderator.core.access import Decorator, class_managed, found_by, own_class, user_of
from moderator.core.class_page import live_part
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
from moderator.core.models import Classroom, Entry, Person
from moderator.core.people import by_name, instructor_person
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, public_url, render_page
from moderator.features.tournaments.models import TITLE_LETTERS, Pairing, Tournament
from moderator.features.tournaments.read import (
    ConfirmationNeeded,
    ResultConflict,
    groups_at,
    now_of,
    playable,
    result_record,
    sides_of,
    tournament_of,
)
from moderator.features.tournaments.standings import FEWEST, MOST, TournamentState
from moderator.features.tournaments.write import (
    entrant_add,
    entrant_return,
    entrant_withdraw,
    pairing_play,
    rounds_make,
    tournament_create,
    tournament_delete,
)

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
    games = playable()
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
