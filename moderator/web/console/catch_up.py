"""Catching up from paper: lines that were played at the table, checked and then recorded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import selectors, services
from moderator.play.errors import InvalidInput, Stale
from moderator.play.from_paper.notes import late_note_from
from moderator.play.from_paper.reading import read_text
from moderator.play.from_paper.text import digest, replaced
from moderator.play.log import folds
from moderator.play.models import Game, Group
from moderator.play.services import PaperNote
from moderator.rules.errors import Refused
from moderator.rules.viewer import MODERATOR
from moderator.web.console.catch_up_page import CatchUpPage, page_of
from moderator.web.core.access import group_for, recorder
from moderator.web.core.errors import may_be_recorded
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import frames
from moderator.web.moves.posted import key_of
from moderator.web.moves.record import NOT_RECORDED, count_refusal, publish_moves

FIRST_YEAR = 1900


@dataclass(frozen=True)
class Problem:
    """Why nothing was recorded; `at`: the field it belongs to, or empty."""

    sentence: str
    status: int = UNPROCESSABLE
    at: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def catch_up(request: HttpRequest, group: Group) -> HttpResponse:
    """The form; a POST checks its lines, and with `do=record` records them all."""
    game = selectors.game_now(group)
    if game is None or not game.can_catch_up:
        raise Http404
    with timezone.override(frames.zone_of(group)):
        if request.method != "POST":
            return _render(request, _empty(request, game))
        if "replace" in request.POST:
            return _render(request, _with_replacement(game, request.POST))
        if request.POST.get("do") != "record":
            return _render(request, page_of(game, request.POST))
        try:
            return SeeOther(_record(request, game))
        except (*NOT_RECORDED, InvalidInput) as error:
            problem = _problem(error)
            page = replace(page_of(game, request.POST), error=problem.sentence, error_at=problem.at)
            return _render(request, page, problem.status)


def _render(request: HttpRequest, page: CatchUpPage, status: int = 200) -> HttpResponse:
    return render_page(request, "web/console/catch_up.html", page, status)


def _empty(request: HttpRequest, game: Game) -> CatchUpPage:
    first = whole_number(request.GET.get("recorded", ""))
    recorded = late_note_from(game, first, MODERATOR) if first else None
    return replace(page_of(game, QueryDict()), recorded=recorded)


def _with_replacement(game: Game, post: QueryDict) -> CatchUpPage:
    """The lines with one of them replaced by the corrections that are proposed for it."""
    number, text = whole_number(post.get("replace", "")), post.get("text", "")
    read = read_text(game, folds.fold_of(game), text)
    line = next((one for one in read.lines if one.number == number), None)
    fields = post.copy()
    if line and line.instead:
        fields["text"] = replaced(text, line.number, line.instead)
    return page_of(game, fields)


def _record(request: HttpRequest, game: Game) -> str:
    """Record the lines and publish them; the address of the page that says so."""
    post = request.POST
    text, key = post.get("text", ""), key_of(post)
    if post.get("game") != str(game.number):
        raise Stale(selectors.timeline(game))
    note = PaperNote(
        _played_in(post.get("played", ""), frames.zone_of(game.group)),
        services.reason_read(post.get("reason", "")),
    )
    if post.get("checked") != digest(text):
        raise Refused(
            "bad-move",
            gettext("The lines have been changed since they were checked. Look at them again."),
        )
    by, role = recorder(request, game.group)
    after = whole_number(post.get("after", ""))
    may_be_recorded(request)  # the database's answer to the commit can get lost
    done = services.text_record(game, text, note, after, key, by, role)
    before = done.recorded.fold.entries[done.first - 1].step.before
    publish_moves(game, done.recorded, done.count, before)
    return f"{reverse('catch-up', args=[game.group.code])}?recorded={done.first}"


def _played_in(text: str, zone: tzinfo) -> datetime | None:
    """When it was played, as it was typed; None if nothing was.

    Raises:
        InvalidInput: it is no time, or one in the future.
    """
    text = text.strip()
    if not text:
        return None
    try:
        day = parse_date(text)
        time = datetime.combine(day, datetime.min.time()) if day else parse_datetime(text)
    except ValueError:
        time = None
    if time is None or time.year < FIRST_YEAR:
        raise InvalidInput(gettext("Type a date and a time like 2026-03-31 10:15."))
    time = time.replace(tzinfo=zone)
    if time > timezone.now():
        raise InvalidInput(gettext("This time is in the future."))
    return time


def _problem(error: Exception) -> Problem:
    if isinstance(error, InvalidInput):
        return Problem(str(error), at="played")
    if isinstance(error, NOT_RECORDED):
        count_refusal(error)
    if isinstance(error, Stale):
        sentence = gettext(
            "Somebody else has recorded something in the meantime. The lines have been checked "
            "again with that; if they are still right, record them."
        )
        return Problem(sentence, CONFLICT)
    return Problem(str(error))
