"""A new game: choose a scenario, then its switches; and a game's end for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import keys, scenarios, selectors, services
from moderator.play.models import Classroom, Game, Group
from moderator.rules import game as rules_game
from moderator.rules.errors import Refused
from moderator.rules.registry import GAMES
from moderator.web import goes, watchers
from moderator.web.actors import classroom_for, user_of
from moderator.web.cards import groups_of
from moderator.web.groups import of_classroom
from moderator.web.once import once
from moderator.web.pages import UNPROCESSABLE, SeeOther, show
from moderator.web.switches import Switch, read_options, switches_of, text_of

ALL = "all"


@dataclass(frozen=True)
class ScenarioCard:
    """A scenario to choose from."""

    rules: str
    game_name: str
    scenario: Any
    seats: tuple[rules_game.Seat, ...]

    @property
    def key(self) -> str:
        """What names it in an address."""
        return f"{self.rules}/{self.scenario.id}"


@dataclass(frozen=True)
class Target:
    """A group that a game can be made for, and the game that it plays now."""

    group: Group
    glance: selectors.Glance


@dataclass(frozen=True)
class ScenarioPage:
    """First step: for whom, and which scenario."""

    classroom: Classroom
    targets: tuple[Target, ...]
    chosen: str
    cards: tuple[ScenarioCard, ...]


@dataclass(frozen=True)
class OptionsPage:
    """Second step: the switches."""

    classroom: Classroom
    groups: tuple[Group, ...]
    chosen: str
    card: ScenarioCard
    switches: tuple[Switch, ...]
    once: str
    clashes: tuple[str, ...] = ()
    playing: tuple[Target, ...] = ()


@dataclass(frozen=True)
class GameDeletePage:
    """What would go."""

    classroom: Classroom
    group: Group
    game: Game
    goes: goes.Goes


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Two steps, both in the address: `?group=`, then `&scenario=`. A POST creates."""
    asked = request.POST if request.method == "POST" else request.GET
    chosen = asked.get("group", ALL)
    targets = _targets(classroom, chosen)
    if "scenario" not in asked:
        everybody = _targets(classroom, ALL)
        page = ScenarioPage(classroom, everybody, chosen, _cards())
        return show(request, "web/game_scenario.html", page)
    card = _card(*asked["scenario"].partition("/")[::2])
    if request.method != "POST":
        rules = GAMES[card.rules]
        force = rules.effective_options(card.scenario, {})
        chosen_texts = {name: text_of(value) for name, value in force.items()}
        return _show(request, classroom, chosen, targets, card, chosen_texts)
    return _create(request, classroom, chosen, targets, card)


def _targets(classroom: Classroom, chosen: str) -> tuple[Target, ...]:
    """The chosen group, or all; 404 for one that isn't there."""
    found = [g for g in groups_of(classroom) if chosen in (ALL, str(g.number))]
    if not found and chosen != ALL:
        raise Http404
    return tuple(Target(group, selectors.glance(group)) for group in found)


def _cards() -> tuple[ScenarioCard, ...]:
    return tuple(
        _card(rules, scenario)
        for rules, shipped in scenarios.shipped().items()
        for scenario in shipped
    )


def _card(rules: str, scenario_id: str) -> ScenarioCard:
    scenario = scenarios.shipped().get(rules, {}).get(scenario_id)
    if scenario is None:
        raise Http404
    game = GAMES[rules]
    return ScenarioCard(rules, game.name, scenario, game.seats(scenario, {}))


def _show(
    request: HttpRequest,
    classroom: Classroom,
    chosen: str,
    targets: tuple[Target, ...],
    card: ScenarioCard,
    texts: Mapping[str, str],
    errors: Mapping[str, str] | None = None,
    clashes: tuple[str, ...] = (),
) -> HttpResponse:
    game = GAMES[card.rules]
    recommended = game.scenario_wire(card.scenario).get("options", {})
    page = OptionsPage(
        classroom,
        tuple(target.group for target in targets),
        chosen,
        card,
        switches_of(game.options, recommended, texts, errors or {}),
        keys.new(),
        clashes,
        tuple(t for t in targets if t.glance.game and not t.glance.is_over and t.glance.number),
    )
    status = UNPROCESSABLE if errors or clashes else 200
    return show(request, "web/game_options.html", page, status)


def _create(
    request: HttpRequest,
    classroom: Classroom,
    chosen: str,
    targets: tuple[Target, ...],
    card: ScenarioCard,
) -> HttpResponse:
    game = GAMES[card.rules]
    texts = {option.name: request.POST.get(option.name, "") for option in game.options}
    options, errors = read_options(game.options, request.POST)
    if errors:
        return _show(request, classroom, chosen, targets, card, texts, errors)
    clashes = tuple(game.clashes(card.scenario, options))
    if not targets:
        clashes = (*clashes, gettext("There is no group yet. Make groups first."))
    if clashes:
        return _show(request, classroom, chosen, targets, card, texts, clashes=clashes)
    wire = game.scenario_wire(card.scenario)
    by = services.instructor_person(classroom, user_of(request))

    def make() -> str:
        for target in targets:
            services.game_create(target.group, card.rules, wire, options, by)
        watchers.ask_anew(*(target.group.pk for target in targets))
        return reverse("classroom", args=[classroom.pk]) + "#groups"

    try:
        return SeeOther(once(request, make))
    except Refused as refused:
        return _show(request, classroom, chosen, targets, card, texts, clashes=(refused.message,))


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def delete(request: HttpRequest, group: Group, game: int) -> HttpResponse:
    """Ask first, saying what goes."""
    found = group.games.filter(number=game).first()
    if found is None:
        raise Http404
    if request.method == "POST":
        with transaction.atomic():
            services.game_delete(found)
            watchers.ask_anew(group.pk)
        return SeeOther(reverse("group", args=[group.classroom_id, group.number]))
    page = GameDeletePage(group.classroom, group, found, goes.with_game(found))
    return show(request, "web/game_delete.html", page)
