"""Written messages on a student's page: sending, reading, drafts and reports."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from moderator.core import log, responses
from moderator.core.access import group_for
from moderator.core.errors import InvalidInput, Stale
from moderator.core.forms import whole_number
from moderator.core.look import Look, look_at
from moderator.core.models import Entry, Group
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page, told
from moderator.core.written import settings_of
from moderator.features.messages.part import (
    SEVERAL,
    SeatMessages,
    WritingPart,
    seat_messages,
    writing_of,
)
from moderator.features.messages.read import MESSAGES, conversation_of
from moderator.features.messages.write import (
    REPORTED_MOST,
    draft_save,
    message_read,
    message_report,
    message_send,
)
from moderator.features.moves.posted import check_game, key_of, turn_of
from moderator.features.moves.record import NotRecorded, count_refusal
from moderator.features.moves.student import (
    SeatedPlayer,
    own_seat,
    page_of,
    player_or_404,
    talks_url,
)


def _refused(request: HttpRequest, group: Group, error: NotRecorded) -> HttpResponse:
    count_refusal(error)
    player, is_stale = player_or_404(request, group), isinstance(error, Stale)
    sentence = gettext("Not sent: the page was out of date.") if is_stale else str(error)
    status = CONFLICT if is_stale else UNPROCESSABLE
    post, game = request.POST, player.game
    if "part" in post:
        return told(sentence, status)
    look = look_at(game)
    to = conversation_of(frozenset(post.getlist("to"))) or SEVERAL
    writing = writing_of(look, player.seat.player, to, post.get("text"), sentence)
    page = page_of(player, fold=look.fold, asked={"to": to})
    if writing is None:
        page = replace(page, error=sentence)
    else:
        sections = (writing if isinstance(one, WritingPart) else one for one in page.sections)
        page = replace(page, sections=tuple(sections))
    return render_page(request, "moves/player.html", page, status)


@own_seat("POST", refused=_refused)
def message(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Send a message (`to`, `text`), keep it as a draft, or mark what has been read (`read`).

    With `part` the response is plain text for the page's script: a sentence if nothing was stored,
    otherwise a draft's version or nothing.
    """
    post, group, answer = request.POST, player.group, _do(request, player)
    if "part" in post:
        return told(answer)
    read, _, _number = post.get("read", "").rpartition(" ")
    return SeeOther(talks_url(group, read or conversation_of(frozenset(post.getlist("to")))))


def _do(request: HttpRequest, player: SeatedPlayer) -> str:
    post, game, by = request.POST, player.game, player.person
    text, to = post.get("text", ""), post.getlist("to")
    if "read" in post:
        talk, _, read = post["read"].rpartition(" ")
        message_read(game, talk, whole_number(read) or 0, by)
        return ""
    if post.get("do") == "draft":
        return str(draft_save(game, to, text, by))
    key, seat = key_of(post), player.seat.player
    if connection.vendor != "sqlite":
        responses.may_be_recorded(request)
    message_send(game, seat, to, text, key, by, Entry.Role.STUDENT, turn_of(post))
    responses.may_be_recorded(request)
    return ""


@group_for("see-chart", "GET")
def messages(request: HttpRequest, group: Group) -> HttpResponse:
    """All messages of the own seat; 404 in games without them."""
    player = player_or_404(request, group)
    found = _all(player)
    written = replace(found, talks=tuple(one for one in found.talks if one.total))
    return render_page(request, "messages/messages_all.html", group=group, messages=written)


def _all(player: SeatedPlayer) -> SeatMessages:
    game, fold = player.game, log.fold_of(player.game)
    look = Look(game, fold)
    book = MESSAGES.of(look)
    if not book.is_on or game.is_waiting:
        raise Http404
    return seat_messages(look, book, player.seat.player, most=None)


@own_seat("GET", "POST")
def report(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Report message number `message` of the conversation `with`; a POST does it."""
    talk, place = request.GET.get("with", ""), whole_number(request.GET.get("message", "")) or 0
    talks = [one for one in _all(player).talks if one.id == talk]
    lines = [line for one in talks for line in one.lines if line.order == place and line.report]
    if not lines:
        raise Http404
    show = partial(
        render_page,
        request,
        "messages/report.html",
        group=player.group,
        game=player.game,
        seat=player.seat.player,
        talk=talk,
        line=lines[0],
        shown=min(place, REPORTED_MOST),  # messages that the instructor will see
        is_readable=settings_of(player.game).do_teachers_read,  # or reads anyway
    )
    if request.method != "POST":
        return show()
    reason = request.POST.get("reason", "")
    try:
        check_game(player.game, request.POST)
        message_report(player.game, talk, place, reason, player.person)
    except InvalidInput as invalid:
        return show(error=str(invalid), status=UNPROCESSABLE)
    except Stale:
        raise Http404 from None
    return SeeOther(f"{talks_url(player.group, talk)}#m-{talk}-{place}")
