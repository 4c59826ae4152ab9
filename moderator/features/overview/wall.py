"""The class wall: all groups of a class on the projector, and what it shows of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from moderator.core import access, queries
from moderator.core.access import actor_of, own_class
from moderator.core.cache import cached
from moderator.core.class_models import AnnouncementRelease, Clock, LessonSettings
from moderator.core.class_page import LivePart, Step, live_part, step_url
from moderator.core.codes import classroom_before, replaced_page
from moderator.core.ended import is_ended, seen_as
from moderator.core.forms import whole_number
from moderator.core.games import template_of
from moderator.core.look import Look, shown_state
from moderator.core.models import Classroom, Group
from moderator.core.responses import SeeOther, render_page
from moderator.core.sentences import last_sentence
from moderator.core.whole_class import WholeClass, games_of, whole_class
from moderator.features.overview.part import OVER, GameNow, game_now_of, small_chart, small_styles
from moderator.features.overview.results import (
    Compared,
    ScenarioResults,
    SeatResult,
    class_results,
    group_result,
)
from moderator.features.overview.write import ALL_PLACES, wall_charts, wall_next_place, wall_results
from moderator.live.channel import PUBLIC as PUBLIC_AUDIENCE
from moderator.rules.seating import PUBLIC, PointsSeen

ROTATION_S = 20  # how long each chart is enlarged, if the instructor chose none
PLACES = 12  # of the results, which are announced one by one


@dataclass(frozen=True, slots=True)
class WallCard:
    """A group in small: its chart and its ranking, each empty if its rules have none."""

    name: str
    round: str
    sentence: str
    chart: str
    ranking: tuple[SeatResult, ...]
    is_enlarged: bool


@dataclass(frozen=True, slots=True)
class EnlargedChart:
    """The chart that is enlarged, by its game's templates, and its last move."""

    group: Group
    sentence: str
    template: str
    legend: str
    view: Any
    last: str


@dataclass(frozen=True, slots=True)
class WallControl:
    """What the wall shows; `places` can be announced, the last one first, of so many groups."""

    lesson: LessonSettings
    places: tuple[int, ...]
    groups: int

    @property
    def next_place(self) -> int:
        """The place that is announced next; 0 if there is none."""
        return next(iter(self.places[self.lesson.places_shown :]), 0)

    @property
    def shows_all(self) -> bool:
        """Whether every result is on the wall."""
        are_few = not self.next_place and self.groups <= PLACES
        return are_few or self.lesson.places_shown == ALL_PLACES


def wall_control(whole: WholeClass) -> WallControl:
    results = _results(whole)
    return WallControl(whole.settings, _places(results), len(results.groups) if results else 0)


def wall_html(classroom: Classroom) -> tuple[str, float]:
    """The wall's frame, and after how many seconds another chart is enlarged (0: never).

    Nothing secret is on it.
    """
    whole = whole_class(classroom)
    if whole.settings.wall == LessonSettings.Wall.RESULTS:
        return _results_html(whole), 0
    enlarged = _enlarged(whole.groups, whole.settings)
    held = _held_back(whole)
    context = {
        "classroom": classroom,
        "cards": [
            _card(whole, group, group == enlarged, group.pk in held) for group in whole.groups
        ],
        "large": _large(whole, enlarged, enlarged.pk in held) if enlarged else None,
        "clock": _clock_of(whole),
        "pause": whole.pause,
        "announcement": _announcement_of(whole),
        "density": _density(len(whole.groups)),
    }
    is_rotating = whole.settings.wall_group_id is None and len(whole.groups) > 1
    html = render_to_string("overview/frame_class_wall.html", context)
    return html, ROTATION_S if is_rotating else 0


def _enlarged(groups: Sequence[Group], lesson: LessonSettings) -> Group | None:
    chosen = [group for group in groups if group.pk == lesson.wall_group_id]
    if chosen or not groups:
        return chosen[0] if chosen else None
    return groups[int(timezone.now().timestamp() // ROTATION_S) % len(groups)]


def _held_back(whole: WholeClass) -> frozenset[int]:
    """The groups whose points nobody has been told yet: the game has ended, they weren't shown
    while it was played, and the instructor hasn't announced all places."""
    lesson = whole.settings
    if lesson.places_shown and not wall_control(whole).next_place:
        return frozenset()
    games = {pk: Look(game, whole.folds[game.pk]) for pk, game in whole.games.items()}
    return frozenset(
        pk
        for pk, look in games.items()
        if is_ended(look) and look.game.points != PointsSeen.ALL and not look.game.is_waiting
    )


def _card(whole: WholeClass, group: Group, is_enlarged: bool, is_held: bool) -> WallCard:
    """`is_held`: without what tells who has how many points."""
    game = whole.games.get(group.pk)
    if game is None:
        return WallCard(group.name, "", gettext("No game yet"), "", (), is_enlarged)
    look = Look(game, whole.folds[game.pk])

    def make() -> WallCard:
        now = game_now_of(look)
        result = None if is_held else group_result(whole, group, PUBLIC, {})
        return WallCard(
            name=group.name,
            round="" if now.status == OVER else look.rules.round_of(look.state),
            sentence=_sentence(now, is_held),
            chart=small_chart(look, group.name),
            ranking=result.ranking if result else (),
            is_enlarged=is_enlarged,
        )

    now = (look.fold.hash, game.changes, game.stops, seen_as(look))
    key = (game.uid, now, group.name, is_enlarged, is_held, get_language())
    return cached("card of the wall", key, make)


def _sentence(now: GameNow, is_held: bool) -> str:
    return gettext("The game is over") if is_held and now.status == OVER else now.sentence


def _large(whole: WholeClass, group: Group, is_held: bool) -> EnlargedChart | None:
    game = whole.games.get(group.pk)
    if game is None:
        return None
    fold = whole.folds[game.pk]
    look = Look(game, fold)
    state, viewer = shown_state(look), seen_as(look)
    if is_held:
        viewer = replace(viewer, points=PointsSeen(game.points), is_released=False)
    return EnlargedChart(
        group=group,
        sentence=_sentence(game_now_of(look), is_held),
        template=template_of(game.rules, "enlarged.html"),
        legend=template_of(game.rules, "small_legend.html"),
        view=fold.timeline.rules.view(state, viewer, fold.before),
        last=last_sentence(fold, PUBLIC),
    )


def _announcement_of(whole: WholeClass) -> str:
    """What was announced to everybody last, in the games that are played now."""
    looks = (Look(game, whole.folds[game.pk]) for game in whole.games.values())
    releases = AnnouncementRelease.objects.filter(
        game__in=[look.game.pk for look in looks if not is_ended(look)],
        announcement__group=None,
        announcement__player="",
        announcement__is_withdrawn=False,
    )
    found = releases.order_by("-pk").values_list("announcement__text", flat=True).first()
    return found or ""


def _density(cards: int) -> str:
    """How many columns the small charts need, as a class."""
    sizes = ((6, "few"), (12, "some"), (24, "many"))
    return next((name for most, name in sizes if cards <= most), "most")


def _clock_of(whole: WholeClass) -> Clock | None:
    clock = whole.clock
    return None if clock and clock.is_forgotten(timezone.now()) else clock


def _results_html(whole: WholeClass) -> str:
    results = _results(whole)
    context = {
        "classroom": whole.classroom,
        "results": results,
        "rows": _rows(results, whole.settings.places_shown) if results else (),
    }
    return render_to_string("overview/class_wall_results.html", context)


def _results(whole: WholeClass) -> ScenarioResults | None:
    """The results of the scenario that most groups play, as everybody may see them."""
    scenarios = class_results(whole, PUBLIC).scenarios
    return max(scenarios, key=lambda scenario: len(scenario.groups), default=None)


def _places(results: ScenarioResults | None) -> tuple[int, ...]:
    """The places that somebody has in any column, the last first."""
    columns = results.across if results else ()
    ranks = {each.rank for across in columns for each in across.results if each.rank <= PLACES}
    return tuple(sorted(ranks, reverse=True))


def _rows(results: ScenarioResults, announced: int) -> tuple[tuple[Compared | None, ...], ...]:
    """The lines of all columns; None is not announced. All who share a place come together."""
    places = _places(results)
    first = (PLACES + 1, *places)[min(announced, len(places))]
    last = len(results.groups) if announced == ALL_PLACES else PLACES
    lines = max((sum(one.rank <= last for one in own.results) for own in results.across), default=0)
    return tuple(
        tuple(
            own.results[i] if first <= own.results[i].rank <= last else None
            for own in results.across
        )
        for i in range(lines)
    )


# The page of the wall, for everybody with the class's code.


@dataclass(frozen=True)
class LessonWallPage:
    """The class and its wall. `control`: what it shows, for those who may change that."""

    classroom: Classroom
    live: LivePart
    styles: tuple[str, ...]
    control: WallControl | None


@require_safe
def class_wall(request: HttpRequest, code: str) -> HttpResponse:
    """The wall of a class; 404 for an unknown code."""
    classroom = queries.classroom_by_code(code)
    if classroom is None and classroom_before(code):
        return replaced_page(request)
    if classroom is None:
        raise Http404
    may_change = access.may(actor_of(request), "manage-class", classroom)
    page = LessonWallPage(
        classroom=classroom,
        live=live_part(classroom, PUBLIC_AUDIENCE),
        styles=small_styles(games_of(queries.groups_of(classroom)).values()),
        control=wall_control(whole_class(classroom)) if may_change else None,
    )
    return render_page(request, "overview/class_wall.html", page)


@own_class("POST")
def wall_show(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Choose what the wall shows; `do` names it."""
    do = request.POST.get("do", "")
    shown = whole_number(request.POST.get("shown", "")) or 0
    if do == "results":
        wall_results(classroom)
    elif do == "all":
        wall_results(classroom, ALL_PLACES)
    elif do == "next":
        wall_next_place(classroom, shown)
    elif do == "charts":
        number = whole_number(request.POST.get("group", "")) or 0
        wall_charts(classroom, classroom.groups.filter(number=number).first())
    else:
        raise Http404
    if request.POST.get("from") == "over":
        return SeeOther(step_url(classroom, Step.OVER))
    if request.POST.get("from") == "wall":
        return SeeOther(reverse("class-wall", args=[classroom.code]))
    return SeeOther(reverse("results", args=[classroom.pk]))
