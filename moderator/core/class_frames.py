"""Frames of a class's pages, which show all its groups: the overview, the class wall, reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import Http404
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from moderator.core.cache import MB, LruCache
from moderator.core.databases.pubsub import OVERVIEW, REPORTS
from moderator.core.models import Classroom
from moderator.features.messages.reports import reports_html
from moderator.features.overview.part import overview_html
from moderator.features.overview.wall import wall_html
from moderator.live.channel import PUBLIC
from moderator.live.events import Frame
from moderator.live.parts import marked

HtmlOf = Callable[[Classroom], tuple[str, float]]
"""The content, and after how many seconds it changes by itself (0: never)."""

_PAGES: dict[str, HtmlOf] = {
    OVERVIEW: overview_html,
    PUBLIC: wall_html,
    REPORTS: reports_html,
}

# The content that was rendered last, and its version.
_last: LruCache[Frame] = LruCache(8 * MB, lambda frame: len(frame.html), entry_bytes=200)


@dataclass(frozen=True)
class ReportsFeed:
    """The line about reported messages as it is now, and the feed that keeps it up to date."""

    live: SafeString
    version: int
    feed: str


def reports_feed(classroom: Classroom) -> ReportsFeed:
    """The line about the class's reports; 404 if the class has just been deleted."""
    frame = class_frame(classroom.pk, REPORTS)
    if frame is None:
        raise Http404
    live = mark_safe(frame.html.decode())  # noqa: S308 (rendered by a template)
    return ReportsFeed(live, frame.version, f"/classes/{classroom.pk}/reports/feed")


def class_frame(class_pk: int, audience: str) -> Frame | None:
    """The frame of a class's page; None if the class was deleted.

    Its version is the time at which this content was first seen, in milliseconds.
    """
    classroom = Classroom.objects.filter(pk=class_pk).first()
    if classroom is None:
        return None
    groups = frozenset(classroom.groups.order_by().values_list("pk", flat=True))
    text, again_s = _PAGES[audience](classroom)
    html = marked(text).encode()
    key = (class_pk, audience)
    last = _last.get(key)
    if last is not None and (last.html, last.groups) == (html, groups):
        return replace(last, again_s=again_s)
    version = round(timezone.now().timestamp() * 1000)
    frame = Frame(max(version, last.version + 1 if last else 0), html, groups, again_s)
    _last.put(key, frame)
    return frame
