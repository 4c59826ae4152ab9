"""The announcements of a class: writing and releasing them, and which groups have got them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from moderator.core import queries
from moderator.core.access import own_class
from moderator.core.class_models import Announcement, AnnouncementRelease
from moderator.core.class_page import Step, step_url
from moderator.core.errors import InvalidInput
from moderator.core.forms import (
    ActionForm,
    PostedNumber,
    PostedText,
    Typed,
    only_once,
    whole_number,
)
from moderator.core.log import Fold, fold_of, folds_of
from moderator.core.models import TEXT_LETTERS, Classroom, Game, Group
from moderator.core.responses import SeeOther, render_page
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

# The list of a class's announcements: to whom each goes, and which groups have got it.


@dataclass(frozen=True, slots=True)
class Present:
    """The groups of a class, their present games by the group's primary key, and the folded logs
    of games by the game's."""

    groups: Sequence[Group]
    games: Mapping[int, Game]
    folds: dict[int, Fold]

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


def present_of(classroom: Classroom) -> Present:
    """What the groups of the class play now."""
    groups = queries.groups_of(classroom)
    games = games_of(groups)
    return Present(groups, games, folds_of(games.values()))


def rows_of(classroom: Classroom, present: Present) -> list[Mapping[str, Any]]:
    """All announcements of the class, the newest first.

    `got`: the groups that have got it, in which round (or empty), and when; `is_prepared`: nobody
    has. `missing`: the groups concerned that haven't got it in their game.
    """
    found = classroom.announcements.select_related("group").order_by("-pk")
    found = found.prefetch_related("releases__game__group__classroom", "releases__group")
    names, (word, _) = present.players, present.rounds
    return [_row(one, _to(one, names), _when(one, word), present) for one in found]


def _row(announcement: Announcement, to: str, when: str, present: Present) -> Mapping[str, Any]:
    got = [_got(release, present) for release in announcement.releases.all()]
    count = len({group for group, *_ in got})
    message = ngettext("%(count)d group has it", "%(count)d groups have it", count)
    return {
        "announcement": announcement,
        "to": to,
        "when": when,
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


def _got(release: AnnouncementRelease, present: Present) -> tuple[str, str, datetime]:
    game = release.game
    at_round = round_at(present.fold(game), release.entry_number) if game else ""
    return release.group.name, at_round, release.at


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
    present = present_of(classroom)
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
