"""Renders frames, with the same template for pages and for their feeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from moderator.live.events import Frame
from moderator.play import log_lines, released, selectors
from moderator.play.cache import MB, LruCache
from moderator.play.lesson_now import LessonPart, lesson_now
from moderator.play.log import folds
from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Group
from moderator.play.table.snapshot import shown_state, table_of
from moderator.play.tournaments.selectors import players_of
from moderator.rules.seating import SeatLabel
from moderator.rules.task import Task
from moderator.rules.viewer import Viewer
from moderator.web.core.game_files import folder_of, template_of
from moderator.web.feed.audiences import viewer_of
from moderator.web.feed.beside import Beside, beside_of, waiting_for_start
from moderator.web.feed.class_frames import class_frame
from moderator.web.feed.controls import BoardControls, acts_here, controls_of
from moderator.web.feed.debrief_part import debrief_part
from moderator.web.feed.last_move import last_sentence
from moderator.web.feed.offers import OffersFrame
from moderator.web.feed.questions import questions_part
from moderator.web.feed.turns import bots_of
from moderator.web.feed.watched import Watched, watched_of

ENTRIES_MOST = 1_000_000  # more than any game's log holds
LOG_ENTRIES = 200
LEAF_ENTRIES = 4


@dataclass(frozen=True, slots=True)
class LogSection:
    """The newest lines of a log, newest first; so many `older` entries are left out.

    `replay`: the replay's URL. Only the first leaf changes from move to move.
    """

    leaves: tuple[tuple[log_lines.LogLine, ...], ...]
    older: int
    replay: str


@dataclass(frozen=True, slots=True)
class FrameParts:
    """What a frame shows besides a state of the game.

    `controls`: for a page that records moves; None: the chart has no buttons. `beside`: what the
    page shows beside the chart. `watched`: what only the live chart shows to those who watch.
    `latest`: gives the last move as a sentence. `lesson`: the clock, a pause and announcements.
    """

    log: LogSection | None = None
    controls: BoardControls | None = None
    beside: Beside = field(default_factory=Beside)
    watched: Watched | None = None
    latest: Callable[[], str] = str
    lesson: LessonPart | None = None


# 40 groups for the public, their consoles, some seats: up to 50 kB each.
_frames: LruCache[SafeString] = LruCache(8 * MB, entry_bytes=2_000)


def render(group_id: int, audience: str) -> Frame | None:
    """The group's frame for "public", "moderator" or "seat:<player>"; None if it was deleted."""
    if group_id < 0:  # pubsub.class_id
        return class_frame(-group_id, audience)
    group = Group.objects.in_use().filter(pk=group_id).order_by().first()
    if group is None:
        return None
    game = selectors.game_now(group)
    fold = folds.fold_of(game) if game else None
    return frame_of(group, game, fold, viewer_of(audience))


def frame_of(group: Group, game: Game | None, fold: Fold | None, viewer: Viewer) -> Frame:
    """The frame that the feed sends to a viewer."""
    return Frame(version_of(group, game, fold, viewer), html_of(group, game, fold, viewer).encode())


def version_of(group: Group, game: Game | None, fold: Fold | None, viewer: Viewer) -> int:
    """A number that grows with every new game of the group, every entry, and everything beside
    the log that the viewer gets to see."""
    lesson = lesson_now(group, game).version(viewer)
    if game is None or fold is None:
        return lesson
    beside = game.stops + table_of(game, fold).version(viewer) + lesson
    return game.number * ENTRIES_MOST + fold.number + beside


def html_of(group: Group, game: Game | None, fold: Fold | None, viewer: Viewer) -> SafeString:
    """The chart with everything that the viewer may see, without inputs; cached."""
    lesson = lesson_now(group, game).seen_by(viewer)
    zone = zone_of(group)
    if game is None or fold is None:
        with timezone.override(zone):
            return render_to_string("web/feed/frame.html", {"game": "", "lesson": lesson})
    is_over = rules_of(game).is_over(fold.timeline.state)
    viewer = released.seen_as(game, is_over, viewer)
    log = _log(group, game, fold, viewer) if viewer.is_moderator else None
    # Everything that the template gets, so that every change shows at once.
    bots = bots_of(game) if acts_here(game, viewer) else frozenset()
    run = (game.acting, game.dice, game.has_help, bots)
    table = table_of(game, fold)
    version = (game.stops, table.version(viewer), lesson)
    is_public = not (viewer.is_moderator or viewer.seat)
    has_offers = game.is_running and not is_public
    offers = OffersFrame(game, fold, table, viewer) if has_offers else None
    offers_key = offers.key if offers else ()
    names = tuple(players_of(game).items())
    questions = questions_part(game, fold, viewer)
    debrief = debrief_part(game, fold, table, viewer)
    debrief_key = debrief.key if debrief else ()
    beside = (offers_key, waiting_for_start(game, viewer), questions, debrief_key)
    key = (game.uid, fold.hash, version, viewer, log, zone, get_language(), run, beside, names)

    def make() -> SafeString:
        controls = controls_of(group, game, fold, viewer, bots)
        state = shown_state(fold, table)
        beside = beside_of(game, fold, viewer, offers, questions, debrief)
        watched = watched_of(game, fold, viewer) if is_public else None
        with timezone.override(zone):
            latest = partial(last_sentence, fold, viewer)
            parts = FrameParts(log, controls, beside, watched, latest, lesson)
            return html_of_state(game, state, fold.before, viewer, parts)

    return _frames.get_or_make(key, make)


def html_of_state(
    game: Game, state: Any, before: Any, viewer: Viewer, parts: FrameParts | None = None
) -> SafeString:
    """The chart of any state of the game."""
    parts = parts or FrameParts()
    task = task_of(game, state, viewer)
    viewer_now = released.knowing(game, viewer)
    context = {
        "game": folder_of(game.rules),
        "chart": chart_template(game.rules),
        "view": rules_of(game).view(state, viewer_now, before),
        "own": viewer_now.seat or "",
        "names": players_of(game),
        "task": task,
        "seat": seat_of(game, viewer) if task else None,
        "secrets": secrets_template(game) if task and not game.is_waiting else "",
        "log": parts.log,
        "acts": parts.controls is not None and not game.is_waiting,
        "controls": parts.controls,
        "beside": parts.beside,
        "latest": parts.latest,
        "help": game.has_help,
        "dice": parts.controls.dice if parts.controls else game.dice,
        "promise": _commitment_url(game),
        "watched": parts.watched,
        "lesson": parts.lesson,
    }
    return render_to_string("web/feed/frame.html", context)


def task_of(game: Game, state: Any, viewer: Viewer) -> Task | None:
    """What the viewer's seat has to do now; None for those who watch.

    Args:
        state: as people see it (`shown_state`).
    """
    if viewer.seat and game.is_waiting:
        return Task(gettext("The game has not started yet"), is_own=False, hint=_start_hint())
    if viewer.seat and game.is_stopped:
        return Task(gettext("The game is stopped"), is_own=False)
    return rules_of(game).task(state, viewer.seat) if viewer.seat else None


def _start_hint() -> str:
    return gettext("It begins when your moderator starts it.")


def seat_of(game: Game, viewer: Viewer) -> SeatLabel:
    """The viewer's seat."""
    seats = rules_of(game).seats(scenario_of(game), game.options)
    return next(seat for seat in seats if seat.id == viewer.seat)


def secrets_template(game: Game) -> str:
    """The game's template of what only one seat may read, kept up to date; empty if none."""
    return template_of(game.rules, "secrets.html")


def _commitment_url(game: Game) -> str:
    """The page with the server's commitment to its dice; empty if it rolls none."""
    if game.dice != Game.Dice.SERVER:
        return ""
    return f"{reverse('dice', args=[game.group.code])}?game={game.number}"


def _log(group: Group, game: Game, fold: Fold, viewer: Viewer) -> LogSection:
    lines = log_lines.log_lines(game, fold, viewer, LOG_ENTRIES)
    leaves = groupby(lines, lambda line: line.number // LEAF_ENTRIES)
    older = lines[-1].first - 1 if lines else 0
    replay = reverse("replay", args=[group.code])
    return LogSection(tuple(tuple(leaf) for _, leaf in leaves), older, replay)


def chart_template(rules: str) -> str:
    """The template for a state of these rules."""
    return f"games/{folder_of(rules)}/chart.html"


def zone_of(group: Group) -> tzinfo:
    """The class's time zone."""
    return ZoneInfo(group.classroom.time_zone)
