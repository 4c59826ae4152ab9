"""The clocks of a class and of a group, a group's pause, and starts and stops of its games.

What clocks, starts and announcements add to what all features share.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import log, queries
from moderator.core.access import group_for, own_class, recorder, user_of
from moderator.core.class_models import Clock, Pause
from moderator.core.class_page import Step, refused_page, step_url
from moderator.core.ended import early_end
from moderator.core.errors import InvalidInput, Stale
from moderator.core.feature import Feature
from moderator.core.forms import whole_number
from moderator.core.lesson import clocks_key, lesson_of, pause_of
from moderator.core.log import rules_of
from moderator.core.models import Classroom, Game, Group
from moderator.core.people import instructor_person
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.core.seating import free_seats, groups_unmoderated, seat_statuses
from moderator.core.whole_class import games_of
from moderator.features.clock import all_groups, write
from moderator.features.clock.all_groups import announcements
from moderator.features.clock.announcements import announcements_recorded
from moderator.features.clock.plan import (
    ClockControl,
    ClockForm,
    pace_of,
    pace_of_class,
    press,
    suggested,
)
from moderator.features.clock.write import (
    REASON_LETTERS,
    game_continue,
    game_stop,
    lesson_plan_set,
    pause_begin,
    pause_end,
    reason_read,
)
from moderator.features.moves.console import console_response, page_of
from moderator.features.moves.forms import Reply

# The clocks of a class: for all groups, or for one; and the plan of the lesson.

SOON = timedelta(hours=12)  # within which a lesson ends


@own_class("GET", "POST")
def class_clock(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The clocks for htmx, which everybody else gets with the class; a POST presses one of their
    buttons, or sets how the lesson is planned."""
    is_htmx = request.headers.get("HX-Request")
    back, error = step_url(classroom, Step.PLAYING), ""
    if request.method == "POST":
        try:
            _change(request, classroom, back)
        except InvalidInput as invalid:
            error = str(invalid)
    if is_htmx:
        clocks = class_clocks(classroom, error)
        status = CONFLICT if error else 200
        return render(request, "clock/clock_control.html", {"clocks": clocks}, status=status)
    return refused_page(request, classroom, Step.PLAYING, error) if error else SeeOther(back)


def _change(request: HttpRequest, classroom: Classroom, back: str) -> None:
    typed = ClockForm(request.POST).typed
    if typed["act"] == "plan":
        ends_at = time_of_day(typed["ends"], classroom.time_zone, timezone.now())
        debrief, most, is_locking = typed["debrief"], typed["negotiation"], typed["is_locking"]
        lesson_plan_set(classroom, ends_at, debrief, most, bool(is_locking))
        return
    group = None
    if number := typed["group"]:
        group = classroom.groups.filter(number=whole_number(number) or 0).first()
        if group is None:
            raise InvalidInput(gettext("There is no such group any more."))
        group.classroom = classroom
    press(request, typed, classroom, group, back)


def time_of_day(text: str, zone: str, now: datetime) -> datetime | None:
    """When it is that time next in the time zone; None for an empty text.

    Raises:
        InvalidInput: it is no time, or has passed.
    """
    if not text.strip():
        return None
    try:
        at = time.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError:
        raise InvalidInput(gettext("Type a time such as 10:45.")) from None
    day = now.astimezone(ZoneInfo(zone)).date()
    for found in (datetime.combine(one, at, ZoneInfo(zone)) for one in (day, day + timedelta(1))):
        if now < found <= now + SOON:
            return found
    raise InvalidInput(gettext("%(time)s has passed.") % {"time": f"{at:%H:%M}"})


def class_clocks(classroom: Classroom, error: str = "") -> Mapping[str, Any]:
    """The buttons of all clocks of a class, for a page that the view above answers.

    `control`: the class's own; `own`: of groups; `one`: the form of a clock for one of `free`, the
    other groups; `ends`: when the lesson ends, as a time of day; `key` changes with the clocks.
    `is_paused`: the class is, and its clocks go on with it.
    """
    now, lesson = timezone.now(), lesson_of(classroom)
    clocks = {each.group_id: each for each in Clock.objects.filter(classroom=classroom)}
    clocks = {pk: each for pk, each in clocks.items() if not each.is_forgotten(now)}
    groups = queries.groups_of(classroom)
    url = reverse("class-clock", args=[classroom.pk])
    ends = lesson.ends_at.astimezone(ZoneInfo(classroom.time_zone)) if lesson.ends_at else None
    games = [game for game in games_of(groups).values() if not game.is_stopped]
    loaded = log.folds_of(games).values()
    rules = [fold.timeline.rules for fold in loaded]
    most = max((one.negotiation_minutes for one in rules), default=0)
    pace = pace_of_class([pace for fold in loaded if (pace := pace_of(fold, now))])
    control = ClockControl(
        url=url,
        clock=clocks.get(None),
        **suggested(lesson, pace if most else None, clocks.get(None), most, bool(most)),
        round_word=next((one.round_word for one in rules if one.round_word), ""),
        zone=classroom.time_zone,
        error=error,
    )
    return {
        "classroom": classroom,
        "control": control,
        "own": [(one, ClockControl(url, clocks[one.pk])) for one in groups if one.pk in clocks],
        "one": ClockControl(url, None, is_locking=lesson.is_clock_locking),
        "free": [group for group in groups if group.pk not in clocks],
        "settings": lesson,
        "ends": f"{ends:%H:%M}" if ends and ends > now else "",
        "key": clocks_key(classroom),
        "is_paused": Pause.objects.filter(classroom=classroom, group=None).exists(),
    }


# The clock of one group, on its console.


@group_for("record", "POST")
def group_clock(request: HttpRequest, group: Group) -> HttpResponse:
    """Start, pause or stop the group's clock, or change its minutes; the console answers."""
    error, back = "", reverse("console", args=[group.code])
    is_htmx = request.headers.get("HX-Request")
    try:
        press(request, ClockForm(request.POST).typed, group.classroom, group, back)
    except InvalidInput as invalid:
        error = str(invalid)
    if not error and not is_htmx:
        return SeeOther(back)
    changed = queries.or_404(queries.group_by_code(group.code))
    page = replace(page_of(changed), clock_error=error)
    template = "moves/console.html#parts" if is_htmx else "moves/console.html"
    return render_page(request, template, page, CONFLICT if error else 200)


# Pausing the group, by its moderator, and going on.


@group_for("record", "GET", "POST")
def pause(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask for the reason; a POST pauses the group, or with `resume` ends the group's own pause."""
    if request.method != "POST":
        return render_page(
            request,
            "clock/pause.html",
            group=group,
            pause=pause_of(group),
            reason_letters=REASON_LETTERS,
        )
    if "resume" in request.POST:
        pause_end(group.classroom, group)
    else:
        pause_begin(group.classroom, group, reason_read(request.POST.get("reason", "")))
    return SeeOther(reverse("console", args=[group.code]))


# Starting the group's game, which waits until then.


@group_for("record", "POST")
def game_start(request: HttpRequest, group: Group) -> HttpResponse:
    """Start game number `game`; seats that nobody has are confirmed by their ids in `without`."""
    game = queries.game_or_404(group)
    if whole_number(request.POST.get("game", "")) != game.number:
        return _not_started(request, group, gettext("The group now plays another game."))
    if game.is_waiting:
        confirmed = {*request.POST.get("without", "").split()}
        if any(status.seat.id not in confirmed for status in free_seats(game)):
            sentence = gettext("Not started: there are empty seats. See which, then start.")
            return _not_started(request, group, sentence)
    try:
        write.game_start(game, *recorder(request, group))
    except Stale:
        raise Http404 from None
    return console_response(request, group)


def _not_started(request: HttpRequest, group: Group, sentence: str) -> HttpResponse:
    return console_response(request, group, answer=Reply("stale", sentence), status=CONFLICT)


# Starting the games of a class that wait: those of all groups, or of one.


class WaitingGame:
    """A game that waits for its start, with its seats and those that nobody has.

    `is_unmoderated`: the group has no moderator.
    """

    def __init__(self, game: Game, unmoderated: Collection[int]) -> None:
        self.group, self.game = game.group, game
        self.seats, self.free = seat_statuses(game), free_seats(game)
        can_record = rules_of(game).is_played_on_seats
        self.is_unmoderated = game.group_id in unmoderated and can_record

    @property
    def confirmation(self) -> str:
        """What confirms the start with exactly these empty seats, and without a moderator."""
        alone = ["-"] if self.is_unmoderated else []
        return " ".join([f"{self.game.pk}:", *(str(status.pk) for status in self.free), *alone])


@own_class("GET", "POST")
def games_start(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Start the games of `group`, or of all.

    Empty seats, and groups without a moderator, are confirmed in `without` first; `alone` names the
    games whose players then record.
    """
    data = request.POST if request.method == "POST" else request.GET
    chosen = data.get("group", queries.ALL)
    games = _waiting(classroom, chosen)
    to_ask = [one for one in games if one.free or one.is_unmoderated]  # only after a question
    show = partial(
        render_page,
        request,
        "clock/start.html",
        classroom=classroom,
        chosen=chosen,
        games=games,
        to_ask=to_ask,
        unmoderated=[one for one in games if one.is_unmoderated],
        with_empty_seats=[one for one in games if one.free],
        is_one_group=classroom.groups.count() == 1,  # so its instructor may moderate it
        is_asked=False,
    )
    if request.method != "POST":
        return show()
    if not games:  # perhaps a second press
        return show(status=CONFLICT)
    if not {one.confirmation for one in to_ask}.issubset(request.POST.getlist("without")):
        return show(status=CONFLICT, is_asked=True)
    by = instructor_person(classroom, user_of(request))
    alone = [whole_number(pk) or 0 for pk in request.POST.getlist("alone")]
    try:
        write.games_start((one.game for one in games), by, "instructor", alone)
    except Stale:
        raise Http404 from None
    return SeeOther(step_url(classroom))


def _waiting(classroom: Classroom, chosen: str) -> tuple[WaitingGame, ...]:
    groups = queries.chosen_groups(classroom, chosen)
    games = filter(None, map(queries.game_now, groups))
    unmoderated = groups_unmoderated([group.pk for group in groups])
    return tuple(WaitingGame(game, unmoderated) for game in games if game.is_waiting)


# Stopping the group's game because the lesson is over, and continuing it.


@group_for("record", "GET", "POST")
def stop(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask for confirmation; a POST stops game number `game`, which with `conclude` won't be
    continued."""
    game = queries.game_or_404(group)
    if request.method != "POST":
        return _show(request, game)
    if not _is_asked_for(request, game):
        return _show(request, game, gettext("The group now plays another game."))
    try:
        game_stop(game, *recorder(request, group), bool(request.POST.get("conclude")))
    except InvalidInput as invalid:
        return _show(request, game, str(invalid))
    except Stale:
        raise Http404 from None
    return SeeOther(reverse("console", args=[group.code]))


@group_for("record", "POST")
def go_on(request: HttpRequest, group: Group) -> HttpResponse:
    """Continue game number `game`; one that is not stopped stays as it is. `seen` confirms it for
    one that wasn't to be continued."""
    game = queries.game_or_404(group)
    if _is_asked_for(request, game):
        try:
            game_continue(game, *recorder(request, group), "seen" in request.POST)
        except InvalidInput as invalid:
            return _show(request, game, str(invalid))
        except Stale:
            raise Http404 from None
    return SeeOther(reverse("console", args=[group.code]))


def _is_asked_for(request: HttpRequest, game: Game) -> bool:
    return whole_number(request.POST.get("game", "")) == game.number


def _show(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    heading = gettext("The game is stopped") if game.is_stopped else gettext("Stop here?")
    return render_page(
        request,
        "clock/stop.html",
        status=UNPROCESSABLE if error else 200,
        group=game.group,
        game=game,
        end=early_end(log.fold_of(game)),
        has_secrets=log.has_goals(game),
        heading=gettext("Continue this game?") if game.is_concluded else heading,
        error=error,
    )


FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/start/", games_start, name="games-start"),
        path("classes/<int:pk>/all/", all_groups.class_all, name="class-all"),
        path("classes/<int:pk>/announcements/", announcements, name="announcements"),
        path("classes/<int:pk>/clock/", class_clock, name="class-clock"),
        path("g/<code:code>/start/", game_start, name="start"),
        path("g/<code:code>/pause/", pause, name="pause"),
        path("g/<code:code>/stop/", stop, name="stop"),
        path("g/<code:code>/continue/", go_on, name="continue"),
        path("g/<code:code>/clock/", group_clock, name="group-clock"),
    ),
    recorded=announcements_recorded,
)
