"""Announcements: written before or in class, released to groups, withdrawn, read in the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import ended, log, publishing, queries
from moderator.core.class_models import Announcement, AnnouncementRelease
from moderator.core.errors import InvalidInput
from moderator.core.lesson import is_announced_to, lesson_locked, names_of_players
from moderator.core.log import Fold, rules_of
from moderator.core.look import Look
from moderator.core.models import TEXT_LETTERS, Classroom, Game, Group
from moderator.core.text import text_read
from moderator.core.whole_class import games_of

# Announcements: written before or in class, released to groups, withdrawn.

ROUNDS_MOST = 99
ANNOUNCEMENTS_MOST = 500  # of a class


@transaction.atomic
def announcement_make(
    classroom: Classroom,
    text: str,
    group: Group | None = None,
    player: str = "",
    at_round: int | None = None,
) -> Announcement:
    """Write an announcement; nobody sees it before it is released.

    Args:
        group: who gets it; None: every group.
        player: only this player of each group; empty: everybody.
        at_round: it is released by itself when this round begins.

    Raises:
        InvalidInput: the text is empty, too long, or has characters that can't be shown; no game of
            the class has that player; there is no such round; or there are too many.
    """
    lesson_locked(classroom)
    text = text_read(text, TEXT_LETTERS, gettext("Write the text first."))
    games = queries.present_games().filter(group__classroom=classroom)
    if player and player not in players_in(games):
        raise InvalidInput(gettext("In no group’s game is there such a player."))
    if at_round is not None and not 1 <= at_round <= ROUNDS_MOST:
        raise InvalidInput(gettext("Type a number from 1 to %(most)d.") % {"most": ROUNDS_MOST})
    if classroom.announcements.filter(is_withdrawn=False).count() >= ANNOUNCEMENTS_MOST:
        raise InvalidInput(gettext("There are too many announcements. Withdraw some first."))
    return Announcement.objects.create(
        classroom=classroom,
        text=text,
        group=group,
        player=player,
        at_round=at_round,
        made=timezone.now(),
    )


def players_in(games: Iterable[Game]) -> dict[str, str]:
    """The name of each player of these games whom a scenario names, by id.

    Others are somebody else in each group.
    """
    named = (game for game in games if rules_of(game).players is None)
    return {id: name for game in named for id, name in names_of_players(game).items()}


@transaction.atomic
def announcement_release(announcement: Announcement) -> None:
    """Show it to all groups concerned that have not got it in their present game."""
    lesson_locked(announcement.classroom)
    announcement.refresh_from_db()
    if announcement.is_withdrawn:
        return
    groups = announcement.classroom.groups.select_related("classroom").order_by("pk")
    if announcement.group_id is not None:
        groups = groups.filter(pk=announcement.group_id)
    games = _locked(games_of(groups))
    logs = log.folds_of(games.values())
    got = set(announcement.releases.values_list("group", "game"))
    released = []
    for group in groups:
        game = games.get(group.pk)
        if (group.pk, game.pk if game else None) not in got and is_for(announcement, game):
            number = logs[game.pk].number if game else 0
            released.append(_release(announcement, group.pk, game, number))
    concerned = _store(released)
    publishing.publish_class(announcement.classroom_id, concerned)


@transaction.atomic
def announcement_withdraw(announcement: Announcement) -> None:
    """Take the announcement off all screens, or make sure that nobody gets it."""
    lesson_locked(announcement.classroom)
    standing = Announcement.objects.filter(pk=announcement.pk, is_withdrawn=False)
    if not standing.update(is_withdrawn=True):
        return
    groups = sorted(set(announcement.releases.values_list("group", flat=True)))
    _count(groups)
    publishing.publish_class(announcement.classroom_id, groups)


def announcements_due(game: Game, rounds: Collection[int], entry_number: int) -> None:
    """Release what was prepared for the beginning of these rounds; the game is locked.

    One that the game has got before stays as it is, so undo and redo change nothing.

    Cost: one query, and a few more if something is released.
    """
    prepared = (
        Announcement.objects.filter(Q(group=None) | Q(group=game.group_id))
        .filter(classroom=game.group.classroom_id, at_round__in=rounds, is_withdrawn=False)
        .exclude(releases__game=game)
        .order_by("at_round", "pk")
    )
    due = [announcement for announcement in prepared if is_for(announcement, game)]
    if not due:
        return
    _store([_release(one, game.group_id, game, entry_number) for one in due])
    changes = Group.objects.values_list("lesson_changes", flat=True).get(pk=game.group_id)
    # Not before the commit: `lesson_now` keeps what it reads by this number.
    transaction.on_commit(partial(setattr, game.group, "lesson_changes", changes))


def announcements_recorded(game: Game, before: Fold, after: Fold) -> None:
    """Release what was prepared for the rounds that begin now."""
    if begun := rounds_begun(before, after):
        announcements_due(game, begun, after.number)


def rounds_begun(before: Fold, after: Fold) -> range:
    """The rounds that have begun since `before`, counted from 1."""
    rules = after.timeline.rules
    then = rules.rounds_played(before.timeline.state)
    now = rules.rounds_played(after.timeline.state)
    if then is None or now is None or now[0] <= then[0]:
        return range(0)
    return range(then[0] + 2, min(now[0] + 1, now[1]) + 1)


def is_for(announcement: Announcement, game: Game | None) -> bool:
    """Whether somebody in the group's game gets it."""
    if not announcement.player:
        return True
    return game is not None and announcement.player in names_of_players(game)


def _locked(games: dict[int, Game]) -> dict[int, Game]:
    """Lock the games, before their groups: so does a move that releases an announcement."""
    pks = [game.pk for game in games.values()]
    list(Game.objects.select_for_update().filter(pk__in=pks).order_by("pk").values_list("pk"))
    return games


def _release(
    announcement: Announcement, group_pk: int, game: Game | None, entry_number: int
) -> AnnouncementRelease:
    return AnnouncementRelease(
        announcement=announcement,
        group_id=group_pk,
        game=game,
        entry_number=entry_number,
        at=timezone.now(),
    )


def _store(releases: Sequence[AnnouncementRelease]) -> list[int]:
    AnnouncementRelease.objects.bulk_create(releases)
    _count(one.group_id for one in releases)
    return [one.group_id for one in releases]


def _count(groups: Iterable[int]) -> None:
    """Count each as a change of its group: `LessonNow.version` relies on one for each release."""
    for pk in groups:
        Group.objects.filter(pk=pk).update(lesson_changes=F("lesson_changes") + 1)


# What has been announced in a game, for its log and for the debrief.


def announced_in(look: Look) -> list[Mapping[str, Any]]:
    """What the viewer may read of it, the newest first.

    One to a single player is a secret as others of the game: after the end it is for everybody
    who may see those (`released`). Withdrawn ones are for moderators.
    """
    now = look.timeline
    is_over, viewer = now.is_over, ended.seen_as(look)
    releases = look.game.releases.select_related("announcement").order_by("-pk")
    names = names_of_players(look.game)
    return [
        {
            "text": release.announcement.text,
            "name": names.get(release.announcement.player, ""),
            "at": release.at,
            "round": round_at(look.fold, release.entry_number),
            "is_withdrawn": release.announcement.is_withdrawn,
        }
        for release in releases
        if is_announced_to(release.announcement.player, viewer, is_over)
        and (viewer.is_moderator or not release.announcement.is_withdrawn)
    ]


def round_at(fold: Fold, number: int) -> str:
    """The round after that entry, in the players' words; empty for games without rounds."""
    rules = fold.timeline.rules
    if number > fold.number:  # of a log that was replaced
        return ""
    state = fold.state_after(number)
    played = rules.rounds_played(state)
    if played is None:
        return ""
    if rules.is_over(state):
        return gettext("After the end")
    return f"{rules.round_word} {min(played[0] + 1, played[1])}"


def rounds_of(fold: Fold) -> tuple[str, int]:
    """What players call a round, and how many the game has; empty and 0 without rounds."""
    now = fold.timeline
    played = now.rules.rounds_played(now.state)
    return (now.rules.round_word, played[1]) if played else ("", 0)
