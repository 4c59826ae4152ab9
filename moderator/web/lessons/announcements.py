"""The announcements of a class: writing, releasing and withdrawing them."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, services
from moderator.play.errors import InvalidInput
from moderator.play.models import Announcement, Classroom
from moderator.play.models.lesson import TEXT_LETTERS
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.lessons.announcement_rows import AnnouncementRow, present_of, rows_of

ALL, GROUP, PLAYER = "all", "group:", "player:"
TYPED_MOST = 4 * TEXT_LETTERS  # what is shown again of a text that is too long


@dataclass(frozen=True)
class Draft:
    """What the form contains. `to`: ALL, GROUP and a number, or PLAYER and an id."""

    text: str = ""
    to: str = ALL
    at_round: str = ""


@dataclass(frozen=True)
class AnnouncementsPage:
    """All announcements of a class, and the form for another one.

    `groups`, `players`: values and labels of the form's choices. `round_word`, `rounds`: of the
    groups' games; empty and 0 without rounds.
    """

    classroom: Classroom
    rows: tuple[AnnouncementRow, ...]
    withdrawn: tuple[AnnouncementRow, ...]
    groups: tuple[tuple[str, str], ...]
    players: tuple[tuple[str, str], ...]
    round_word: str
    rounds: int
    draft: Draft
    once: str
    error: str = ""
    letters: int = TEXT_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def announcements(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page, with `?again=` the form filled; a POST writes one, or changes one (`do`)."""
    if request.method != "POST":
        return _show(request, classroom, _again(classroom, request.GET))
    if request.POST.get("do") in ("now", "keep"):
        return _write(request, classroom)
    found = classroom.announcements.filter(pk=whole_number(request.POST.get("id", "")) or 0)
    announcement = found.first()
    if announcement is None or request.POST.get("do") not in ("release", "withdraw"):
        raise Http404
    with transaction.atomic():
        if request.POST["do"] == "release":
            groups = services.announcement_release(announcement)
        else:
            groups = services.announcement_withdraw(announcement)
        publishing.publish_lesson(classroom.pk, groups)
    return SeeOther(reverse("announcements", args=[classroom.pk]) + f"#a{announcement.pk}")


def _write(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    post = request.POST
    draft = Draft(post.get("text", ""), post.get("to", ""), post.get("at_round", "").strip())

    def make() -> str:
        announcement = _made(classroom, draft, is_now=post["do"] == "now")
        if post["do"] == "now":
            groups = services.announcement_release(announcement)
            publishing.publish_lesson(classroom.pk, groups)
        return reverse("announcements", args=[classroom.pk]) + f"#a{announcement.pk}"

    try:
        return SeeOther(only_once(request, make))
    except InvalidInput as invalid:
        shown = Draft(draft.text[:TYPED_MOST], draft.to, draft.at_round[:10])
        return _show(request, classroom, shown, str(invalid))


def _made(classroom: Classroom, draft: Draft, is_now: bool) -> Announcement:
    kind, colon, whom = draft.to.partition(":")
    group = None
    if kind + colon == GROUP:
        group = classroom.groups.filter(number=whole_number(whom) or 0).first()
    if draft.to != ALL and group is None and kind + colon != PLAYER:
        raise InvalidInput(gettext("Choose who gets it."))
    at_round = None
    if draft.at_round and not is_now:
        at_round = whole_number(draft.at_round)
        if at_round is None:
            raise InvalidInput(gettext("Type a whole number, or leave it empty."))
    player = whom if kind + colon == PLAYER else ""
    return services.announcement_make(classroom, draft.text, group, player, at_round)


def _again(classroom: Classroom, query: QueryDict) -> Draft:
    """A draft like the announcement `?again=`."""
    found = classroom.announcements.filter(pk=whole_number(query.get("again", "")) or 0)
    announcement = found.select_related("group").first()
    if announcement is None:
        return Draft()
    to = ALL
    if announcement.group is not None:
        to = f"{GROUP}{announcement.group.number}"
    elif announcement.player:
        to = f"{PLAYER}{announcement.player}"
    return Draft(announcement.text, to, str(announcement.at_round or ""))


def _show(
    request: HttpRequest, classroom: Classroom, draft: Draft, error: str = ""
) -> HttpResponse:
    present = present_of(classroom)
    rows = rows_of(classroom, present)
    word, rounds = present.rounds
    page = AnnouncementsPage(
        classroom=classroom,
        rows=tuple(row for row in rows if not row.announcement.is_withdrawn),
        withdrawn=tuple(row for row in rows if row.announcement.is_withdrawn),
        groups=tuple((f"{GROUP}{group.number}", group.name) for group in present.groups),
        players=tuple((f"{PLAYER}{id}", name) for id, name in present.players.items()),
        round_word=word,
        rounds=rounds,
        draft=draft,
        once=credentials.new(),
        error=error,
    )
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(
            request, "web/lessons/announcements.html", page, UNPROCESSABLE if error else 200
        )
