"""The class wall: all groups of a class on the projector, and what it shows of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext

from moderator.core import access
from moderator.core.access import actor_of, own_class
from moderator.core.cache import cached
from moderator.core.class_models import AnnouncementRelease, Clock, LessonSettings
from moderator.core.class_page import Step, live_part, step_of, step_url
from moderator.core.codes import by_class_code
from moderator.core.ended import ended_at, is_ended, seen_as
from moderator.core.forms import whole_number
from moderator.core.games import styles_of_all, template_of
from moderator.core.links import invitation
from moderator.core.look import Look, shown_state
from moderator.core.models import Classroom, Group
from moderator.core.responses import SeeOther, render_page
from moderator.core.sentences import last_sentence
from moderator.core.whole_class import WholeClass
from moderator.features.overview.part import (
    OVER,
    STOPPED,
    WAITING,
    game_now_of,
    small_of,
)
from moderator.features.overview.results import (
    Compared,
    ScenarioResults,
    class_results,
    group_result,
)
from moderator.features.overview.write import ALL_PLACES, wall_charts, wall_next_place, wall_results
from moderator.features.slips.read import ORDER_SLIPS
from moderator.live.channel import PUBLIC as PUBLIC_AUDIENCE
from moderator.rules.seating import PUBLIC, PointsSeen, SeatLabel

ROTATION_S = 20  # how long each chart is enlarged, if the instructor chose none
PLACES = 12  # of the results, which are announced one by one
TILES = 25  # more groups are shown in turn
COLUMNS = ((6, 2), (12, 3), (16, 4), (TILES, 5))  # of so many groups at most


@dataclass(frozen=True, slots=True)
class WallCard:
    """A group's tile: what its game's templates give (`small_of`), and its seats.

    `sign`: "not yet", "stopped" or "over"; `place`: how far the game is while it is played. `game`:
    what is played, if that isn't what most groups play. Without `rules` there is no game. `lines`:
    each seat, its points (None: not shown), and whether it is the first.
    """

    name: str
    sign: str
    is_enlarged: bool = False
    rules: str = ""
    game: str = ""
    chart: str = ""
    place: str = ""
    ranking: str = ""
    lines: tuple[tuple[SeatLabel, int | None, bool], ...] = ()


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
    """The wall's frame, and after how many seconds it shows others (0: never).

    Nothing secret is on it.
    """
    whole = WholeClass(classroom)
    if whole.settings.wall == LessonSettings.Wall.RESULTS:
        return _results_html(whole), 0
    looks = {pk: whole.look(game) for pk, game in whole.games.items()}
    turn = int(timezone.now().timestamp() // ROTATION_S)
    parts = -(-len(whole.groups) // TILES) or 1
    size = -(-len(whole.groups) // parts)
    shown = whole.groups[turn % parts * size :][:size]
    columns = next(columns for most, columns in COLUMNS if len(shown) <= most)
    enlarged = _enlarged(whole, looks, shown, turn // parts)
    held, games = _held_back(whole, looks), _unusual(looks)
    rules = (whole.games[group.pk].rules for group in shown if group.pk in looks)
    legends = dict.fromkeys(template_of(one, "small_legend.html") for one in rules)
    large = None
    if enlarged:
        pk = enlarged.pk
        large = _large(looks[pk], enlarged.name, games.get(pk, ""), pk in held)
    context = {
        "classroom": classroom,
        "cards": [
            _card(whole, group, games.get(group.pk, ""), group == enlarged, group.pk in held)
            if group.pk in looks
            else WallCard(group.name, gettext("not yet"))
            for group in shown
        ],
        "large": large,
        "legends": tuple(filter(None, legends)),
        "clock": _clock_of(whole),
        "pause": whole.pause,
        "announcement": _announcement_of(looks),
        "columns": columns,
        "places_left": -len(shown) % columns,
        "is_over": step_of(whole) == Step.OVER,
    }
    is_turning = parts > 1 or (len(looks) > 1 and whole.settings.wall_group_id is None)
    html = render_to_string("overview/frame_class_wall.html", context)
    return html, ROTATION_S if is_turning else 0


def _unusual(looks: Mapping[int, Look]) -> Mapping[int, str]:
    """The games by group that aren't what most groups play."""
    names = {pk: look.rules.name for pk, look in looks.items()}
    usual = Counter(names.values()).most_common(1)
    return {pk: name for pk, name in names.items() if name != usual[0][0]}


def _enlarged(
    whole: WholeClass, looks: Mapping[int, Look], shown: Sequence[Group], turn: int
) -> Group | None:
    """The group that the instructor chose, or that has just ended its game; otherwise those that
    play, in turn. A group without a game is never enlarged."""
    with_game = [group for group in whole.groups if group.pk in looks]
    chosen = [group for group in with_game if group.pk == whole.settings.wall_group_id]
    ends = {pk: ended_at(look) for pk, look in looks.items()}
    since = timezone.now() - timedelta(seconds=ROTATION_S)
    new = [pk for pk, end in ends.items() if end and end > since]
    ending = [group for group in with_game if group.pk in new]
    playing = [g for g in with_game if not ends[g.pk] and not whole.games[g.pk].is_waiting]
    seen = [group for group in playing if group in shown]
    found = chosen or ending or seen or playing or with_game
    return found[turn % len(found)] if found else None


def _held_back(whole: WholeClass, looks: Mapping[int, Look]) -> frozenset[int]:
    """The groups whose points nobody has been told yet: the game has ended, they weren't shown
    while it was played, and the instructor hasn't announced all places."""
    lesson = whole.settings
    if lesson.places_shown and not wall_control(whole).next_place:
        return frozenset()
    return frozenset(
        pk
        for pk, look in looks.items()
        if is_ended(look) and look.game.points != PointsSeen.ALL and not look.game.is_waiting
    )


def _card(
    whole: WholeClass, group: Group, game_name: str, is_enlarged: bool, is_held: bool
) -> WallCard:
    """`is_held`: without what tells who has how many points."""
    game = whole.games[group.pk]
    look = whole.look(game)

    def make() -> WallCard:
        now = game_now_of(look)
        signs = {WAITING: gettext("not yet"), STOPPED: gettext("stopped"), OVER: gettext("over")}
        result = None if is_held else group_result(whole, group, PUBLIC, {})
        ranked = result.ranking if result else ()
        chart, place, ranking = small_of(look, group.name)
        return WallCard(
            name=group.name,
            sign=signs.get(now.status, ""),
            is_enlarged=is_enlarged,
            rules=game.rules,
            game=game_name,
            chart=chart,
            place=place,
            ranking=ranking,
            lines=tuple((one.seat, one.points, one.place == 1 <= one.points) for one in ranked)
            or tuple((seat, None, False) for seat in now.seats),
        )

    key = (*_key(look), group.name, game_name, is_enlarged, is_held)
    return cached("card of the wall", key, make)


def _key(look: Look) -> tuple[Hashable, ...]:
    game, slips = look.game, ORDER_SLIPS.of(look).public_number
    return game.uid, look.fold.key, game.changes, game.stops, slips, seen_as(look), get_language()


def _large(look: Look, name: str, game_name: str, is_held: bool) -> Mapping[str, str]:
    """The chart that is enlarged, by its game's template, and its last move; `game`: as in its
    tile."""

    def make() -> Mapping[str, str]:
        now, viewer, rules = game_now_of(look), seen_as(look), look.game.rules
        if is_held:
            viewer = replace(viewer, points=PointsSeen(look.game.points), is_released=False)
        template = template_of(rules, "enlarged.html")
        view = look.rules.view(shown_state(look), viewer, look.fold.before)
        is_secret = is_held and now.status == OVER
        return {
            "group": name,
            "game": game_name,
            "rules": rules,
            "sentence": gettext("The game is over") if is_secret else now.sentence,
            "chart": render_to_string(template, {"view": view}) if template else "",
            "last": last_sentence(look.fold, PUBLIC),
        }

    key = (*_key(look), name, game_name, is_held)
    return cached("enlarged chart", key, make)


def _announcement_of(looks: Mapping[int, Look]) -> str:
    """What was announced to everybody last, in the games that are played now."""
    releases = AnnouncementRelease.objects.filter(
        game__in=[look.game.pk for look in looks.values() if not is_ended(look)],
        announcement__group=None,
        announcement__player="",
        announcement__is_withdrawn=False,
    )
    found = releases.order_by("-pk").values_list("announcement__text", flat=True).first()
    return found or ""


def _clock_of(whole: WholeClass) -> Clock | None:
    clock = whole.clock
    return None if clock and clock.is_forgotten(timezone.now()) else clock


def _results_html(whole: WholeClass) -> str:
    results = _results(whole)
    context = {
        "classroom": whole.classroom,
        "shows_results": True,
        "results": results,
        "rows": _rows(results, whole.settings.places_shown) if results else (),
    }
    return render_to_string("overview/frame_class_wall.html", context)


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


@by_class_code
def class_wall(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    may_change = access.may(actor_of(request), "manage-class", classroom)
    return render_page(
        request,
        "overview/class_wall.html",
        classroom=classroom,
        live=live_part(classroom, PUBLIC_AUDIENCE),
        styles=styles_of_all(".css", "/small.css"),
        invitation=invitation(request, classroom),
        control=wall_control(WholeClass(classroom)) if may_change else None,
    )


@own_class("POST")
def wall_show(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Choose what the wall shows; `do` names it."""
    do = request.POST.get("do", "")
    shown = whole_number(request.POST.get("shown", "")) or 0
    if do in ("results", "all"):
        wall_results(classroom, ALL_PLACES if do == "all" else 0)
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
