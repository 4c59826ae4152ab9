"""Catching up from paper: lines that were played at the table, checked and then recorded.

What recording from paper adds to what all features share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import cached_property
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.core import credentials, frames, games, log, queries
from moderator.core.access import group_for, recorder
from moderator.core.errors import InvalidInput, Stale, broken_form
from moderator.core.feature import Feature
from moderator.core.forms import PageForm, PostedNumber, PostedText, Typed, whole_number
from moderator.core.games import template_of
from moderator.core.log import Fold, LoggedMove
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
from moderator.rules.command import TypedHelp
from moderator.rules.errors import Refused
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


def is_from_paper(entry: LoggedMove) -> bool:
    """Whether the entry was recorded with others of a text; only their keys have two dots."""
    return entry.key.count(".") == 2


def late_notes(look: Look, entries: Iterable[LoggedMove]) -> dict[int, LateNote]:
    """The notes on those of the entries that were recorded later, by the entries' numbers.

    Cost: one query, and none if there are no such entries.
    """
    numbers = [entry.number for entry in entries if is_from_paper(entry)]
    if not numbers:
        return {}
    found: dict[int, LateNote] = {}
    for row in look.game.late_entries.select_related("by"):
        note = _note(row, look.viewer)
        found |= {number: note for number in numbers if row.first <= number <= row.last}
    return found


def late_note_from(game: Game, first: int, viewer: Viewer) -> LateNote | None:
    """The note that begins with this entry; None if there is none."""
    row = game.late_entries.select_related("by").filter(first=first).first()
    return _note(row, viewer) if row else None


def _note(row: LateEntry, viewer: Viewer) -> LateNote:
    by = row.by.display_name if row.by and viewer.is_moderator else ""
    return LateNote(row.first, row.last, by, row.played, row.reason, row.at)


# What the page contains: the form, and what its lines mean.

MOST_KB = MOST_BYTES // 1000


class LinesForm(PageForm):
    text, played, reason = PostedText(MOST_BYTES), PostedText(), PostedText()
    do, checked = PostedText(), PostedText()
    after, replace = PostedNumber(None), PostedNumber(None)


@dataclass(frozen=True)
class CatchUpPage:
    """The form as it was typed. `read` is None before the lines were checked."""

    game: Game
    fold: Fold
    key: str
    form: LinesForm
    read: PaperText | None = None
    why_not: str = ""
    recorded: LateNote | None = None
    most_lines: int = MOST_LINES
    most_kb: int = MOST_KB

    @property
    def group(self) -> Group:
        return self.game.group

    @property
    def after(self) -> int:
        """The number of the log's last entry."""
        return self.fold.number

    @property
    def now(self) -> str:
        return self.fold.timeline.rules.glance(self.fold.timeline.state, MODERATOR)

    @property
    def checked(self) -> str:
        """What is posted with lines that were checked and not changed since; else empty."""
        return digest(self.form.typed["text"]) if self.can_record else ""

    @property
    def can_record(self) -> bool:
        return self.read is not None and self.read.can_be_recorded

    @cached_property
    def chart(self) -> SafeString:
        """The chart after all lines, to compare with the paper."""
        if self.read is None or self.read.state is None:
            return SafeString()
        return frames.html_of_state(self.game, self.read.state, None, MODERATOR)

    @property
    def sealed(self) -> int:
        """How many order slips on the table are sealed."""
        return len(ORDER_SLIPS.of(Look(self.game, self.fold)).sealed)

    @property
    def typed_help(self) -> tuple[TypedHelp, ...]:
        return self.fold.timeline.rules.typed_help(self.fold.timeline.state)

    @property
    def help_template(self) -> str:
        """The game's template about what can be typed; empty if there is none."""
        return template_of(self.game.rules, "help.html")

    @property
    def lines_template(self) -> str:
        """The same about lines from paper alone."""
        return template_of(self.game.rules, "catch_up_help.html")

    @property
    def style(self) -> str:
        return games.style_of(self.game)


def page_of(game: Game, form: LinesForm) -> CatchUpPage:
    """The page with what was posted, checked against the present log; empty without a post."""
    fold, text = log.fold_of(game), form.typed["text"] if form.is_bound else ""
    if form.is_bound and not text.strip():
        form.add_error("text", gettext("Type at least one line."))
    read = read_text(Look(game, fold), text) if text.strip() else None
    return CatchUpPage(game, fold, credentials.new(), form, read, _why_not(game))


def _why_not(game: Game) -> str:
    """Why nothing is recorded in the game now; empty if it is."""
    try:
        check_running(game)
    except Refused as refused:
        return str(refused)
    return ""


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
            return _render(request, _empty(request, game, form))
        if form.typed["replace"] is not None:
            return _render(request, page_of(game, _with_replacement(game, form)))
        if form.typed["do"] != "record":
            return _render(request, page_of(game, form))
        try:
            return SeeOther(_record(request, game, form.typed))
        except InvalidInput as invalid:
            form.add_error("played", str(invalid))
        except NOT_RECORDED as error:
            count_refusal(error)
            form.add_error(None, _sentence(error))
            status = status_of(error)
        return _render(request, page_of(game, form), status)


def _render(request: HttpRequest, page: CatchUpPage, status: int = 200) -> HttpResponse:
    return render_page(request, "from_paper/catch_up.html", page, status)


def _empty(request: HttpRequest, game: Game, form: LinesForm) -> CatchUpPage:
    first = whole_number(request.GET.get("recorded", ""))
    recorded = late_note_from(game, first, MODERATOR) if first else None
    return replace(page_of(game, form), recorded=recorded)


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
