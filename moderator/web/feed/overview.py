"""The overview of a class: one row for each group, for the instructor. Nothing on it is secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from moderator.play.cache import MB, LruCache
from moderator.play.joining_now import join_requests
from moderator.play.lesson_now import clocks_key
from moderator.play.models import Classroom, JoinRequest
from moderator.play.whole_class import whole_class
from moderator.web.feed.overview_rows import OverviewRow, next_change_s, rows_of

CHARTS_MOST = 16
"""More groups get short rows in two columns, without small charts."""

_rows: LruCache[SafeString] = LruCache(2 * MB, entry_bytes=2_000)


@dataclass(frozen=True, slots=True)
class Overview:
    """The overview: its rows in one or two columns, and the class in short.

    `round_word`: what all these games call a round, or empty. `unseated`: how many students have
    no seat. `clocks`: a text that changes with every change of a clock. `requests`: who waits to be
    let in. `is_paused`: all groups are.
    """

    classroom: Classroom
    columns: tuple[tuple[SafeString, ...], ...]
    is_short: bool
    has_charts: bool
    round_word: str
    groups: int
    phones: int
    online: int
    stuck: int
    stuck_minutes: int
    unseated: int
    clocks: str
    requests: tuple[JoinRequest, ...]
    is_paused: bool


def overview_html(classroom: Classroom) -> tuple[str, float]:
    """The overview's frame, and after how many seconds time alone may change it."""
    now, whole = timezone.now(), whole_class(classroom)
    is_short = len(whole.groups) > CHARTS_MOST
    rows = rows_of(whole, now, has_charts=not is_short)
    has_charts = any(row.small for row in rows)
    words = {row.now.round_word for row in rows if row.now and row.now.rounds}
    overview = Overview(
        classroom=classroom,
        columns=_columns(classroom, rows, is_short, has_charts),
        is_short=is_short,
        has_charts=has_charts,
        round_word=words.pop() if len(words) == 1 else "",
        groups=len(rows),
        phones=sum(row.phones for row in rows),
        online=sum(row.online for row in rows),
        stuck=sum(row.is_stuck for row in rows),
        stuck_minutes=whole.settings.stuck_minutes,
        unseated=len(whole.unseated),
        clocks=clocks_key(classroom),
        requests=join_requests(classroom),
        is_paused=bool(rows) and all(row.is_paused for row in rows),
    )
    html = render_to_string("web/feed/overview.html", {"overview": overview})
    return html, next_change_s(whole, rows, now)


def _columns(
    classroom: Classroom, rows: Sequence[OverviewRow], is_short: bool, has_charts: bool
) -> tuple[tuple[SafeString, ...], ...]:
    with timezone.override(ZoneInfo(classroom.time_zone)):
        html = tuple(_row_html(row, is_short, has_charts) for row in rows)
    half = (len(html) + 1) // 2
    return (html[:half], html[half:]) if is_short else (html,)


def _row_html(row: OverviewRow, is_short: bool, has_charts: bool) -> SafeString:
    context = {"row": row, "is_short": is_short, "has_charts": has_charts}
    key = (row, is_short, has_charts, timezone.get_current_timezone_name(), get_language())
    return _rows.get_or_make(key, lambda: render_to_string("web/feed/overview_row.html", context))
