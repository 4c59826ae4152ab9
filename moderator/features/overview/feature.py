"""The class while it plays, helping a group from there, and the page of results.

What the overview adds to what all features share.
"""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from moderator.core import credentials, queries
from moderator.core.access import own_class, own_class_group, user_of
from moderator.core.class_page import (
    ClassHead,
    Step,
    live_part,
    refused_page,
    step_url,
)
from moderator.core.errors import InvalidInput, SeatTaken, Stale
from moderator.core.feature import Feature, Part
from moderator.core.forms import whole_number
from moderator.core.games import styles_of_all
from moderator.core.log import rules_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group, Seat
from moderator.core.people import instructor_person
from moderator.core.publishing import OVERVIEW
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.core.whole_class import WholeClass
from moderator.features.bots.write import bot_put
from moderator.features.clock.feature import class_clocks
from moderator.features.moves.write import move_play
from moderator.features.overview import wall
from moderator.features.overview.part import (
    ALONE,
    BOT,
    LATE,
    MODERATED,
    REMIND,
    SEAT,
    overview_html,
    shown_unmoderated,
)
from moderator.features.overview.results import class_results
from moderator.features.overview.wall import wall_control
from moderator.features.overview.write import (
    UNDO_LAST,
    abandoned_in,
    game_with_moderator,
    game_without_moderator,
    next_lesson_begin,
    stuck_after,
    successors,
)
from moderator.features.people.dividing import latecomers_seat, seats_told
from moderator.features.people.draft import keep_draft
from moderator.features.people.write import seat_give
from moderator.features.slips.read import ORDER_SLIPS
from moderator.features.slips.write import player_remind
from moderator.live.channel import PUBLIC
from moderator.rules.errors import Refused
from moderator.rules.reading import UNDO

# Helping a group from the overview: a reminder, or somebody for a seat that nobody plays.


def help_group(request: HttpRequest, classroom: Classroom, do: str) -> HttpResponse:
    """What a button of the overview asks for: its value has the kind, and numbers."""
    kind, *rest = do.split(":")
    numbers = [number for text in rest if (number := whole_number(text)) is not None]
    if not numbers or len(numbers) != len(rest):
        raise Http404
    if (kind, len(numbers)) == (LATE, 1):
        return _seat_late(request, classroom, numbers[0])
    group = classroom.groups.filter(number=numbers[0]).first()
    if group is None:
        raise Http404
    if (kind, len(numbers)) == (REMIND, 2):
        _remind(request, group, numbers[1])
    elif (kind, len(numbers)) == (BOT, 1):
        return _let_program(request, group)
    elif (kind, len(numbers)) == (SEAT, 3):
        return _give(request, group, numbers[1], numbers[2])
    elif (kind, len(numbers)) in ((ALONE, 2), (MODERATED, 2), (UNDO_LAST, 3)):
        return _record(request, group, kind, *numbers[1:])
    else:
        raise Http404
    return _back(group)


def _record(
    request: HttpRequest, group: Group, kind: str, number: int, after: int | None = None
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
    return refused_page(request, group.classroom, Step.PLAYING, refusal)


def _let_program(request: HttpRequest, group: Group) -> HttpResponse:
    """Let bots play the group's seats that nobody plays."""
    game, whole = queries.game_or_404(group), WholeClass(group.classroom)
    bots, by = rules_of(game).bots, instructor_person(group.classroom, user_of(request))
    try:
        for one in abandoned_in(whole, group, timezone.now()):
            bot_put(game, one.seat.id, bots.usual if bots else "", by)
    except InvalidInput as refused:
        return refused_page(request, group.classroom, Step.PLAYING, str(refused))
    return _back(group)


@own_class_group("GET", "POST")
def seats(request: HttpRequest, group: Group) -> HttpResponse:
    """The seats of a group, and who could take over those that nobody plays."""
    if request.method != "POST":
        return _show_seats(request, group)
    seat, person = (whole_number(request.POST.get(name, "")) or 0 for name in ("seat", "person"))
    return _give(request, group, seat, person)


def _seat_late(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """Give somebody without a seat one in the smallest group; with 0 everybody who has none."""
    late = [one for one in WholeClass(classroom).unseated if number in (0, one.number)]
    try:
        latecomers_seat(classroom, late)
    except InvalidInput as invalid:
        return refused_page(request, classroom, Step.PLAYING, str(invalid))
    told = urlencode({"seated": [person.number for person in late]}, doseq=True)
    return SeeOther(f"{step_url(classroom, Step.PLAYING)}&{told}")


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
    whole, now = WholeClass(group.classroom), timezone.now()
    free = {one.person.pk: one.person for one in successors(whole, group, now)}
    error = ""
    if seat is None or person_pk not in free:
        error = gettext("Somebody else has been seated meanwhile. Please choose again.")
    else:
        try:
            seat_give(free[person_pk], seat)
        except SeatTaken as taken:
            error = str(taken)
    return _show_seats(request, group, error) if error else _back(group)


def _back(group: Group) -> HttpResponse:
    return SeeOther(step_url(group.classroom, Step.PLAYING) + f"#group-{group.number}")


def _show_seats(request: HttpRequest, group: Group, error: str = "") -> HttpResponse:
    """The seats of the group, those that nobody plays first, and who could take one over."""
    now, whole = timezone.now(), WholeClass(group.classroom)
    if group.pk not in whole.games:
        raise Http404
    labels = whole.labels(group.pk)
    empty = {one.pk: one for one in abandoned_in(whole, group, now)}
    rows = [
        {
            "pk": seat.pk,
            "seat": labels[seat.player],
            "names": whole.names_on(seat),
            "since": empty[seat.pk].since if seat.pk in empty else None,
            "is_abandoned": seat.pk in empty,
        }
        for seat in whole.seats.get(group.pk, ())
        if not seat.is_bot
    ]
    return render_page(
        request,
        "overview/seats.html",
        status=CONFLICT if error else 200,
        classroom=group.classroom,
        group=group,
        seats=sorted(rows, key=lambda row: not row["is_abandoned"]),
        people=successors(whole, group, now),
        error=error,
    )


# The class while it plays: one row for each group, live, for its instructor.


def playing(request: HttpRequest, head: ClassHead) -> HttpResponse:
    seated = [whole_number(one) or 0 for one in request.GET.getlist("seated")]
    new = whole_number(request.GET.get("announced", "")) or 0
    announced = new and head.classroom.announcements.filter(pk=new, is_withdrawn=False).first()
    said = gettext("Announced: “%(text)s”") % {"text": announced.text} if announced else ""
    return render_page(
        request,
        "overview/playing.html",
        head=head,
        live=live_part(head.classroom, OVERVIEW),
        styles=styles_of_all("/small.css"),
        clocks=class_clocks(head.classroom),
        once=credentials.new(),
        given=seats_told(head.classroom, seated) or said,  # what has just been done
    )


@own_class("GET", "POST")
def overview(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The former address of the class while it plays. A POST helps a group, or changes when a group
    counts as stuck."""
    if request.method != "POST":
        return SeeOther(step_url(classroom, Step.PLAYING))
    do = request.POST.get("do", "")
    if do != "stuck":
        return help_group(request, classroom, do)
    try:
        stuck_after(classroom, whole_number(request.POST.get("minutes", "")) or 0)
    except InvalidInput as error:
        return refused_page(request, classroom, Step.PLAYING, str(error), UNPROCESSABLE)
    return SeeOther(step_url(classroom, Step.PLAYING))


# The class after its games: the results in short, and the whole ones; and its next lesson.


def over(request: HttpRequest, head: ClassHead, template: str = "over") -> HttpResponse:
    """The results in short, or by the template of the whole ones; what the wall shows of them."""
    whole = head.whole
    stopped = (game.stopped_at for game in whole.games.values() if game.stopped_at)
    found = class_results(whole)
    with timezone.override(ZoneInfo(head.classroom.time_zone)):
        return render_page(
            request,
            f"overview/{template}.html",
            head=head,
            classroom=head.classroom,
            results=found,
            ranked=sum(len(one.groups) for one in found.scenarios),  # groups that have a result
            control=wall_control(whole),
            stopped_at=max(stopped, default=None),
        )


@own_class("GET")
def results(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The whole results of the class, during the games and after them."""
    return over(request, ClassHead(request, classroom, Step.OVER), "results")


@own_class("POST")
def next_lesson(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Begin the next lesson with the same people, if nothing is played any more."""
    if ClassHead(request, classroom).now != Step.OVER:
        sentence = gettext("Nothing was changed: games are being played or prepared.")
        return refused_page(request, classroom, "", sentence)
    keep_draft(request, classroom, None)
    next_lesson_begin(classroom)
    return SeeOther(step_url(classroom))


FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/overview/", overview, name="overview"),
        path("classes/<int:pk>/groups/<int:number>/seats/", seats, name="seats-give"),
        path("classes/<int:pk>/results/", results, name="results"),
        path("classes/<int:pk>/next/", next_lesson, name="next-lesson"),
        path("classes/<int:pk>/wall/", wall.wall_show, name="wall-show"),
        path("w/<code:code>/", wall.class_wall, name="class-wall"),
    ),
    parts=(Part("unmoderated", shown_unmoderated, "below", is_private=True),),
    class_steps={Step.PLAYING: playing, Step.OVER: over},
    class_pages={OVERVIEW: overview_html, PUBLIC: wall.wall_html},
)
