"""Frames of a class, which show all its groups: its pages, and lines on the instructor's pages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from moderator.core.cache import MB, LruCache
from moderator.core.feature import FEATURES, HtmlOf
from moderator.core.models import Classroom
from moderator.live.events import Frame
from moderator.live.parts import marked

# The content that was rendered last, and its version.
_last: LruCache[Frame] = LruCache(8 * MB, lambda frame: len(frame.html), entry_bytes=200)


@dataclass(frozen=True)
class LiveLine:
    """A line on the instructor's pages as it is now, and the feed that keeps it up to date."""

    audience: str
    live: SafeString
    version: int
    feed: str


def lines_of(classroom: Classroom) -> tuple[LiveLine, ...]:
    """The features' lines; 404 if the class has just been deleted."""
    return tuple(
        _line(classroom, audience) for feature in FEATURES for audience in feature.class_lines
    )


def _line(classroom: Classroom, audience: str) -> LiveLine:
    frame = class_frame(classroom.pk, audience)
    if frame is None:
        raise Http404
    live = mark_safe(frame.html.decode())  # noqa: S308 (rendered by a template)
    return LiveLine(audience, live, frame.version, f"/classes/{classroom.pk}/{audience}/feed")


def frames_of_class() -> dict[str, HtmlOf]:
    """What renders each frame of a class, by its audience."""
    both = ({**one.class_pages, **one.class_lines} for one in FEATURES)
    return {audience: html_of for found in both for audience, html_of in found.items()}


def class_frame(class_pk: int, audience: str) -> Frame | None:
    """The frame of a class's page; None if the class was deleted.

    Its version is the time at which this content was first seen, in milliseconds.
    """
    classroom = Classroom.objects.filter(pk=class_pk).first()
    if classroom is None:
        return None
    groups = frozenset(classroom.groups.order_by().values_list("pk", flat=True))
    text, again_s = frames_of_class()[audience](classroom)
    html = marked(text).encode()
    key = (class_pk, audience)
    last = _last.get(key)
    if last is not None and (last.html, last.groups) == (html, groups):
        return replace(last, again_s=again_s)
    version = round(timezone.now().timestamp() * 1000)
    frame = Frame(max(version, last.version + 1 if last else 0), html, groups, again_s)
    _last.put(key, frame)
    return frame
