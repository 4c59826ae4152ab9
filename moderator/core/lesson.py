"""The lesson as a group's pages show it: clock, pause, announcements; and its locked row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from moderator.core import publishing
from moderator.core.cache import cached
from moderator.core.class_models import AnnouncementRelease, Clock, LessonSettings, Pause
from moderator.core.log import seats_of
from moderator.core.models import Classroom, Game, Group
from moderator.rules.seating import Viewer

# What a group's pages show of the lesson: its clock, a pause, and announcements.

LESSON = timedelta(hours=3)
"""What happened longer ago was in an earlier lesson."""


@dataclass(frozen=True, slots=True)
class AnnouncementNow:
    """An announcement that the group has got; `player`: only the player with this id and `name`
    (both empty: everybody)."""

    text: str
    player: str
    name: str
    at: datetime

    @property
    def key(self) -> str:
        """What a page knows it by; unlike a number it doesn't tell how many others there are."""
        return f"{self.at.timestamp():.6f}"


@dataclass(frozen=True, slots=True)
class LessonPart:
    """What one viewer is shown. False if there is nothing."""

    clock: Clock | None = None
    pause: Pause | None = None
    announcements: tuple[AnnouncementNow, ...] = ()  # the newest first

    def __bool__(self) -> bool:
        return bool(self.clock or self.pause or self.announcements)


@dataclass(frozen=True, slots=True)
class LessonNow:
    """Everything of the lesson that concerns one group; `changes` counts what has happened."""

    whole: LessonPart
    changes: int
    private: tuple[str, ...]
    """For each announcement to one player in any of the group's games: the player; once for its
    release, and once more if it was withdrawn."""
    settings: LessonSettings = field(default_factory=LessonSettings)
    """What the instructor has set for the clock; the rest of it may be old."""

    def seen_by(self, viewer: Viewer, ended_at: datetime | None = None) -> LessonPart:
        """What the viewer is shown: an announcement to one player only to that player, and none
        after the end of its game (`ended_at`) or lesson."""
        whole, clock = self.whole, self.whole.clock
        if clock and clock.is_forgotten(timezone.now()):
            clock = None
        ends = tuple(filter(None, (ended_at, self.settings.next_lesson_at)))
        seen = (
            each
            for each in whole.announcements
            if is_announced_to(each.player, viewer) and all(each.at > end for end in ends)
        )
        return LessonPart(clock, whole.pause, tuple(seen))

    def version(self, viewer: Viewer) -> int:
        """A number that grows with everything that the viewer gets to see, and nothing else."""
        hidden = sum(not is_announced_to(player, viewer) for player in self.private)
        return self.changes - hidden


def is_announced_to(player: str, viewer: Viewer, is_over: bool = False) -> bool:
    """Whether the viewer may read what is announced to that player; empty: to everybody."""
    return not player or viewer.knows(player, is_over=is_over)


_UNCHANGED = LessonNow(LessonPart(), 0, ())


def lesson_now(group: Group, game: Game | None) -> LessonNow:
    """What the group is shown; `group` and `game` must be as they are in the database now."""
    if not group.lesson_changes:
        return _UNCHANGED
    # The code, as a database may use the primary key of a deleted group again.
    key = (group.code, group.lesson_changes, *((game.uid, game.stops) if game else ()))
    return cached("lesson", key, lambda: _read(group, game))


def _read(group: Group, game: Game | None) -> LessonNow:
    releases = AnnouncementRelease.objects.filter(group=group).select_related("announcement")
    names = names_of_players(game) if game and releases else {}
    shown = tuple(
        announcement_now(each, names)
        for each in reversed(releases)
        if each.game_id == (game.pk if game else None) and not each.announcement.is_withdrawn
    )
    private = [each.announcement for each in releases if each.announcement.player]
    withdrawn = {each.pk: each for each in private if each.is_withdrawn}
    hidden = tuple(each.player for each in (*private, *withdrawn.values()))
    part = LessonPart(clock_of(group), pause_of(group), shown)
    return LessonNow(part, group.lesson_changes, hidden, lesson_of(group.classroom))


def announcement_now(release: AnnouncementRelease, names: Mapping[str, str]) -> AnnouncementNow:
    """An announcement as pages show it; `names`: of the players."""
    player = release.announcement.player
    return AnnouncementNow(release.announcement.text, player, names.get(player, ""), release.at)


def announced_to_all(classroom: Classroom) -> tuple[AnnouncementNow, ...]:
    """What has been announced to everybody of the class during the present games and this lesson,
    newest first."""
    older = Game.objects.filter(group=OuterRef("group"), number__gt=OuterRef("game__number"))
    releases = AnnouncementRelease.objects.filter(
        ~Exists(older),
        Q(game__stopped_at=None) | Q(at__gt=F("game__stopped_at")),
        announcement__classroom=classroom,
        announcement__group=None,
        announcement__player="",
        announcement__is_withdrawn=False,
    )
    if since := lesson_of(classroom).next_lesson_at:
        releases = releases.filter(at__gt=since)
    first: dict[int, AnnouncementNow] = {}
    for each in releases.select_related("announcement").order_by("at", "pk"):
        first.setdefault(each.announcement_id, announcement_now(each, {}))
    return tuple(reversed(first.values()))


def names_of_players(game: Game) -> dict[str, str]:
    """The name of each player of the game, by id."""
    return {seat.id: seat.name for seat in seats_of(game)}


def clock_of(group: Group) -> Clock | None:
    """The group's own clock, else the class's."""
    clocks = Clock.objects.filter(_of(group))
    return max(clocks, key=lambda clock: clock.is_own, default=None)


def clocks_key(classroom: Classroom) -> str:
    """A text that changes with every change of any clock of the class."""
    clocks = Clock.objects.filter(classroom=classroom).order_by("pk")
    return " ".join(f"{one.pk}:{one.ends_at or one.left_s}" for one in clocks)


def pause_of(group: Group) -> Pause | None:
    """The class's pause, else the group's own."""
    pauses = Pause.objects.filter(_of(group))
    return min(pauses, key=lambda pause: pause.is_own, default=None)


def _of(group: Group) -> Q:
    return Q(group=group) | Q(group=None, classroom=group.classroom_id)


def lesson_of(classroom: Classroom) -> LessonSettings:
    """What the instructor has set for the class's lessons; unsaved defaults if nothing was."""
    found = LessonSettings.objects.filter(classroom=classroom).first()
    return found or LessonSettings(classroom=classroom)


# What all services of a lesson share: its row, and counting changes.


def lesson_locked(classroom: Classroom) -> LessonSettings:
    """The class's lesson, locked; made if there is none yet. Call it in a transaction."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    return LessonSettings.objects.get_or_create(classroom=classroom)[0]


def groups_resumed(*group_ids: int) -> None:
    """Note that these groups play on from now: nobody has been waited for any longer than that.

    Call it in the transaction that starts or continues a game, or ends a pause.
    """
    Group.objects.filter(pk__in=group_ids).update(resumed_at=timezone.now())


def lesson_changed(classroom: Classroom, group: Group | None = None) -> list[int]:
    """Count and publish a change of the clock, a pause or announcements, of the class or one group.

    Call it in the transaction of the change.

    Returns:
        The primary keys of the groups that are concerned.
    """
    groups = Group.objects.filter(classroom=classroom)
    if group is not None:
        groups = groups.filter(pk=group.pk)
    groups.update(lesson_changes=F("lesson_changes") + 1)
    concerned = list(groups.order_by().values_list("pk", flat=True))
    publishing.publish_class(classroom.pk, concerned)
    return concerned
