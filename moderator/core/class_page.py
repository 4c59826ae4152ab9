"""The page of a class: its four steps and the head that they share; and frames besides the charts.

Each step is a page of a feature (`Feature.class_steps`) at the same address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import TextChoices
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from moderator.core import credentials
from moderator.core.cache import MB, LruCache
from moderator.core.ended import is_ended, may_be_concluded
from moderator.core.feature import FEATURES, HtmlOf
from moderator.core.models import Classroom, Game, Group
from moderator.core.publishing import OVERVIEW, class_id
from moderator.core.responses import CONFLICT
from moderator.core.whole_class import WholeClass
from moderator.live.channel import PUBLIC
from moderator.live.events import Frame


def draft_key(classroom: Classroom) -> str:
    """Where the instructor's session has the class's draft of groups: [when it was changed last,
    draft]."""
    return f"draft {classroom.pk}"


class Step(TextChoices):
    """Where a lesson is, in this order."""

    HERE = "here", gettext_lazy("Who is here")
    GROUPS = "groups", gettext_lazy("Groups")
    PLAYING = "playing", gettext_lazy("Playing")
    OVER = "over", gettext_lazy("Over")


class ClassHead:
    """What all steps' pages show: the steps, the one at which the class is, and its red button.

    `step`: of this page, by default that of the class, `now`. `refusal`: why the last press changed
    nothing. `once`: for a form of the head.
    """

    def __init__(
        self, request: HttpRequest, classroom: Classroom, step: str = "", refusal: str = ""
    ) -> None:
        self.classroom, self.whole = classroom, WholeClass(classroom)
        draft = request.session.get(draft_key(classroom))
        self.now = step_of(self.whole, datetime.fromisoformat(draft[0]) if draft else None)
        self.step = Step(step) if step in set(Step) else self.now
        self.has_draft, self.refusal, self.once = draft is not None, refusal, credentials.new()

    @property
    def lines(self) -> tuple[LivePart, ...]:
        """What features tell the instructor."""
        return lines_of(self.classroom)

    @property
    def steps(self) -> tuple[tuple[Step, str | Promise, bool], ...]:
        """Each step, its title, and whether it is past."""
        order = list(Step)
        return tuple((one, one.label, order.index(one) < order.index(self.now)) for one in order)

    @property
    def waiting(self) -> int:
        """How many games wait for their start."""
        return sum(game.is_waiting for game in self.whole.games.values())

    @property
    def stopped(self) -> int:
        """How many games may go on."""
        games = self.whole.games.values()
        return sum(game.is_stopped and not game.is_concluded for game in games)

    @property
    def secret(self) -> int:
        """How many of them keep secrets because of that."""
        return sum(map(may_be_concluded, self.whole.games.values()))

    @property
    def has_played(self) -> bool:
        """Whether a present game has been started."""
        return any(not game.is_waiting for game in self.whole.games.values())

    @property
    def is_first(self) -> bool:
        """Whether this is the class's first lesson, as far as it has been said."""
        return self.whole.settings.next_lesson_at is None


def class_page(
    request: HttpRequest, classroom: Classroom, step: str = "", refusal: str = ""
) -> HttpResponse:
    """The page of the step; by default of the one at which the class is."""
    head = ClassHead(request, classroom, step, refusal)
    pages: dict[str, Callable[[HttpRequest, ClassHead], HttpResponse]] = {}
    for one in FEATURES:
        pages |= one.class_steps
    return pages[head.step](request, head)


def refused_page(
    request: HttpRequest, classroom: Classroom, step: str, refusal: str, status: int = CONFLICT
) -> HttpResponse:
    """The page of the step after a press that changed nothing, or not everything."""
    page = class_page(request, classroom, step, refusal)
    page.status_code = status
    return page


def step_url(classroom: Classroom, step: str = "") -> str:
    """The address of the class's page, at a step or at the one at which the class is."""
    url = reverse("classroom", args=[classroom.pk])
    return f"{url}?step={step}" if step else url


def step_of(whole: WholeClass, drafted: datetime | None = None) -> Step:
    """At which step the class is: what is played comes first, then what waits for its start.

    Args:
        drafted: when a draft of groups was changed last. One from before the last game's end or the
            lesson's beginning is left aside.
    """
    games = whole.games.values()
    started = [game for game in games if not game.is_waiting]
    if not all(is_ended(whole.look(game)) for game in started):
        return Step.PLAYING
    last = max(map(_started_at, started), default=None)
    if any(game.is_waiting and (not last or game.created > last) for game in games):
        return Step.GROUPS
    since = whole.settings.next_lesson_at
    ends = [_played_at(whole, game) for game in started]
    if drafted and all(drafted > at for at in (since, *ends) if at):
        return Step.GROUPS
    return Step.OVER if any(not since or at > since for at in ends) else Step.HERE


def _played_at(whole: WholeClass, game: Game) -> datetime:
    """When something happened in the game last: its start, a move, or its stop."""
    entries = whole.folds[game.pk].entries
    times = (_started_at(game), game.stopped_at, entries[-1].at if entries else None)
    return max(filter(None, times))


def _started_at(game: Game) -> datetime:
    """Games that didn't wait were started when they were created."""
    return game.started_at or game.created


# Frames of pages besides the charts: those of a class, and others of a group.
#
# Such a page's audience is its name, after "public:" if it is for everybody with the code, and
# before the number of what it shows, if any: "overview", "public:history:2".

# The content that was rendered last, and its version.
_last: LruCache[Frame] = LruCache(8 * MB, lambda frame: frame.size, entry_bytes=200)


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
    html = mark_safe(frame.html)  # noqa: S308 (rendered by a template)
    return LivePart(audience, html, frame.version, f"/{feed}")


def page_frame(group_id: int, audience: str) -> Frame | None:
    """The frame of a page of a group or a class; None if there is no such page.

    Its version is the time at which this content was first seen, in milliseconds.
    """
    name = audience.rstrip("0123456789")
    number = audience.removeprefix(name)
    groups: frozenset[int] = frozenset()
    owner: Classroom | Group | None
    pages: dict[str, HtmlOf] = {}
    for one in FEATURES:
        pages |= {**one.class_pages, **one.class_lines} if group_id < 0 else one.group_pages
    page = pages.get(name)
    if group_id < 0:
        owner = Classroom.objects.filter(pk=-group_id).first()
        if owner is not None:
            groups = frozenset(owner.groups.order_by().values_list("pk", flat=True))
    else:
        owner = Group.objects.in_use().filter(pk=group_id).first()
    found = page(owner, *map(int, [number] if number else [])) if page and owner else None
    if found is None:
        return None
    text, again_s = found
    frame = Frame.of(round(timezone.now().timestamp() * 1000), text, groups=groups, again_s=again_s)
    key = (group_id, audience)
    last = _last.get(key)
    if last is not None and (last.html, last.groups) == (frame.html, groups):
        return replace(last, again_s=again_s)
    if last is not None:
        frame = replace(frame, version=max(frame.version, last.version + 1))
    _last.put(key, frame)
    return frame
