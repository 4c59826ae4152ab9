"""Written messages: on a student’s page, for moderators, and the reported ones.

What messages add to what all features share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.translation import gettext

from moderator.core import credentials, log, queries, responses
from moderator.core.access import group_for, own_class, recorder
from moderator.core.errors import InvalidInput, Stale
from moderator.core.feature import Feature, Part
from moderator.core.forms import whole_number
from moderator.core.look import Look, look_at
from moderator.core.models import Classroom, Entry, Game, Group
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page, told
from moderator.core.seating import seat_statuses
from moderator.core.written import MESSAGE_LETTERS, said_line, settings_of
from moderator.features.messages.models import MessageReport
from moderator.features.messages.part import (
    MESSAGES,
    REPORTS,
    SEVERAL,
    MessageBook,
    SeatMessages,
    WritingPart,
    conversation_of,
    message_on_table,
    privacy_of,
    reports_html,
    seat_messages,
    section_of,
    shown_messages,
    writing_of,
)
from moderator.features.messages.write import (
    REPORTED_MOST,
    demo_read,
    demo_write,
    draft_save,
    message_read,
    message_report,
    message_send,
    messages_show,
    name_forget_messages,
    person_forget_messages,
    report_seen,
    reported_messages,
    writing_set,
)
from moderator.features.moves.posted import check_game, key_of, turn_of
from moderator.features.moves.record import NOT_RECORDED, NotRecorded, count_refusal
from moderator.features.moves.student import (
    PlayerPage,
    SeatedPlayer,
    own_seat,
    player_or_404,
    talks_url,
)
from moderator.rules.seating import MODERATOR


def _not_sent(request: HttpRequest, group: Group, error: NotRecorded) -> HttpResponse:
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
    page = PlayerPage(player, fold=look.fold, asked={"to": to})
    if writing is None:
        page.error = sentence
    else:
        sections = (writing if isinstance(one, WritingPart) else one for one in page.sections)
        page.sections = tuple(sections)
    return render_page(request, "moves/player.html", page, status)


@own_seat("POST", refused=_not_sent)
def message(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Send a message (`to`, `text`), keep it as a draft, or mark what has been read (`read`).

    With `part` the response is plain text for the page's script: a sentence if nothing was stored,
    otherwise a draft's version or nothing.
    """
    post, group, answer = request.POST, player.group, _send(request, player)
    if "part" in post:
        return told(answer)
    read, _, _number = post.get("read", "").rpartition(" ")
    return SeeOther(talks_url(group, read or conversation_of(frozenset(post.getlist("to")))))


def _send(request: HttpRequest, player: SeatedPlayer) -> str:
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
def own_messages(request: HttpRequest, group: Group) -> HttpResponse:
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


LINES_MOST = 200


@group_for("record", "GET", "POST")
def messages(request: HttpRequest, group: Group) -> HttpResponse:
    """The page; 404 in games without messages. A POST says in `do` what to do."""
    game = _game(group)
    if request.method != "POST":
        return _show(request, game)
    try:
        check_game(game, request.POST)
        if request.POST.get("do") == "show":
            return _opened(request, game)
        _do(request, game)
    except NOT_RECORDED as error:
        count_refusal(error)
        return _refused(request, _game(group), error)
    return SeeOther(reverse("messages", args=[group.code]))


def _game(group: Group) -> Game:
    game = queries.game_now(group)
    if game is None or not MESSAGES.of(look_at(game)).is_on:
        raise Http404
    return game


def _do(request: HttpRequest, game: Game) -> None:
    post, (by, role) = request.POST, recorder(request, game.group)
    do, player = post.get("do", ""), post.get("player", "")
    if do == "send":
        sender, to, text = post.get("from", ""), post.getlist("to"), post.get("text", "")
        message_send(game, sender, to, text, key_of(post), by, role)
        return
    if do not in ("close", "open"):
        raise Http404
    writing_set(game, [player] if player else None, do == "close", by, role)


def _opened(request: HttpRequest, game: Game) -> HttpResponse:
    """Open a seat's unread messages, by conversation: only in this response."""
    by, role = recorder(request, game.group)
    player = request.POST.get("player", "")
    found = messages_show(game, player, by, role)
    fold = log.fold_of(game)
    labels = fold.timeline.labels
    shown = tuple(
        tuple(
            said_line(fold, labels, one)
            for one in talk.messages[talk.read :]
            if one.player != player
        )
        for talk in found
    )
    return _show(request, game, shown_to=labels[player], shown=shown)


def _refused(request: HttpRequest, game: Game, error: NotRecorded) -> HttpResponse:
    is_stale, post = isinstance(error, Stale), request.POST
    sentence = gettext("Nothing was changed: the page was out of date.") if is_stale else str(error)
    return _show(
        request,
        game,
        CONFLICT if is_stale else UNPROCESSABLE,
        sender=post.get("from", ""),
        to=post.getlist("to"),
        text=post.get("text", ""),
        error=sentence,
    )


def _show(request: HttpRequest, game: Game, status: int = 200, **more: object) -> HttpResponse:
    """What moderators may read, the newest last, and what they can do."""
    look = look_at(game)
    book, labels = MESSAGES.of(look), look.timeline.labels
    seen = book.seen_by(MODERATOR)
    return render_page(
        request,
        "messages/console_messages.html",
        status=status,
        group=game.group,
        game=game,
        privacy=privacy_of(book.settings),
        is_readable=book.settings.do_teachers_read,
        is_closed=book.settings.is_closed,
        seats=_seats(game, book),
        lines=tuple(said_line(look.fold, labels, one) for one in seen[-LINES_MOST:]),
        older=max(len(seen) - LINES_MOST, 0),
        key=credentials.new(),
        letters=MESSAGE_LETTERS,
        **more,
    )


def _seats(game: Game, book: MessageBook) -> list[Mapping[str, Any]]:
    """Each seat; `waiting`: how many unread messages it has, where moderators may know that:
    because they read along, or because nobody has the seat, so that they deliver."""
    return [
        {
            "seat": status.seat,
            "is_closed": status.seat.id in book.settings.closed_to,
            "has_people": not status.is_free,
            "waiting": sum(
                talk.unread(status.seat.id) for talk in book.conversations(status.seat.id)
            )
            if book.settings.do_teachers_read or status.is_free
            else 0,
        }
        for status in seat_statuses(game)
    ]


# The messages that players of a class have reported to its instructor.


@own_class("GET", "POST")
def reports(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The reports; a POST says which `report` has been dealt with."""
    found = MessageReport.objects.filter(message__game__group__classroom=classroom)
    if request.method == "POST":
        report = get_object_or_404(found, pk=whole_number(request.POST.get("report", "")) or 0)
        report_seen(report)
        return SeeOther(reverse("message-reports", args=[classroom.pk]))
    rows = found.select_related("message__game__group__classroom")
    in_order = sorted(rows, key=lambda one: (one.seen_at is not None, -one.pk))
    return render_page(
        request,
        "messages/message_reports.html",
        classroom=classroom,
        reports=tuple(map(_reported, in_order)),
    )


def _reported(report: MessageReport) -> Mapping[str, Any]:
    """A report, with the last messages of the conversation up to the reported one."""
    game = report.message.game
    fold = log.fold_of(game)
    labels = fold.timeline.labels
    lines = (said_line(fold, labels, message_on_table(one)) for one in reported_messages(report))
    return {
        "report": report,
        "group": game.group.name,
        "game": game.title,
        "seat": labels[report.player],
        "lines": tuple(lines),
    }


FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/reports/", reports, name="message-reports"),
        path("play/<code:code>/message/", message, name="play-message"),
        path("play/<code:code>/messages/", own_messages, name="play-messages"),
        path("play/<code:code>/report/", report, name="play-report"),
        path("g/<code:code>/messages/", messages, name="messages"),
    ),
    books=(MESSAGES,),
    parts=(Part("messages", shown_messages, is_private=True),),
    said=lambda look: MESSAGES.of(look).messages,
    section=section_of,
    class_lines={REPORTS: reports_html},
    forget_person=person_forget_messages,
    forget_name=name_forget_messages,
    demo_writes={"message": demo_write},
    demo_end=demo_read,
)
