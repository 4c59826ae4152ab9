"""The overview of a class, helping a group from it, and the page of results."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from moderator.core import queries
from moderator.core.access import classroom_for, of_classroom, user_of
from moderator.core.class_frames import LivePart, live_part
from moderator.core.databases.pubsub import OVERVIEW
from moderator.core.errors import SeatTaken, Stale
from moderator.core.forms import whole_number
from moderator.core.lesson import lesson_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group, Seat
from moderator.core.people import instructor_person
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.core.whole_class import SeatedPeople, WholeClass, games_of, whole_class
from moderator.features.clock.pages import ClassClocks, class_clocks
from moderator.features.moves.write import move_play
from moderator.features.overview.part import ALONE, MODERATED, REMIND, SEAT, small_styles
from moderator.features.overview.results import ClassResults, class_results
from moderator.features.overview.take_over import Successor, abandoned_in, labels_in, successors
from moderator.features.overview.unmoderated import UNDO_LAST
from moderator.features.overview.wall import WallControl, wall_control
from moderator.features.overview.write import (
    STUCK_MOST,
    game_with_moderator,
    game_without_moderator,
    seat_take_over,
    stuck_after,
)
from moderator.features.slips.read import ORDER_SLIPS
from moderator.features.slips.write import player_remind
from moderator.rules.errors import Refused
from moderator.rules.seating import SeatLabel
from moderator.rules.wire import UNDO

# Helping a group from the overview: a reminder, or somebody for a seat that nobody plays.


@dataclass(frozen=True)
class SeatToGive:
    """A seat of the group: who has it, since when they are offline, and whether nobody plays it."""

    pk: int
    seat: SeatLabel
    names: tuple[str, ...]
    since: datetime | None
    is_abandoned: bool


@dataclass(frozen=True)
class GroupSeatsPage:
    """The seats of a group, the abandoned ones first, and who could take one over."""

    classroom: Classroom
    group: Group
    seats: tuple[SeatToGive, ...]
    people: list[Successor]
    error: str = ""


def help_group(request: HttpRequest, classroom: Classroom, do: str) -> HttpResponse:
    """What a button of the overview asks for: its value has the kind, and numbers."""
    kind, *rest = do.split(":")
    numbers = [whole_number(text) for text in rest]
    group = classroom.groups.filter(number=numbers[0] or 0).first() if numbers else None
    if group is None or None in numbers:
        raise Http404
    if (kind, len(numbers)) == (REMIND, 2):
        _remind(request, group, numbers[1] or 0)
    elif (kind, len(numbers)) == (SEAT, 3):
        return _give(request, group, numbers[1] or 0, numbers[2] or 0)
    elif (kind, len(numbers)) in ((ALONE, 2), (MODERATED, 2), (UNDO_LAST, 3)):
        return _record(request, group, kind, *numbers[1:])
    else:
        raise Http404
    return _back(group)


def _record(
    request: HttpRequest, group: Group, kind: str, number: int | None, after: int | None = None
) -> HttpResponse:
    """Change who records in game `number`, or take its last move back, which was entry `after`."""
    game = queries.game_or_404(group)
    by = instructor_person(group.classroom, user_of(request))
    try:
        if game.number != number:
            raise Stale(queries.timeline(game))
        if kind == ALONE:
            game_without_moderator(game, by)
        elif kind == MODERATED:
            game_with_moderator(game, by)
        else:
            move_play(game, {"type": UNDO}, after, _key(game, UNDO, after), by, "instructor")
    except Stale:
        refusal = gettext("%(group)s has played on meanwhile: nothing was changed.")
        refusal %= {"group": group.name}
    except Refused as refused:
        refusal = str(refused)
    else:
        return _back(group)
    page = replace(_page(group.classroom), refusal=refusal)
    return render_page(request, "overview/overview.html", page, CONFLICT)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def seats(request: HttpRequest, group: Group) -> HttpResponse:
    """The seats of a group, and who could take over those that nobody plays."""
    if request.method != "POST":
        return render_page(request, "overview/seats.html", _help_page(group))
    seat, person = (whole_number(request.POST.get(name, "")) or 0 for name in ("seat", "person"))
    return _give(request, group, seat, person)


def _remind(request: HttpRequest, group: Group, reminders: int) -> None:
    """Remind everybody whose orders are missing; once for each number of earlier reminders."""
    game = queries.game_or_404(group)
    by = instructor_person(group.classroom, user_of(request))
    for slip in ORDER_SLIPS.of(look_at(game)).missing:
        with suppress(Refused, Stale):  # sealed meanwhile, for example
            key = _key(game, REMIND, reminders, slip.player)
            player_remind(game, slip.player, key, by, "instructor")


def _key(game: Game, *pressed: object) -> str:
    """The same for the same press, and unknown to players, who could use it up."""
    text = ":".join(map(str, (game.uid, *pressed)))
    return salted_hmac("moderator.overview-key", text).hexdigest()


def _give(request: HttpRequest, group: Group, seat_pk: int, person_pk: int) -> HttpResponse:
    """Give the seat to somebody who is still free to take it."""
    seat = Seat.objects.filter(pk=seat_pk, game=queries.game_now(group)).first()
    whole, now = whole_class(group.classroom), timezone.now()
    free = {one.person.pk: one.person for one in successors(whole, group, now)}
    error = ""
    if seat is None or person_pk not in free:
        error = gettext("Somebody else has been seated meanwhile. Please choose again.")
    else:
        try:
            seat_take_over(free[person_pk], seat)
        except SeatTaken as taken:
            error = str(taken)
    if error:
        return render_page(request, "overview/seats.html", _help_page(group, error), CONFLICT)
    return _back(group)


def _back(group: Group) -> HttpResponse:
    return SeeOther(reverse("overview", args=[group.classroom_id]) + f"#group-{group.number}")


def _help_page(group: Group, error: str = "") -> GroupSeatsPage:
    now, whole = timezone.now(), whole_class(group.classroom)
    if group.pk not in whole.games:
        raise Http404
    labels = labels_in(whole, group)
    empty = {one.pk: one for one in abandoned_in(whole, group, now)}
    rows = [
        SeatToGive(
            pk=seat.pk,
            seat=labels[seat.player],
            names=_names(whole, seat),
            since=empty[seat.pk].since if seat.pk in empty else None,
            is_abandoned=seat.pk in empty,
        )
        for seat in whole.seats.get(group.pk, ())
        if not seat.is_bot
    ]
    people = successors(whole, group, now)
    ordered = sorted(rows, key=lambda row: not row.is_abandoned)
    return GroupSeatsPage(group.classroom, group, tuple(ordered), people, error)


def _names(whole: WholeClass, seat: SeatedPeople) -> tuple[str, ...]:
    return tuple(whole.people[pk].display_name for pk in seat.people)


# The overview: one row for each group of a class, live, for its instructor.


@dataclass(frozen=True)
class OverviewPage:
    """The class, and its rows; `now_ms`: the server's clock.

    `error`: of the minutes; `refusal`: why a press for a group changed nothing.
    """

    classroom: Classroom
    live: LivePart
    styles: tuple[str, ...]
    now_ms: int
    clocks: ClassClocks
    stuck_minutes: int
    stuck_most: int = STUCK_MOST
    error: str = ""
    refusal: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def overview(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The overview of a class. A POST helps a group, or changes when a group counts as stuck."""
    if request.method != "POST":
        return render_page(request, "overview/overview.html", _page(classroom))
    do = request.POST.get("do", "")
    if do != "stuck":
        return help_group(request, classroom, do)
    minutes = whole_number(request.POST.get("minutes", "")) or 0
    if not 1 <= minutes <= STUCK_MOST:
        error = gettext("Type a whole number from 1 to %(most)d.") % {"most": STUCK_MOST}
        page = _page(classroom, error)
        return render_page(request, "overview/overview.html", page, UNPROCESSABLE)
    stuck_after(classroom, minutes)
    return SeeOther(reverse("overview", args=[classroom.pk]))


def _page(classroom: Classroom, error: str = "") -> OverviewPage:
    return OverviewPage(
        classroom=classroom,
        live=live_part(classroom, OVERVIEW),
        styles=small_styles(games_of(queries.groups_of(classroom)).values()),
        now_ms=round(timezone.now().timestamp() * 1000),
        clocks=class_clocks(classroom, "overview"),
        stuck_minutes=lesson_of(classroom).stuck_minutes,
        error=error,
    )


# The results of a class: each group's ranking, and the same player across the groups.


@dataclass(frozen=True)
class ResultsPage:
    """The results of the class's present games, and what the wall shows of them."""

    classroom: Classroom
    results: ClassResults
    control: WallControl


@require_safe
@classroom_for("manage-class")
def results(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The results of the class, during the games and after them."""
    whole = whole_class(classroom)
    page = ResultsPage(classroom, class_results(whole), wall_control(whole))
    return render_page(request, "overview/results.html", page)
