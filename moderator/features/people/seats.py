"""Taking a seat and giving it back, opening and giving a console, and a group’s people."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.core import codes, credentials, queries, throttling
from moderator.core.access import (
    forget_person,
    group_for,
    moderator_number,
    own_class_group,
    person_in,
    remember_console,
    remember_person,
    student_in,
)
from moderator.core.class_page import live_part
from moderator.core.codes import classroom_before, classroom_of, place_by_code
from moderator.core.ended import is_ended
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.forms import ActionForm, NameForm, PostedNumber, PostedText, whole_number
from moderator.core.lesson import announced_to_all, names_of_players
from moderator.core.links import console_access_of, return_link_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.core.people import by_name, moderator_enter, name_order
from moderator.core.publishing import SEATS
from moderator.core.responses import UNPROCESSABLE, SeeOther, public_url, render_page
from moderator.core.seating import GroupSeating, group_seatings, seat_word, waits_for_moderator
from moderator.core.throttling import try_begin, try_was_right
from moderator.core.whole_class import games_of
from moderator.features.moves.student import PlayerPage, SeatedPlayer, own_seat
from moderator.features.people.dividing import unseated
from moderator.features.people.write import (
    console_give,
    person_volunteer,
    seat_any,
    seat_give,
    seat_return,
    seat_take,
)
from moderator.live.events import sign_of

# Choosing a seat, free ones first.

REFRESH_S = 10  # without a script
EACH_MS = 150  # of those who wait for a seat, one asks in so much time
ANY = "any"


@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """The seats of the group's present game, or of every group's for a class's code."""
    place = place_by_code(request, code)
    if place is None:
        return _elsewhere(request, code)
    person = student_in(request, classroom_of(place))
    if person is None:
        return redirect("join", code=place.code)
    game = queries.game_now(person.group) if person.group else None
    if game and queries.seat_of(person, game):
        return redirect("play", code=game.group.code)
    if request.method == "POST" and "volunteer" in request.POST:
        person_volunteer(person, request.POST["volunteer"] == "yes")
        return SeeOther(reverse("seats", args=[place.code]))
    if request.method == "POST":
        return _take(request, place, person)
    return _show(request, place, person)


def _elsewhere(request: HttpRequest, code: str) -> HttpResponse:
    """Where the page of a class is whose code was replaced; 404 for any other code."""
    classroom = classroom_before(code)
    if classroom is None:
        raise Http404
    is_in = student_in(request, classroom) is not None
    return redirect("seats", code=classroom.code) if is_in else redirect("join", code=code)


def _groups(place: Classroom | Group, person: Person) -> Iterable[Group]:
    if person.moderates is not None:  # they would see the secrets of every seat there
        return []
    known = queries.groups_known_to([person.pk])[person.pk]  # as its moderator before
    if isinstance(place, Group) and place.pk not in known:
        return [place]
    if person.group is not None and person.group_id not in known:  # the instructor has chosen it
        return [person.group]
    groups = classroom_of(place).groups.exclude(pk__in=known)
    return groups.select_related("classroom").order_by("number")


def _tables(place: Classroom | Group, person: Person) -> tuple[GroupSeating, ...]:
    """Where the person may sit down: whoever has a seat sees the secrets of a game that ended."""
    tables = group_seatings(_groups(place, person), person.display_name)
    return tuple(table for table in tables if not is_ended(look_at(table.game)))


def _show(
    request: HttpRequest, place: Classroom | Group, person: Person, error: str = ""
) -> HttpResponse:
    """The seats that the person can choose; without tables, no game has started yet.

    `announced`: to everybody. `pace_ms`: over how much time the pages of all who wait are spread.
    """
    classroom, tables = classroom_of(place), _tables(place, person)
    return render_page(
        request,
        "people/seats.html",
        status=UNPROCESSABLE if error else 200,
        place=place,
        classroom=classroom,
        group=place if isinstance(place, Group) else person.group,
        person=person,
        tables=tables,
        open_tables=[table for table in tables if not table.is_full],
        full_tables=[table for table in tables if table.is_full],
        free=sum(table.free for table in tables),
        seat_word=seat_word(tables),
        live=live_part(classroom, SEATS),
        announced=announced_to_all(classroom),
        pace_ms=EACH_MS * unseated(classroom).count(),
        refresh_s=REFRESH_S,
        error=error,
    )


def seats_html(classroom: Classroom) -> tuple[str, float]:
    """What changes with whatever these pages show, whose forms a frame can't hold."""
    games = queries.present_games().filter(group__classroom=classroom)
    rows = Seat.objects.filter(game__in=games).order_by("pk")
    seats = rows.values_list("game", "is_partner", "pk", "persons")
    people = queries.people(classroom).order_by("pk").values_list("pk", "group", "moderates")
    return sign_of((list(seats), list(people), announced_to_all(classroom))), 0


def _take(request: HttpRequest, place: Classroom | Group, person: Person) -> HttpResponse:
    tables = _tables(place, person)
    wanted = request.POST.get("seat", "")
    if wanted == ANY:
        own = (str(status.pk) for table in tables for status in table.seats if status.is_namesake)
        wanted = next(own, ANY)
    offered = {str(status.pk): status.pk for table in tables for status in table.seats}
    # The one with the fewest free seats, so that games can begin early.
    table = min(tables, key=lambda one: (one.is_full, one.free), default=None)
    try:
        if wanted == ANY and table is not None:
            taken = seat_any(person, table.game)
        elif wanted in offered:
            taken = seat_take(person, Seat.objects.get(pk=offered[wanted]))
        else:
            return _show(request, place, person, gettext("Choose one of these."))
    except InvalidInput as invalid:
        return _show(request, place, person, str(invalid))
    return SeeOther(reverse("play", args=[taken.game.group.code]))


# Moderators open a console: with the group's link, or a code and the group's PIN.
#
# The code is the class's or the group's own: both are on walls and sheets.


class PinForm(NameForm):
    code, pin = PostedText(), PostedText()


@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: HttpRequest) -> HttpResponse:
    """A code and the group's PIN; a wrong code and a wrong PIN get the same error."""
    form = PinForm.of(request, code=request.GET.get("code", "")[:20])
    if request.method != "POST":
        return render_page(request, "people/pin.html", form=form)
    code = form.typed["code"][:40]
    classroom = place_by_code(request, code)
    keys = throttling.pin_keys(request, classroom, codes.tidy(code))
    if wait_s := try_begin(keys):
        hint = gettext("Your group’s link still opens the console.")
        form.add_error(None, f"{throttling.wait_text(wait_s)} {hint}")
        return throttling.too_many(render_page(request, "people/pin.html", form=form), wait_s)
    group = _group_by(classroom, form.typed["pin"])
    if group is None:
        record(Kind.PIN_FAILED, classroom=classroom_of(classroom).pk if classroom else None)
        error = gettext(
            "That code and PIN don’t open a console. Check both, or ask your instructor: "
            "the PIN may have been replaced."
        )
        form.add_error(None, error)
    else:
        try_was_right(keys)
        with form.errors_at("name"):
            return _enter(request, group, form.typed["name"], Kind.PIN_USED)
    return render_page(request, "people/pin.html", status=form.status, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The group's link. A GET doesn't open the console, since mail programs follow links."""
    group = credentials.console_group(token)
    if group is None:
        raise Http404
    person = person_in(request, group.classroom)
    form = NameForm.of(request)
    if request.method == "POST":
        with form.errors_at("name"):
            return _enter(request, group, form.typed["name"], Kind.CONSOLE_LINK_USED)
    return render_page(
        request,
        "people/console_link.html",
        status=form.status,
        group=group,
        token=token,
        person=person,
        form=form,
    )


def _group_by(place: Classroom | Group | None, typed_pin: str) -> Group | None:
    """The group with that PIN; with a group's code only that group itself."""
    # An unknown class is searched too, so that the response takes as long as for a wrong PIN.
    classroom = classroom_of(place) if place else Classroom(pk=0)
    group = credentials.group_by_pin(classroom, codes.tidy(typed_pin))
    return None if isinstance(place, Group) and group != place else group


def _enter(request: HttpRequest, group: Group, name: str, kind: Kind) -> HttpResponse:
    """Open the console as the browser's person in the class, or as a new one."""
    person = person_in(request, group.classroom)
    if person is None:
        person = moderator_enter(group, name.strip())
        remember_person(request, person)
    if person.group is None:
        person.group = group
        person.save(update_fields=["group"])
    remember_console(request, group, person)
    record(kind, person=person.number, classroom=group.classroom_id, about=group.number)
    return SeeOther(reverse("console", args=[group.code]))


# Giving a seat back, and leaving on this phone.


@own_seat("POST")
def give_back(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Give a wrong seat back, until the first move; then another one can be chosen."""
    code = player.group.code
    if whole_number(request.POST.get("game", "")) != player.game.number:
        return SeeOther(reverse("play", args=[code]))
    try:
        seat_return(player.person, player.seat)
    except InvalidInput as refused:
        page = PlayerPage(player)
        page.error = str(refused)
        return render_page(request, "moves/player.html", page, UNPROCESSABLE)
    return SeeOther(reverse("seats", args=[code]))


@group_for("see-chart", "POST")
def leave(request: HttpRequest, group: Group) -> HttpResponse:
    """Make this browser forget the person; the seat stays the person's."""
    if student_in(request, group.classroom) is None:
        raise Http404
    forget_person(request, group.classroom)
    return SeeOther(reverse("chart", args=[group.code]))


# A group's people, for its moderator: return links and seats.


class HelpForm(ActionForm):
    person, seat = PostedNumber(), PostedNumber()


@group_for("help-person", "GET", "POST")
def group_people(request: HttpRequest, group: Group) -> HttpResponse:
    """The people; a POST names a student of the group by `person`, and the action by `do`."""
    form, helped, return_link = HelpForm.of(request), None, None
    students = queries.people(group.classroom).filter(group=group, kind=Person.Kind.STUDENT)
    if form.is_bound:
        helped = get_object_or_404(students, number=form.typed["person"])
        if form.action({"link": True, "seat": False}):
            return_link = return_link_of(request, helped, moderator_number(request, group))
        else:
            seat = get_object_or_404(Seat, pk=form.typed["seat"], game__group=group)
            with form.errors_at("seat"):
                seat_give(helped, seat)
                return SeeOther(reverse("helping", args=[group.code]))
    game = queries.game_now(group)
    seats = {p.pk: s.pk for s in queries.seats(game) for p in s.persons.all()} if game else {}
    return render_page(
        request,
        "people/group_people.html",
        status=form.status,
        group=group,
        people=[(person, seats.get(person.pk)) for person in by_name(students)],
        tables=group_seatings([group]),
        form=form,
        helped=helped,  # whom the form was about
        return_link=return_link,  # a new one of that student
    )


PossibleModerator = tuple[Person, str]
"""Somebody who may moderate the group, and the seat in its game that they would give back."""


@own_class_group("GET", "POST")
def give_console(request: HttpRequest, group: Group) -> HttpResponse:
    """The page; a POST gives the console: `to` is "link" or a person's number."""
    if request.method != "POST":
        return _show_giving(request, group, request.GET.get("done", ""))
    to = request.POST.get("to", "")
    person = None
    if to != "link":
        person = _people(group.classroom).filter(number=whole_number(to) or 0).first()
        if person is None:
            error = gettext("Choose a person, or a new link.")
            return _show_giving(request, group, error=error)
    try:
        console_give(group, person)
    except InvalidInput as invalid:  # removed just now
        return _show_giving(request, group, error=str(invalid))
    address_here = reverse("give-console", args=[group.classroom_id, group.number])
    return SeeOther(f"{address_here}?done={'person' if person else 'link'}")


def _people(classroom: Classroom) -> QuerySet[Person]:
    people = queries.people(classroom).exclude(kind=Person.Kind.INSTRUCTOR)
    return people.select_related("moderates")


def _show_giving(
    request: HttpRequest, group: Group, done: str = "", error: str = ""
) -> HttpResponse:
    """Who moderates the group now, and to whom its console can be given.

    `candidates`: the group's own players, and those who are free; `busy`: who moderates another
    group. `done`: "link" or "person" once it has been given, else empty. `access`: the new
    link. `alone`: for the button of the overview by which the players record; empty if they do,
    or can't.
    """
    found, game = _candidates(group), queries.game_now(group)
    return render_page(
        request,
        "people/give_console.html",
        status=UNPROCESSABLE if error else 200,
        classroom=group.classroom,
        group=group,
        now=[one.display_name for one in queries.moderators_of(group)],
        candidates=[one for one in found if not _is_busy(one[0], group)],
        busy=[one for one in found if _is_busy(one[0], group)],
        alone=_alone(group, game) if game else "",
        done=done if done in ("link", "person") else "",
        access=console_access_of(request, group) if done == "link" else None,
        console=public_url(request, reverse("console", args=[group.code])),
        error=error,
    )


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
