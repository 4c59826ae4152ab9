"""What is done for all groups at once: announcements, pausing, continuing, ending the lesson."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.db import DatabaseError, transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from moderator.core import log, queries
from moderator.core.access import own_class, user_of
from moderator.core.class_models import Announcement
from moderator.core.class_page import Step, refused_page, step_url
from moderator.core.ended import EarlyEnd, early_end, may_be_concluded
from moderator.core.errors import InvalidInput, NotAllowed, Stale
from moderator.core.forms import (
    ActionForm,
    PostedNumber,
    PostedText,
    Typed,
    only_once,
    whole_number,
)
from moderator.core.log import Fold, fold_of, folds_of, has_goals
from moderator.core.models import TEXT_LETTERS, Classroom, Entry, Game, Group, Person
from moderator.core.people import instructor_person
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.whole_class import games_of
from moderator.features.clock.announcements import (
    announcement_make,
    announcement_release,
    announcement_withdraw,
    is_for,
    players_in,
    round_at,
    rounds_of,
)
from moderator.features.clock.write import (
    game_continue,
    game_stop,
    lesson_end,
    pause_begin,
    pause_end,
    reason_read,
)

# The list of a class's announcements: to whom each goes, and which groups have got it.


class Present:
    """The groups of a class, their present games by the group's primary key, and the folded logs
    of games by the game's."""

    def __init__(self, classroom: Classroom) -> None:
        self.groups = queries.groups_of(classroom)
        self.games = games_of(self.groups)
        self.folds = folds_of(self.games.values())

    @property
    def players(self) -> dict[str, str]:
        """Whom an announcement can be for, by id; see `players_in`."""
        return players_in(self.games.values())

    @property
    def rounds(self) -> tuple[str, int]:
        """The word for a round and how many there are, in the longest of the games."""
        of = (rounds_of(self.folds[game.pk]) for game in self.games.values())
        return max(of, key=lambda rounds: rounds[1], default=("", 0))

    def fold(self, game: Game) -> Fold:
        """The log of a present or an earlier game."""
        if game.pk not in self.folds:
            self.folds[game.pk] = fold_of(game)
        return self.folds[game.pk]


def rows_of(classroom: Classroom, present: Present) -> list[Mapping[str, Any]]:
    """All announcements of the class, the newest first.

    `got`: the groups that have got it, in which round (or empty), and when; `is_prepared`: nobody
    has. `missing`: the groups concerned that haven't got it in their game.
    """
    found = classroom.announcements.select_related("group").order_by("-pk")
    found = found.prefetch_related("releases__game__group__classroom", "releases__group")
    names, (word, _) = present.players, present.rounds
    return [_row(one, names, word, present) for one in found]


def _row(
    announcement: Announcement, names: Mapping[str, str], word: str, present: Present
) -> Mapping[str, Any]:
    got = []
    for release in announcement.releases.all():
        game = release.game
        at_round = round_at(present.fold(game), release.entry_number) if game else ""
        got.append((release.group.name, at_round, release.at))
    count = len({group for group, *_ in got})
    message = ngettext("%(count)d group has it", "%(count)d groups have it", count)
    return {
        "announcement": announcement,
        "to": _to(announcement, names),
        "when": _when(announcement, word),
        "got": got,
        "got_sentence": message % {"count": count},
        "is_prepared": not got,
        "missing": _missing(announcement, present),
    }


def _to(announcement: Announcement, names: Mapping[str, str]) -> str:
    if announcement.group is not None:
        return announcement.group.name
    if announcement.player:
        name = names.get(announcement.player, announcement.player)
        return gettext("%(name)s in every group") % {"name": name}
    return gettext("Everybody")


def _when(announcement: Announcement, word: str) -> str:
    if announcement.at_round is None:
        return ""
    facts = {"word": word or gettext("round"), "number": announcement.at_round}
    return gettext("at the start of %(word)s %(number)d") % facts


def _missing(announcement: Announcement, present: Present) -> tuple[str, ...]:
    got = {(release.group_id, release.game_id) for release in announcement.releases.all()}
    return tuple(
        group.name
        for group in present.groups
        if announcement.group_id in (None, group.pk)
        and (group.pk, (game := present.games.get(group.pk)) and game.pk) not in got
        and is_for(announcement, present.games.get(group.pk))
    )


# The announcements of a class: writing, releasing and withdrawing them.

ALL, GROUP, PLAYER = "all", "group:", "player:"


class AnnouncementForm(ActionForm):
    """A new announcement, or a button of one (`id`). `to`: ALL, GROUP and a number, or PLAYER
    and an id."""

    text, to, at_round = PostedText(TEXT_LETTERS), PostedText(), PostedText()
    id = PostedNumber()


@own_class("GET", "POST")
def announcements(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page, with `?again=` the form filled; a POST writes one, or changes one (`do`)."""
    if request.method != "POST":
        initial = _again(classroom, request.GET)
        return _show(request, classroom, AnnouncementForm(initial=initial))
    form = AnnouncementForm(request.POST)
    if form.typed["do"] in ("now", "keep"):
        return _write(request, classroom, form)
    change = form.action({"release": announcement_release, "withdraw": announcement_withdraw})
    announcement = get_object_or_404(classroom.announcements, pk=form.typed["id"])
    change(announcement)
    return SeeOther(reverse("announcements", args=[classroom.pk]) + f"#a{announcement.pk}")


def _write(request: HttpRequest, classroom: Classroom, form: AnnouncementForm) -> HttpResponse:
    is_now = form.typed["do"] == "now"

    def make() -> str:
        announcement = _made(classroom, form.typed, is_now)
        if is_now:
            announcement_release(announcement)
        if "class" in request.POST:  # it was written on the class's page
            return f"{step_url(classroom, Step.PLAYING)}&announced={announcement.pk}"
        return reverse("announcements", args=[classroom.pk]) + f"#a{announcement.pk}"

    with form.errors_at("text"):
        return SeeOther(only_once(request, make))
    return _show(request, classroom, form)


def _made(classroom: Classroom, typed: Typed, is_now: bool) -> Announcement:
    kind, colon, whom = typed["to"].partition(":")
    group = None
    if kind + colon == GROUP:
        group = classroom.groups.filter(number=whole_number(whom) or 0).first()
    if typed["to"] != ALL and group is None and kind + colon != PLAYER:
        raise InvalidInput(gettext("Choose who gets it."))
    at_round = None
    if typed["at_round"].strip() and not is_now:
        at_round = whole_number(typed["at_round"].strip())
        if at_round is None:
            raise InvalidInput(gettext("Type a whole number, or leave it empty."))
    player = whom if kind + colon == PLAYER else ""
    return announcement_make(classroom, typed["text"], group, player, at_round)


def _again(classroom: Classroom, query: QueryDict) -> Typed:
    """What the form begins with: the announcement `?again=`, if there is one."""
    found = classroom.announcements.filter(pk=whole_number(query.get("again", "")) or 0)
    announcement = found.select_related("group").first()
    if announcement is None:
        return {"to": ALL}
    to = ALL
    if announcement.group is not None:
        to = f"{GROUP}{announcement.group.number}"
    elif announcement.player:
        to = f"{PLAYER}{announcement.player}"
    return {"text": announcement.text, "to": to, "at_round": announcement.at_round or ""}


def _show(request: HttpRequest, classroom: Classroom, form: AnnouncementForm) -> HttpResponse:
    present = Present(classroom)
    rows = rows_of(classroom, present)
    word, rounds = present.rounds
    groups = [(f"{GROUP}{group.number}", group.name) for group in present.groups]
    players = [(f"{PLAYER}{id}", name) for id, name in present.players.items()]
    recipients = (
        (gettext("One group"), groups),
        (gettext("Secretly, in every group"), players),
    )
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(
            request,
            "clock/announcements.html",
            status=form.status,
            classroom=classroom,
            rows=[row for row in rows if not row["announcement"].is_withdrawn],
            withdrawn=[row for row in rows if row["announcement"].is_withdrawn],
            recipients=[(heading, choices) for heading, choices in recipients if choices],
            round_word=word,
            rounds=rounds,
            form=form,
        )


# Stopping and continuing the games of several groups, each on its own.

STOP, CONTINUE, END = "stop", "continue", "end"


class GroupNow:
    """A group, and where its game stands."""

    def __init__(self, group: Group) -> None:
        self.group, self.summary = group, queries.GameSummary(group)

    @property
    def value(self) -> str:
        """The game in a form."""
        return _value(self.group, self.summary.game)

    @property
    def has_secrets(self) -> bool:
        """Whether its game would show secrets if it weren't continued."""
        game = self.summary.game
        if game is None:
            return False
        return may_be_concluded(game) or (self.end is not None and has_goals(game))

    @cached_property
    def end(self) -> EarlyEnd | None:
        """Where the game would stop; None if there is nothing to stop."""
        game = self.summary.game
        return early_end(log.fold_of(game)) if game and game.is_running else None


def _change(
    do: str, group: Group, games: Collection[str] | None, by: Person, is_concluded: bool
) -> str:
    """Stop (STOP, END) or continue (CONTINUE) the group's game; why it failed, empty if it didn't,
    or there was nothing to stop or to continue.

    One that won't be continued stays as it is: the group's console can continue it.

    Args:
        games: those that may be stopped, as `GroupNow.value`; None: all.
        is_concluded: one that is stopped, or was before, won't be continued.
    """
    game = queries.game_now(group)
    if game is None or game.is_concluded:
        return ""
    if games is not None and _value(group, game) not in games:
        is_to_stop = GroupNow(group).end is not None
        return gettext("It plays another game than before.") if is_to_stop else ""
    try:
        if do == CONTINUE:
            game_continue(game, by, Entry.Role.INSTRUCTOR)
        else:
            game_stop(game, by, Entry.Role.INSTRUCTOR, is_concluded)
    except (InvalidInput, NotAllowed) as refused:
        return str(refused)
    except Stale:
        return gettext("Its game has been deleted.")
    except DatabaseError:
        return gettext("The database was busy. Try again.")
    return ""


def _value(group: Group, game: Game | None) -> str:
    return f"{group.number}-{game.number if game else 0}"


# What is done for all groups of a class at once: pausing, continuing, ending the lesson.

PAUSE, RESUME = "pause", "resume"


@own_class("GET", "POST")
def class_all(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """With `?do=end` the question before the lesson ends; a POST does what `do` names.

    A POST names the groups (`group`, all of them if none), and for stopping the games that the
    question was about (`game`), and whether they won't be continued (`conclude`).
    """
    if request.method != "POST":
        if request.GET.get("do") != END:
            return SeeOther(step_url(classroom, Step.PLAYING))
        return _show_end(request, classroom)
    do, groups = request.POST.get("do", ""), _groups(request, classroom)
    if do in (PAUSE, RESUME):
        _pause(request, classroom, do, groups)
        return SeeOther(step_url(classroom))
    if do not in (STOP, CONTINUE, END):
        raise Http404
    by = instructor_person(classroom, user_of(request))
    games = None if do == CONTINUE else request.POST.getlist("game")
    is_concluded = bool(request.POST.get("conclude"))
    reasons = []
    for group in groups or queries.groups_of(classroom):  # one that fails stops no other
        if reason := _change(do, group, games, by, is_concluded):
            reasons.append(f"{group.name}: {reason}")
    if do == END:
        lesson_end(classroom)
    if not reasons:
        return SeeOther(step_url(classroom))
    told = "\n".join((gettext("Not done in these groups:"), *reasons))
    return refused_page(request, classroom, "", told, UNPROCESSABLE)


def _show_end(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What ending the lesson means for each group."""
    ends = tuple(map(GroupNow, queries.groups_of(classroom)))
    playing = [one for one in ends if one.end]  # whose game would be stopped
    secret = [one for one in ends if one.has_secrets]  # shown if it weren't continued
    is_after = bool(secret) and not playing  # only the question about stopped games is left
    return render_page(
        request,
        "clock/class_end.html",
        classroom=classroom,
        ends=ends,
        playing=playing,
        secret=secret,
        concerned=[one for one in ends if one.end or one.has_secrets],
        heading=gettext("The stopped games") if is_after else gettext("End the lesson?"),
        is_after=is_after,
    )


def _groups(request: HttpRequest, classroom: Classroom) -> list[Group]:
    """The groups that were named; 404 if there is no such group."""
    numbers = [whole_number(text) for text in request.POST.getlist("group")]
    groups = [group for group in queries.groups_of(classroom) if group.number in numbers]
    if len(groups) != len(set(numbers)):
        raise Http404
    return groups


def _pause(request: HttpRequest, classroom: Classroom, do: str, groups: list[Group]) -> None:
    """Pause or resume the class, or the groups that were named."""
    reason = reason_read(request.POST.get("reason", ""))
    with transaction.atomic():
        concerned: list[Group | None] = [*groups] or [None]
        for group in concerned:
            if do == PAUSE:
                pause_begin(classroom, group, reason)
            else:
                pause_end(classroom, group)
