"""Frames of pages besides the charts: those of a class, and others of a group.

Such a page's audience is its name, after "public:" if it is for everybody with the code, and before
the number of what it shows, if any: "overview", "public:history:2".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from moderator.core.cache import MB, LruCache
from moderator.core.databases.pubsub import OVERVIEW, class_id
from moderator.core.feature import FEATURES, HtmlOf
from moderator.core.models import Classroom, Group
from moderator.live.channel import PUBLIC
from moderator.live.events import Frame
from moderator.live.parts import marked

# The content that was rendered last, and its version.
_last: LruCache[Frame] = LruCache(8 * MB, lambda frame: len(frame.html), entry_bytes=200)


@dataclass(frozen=True)
class LivePart:
    """What a page shows now, and the feed that keeps it up to date."""

    audience: str
    html: SafeString
    version: int
    feed: str


def lines_of(classroom: Classroom) -> tuple[LivePart, ...]:
    """The features' lines on the instructor's pages."""
    return tuple(live_part(classroom, name) for one in FEATURES for name in one.class_lines)


def live_part(owner: Classroom | Group, audience: str) -> LivePart:
    """The page of a class or a group; 404 if there is none, or it has just been deleted."""
    is_group = isinstance(owner, Group)
    frame = page_frame(owner.pk if is_group else class_id(owner.pk), audience)
    if frame is None:
        raise Http404
    is_public = audience.startswith(PUBLIC)
    place = f"c/{owner.code}" if is_group else f"w/{owner.code}"
    names = [name for name in audience.split(":") if name not in (PUBLIC, OVERVIEW)]
    feed = "/".join([place if is_public else f"classes/{owner.pk}", *names, "feed"])
    html = mark_safe(frame.html.decode())  # noqa: S308 (rendered by a template)
    return LivePart(audience, html, frame.version, f"/{feed}")


def frames_of_class() -> dict[str, HtmlOf]:
    """What renders each frame of a class, by its audience without a number."""
    both = ({**one.class_pages, **one.class_lines} for one in FEATURES)
    return {audience: html_of for found in both for audience, html_of in found.items()}


def page_frame(group_id: int, audience: str) -> Frame | None:
    """The frame of a page of a group or a class; None if there is no such page.

    Its version is the time at which this content was first seen, in milliseconds.
    """
    name = audience.rstrip("0123456789")
    number = audience.removeprefix(name)
    groups: frozenset[int] = frozenset()
    owner: Classroom | Group | None
    if group_id < 0:
        page, owner = frames_of_class().get(name), Classroom.objects.filter(pk=-group_id).first()
        if owner is not None:
            groups = frozenset(owner.groups.order_by().values_list("pk", flat=True))
    else:
        pages = {name: page for one in FEATURES for name, page in one.group_pages.items()}
        page, owner = pages.get(name), Group.objects.in_use().filter(pk=group_id).first()
    found = page(owner, *map(int, [number] if number else [])) if page and owner else None
    if found is None:
        return None
    text, again_s = found
    html = marked(text).encode()
    key = (group_id, audience)
    last = _last.get(key)
    if last is not None and (last.html, last.groups) == (html, groups):
        return replace(last, again_s=again_s)
    version = round(timezone.now().timestamp() * 1000)
    frame = Frame(max(version, last.version + 1 if last else 0), html, groups, again_s)
    _last.put(key, frame)
    return frame
