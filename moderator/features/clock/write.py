"""Clocks and pauses of a class or of one group, and starts and stops of games.

While a group is paused, nothing is recorded (`check_running`), and its clock waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from functools import wraps

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.class_models import Clock, Pause
from moderator.core.ended import companions, early_end, is_followed
from moderator.core.errors import InvalidInput
from moderator.core.lesson import groups_resumed, lesson_changed, lesson_locked
from moderator.core.models import LABEL_LETTERS, Classroom, Game, Group, Person
from moderator.core.recording import check_moderator, goes_on, locked, waiting_sentence
from moderator.core.seating import game_reset, groups_unmoderated, without_moderator
from moderator.core.text import is_showable, text_read
from moderator.features.clock.announcements import announcements_due

# The clock of a class, or of one group: starting, pausing, more or less time, stopping.

MOST_MINUTES = 180
_MINUTE_S = 60
_ENDS = ("left_s", "ends_at")
_PLAN = ("ends_at", "debrief_minutes", "negotiation_minutes", "is_clock_locking")


class ClockChanged(InvalidInput):
    """Somebody else has started or stopped a clock since the form was made."""


@transaction.atomic
def clock_start(
    classroom: Classroom,
    group: Group | None,
    label: str,
    minutes: int,
    is_locking: bool,
    seen: int = 0,
) -> None:
    """Start the clock of one group, which then doesn't follow the class's, or (None) of the class,
    with which the groups' own clocks end.

    Args:
        label: what the time is for; may be empty.
        is_locking: at zero, nothing is recorded.
        seen: the clock that the form was made for, by its primary key; 0: there was none.

    Raises:
        ClockChanged: somebody else has started one meanwhile.
        InvalidInput: too few or too many minutes, or the label is too long or can't be shown.
    """
    _check_minutes(minutes, 1)
    label = text_read(label, LABEL_LETTERS)
    lesson_locked(classroom)
    clock = _clock(classroom, group)
    now = timezone.now()
    if clock and clock.pk != seen and not _is_up(clock, now):
        raise _changed()
    ending = Clock.objects.filter(classroom=classroom)
    (ending.filter(group=group) if group else ending).delete()
    Clock.objects.create(
        classroom=classroom,
        group=group,
        label=label,
        total_s=minutes * _MINUTE_S,
        ends_at=now + timedelta(minutes=minutes),
        is_locking=is_locking,
    )
    lesson_changed(classroom, group)


def _of_form(change: Callable[..., bool]) -> Callable[..., None]:
    """A service that makes this change of a clock, which says whether it did.

    It gets the class, the group (None: the class's own clock is meant), what the change needs
    besides the clock and the time, and the clock that the form was made for, by its primary key;
    nothing happens if that has been stopped. It raises `ClockChanged` if somebody else has started
    another one meanwhile.
    """

    @wraps(change)
    @transaction.atomic
    def service(classroom: Classroom, group: Group | None, *given: int) -> None:
        *more, seen = given
        lesson_locked(classroom)
        clock = _clock(classroom, group)
        if clock and clock.pk != seen:
            raise _changed()
        if clock and change(clock, timezone.now(), *more):
            lesson_changed(classroom, group)

    return service


@_of_form
def clock_add(clock: Clock, now: datetime, minutes: int) -> bool:
    """Add minutes, or remove them if `minutes` is negative; also while the clock is paused.

    It never gets below zero. If the time is up, minutes are added from now on.
    """
    if clock.left_s is not None:
        clock.left_s = int(_within(timedelta(seconds=clock.left_s), minutes).total_seconds())
    elif clock.ends_at is not None:
        left = max(clock.ends_at - now, timedelta())
        if not left and minutes < 0:
            return False
        clock.ends_at = now + _within(left, minutes)
    clock.total_s = max(0, clock.total_s + minutes * _MINUTE_S)
    clock.save()
    return True


@_of_form
def clock_stop(clock: Clock, now: datetime) -> bool:
    """Stop the clock: it is shown no longer. A group then follows the class's again, if it runs."""
    clock.delete()
    return True


def hold(clock: Clock, now: datetime) -> bool:
    """Pause a clock, in an open transaction; one that is paused, or whose time is up, stays as it
    is. Returns whether it ran."""
    if clock.ends_at is None or _is_up(clock, now):
        return False
    clock.left_s = max(1, round((clock.ends_at - now).total_seconds()))
    clock.ends_at = None
    clock.save(update_fields=_ENDS)
    return True


def let_go(clock: Clock, now: datetime) -> bool:
    """Let a paused clock go on, in an open transaction; one that runs stays as it is. Returns
    whether it was paused."""
    if clock.left_s is None:
        return False
    clock.ends_at = now + timedelta(seconds=clock.left_s)
    clock.left_s = None
    clock.save(update_fields=_ENDS)
    return True


clock_pause, clock_resume = _of_form(hold), _of_form(let_go)


@transaction.atomic
def lesson_plan_set(
    classroom: Classroom,
    ends_at: datetime | None,
    debrief_minutes: int,
    negotiation_minutes: int,
    is_clock_locking: bool,
) -> None:
    """Set when the lesson ends, and how it is planned.

    Args:
        debrief_minutes: kept at its end.
        negotiation_minutes: in each round, at most.
        is_clock_locking: whether clocks lock, unless somebody chooses otherwise.

    Raises:
        InvalidInput: too few or too many minutes.
    """
    _check_minutes(debrief_minutes, 0)
    _check_minutes(negotiation_minutes, 1)
    lesson = lesson_locked(classroom)
    lesson.ends_at, lesson.debrief_minutes = ends_at, debrief_minutes
    lesson.negotiation_minutes, lesson.is_clock_locking = negotiation_minutes, is_clock_locking
    lesson.save(update_fields=_PLAN)
    lesson_changed(classroom)


def _check_minutes(minutes: int, low: int) -> None:
    if not low <= minutes <= MOST_MINUTES:
        message = gettext("Type a whole number from %(low)d to %(high)d.")
        raise InvalidInput(message % {"low": low, "high": MOST_MINUTES})


def _clock(classroom: Classroom, group: Group | None) -> Clock | None:
    return Clock.objects.filter(classroom=classroom, group=group).first()


def _changed() -> ClockChanged:
    return ClockChanged(gettext("Somebody else has started the clock meanwhile."))


def _is_up(clock: Clock, now: datetime) -> bool:
    return clock.ends_at is not None and clock.ends_at <= now


def _within(left: timedelta, minutes: int) -> timedelta:
    most = timedelta(minutes=MOST_MINUTES)
    return min(max(left + timedelta(minutes=minutes), timedelta()), most)


# Pausing a class or one group.

REASON_LETTERS = 120


@transaction.atomic
def pause_begin(classroom: Classroom, group: Group | None = None, reason: str = "") -> None:
    """Pause the class, or one group; a pause that exists gets the new reason."""
    lesson_locked(classroom)
    pause = Pause.objects.filter(classroom=classroom, group=group).first()
    if pause is None:
        pause = Pause(classroom=classroom, group=group, at=timezone.now())
    elif pause.reason == reason:
        return
    pause.reason = reason
    pause.save()
    for clock in _clocks(classroom, group):
        hold(clock, timezone.now())
    lesson_changed(classroom, group)


@transaction.atomic
def pause_end(classroom: Classroom, group: Group | None = None) -> None:
    """End every pause of the class and its groups, or only the group's own."""
    lesson_locked(classroom)
    pauses = Pause.objects.filter(classroom=classroom)
    if group is not None:
        pauses = pauses.filter(group=group)
    ended, _ = pauses.delete()
    if not ended:
        return
    if not Pause.objects.filter(classroom=classroom, group=None).exists():
        for clock in _clocks(classroom, group):
            let_go(clock, timezone.now())
    groups_resumed(*lesson_changed(classroom, group))


def _clocks(classroom: Classroom, group: Group | None) -> QuerySet[Clock]:
    """The clocks that wait while the class, or only the group, is paused."""
    clocks = Clock.objects.filter(classroom=classroom)
    return clocks if group is None else clocks.filter(group=group)


@transaction.atomic
def lesson_end(classroom: Classroom) -> None:
    """End every pause and every clock of the class and its groups; games stay as they are."""
    lesson_locked(classroom)
    pauses, _ = Pause.objects.filter(classroom=classroom).delete()
    clocks, _ = Clock.objects.filter(classroom=classroom).delete()
    if pauses or clocks:
        groups_resumed(*lesson_changed(classroom))


def reason_read(text: str) -> str:
    """A typed reason as it is stored: in one line, cut where it is too long, and empty if it has
    characters that can't be shown. A pause is urgent, so nothing is refused."""
    text = " ".join(text.split())[:REASON_LETTERS]
    return text if is_showable(text) else ""


# Starting games that wait: their secrets become visible, and moves are recorded.

_START_FIELDS = ("is_waiting", "started_at", "stops")


@transaction.atomic
def game_start(game: Game, by: Person, role: str, is_unmoderated: bool = False) -> Game:
    """Start a game that waits, which can't be undone; any other stays as it is.

    Args:
        is_unmoderated: its players record, unless the group has got a moderator meanwhile.

    Raises:
        Stale: it has been deleted.
        NotAllowed: only a moderator starts it.
    """
    check_moderator(game, by, role)
    locked(game)
    if not game.is_waiting:
        return game
    game.is_waiting, game.started_at = False, timezone.now()
    game.stops += 1
    game.save(update_fields=_START_FIELDS)
    if is_unmoderated and groups_unmoderated([game.group_id]):
        game_reset(game, without_moderator(game))
    announcements_due(game, [1], 0)
    groups_resumed(game.group_id)
    publishing.publish_charts([game.group_id])
    return game


@transaction.atomic
def games_start(
    games: Iterable[Game], by: Person, role: str, unmoderated: Collection[int] = ()
) -> list[Game]:
    """Start all these games together, as `game_start`.

    Args:
        unmoderated: the primary keys of those of them whose players shall record.
    """
    ordered = sorted(games, key=lambda game: game.pk)  # everybody locks them in this order
    return [game_start(game, by, role, game.pk in unmoderated) for game in ordered]


# Stopping a game before its end, because the lesson is over, and continuing it.

_STOP_FIELDS = ("stopped_at", "stopped_by", "is_concluded", "is_released", "stops")


@transaction.atomic
def game_stop(game: Game, by: Person, role: str, is_concluded: bool = False) -> Game:
    """Stop the game: nothing is recorded until it is continued. A stopped game stays as it is.

    Args:
        is_concluded: it won't be continued, so its players see its secrets; also a stopped one.

    Raises:
        InvalidInput: the game is over, or has not started.
        Stale: it has been deleted.
        NotAllowed: only a moderator stops it.
    """
    check_moderator(game, by, role)
    fold = locked(game)
    if game.is_stopped and (game.is_concluded or not is_concluded):
        return game
    if game.is_waiting:
        raise InvalidInput(waiting_sentence())
    if not game.is_stopped:
        if early_end(fold) is None:
            raise InvalidInput(gettext("The game is over: there is nothing to stop."))
        game.stopped_at, game.stopped_by = timezone.now(), by
    return _stop_changed(game, by, is_concluded)


@transaction.atomic
def game_continue(game: Game, by: Person, role: str, is_confirmed: bool = False) -> Game:
    """Continue a stopped game where it was stopped; any other stays as it is.

    So does one after which the group has begun another: nobody could stop it again.

    What has been released of its messages, records and secrets is sealed again.

    Args:
        is_confirmed: also a game of which it was said that it won't be continued.

    Raises:
        InvalidInput: it is such a game, and nobody has confirmed it.
        Stale: it has been deleted.
        NotAllowed: only a moderator continues it.
    """
    check_moderator(game, by, role)
    locked(game)
    if not game.is_stopped or is_followed(game):
        return game
    if game.is_concluded and not is_confirmed:
        raise InvalidInput(gettext("The group has seen its secrets: confirm it on its console."))
    game.stopped_at, game.stopped_by, game.is_released = None, None, False
    groups_resumed(game.group_id)
    goes_on(game)
    return _stop_changed(game, by, is_concluded=False)


def _stop_changed(game: Game, by: Person, is_concluded: bool) -> Game:
    if game.is_concluded != is_concluded:
        shown = {"points": game.points, "has_open_goals": game.has_open_goals}
        before = {f"old_{name}": value for name, value in shown.items()}
        game.secrecy_changes.create(by=by, is_concluded=is_concluded, **before, **shown)
    game.is_concluded = is_concluded
    game.stops += 1
    game.save(update_fields=_STOP_FIELDS)
    # What others may see of a game depends on who still plays its scenario.
    publishing.publish_charts([game.group_id, *companions(game)])
    return game
