"""The results of a class: each group's ranking, and the same player across the groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moderator.play.class_results import (
    ClassResults,
    ScenarioResults,
    SeatAcross,
    class_results,
)
from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom, LessonSettings
from moderator.play.whole_class import whole_class
from moderator.plots.strip import Scale, Strip, scale_of, strip_of
from moderator.web.core.access import classroom_for
from moderator.web.core.responses import render_page


@dataclass(frozen=True)
class PlottedSeat:
    """The same player in all groups, with a strip plot."""

    across: SeatAcross
    strip: Strip


@dataclass(frozen=True)
class PlottedScenario:
    """A scenario's results with plots on one scale."""

    results: ScenarioResults
    scale: Scale
    seats: tuple[PlottedSeat, ...]


@dataclass(frozen=True)
class ResultsPage:
    """The results of the class's present games, and what the wall shows of them."""

    classroom: Classroom
    results: ClassResults
    scenarios: tuple[PlottedScenario, ...]
    settings: LessonSettings


@require_safe
@classroom_for("manage-class")
def results(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The results of the class, during the games and after them."""
    found = class_results(whole_class(classroom))
    scenarios = tuple(map(_plotted, found.scenarios))
    page = ResultsPage(classroom, found, scenarios, lesson_of(classroom))
    return render_page(request, "web/lessons/results.html", page)


def _plotted(scenario: ScenarioResults) -> PlottedScenario:
    scale = scale_of([seat.points for group in scenario.groups for seat in group.seats])
    seats = (PlottedSeat(across, _strip(across, scale)) for across in scenario.across)
    return PlottedScenario(scenario, scale, tuple(seats))


def _strip(across: SeatAcross, scale: Scale) -> Strip:
    marks: Sequence[tuple[str, int, bool]] = [
        (str(each.group.number), each.result.points, each.result.place == 1)
        for each in across.results
    ]
    return strip_of(marks, scale)
