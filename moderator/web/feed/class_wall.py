"""The class wall: all groups of a class on the projector, for everybody with its code."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from moderator.play import selectors
from moderator.play.class_results import (
    GroupResult,
    ScenarioResults,
    class_results,
    results_of,
)
from moderator.play.lesson_now import ClockNow, PauseNow, clock_now, lesson_of
from moderator.play.log.entries import rules_of
from moderator.play.models import Classroom, Clock, Group, LessonSettings, Pause
from moderator.play.table.snapshot import shown_state, table_of
from moderator.play.whole_class import WholeClass, whole_class
from moderator.rules.viewer import PUBLIC
from moderator.web.core.game_files import template_of
from moderator.web.feed.last_move import last_sentence

ROTATION_S = 20  # how long each chart is enlarged, if the instructor chose none
ROWS = 12  # places of the results that fit the wall


@dataclass(frozen=True, slots=True)
class WallCard:
    """A group in small: its chart (an empty template: its state in a sentence) and its ranking."""

    group: Group
    title: str
    round: str
    sentence: str
    template: str
    enlarged_template: str
    legend_template: str
    view: Any
    result: GroupResult | None
    last: str
    is_enlarged: bool


@dataclass(frozen=True, slots=True)
class ResultsRow:
    """A place of the results, and who is on it in each column; empty until it is announced."""

    place: int
    is_announced: bool
    cells: tuple[Any, ...]


def wall_html(classroom: Classroom) -> tuple[str, float]:
    """The wall's frame, and after how many seconds another chart is enlarged (0: never).

    Nothing secret is on it.
    """
    lesson = lesson_of(classroom)
    if lesson.wall == LessonSettings.Wall.RESULTS:
        return _results_html(classroom, lesson), 0
    whole = whole_class(classroom)
    groups = whole.groups
    enlarged = _enlarged(groups, lesson)
    results = {r.group.pk: r for s in results_of(whole).scenarios for r in s.groups}
    cards = [_card(whole, group, results.get(group.pk), group == enlarged) for group in groups]
    context = {
        "classroom": classroom,
        "cards": cards,
        "large": next((card for card in cards if card.is_enlarged), None),
        "clock": _clock_of(classroom),
        "pause": _pause_of(classroom),
        "density": _density(len(cards)),
    }
    is_rotating = lesson.wall_group_id is None and len(groups) > 1
    html = render_to_string("web/feed/class_wall.html", context)
    return html, ROTATION_S if is_rotating else 0


def _enlarged(groups: Sequence[Group], lesson: LessonSettings) -> Group | None:
    chosen = [group for group in groups if group.pk == lesson.wall_group_id]
    if chosen or not groups:
        return chosen[0] if chosen else None
    return groups[int(time.time() // ROTATION_S) % len(groups)]


def _card(
    whole: WholeClass, group: Group, result: GroupResult | None, is_enlarged: bool
) -> WallCard:
    game = whole.games.get(group.pk)
    if game is None:
        sentence = selectors.game_summary(group).sentence
        return WallCard(group, "", "", sentence, "", "", "", None, None, "", is_enlarged)
    fold = whole.folds[game.pk]
    summary = selectors.game_summary(group, game, fold)
    state = shown_state(fold, table_of(game, fold))
    rules = rules_of(game)
    return WallCard(
        group=group,
        title=game.title if is_enlarged else "",
        round="" if summary.is_over else rules.round_of(state),
        sentence=summary.sentence,
        template=template_of(game.rules, "small_chart.html"),
        enlarged_template=template_of(game.rules, "enlarged.html"),
        legend_template=template_of(game.rules, "small_legend.html"),
        view=rules.view(state, PUBLIC, fold.before),
        result=result,
        last=last_sentence(fold, PUBLIC) if is_enlarged else "",
        is_enlarged=is_enlarged,
    )


def _density(cards: int) -> str:
    """How many columns the small charts need, as a class."""
    sizes = ((6, "few"), (12, "some"), (24, "many"))
    return next((name for most, name in sizes if cards <= most), "most")


def _clock_of(classroom: Classroom) -> ClockNow | None:
    clock = Clock.objects.filter(classroom=classroom, group=None).first()
    now = clock_now(clock) if clock else None
    return None if now and now.is_forgotten(timezone.now()) else now


def _pause_of(classroom: Classroom) -> PauseNow | None:
    pause = Pause.objects.filter(classroom=classroom, group=None).first()
    return PauseNow(pause.at, pause.reason, False) if pause else None


def _results_html(classroom: Classroom, lesson: LessonSettings) -> str:
    scenarios = class_results(classroom).scenarios
    shown = max(scenarios, key=lambda scenario: len(scenario.groups), default=None)
    context = {
        "classroom": classroom,
        "results": shown,
        "rows": _rows(shown, lesson.places_shown) if shown else (),
        "is_done": shown is not None and lesson.places_shown >= min(ROWS, len(shown.groups)),
    }
    return render_to_string("web/feed/class_wall_results.html", context)


def _rows(results: ScenarioResults, announced: int) -> tuple[ResultsRow, ...]:
    """The best places, the last of them announced first."""
    count = min(ROWS, len(results.groups))
    return tuple(
        ResultsRow(
            place=i + 1,
            is_announced=i >= count - announced,
            cells=tuple(across.results[i] for across in results.across),
        )
        for i in range(count)
    )
