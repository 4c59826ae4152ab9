"""Frames: a group's chart as HTML, from the same template for pages and for their feeds.

Around the chart are the features' parts (`moderator/core/feature.py`), what pages that record moves
add (`controls_of`), and what those who only watch are shown (`watched_of`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from functools import cache, partial
from itertools import groupby
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from moderator.core import ended, queries, sentences
from moderator.core.audiences import viewer_of
from moderator.core.cache import MB, LruCache
from moderator.core.class_page import page_frame
from moderator.core.dice import rolls_here
from moderator.core.ended import end_of_stopped, is_ended
from moderator.core.feature import FEATURES, Part, Shown, names_in, part_html
from moderator.core.games import folder_of, template_of
from moderator.core.lesson import lesson_now
from moderator.core.links import menu_of
from moderator.core.log import Fold, rules_of
from moderator.core.look import Look, look_at, shown_state, table_version
from moderator.core.models import Game, Group
from moderator.core.seating import seat_statuses
from moderator.core.sentences import (
    bot_in_turn,
    bot_players,
    can_turn_end,
    last_move,
    last_sentence,
)
from moderator.live.channel import PUBLIC
from moderator.live.events import Frame
from moderator.rules.seating import Task, Viewer

# What a page that records moves adds to a frame.


def acts_here(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer's live page records moves: the moderator's, or a seat's if seats act."""
    is_seats = game.acting == Game.Acting.SEATS and not game.is_waiting
    return viewer.is_moderator or (viewer.seat is not None and is_seats)


def controls_of(group: Group, look: Look, bots: frozenset[str]) -> Mapping[str, Any] | None:
    """What the viewer's page records with; None if it records nothing.

    `code`: the group's; `after`: the log's number; `bot`: whose turn it is, and `go_on`: the URL
    that triggers it; `dice`: whose the next dice are, as they are typed once the server's seed is
    public; `end_turn`: the URL that plays a decided turn to its end, empty for any other turn. For
    the moderator whether the cells of the chart are buttons, and at the end the sheets to print and
    the URL of the record.

    Args:
        bots: the seats that the program plays (`bot_players`).
    """
    if not acts_here(look.game, look.viewer):
        return None
    place = "" if look.viewer.is_moderator else "play-"
    whose = Game.Dice.SERVER if rolls_here(look) else Game.Dice.TABLE
    is_running = look.viewer.is_moderator and look.game.is_running
    has_sheets = look.viewer.is_moderator and is_ended(look)
    can_end = can_turn_end(look)
    return {
        "code": group.code,
        "after": look.fold.number,
        "dice": str(whose),
        "bot": bot_in_turn(look, bots),
        "go_on": reverse(f"{place}partner", args=[group.code]),
        "end_turn": reverse(f"{place}finish", args=[group.code]) if can_end else "",
        "sheets": menu_of(look.game, "after") if has_sheets else None,
        "record": reverse("record", args=[group.code]) if has_sheets else "",
        "has_cells": is_running and rules_of(look.game).cells is not None,
    }


# What only those who watch a chart are shown: the last move, and how the game ended.


def watched_of(look: Look) -> Mapping[str, Any]:
    """What a viewer without a seat is shown: the `last` move, and as `end` the rules' `end_view`
    once the game is over or stopped; its `key` is another one if the game goes on and ends again.
    """
    now, stopped = look.timeline, end_of_stopped(look)
    end = None
    if stopped and stopped.number:
        end = now.rules.end_view(_states(look.fold, stopped.number), look.viewer, is_stopped=True)
    elif now.is_over:
        end = now.rules.end_view(_states(look.fold, now.number), look.viewer)
    key = f"{now.number}-{look.fold.hash[:8]}"
    return {"last": last_move(look.fold, look.viewer), "end": end, "key": key}


def _states(fold: Fold, number: int) -> list[Any]:
    """The states after the moves up to that entry that stand, the start first."""
    steps = (step.after for step in fold.timeline.steps() if step.number <= number)
    return [*steps, fold.timeline.start][::-1]


# Renders frames, with the same template for pages and for their feeds.

ENTRIES_MOST = 1_000_000  # more than any game's log holds
LOG_ENTRIES = 200
LEAF_ENTRIES = 4


@dataclass(frozen=True, slots=True)
class LogSection:
    """The newest lines of a log, newest first; so many `older` entries are left out.

    `replay`: the replay's URL. Only the first leaf changes from move to move.
    """

    leaves: tuple[tuple[sentences.LogLine, ...], ...]
    older: int
    replay: str


# 40 groups for the public, their consoles, some seats: up to 100 kB each.
_frames: LruCache[Frame] = LruCache(8 * MB, lambda frame: frame.size, entry_bytes=2_000)


def render(group_id: int, audience: str, known: Look | None = None) -> Frame | None:
    """The group's frame for "public", "moderator" or "seat:<player>"; None if it was deleted.

    Args:
        known: the group's game, if it has just been read.
    """
    if known is not None:
        return frame_of(known.game.group, known, viewer_of(audience))
    if group_id < 0 or audience.startswith(f"{PUBLIC}:"):  # publishing.class_id
        return page_frame(group_id, audience)
    group = queries.group_by_pk(group_id)
    if group is None:
        return None
    game = queries.game_now(group)
    return frame_of(group, look_at(game) if game else None, viewer_of(audience))


def version_of(group: Group, look: Look | None, viewer: Viewer) -> int:
    """A number that grows with every new game of the group, every entry, and everything beside
    the log that the viewer gets to see."""
    lesson = lesson_now(group, look.game if look else None).version(viewer)
    if look is None:
        return lesson
    beside = look.game.stops + table_version(look, viewer) + lesson
    return look.game.number * ENTRIES_MOST + look.fold.number + beside


def frame_of(group: Group, look: Look | None, viewer: Viewer) -> Frame:
    """The chart with everything that the viewer may see, without inputs; cached."""
    now = lesson_now(group, look.game if look else None)
    lesson = now.seen_by(viewer, ended.ended_at(look) if look else None)
    zone, version = zone_of(group), version_of(group, look, viewer)
    if look is None:
        with timezone.override(zone):
            html = render_to_string("core/frame.html", {"game": "", "lesson": lesson})
            return Frame.of(version, html)
    game, fold = look.game, look.fold
    look = look.by(viewer)
    seen = ended.seen_as(look)
    log = _log(group, look) if viewer.is_moderator else None
    bots = bot_players(game) if acts_here(game, viewer) else frozenset()
    names = tuple(names_in(game).items())
    shown_to = (one for one in _parts() if not (viewer.is_public and one.is_private))
    parts = [(part.name, part.shown(look)) for part in shown_to]
    # What every frame depends on, what the chart does, the lesson around it, and what parts say.
    always = (game.uid, fold.hash, game.stops, version, viewer, seen)
    chart = (game.acting, game.dice, game.has_help, bots, names, log)
    around = (group.name, group.lesson_changes, lesson.clock is None, zone, get_language())
    key = (always, chart, around, *(shown and shown.key for _, shown in parts))

    def make() -> Frame:
        as_seen, stopped = look.by(seen), None if game.is_waiting else end_of_stopped(look)
        ranked = None
        if stopped and stopped.round:
            ranked = look.rules.view(stopped.state, as_seen.viewer)
        with timezone.override(zone):
            beside = {
                "log": log,
                "controls": controls_of(group, look, bots),
                "watched": watched_of(as_seen) if viewer.is_public else None,
                "latest": partial(last_sentence, fold, seen),
                "lesson": lesson,
                "stopped": stopped,
                "ranked": ranked,
                "has_finished": ended.has_finished(look),
                "is_started": bool(fold.number) and not game.is_waiting,
                "has_ended": is_ended(look) and not game.is_waiting,
                "is_writing": _is_writing(look),
                "is_waiting": game.is_waiting,
                "round": fold.turn,
                "group": group.name,
                "names": dict(names),
                "parts": {name: shown.html() for name, shown in parts if shown},
            }
            state, seat = shown_state(look), viewer.seat or ""
            html = html_of_state(game, state, fold.before, seen, seat, beside)
            return Frame.of(version, html)

    return _frames.get_or_make(key, make)


@cache
def _parts() -> tuple[Part, ...]:
    """The parts of a frame in the order of the page; the chart and what acts on it are the rest."""
    return (Part("waiting", _waiting), *(part for one in FEATURES for part in one.parts))


def _placed(html: Mapping[str, SafeString]) -> dict[str, SafeString]:
    """The parts above and below the chart, also empty ones, which the feed may fill."""
    found = dict.fromkeys(("above", "chart", "below"), SafeString())
    for part in _parts():
        found[part.place] += SafeString(f"<!--[{part.name}-->{html.get(part.name, '')}<!--]-->")
    return found


def _waiting(look: Look) -> Shown | None:
    """The seats of a game that waits for its start, and for the moderator the URL that starts it;
    None once it has been started. Those who only watch aren't shown who has which seat."""
    game, own = look.game, look.viewer.seat or ""
    if not game.is_waiting:
        return None
    start = reverse("start", args=[game.group.code]) if look.viewer.is_moderator else ""
    seats = seat_statuses(game)
    free = [status for status in seats if status.is_free]
    waiting = {
        "seats": seats,
        "own": own,
        "start": start,
        "shows_names": bool(own or start),
        "free": free,
        "free_ids": " ".join(status.seat.id for status in free),
    }
    html = partial(part_html, "core/waiting.html", waiting=waiting)
    return Shown((seats, own, start), html)


def _is_writing(look: Look) -> bool:
    """Whether the viewer writes orders now."""
    orders, seat = look.rules.orders, look.viewer.seat
    if orders is None or not seat or not look.game.is_running or not orders.is_open(look.state):
        return False
    return seat in orders.writers(look.state)


def html_of_state(
    game: Game,
    state: Any,
    before: Any,
    viewer: Viewer,
    seat: str = "",
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> SafeString:
    """The chart of any state of the game.

    Args:
        viewer: to whom the rules show it (`ended.seen_as`).
        seat: whose page it is.
        beside: what a live frame shows besides the state, as `core/frame.html` names it.
    """
    task, rules = task_of(game, state, seat), rules_of(game)
    controls = beside.get("controls")
    context = {
        "game": folder_of(game.rules),
        "chart": f"games/{folder_of(game.rules)}/chart.html",
        "view": rules.view(state, viewer, before),
        "own": viewer.seat or "",
        "names": beside["names"] if "names" in beside else names_in(game),
        "task": task,
        "seat": next((one for one in rules.seats_of(state) if task and one.id == seat), None),
        "secrets": secrets_template(game) if task and not game.is_waiting else "",
        "acts": controls is not None and not game.is_waiting,
        "help": game.has_help,
        "dice": controls["dice"] if controls else game.dice,
        "promise": _commitment_url(game),
        "placed": _placed(beside.get("parts", {})),
        **beside,
    }
    return render_to_string("core/frame.html", context)


def task_of(game: Game, state: Any, seat: str) -> Task | None:
    """What the seat has to do now; None without one, for those who watch.

    Args:
        state: as people see it (`shown_state`).
    """
    if seat and game.is_waiting:
        hint = gettext("It begins when your moderator starts it.")
        return Task(gettext("The game has not started yet"), is_own=False, hint=hint)
    if seat and game.is_stopped:
        return Task(gettext("The game is stopped"), is_own=False)
    return rules_of(game).task(state, seat) if seat else None


def secrets_template(game: Game) -> str:
    """The game's template of what only one seat may read, kept up to date; empty if none."""
    return template_of(game.rules, "secrets.html")


def _commitment_url(game: Game) -> str:
    """The page with the server's commitment to its dice; empty if it rolls none."""
    if game.dice != Game.Dice.SERVER:
        return ""
    return f"{reverse('dice', args=[game.group.code])}?game={game.number}"


def _log(group: Group, look: Look) -> LogSection:
    lines = sentences.log_lines(look, LOG_ENTRIES)
    leaves = groupby(lines, lambda line: line.number // LEAF_ENTRIES)
    older = lines[-1].first - 1 if lines else 0
    replay = reverse("replay", args=[group.code])
    return LogSection(tuple(tuple(leaf) for _, leaf in leaves), older, replay)


def zone_of(group: Group) -> tzinfo:
    return ZoneInfo(group.classroom.time_zone)
