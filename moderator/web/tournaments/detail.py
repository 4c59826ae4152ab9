"""One tournament, for its instructor: rounds, results, who plays. A POST says by `do` what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, selectors, services
from moderator.play.errors import InvalidInput, NotAllowed
from moderator.play.models import Classroom, Entry, Group, Pairing, Person, Tournament
from moderator.play.models.classroom import NAME_LETTERS
from moderator.play.services import ConfirmationNeeded, ResultConflict
from moderator.play.tournaments import selectors as tournaments
from moderator.play.tournaments.standings import RoundState, TournamentState
from moderator.rules.game import SeatLabel
from moderator.web.core.access import classroom_for, user_of
from moderator.web.core.forms import whole_number
from moderator.web.core.game_files import style_of
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, public_url, render_page
from moderator.web.feed import publishing
from moderator.web.tournaments.index import address_of, of_classroom

CONFLICT = 409


@dataclass(frozen=True)
class Ask:
    """A question before something is done: the same form once more, with `sure`."""

    sentence: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TournamentPage:
    """How it stands, one round of it, and what can be done."""

    classroom: Classroom
    now: TournamentState
    round: RoundState | None
    sides: tuple[SeatLabel, ...]
    groups: dict[int, Group]  # by table
    late: tuple[Person, ...]  # of the class, and not in it yet
    key: str
    wall: str
    style: str
    error: str = ""
    ask: Ask | None = None
    typed: str = ""
    name_letters: int = NAME_LETTERS

    @property
    def tournament(self) -> Tournament:
        """What it is about."""
        return self.now.tournament

    @property
    def made(self) -> int:
        """How many rounds there are."""
        return len(self.now.rounds)

    @property
    def has_next(self) -> bool:
        """Whether a round can be made."""
        return self.made < self.tournament.rounds_planned

    @property
    def takes_more(self) -> bool:
        """Whether somebody can be added."""
        return self.has_next and (self.tournament.is_swiss or not self.made)

    @property
    def next_round(self) -> int:
        """The number of the one that is made next."""
        return self.made + 1


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The present round, or that of `?round=`."""
    if request.method != "POST":
        return render_page(request, "web/tournaments/tournament.html", _page(request, tournament))
    do = _DOINGS.get(request.POST.get("do", ""))
    if do is None:
        raise Http404
    try:
        do(request, tournament)
    except ConfirmationNeeded as unsure:
        kept = ("csrfmiddlewaretoken", "sure")
        fields = [(name, str(text)) for name, text in request.POST.items() if name not in kept]
        page = _page(request, tournament, ask=Ask(str(unsure), tuple(fields)))
        return render_page(request, "web/tournaments/tournament.html", page, UNPROCESSABLE)
    except (InvalidInput, NotAllowed) as unfit:
        status = CONFLICT if isinstance(unfit, ResultConflict) else UNPROCESSABLE
        return render_page(
            request,
            "web/tournaments/tournament.html",
            _page(request, tournament, str(unfit)),
            status,
        )
    number = whole_number(request.POST.get("round", ""))
    of_round = f"?round={number}" if number else ""
    return SeeOther(address_of(tournament) + of_round)


def _page(
    request: HttpRequest, tournament: Tournament, error: str = "", ask: Ask | None = None
) -> TournamentPage:
    tournament = Tournament.objects.select_related("classroom").get(pk=tournament.pk)
    now = tournaments.now_of(tournament)
    asked = request.GET.get("round") or request.POST.get("round", "")
    shown = [one for one in now.rounds if one.number == whole_number(asked)]
    known = {entrant.person_id for entrant in now.entrants}
    students = selectors.people(tournament.classroom).filter(kind=Person.Kind.STUDENT)
    late = [one for one in students.exclude(name="") if one.pk not in known]
    path = reverse("tournament-wall", args=[tournament.classroom.code, tournament.number])
    return TournamentPage(
        classroom=tournament.classroom,
        now=now,
        round=shown[0] if shown else now.round,
        sides=tournaments.sides_of(tournament),
        groups=tournaments.groups_at(tournament),
        late=tuple(sorted(late, key=lambda one: one.name.casefold())),
        key=credentials.new(),
        wall=public_url(request, path),
        style=style_of(tournament),
        error=error,
        ask=ask,
        typed=request.POST.get("name", "")[: 2 * NAME_LETTERS] if error else "",
    )


def _by(request: HttpRequest, tournament: Tournament) -> Person:
    return services.instructor_person(tournament.classroom, user_of(request))


def pairing_asked(post: QueryDict, tournament: Tournament) -> Pairing:
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
    """The result that a form tells; `InvalidInput` without a key of its own."""
    key, seen = post.get("key", ""), whole_number(post.get("seen", ""))
    if not key or not credentials.is_key(key) or seen is None:
        raise InvalidInput(gettext("That form was not whole. Please press the button again."))
    outcome = post.get("outcome", "")
    services.result_record(pairing, outcome, seen, key, by, role, bool(post.get("sure")))


def _rounds(request: HttpRequest, tournament: Tournament) -> None:
    after = whole_number(request.POST.get("after", ""))
    is_all = request.POST["do"] == "all"
    services.rounds_make(tournament, after or 0, bool(request.POST.get("sure")), is_all)


def _result(request: HttpRequest, tournament: Tournament) -> None:
    pairing = pairing_asked(request.POST, tournament)
    record_result(request.POST, pairing, _by(request, tournament), Entry.Role.INSTRUCTOR)


def _play(request: HttpRequest, tournament: Tournament) -> None:
    """At the group whose table it is."""
    pairing = pairing_asked(request.POST, tournament)
    wanted = whole_number(request.POST.get("group", "")[:9]) or 0
    group = tournament.classroom.groups.filter(number=wanted).first()
    if group is None:
        raise Http404
    by = _by(request, tournament)
    with transaction.atomic():
        services.pairing_play(pairing, group, by)
        publishing.recheck_access(group.pk)


def _add(request: HttpRequest, tournament: Tournament) -> None:
    number = whole_number(request.POST.get("person", "")[:9])
    person = selectors.people(tournament.classroom).filter(number=number or 0).first()
    services.entrant_add(tournament, person or request.POST.get("name", ""))


def _withdraw(request: HttpRequest, tournament: Tournament) -> None:
    services.entrant_withdraw(tournament, whole_number(request.POST.get("entrant", "")[:9]) or 0)


def _return(request: HttpRequest, tournament: Tournament) -> None:
    services.entrant_return(tournament, whole_number(request.POST.get("entrant", "")[:9]) or 0)


_DOINGS: dict[str, Callable[[HttpRequest, Tournament], None]] = {
    "round": _rounds,
    "all": _rounds,
    "result": _result,
    "play": _play,
    "add": _add,
    "withdraw": _withdraw,
    "return": _return,
}
