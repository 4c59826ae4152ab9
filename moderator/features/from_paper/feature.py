"""Catching up from paper: lines that were played at the table, checked and then recorded.

What recording from paper adds to what all features share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext

from moderator.core import credentials, frames, games, log, queries
from moderator.core.access import group_for, recorder
from moderator.core.errors import InvalidInput, Stale, broken_form
from moderator.core.feature import Feature
from moderator.core.forms import PageForm, PostedNumber, PostedText, Typed, whole_number
from moderator.core.games import template_of
from moderator.core.log import LoggedMove
from moderator.core.look import Look, look_at
from moderator.core.models import Entry, Game, Group, Person
from moderator.core.recording import Change, RecordedMove, changing, check_key, check_running
from moderator.core.responses import UNPROCESSABLE, SeeOther, may_be_recorded, render_page
from moderator.core.sentences import LateNote
from moderator.features.clock.write import reason_read
from moderator.features.from_paper.models import LateEntry
from moderator.features.from_paper.reading import (
    MOST_BYTES,
    MOST_LINES,
    PaperText,
    PlannedReveal,
    digest,
    read_text,
    replaced,
)
from moderator.features.moves.posted import check_game, key_of
from moderator.features.moves.record import NOT_RECORDED, count_refusal, status_of
from moderator.features.slips.read import ORDER_SLIPS, Slip, book_of
from moderator.features.slips.write import next_version, versions_add
from moderator.rules.errors import Refused, refusal
from moderator.rules.seating import MODERATOR, Viewer

KEY_MOST = 36
"""The longest key of a text: with its hash and the entry's place it must fit the column."""


def text_record(
    game: Game,
    text: str,
    after: int | None,
    key: str,
    by: Person,
    role: str,
    played: datetime | None = None,
    reason: str = "",
) -> RecordedMove:
    """Record all lines of a text as entries. When this returns, they are committed.

    Each is undone alone, as if it had been typed on the console; orders that are revealed together
    are undone together.

    Args:
        after: the log's number that the client saw.
        key: the idempotency key: a repetition with the same text gets the first answer.
        played, reason: when it was played, if known, and why it is entered later.

    Raises:
        Stale: the log has gone on since `after`, or the game has been deleted; nothing is stored.
        Refused: a line can't be recorded (`read_text` says which), or nothing is recorded in the
            game now; nothing is stored.
        NotAllowed: only a moderator records it.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    if len(key) > KEY_MOST:
        raise broken_form()
    key = f"{key}.{digest(text)}"  # with the dot, no client can post such a key
    before = log.fold_of(game)
    plan = read_text(Look(game, before), text) if after == before.number else PaperText()
    with changing(game, by, role, is_moderators=True, is_always=True) as now:
        if now.fold.by_key(f"{key}.1"):
            own = [entry for entry in now.fold.entries if entry.key.startswith(f"{key}.")]
            return RecordedMove(own[-1], now.fold, is_repeat=True)
        check_running(game)
        if after != now.fold.number or now.fold.hash != before.hash:
            raise now.stale()
        if not plan.can_be_recorded:
            raise Refused("bad-move", gettext("Not every line can be recorded."))
        _write_slips(now, plan.reveals)
        for _round, together in groupby(plan.moves, key=lambda move: move.round):
            wires, keys = zip(*((one.wire, f"{key}.{one.ending}") for one in together), strict=True)
            recorded = now.record(wires, keys)
        LateEntry.objects.create(
            game=game,
            first=before.number + 1,
            last=now.fold.number,
            by=by,
            is_instructor=role == Entry.Role.INSTRUCTOR,
            played=played,
            reason=reason,
            at=timezone.now(),
        )
    return recorded


def _write_slips(now: Change, reveals: Sequence[PlannedReveal]) -> None:
    """Store the orders as sealed slips, so that the undo of a reveal finds them on the table."""
    book = book_of(now.look)
    for reveal in reveals:
        versions = []
        for player, orders in reveal.orders.items():
            on_table = book.of(player) if reveal.opened_by == book.opened_by else None
            versions.append(next_version(on_table or Slip(player), orders, True))
        versions_add(now, reveal.opened_by, reveal.log_number, versions)


# Which entries were recorded later from paper, by whom, and when they were played.


def late_notes(look: Look, entries: Iterable[LoggedMove]) -> dict[int, LateNote]:
    """The notes on those of the entries that were recorded later, by the entries' numbers.

    Cost: one query, and none if there are no such entries.
    """
    # Only the keys of those that were recorded with others of a text have two dots.
    numbers = [entry.number for entry in entries if entry.key.count(".") == 2]
    if not numbers:
        return {}
    found: dict[int, LateNote] = {}
    for row in look.game.late_entries.select_related("by"):
        note = _note(row, look.viewer)
        found |= {number: note for number in numbers if row.first <= number <= row.last}
    return found


def _note(row: LateEntry, viewer: Viewer) -> LateNote:
    by = row.by.display_name if row.by and viewer.is_moderator else ""
    return LateNote(row.first, row.last, by, row.played, row.reason, row.at)


# What the page contains: the form, and what its lines mean.


class LinesForm(PageForm):
    text, played, reason = PostedText(MOST_BYTES), PostedText(), PostedText()
    do, checked = PostedText(), PostedText()
    after, replace = PostedNumber(None), PostedNumber(None)


def _render(
    request: HttpRequest,
    game: Game,
    form: LinesForm,
    status: int = 200,
    recorded: LateNote | None = None,
) -> HttpResponse:
    """The page with what was posted, checked against the present log; empty without a post.

    `read` is None before the lines were checked. `why_not`: why nothing is recorded in the game
    now. `after`: the number of the log's last entry. `checked`: what is posted with lines that were
    checked and not changed since. `chart`: after all lines, to compare with the paper. `sealed`:
    how many order slips on the table are. `help_template`: of the game, about what can be typed;
    `lines_template`: about lines from paper alone.
    """
    look, text = look_at(game), form.typed["text"] if form.is_bound else ""
    if form.is_bound and not text.strip():
        form.add_error("text", gettext("Type at least one line."))
    read = read_text(look, text) if text.strip() else None
    can_record, state = bool(read and read.can_be_recorded), read and read.state
    return render_page(
        request,
        "from_paper/catch_up.html",
        status=status,
        group=game.group,
        game=game,
        key=credentials.new(),
        form=form,
        read=read,
        why_not=str(refusal(check_running, game) or ""),
        recorded=recorded,
        after=look.fold.number,
        now=look.rules.glance(look.state, MODERATOR),
        can_record=can_record,
        checked=digest(text) if can_record else "",
        chart="" if state is None else frames.html_of_state(game, state, None, MODERATOR),
        sealed=len(ORDER_SLIPS.of(look).sealed),
        typed_help=look.rules.typed_help(look.state),
        help_template=template_of(game.rules, "help.html"),
        lines_template=template_of(game.rules, "catch_up_help.html"),
        style=games.style_of(game),
        most_lines=MOST_LINES,
        most_kb=MOST_BYTES // 1000,
    )


# Catching up from paper: lines that were played at the table, checked and then recorded.

FIRST_YEAR = 1900


@group_for("record", "GET", "POST")
def catch_up(request: HttpRequest, group: Group) -> HttpResponse:
    """The form; a POST checks its lines, and with `do=record` records them all."""
    game = queries.game_now(group)
    if game is None or not game.can_catch_up:
        raise Http404
    with timezone.override(frames.zone_of(group)):
        form, status = LinesForm.of(request), UNPROCESSABLE
        if request.method != "POST":
            first = whole_number(request.GET.get("recorded", "")) or 0
            row = game.late_entries.select_related("by").filter(first=first).first()
            recorded = _note(row, MODERATOR) if row else None
            return _render(request, game, form, recorded=recorded)
        if form.typed["replace"] is not None:
            return _render(request, game, _with_replacement(game, form))
        if form.typed["do"] != "record":
            return _render(request, game, form)
        try:
            return SeeOther(_record(request, game, form.typed))
        except InvalidInput as invalid:
            form.add_error("played", str(invalid))
        except NOT_RECORDED as error:
            count_refusal(error)
            form.add_error(None, _sentence(error))
            status = status_of(error)
        return _render(request, game, form, status)


def _with_replacement(game: Game, form: LinesForm) -> LinesForm:
    """The lines with one of them replaced by the corrections that are proposed for it."""
    typed = form.typed
    read = read_text(look_at(game), typed["text"])
    line = next((one for one in read.lines if one.number == typed["replace"]), None)
    if line is None or not line.instead:
        return form
    return LinesForm(typed | {"text": replaced(typed["text"], line.number, line.instead)})


def _record(request: HttpRequest, game: Game, typed: Typed) -> str:
    """Record the lines; the address of the page that says so."""
    text, key = typed["text"], key_of(request.POST)
    check_game(game, request.POST)
    played = _played_in(typed["played"], frames.zone_of(game.group))
    if typed["checked"] != digest(text):
        raise Refused(
            "bad-move",
            gettext("The lines have been changed since they were checked. Look at them again."),
        )
    by, role = recorder(request, game.group)
    may_be_recorded(request)  # the database's answer to the commit can get lost
    reason = reason_read(typed["reason"])
    done = text_record(game, text, typed["after"], key, by, role, played, reason)
    first = game.late_entries.get(last=done.entry.number).first
    return f"{reverse('catch-up', args=[game.group.code])}?recorded={first}"


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


def _sentence(error: Exception) -> str:
    if isinstance(error, Stale):
        return gettext(
            "Somebody else has recorded something in the meantime. The lines have been checked "
            "again with that; if they are still right, record them."
        )
    return str(error)


FEATURE = Feature(
    urls=(path("g/<code:code>/catch-up/", catch_up, name="catch-up"),),
    late_notes=late_notes,
)
